import type { GitHubService } from "#features/github/server/index.ts";
import { defineFeature, type Kernel, type ServerFeature } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { measureOnRequest } from "#server/metrics.ts";
import { codeSearchContract } from "../contract.ts";
import { fileTextToHtml } from "../domain/files/file-html.ts";
import { createCodeIndex, type CodeIndex } from "./code-index.ts";
import { createCodeSearch } from "./code-search.ts";
import { IndexedFiles } from "./indexed-files.ts";
import { createIndexedSearch } from "./indexed-search.ts";
import { createRepositoryFiles } from "./repository-files.ts";
import type { CodeIndexStore } from "./index/code-index-store.ts";

/** Code search and the file view for the owner's public repositories. */
export function createCodeSearchFeature(
  kernel: Kernel,
  { github, jobs }: { github: GitHubService; jobs: Jobs },
): { feature: ServerFeature; codeIndex: CodeIndex } {
  const codeIndex = createCodeIndex(kernel, github, { jobs });
  const indexed = createIndexedSearch(codeIndex, github, createCodeSearch(kernel, github));
  const files = new IndexedFiles(codeIndex, github, createRepositoryFiles(kernel, github));
  measureCodeIndex(kernel, codeIndex.store);
  const feature = defineFeature({
    name: "code-search",
    contract: codeSearchContract,
    handlers: {
      searchCode: (input, { session }) => indexed.search(input, session),
      getRepoContents: async ({ repo, path }, { session }) =>
        fileTextToHtml(await files.read(repo, path, session)),
      getCodeFile: (input, { session }) => files.file(input, session),
      getCodeTree: (input) => files.tree(input),
      getCodeIndex: () => codeIndex.state(),
      findCode: ({ q }) => files.find(q),
    },
    sitemap: () => [{ path: "/code" }],
    start: codeIndex.start,
    stop: codeIndex.stop,
  });
  return { feature, codeIndex };
}

/** Adds the index's size, age, and failures to `/metrics`, read from the database on request: another server may update it. */
function measureCodeIndex(
  kernel: Pick<Kernel, "metrics" | "now" | "log">,
  store: Pick<CodeIndexStore, "size" | "view">,
): void {
  const gauge = (name: string, help: string, read: () => Promise<number>) =>
    measureOnRequest(kernel, name, help, read);
  gauge("folio_code_files", "Files in the code index", async () => (await store.size()).files);
  gauge(
    "folio_code_text_bytes",
    "Bytes of text in the code index",
    async () => (await store.size()).textBytes,
  );
  gauge(
    "folio_code_index_age_seconds",
    "Seconds since the code index was last compared with GitHub",
    async () => {
      const { comparedAt } = await store.view();
      return comparedAt === null
        ? Number.NaN
        : Math.max(0, (kernel.now().getTime() - comparedAt.getTime()) / 1000);
    },
  );
  gauge("folio_code_index_failing", "Repositories whose newest commit isn't in the code index", async () => {
    const { repositories } = await store.view();
    return repositories.filter(({ problem }) => problem !== null).length;
  });
}
