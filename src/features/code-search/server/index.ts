import type { GitHubService } from "#features/github/server/index.ts";
import { defineFeature, type Kernel, type ServerFeature } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { codeSearchContract } from "../contract.ts";
import { fileTextToHtml } from "../domain/files/file-html.ts";
import { createCodeIndex, type CodeIndex } from "./code-index.ts";
import { measureCodeIndex } from "./code-index-metrics.ts";
import { createCodeSearch } from "./code-search.ts";
import { IndexedFiles } from "./indexed-files.ts";
import { createIndexedSearch } from "./indexed-search.ts";
import { createRepositoryFiles } from "./repository-files.ts";

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
