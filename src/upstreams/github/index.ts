export {
  createGitHubClient,
  type GitHubClient,
  type GitHubPageRead,
  type GitHubSearch,
} from "./github-client.ts";
export { GitHubError, type GitHubProblem, type GitHubRate } from "./github-errors.ts";
export type { GitHubConnection } from "./github-http.ts";
export {
  createGitHubOAuth,
  GitHubOAuthError,
  problemOfGitHubOAuthError,
  type GitHubOAuth,
  type GitHubOAuthOptions,
  type GitHubOAuthProblem,
  type GitHubToken,
} from "./github-oauth.ts";
export { expectAnswer } from "./github-reading.ts";
export type { GitHubAnswer, GitHubPage, GitHubRead, GitHubReading } from "./github-reading.ts";
export type {
  GitHubCommitDetails,
  GitHubLanguages,
  GitHubRepository,
  GitHubRepositoryDetails,
  GitHubSearchResults,
} from "./github-schemas.ts";
export type {
  GitHubContents,
  GitHubDirectoryEntry,
  GitHubEntryKind,
  GitHubTree,
} from "./github-transform.ts";
export { gitHubSandboxClient } from "./sandbox-client.ts";
export { readTarEntries, TarError, type TarEntry } from "./tar-entries.ts";
