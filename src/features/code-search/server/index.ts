import type { GitHubService } from "#features/github/server/index.ts";
import { defineFeature, type Kernel, type ServerFeature } from "#server/feature.ts";
import { codeSearchContract } from "../contract.ts";
import { fileTextToHtml } from "../domain/file-html.ts";
import { createCodeSearch } from "./code-search.ts";
import { createRepositoryFiles } from "./repository-files.ts";

/** Code search and the file view for the owner's public repositories. */
export function createCodeSearchFeature(kernel: Kernel, options: { github: GitHubService }): ServerFeature {
  const { search } = createCodeSearch(kernel, options.github);
  const files = createRepositoryFiles(kernel, options.github);
  return defineFeature({
    name: "code-search",
    contract: codeSearchContract,
    handlers: {
      searchCode: ({ term }, { session }) => search(term, session),
      getRepoContents: async ({ repo, path }, { session }) =>
        fileTextToHtml(await files.read(repo, path, session)),
    },
    sitemap: () => [{ path: "/code" }],
  });
}
