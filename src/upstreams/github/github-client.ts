import { z } from "zod";
import { GitHubError, type GitHubRate } from "./github-errors.ts";
import {
  parseAnswer,
  parseJson,
  parseShape,
  streamApi,
  type ApiAnswer,
  type GitHubConnection,
} from "./github-http.ts";
import {
  answered,
  readAllPages,
  readOne,
  readPage,
  type GitHubAnswer,
  type GitHubPage,
  type GitHubRead,
  type GitHubReading,
} from "./github-reading.ts";
import {
  commitDetailsSchema,
  commitSchema,
  contentSchema,
  languagesSchema,
  rateLimitSchema,
  repositoryDetailsSchema,
  repositorySchema,
  searchSchema,
  treeSchema,
  userSchema,
  type GitHubCommit,
  type GitHubCommitDetails,
  type GitHubLanguages,
  type GitHubRepository,
  type GitHubRepositoryDetails,
  type GitHubSearchResults,
  type GitHubUser,
} from "./github-schemas.ts";
import {
  contentsOf,
  directoryOf,
  linkOf,
  treeOf,
  type GitHubContents,
  type GitHubTree,
} from "./github-transform.ts";

export type GitHubSearch = {
  /** Includes qualifiers. */
  q: string;
  /** Required: GitHub allows no anonymous code search. */
  token: string;
  /** 1 to 100; 100 by default. */
  perPage?: number;
  /** From 1; GitHub returns the first 1,000 results. */
  page?: number;
  signal?: AbortSignal | undefined;
};

/**
 * Client of GitHub's REST API, version 2022-11-28, or a compatible server. Every call rejects only with a GitHubError. Results
 * use GitHub's own field names.
 */
export type GitHubClient = {
  user: (owner: string, read?: GitHubRead) => GitHubReading<GitHubUser>;
  /** Returns the token's account. */
  viewer: (token: string, signal?: AbortSignal) => Promise<GitHubAnswer<GitHubUser>>;
  /** Returns all repositories the account owns, most recently pushed first. */
  repos: (owner: string, read?: GitHubRead) => GitHubReading<GitHubRepository[]>;
  /** Returns a page of 100, most recently starred first; `pageUrl` is the `nextUrl` of the previous page. */
  starred: (owner: string, read?: GitHubPageRead) => GitHubReading<GitHubPage<GitHubRepository>>;
  /** Returns how many repositories the account has starred. */
  starredCount: (owner: string, read?: GitHubRead) => Promise<GitHubAnswer<number>>;
  /** Follows a renamed repository; the value has its current name. */
  repo: (owner: string, name: string, read?: GitHubRead) => GitHubReading<GitHubRepositoryDetails>;
  /** Returns a page of 100, newest first; `pageUrl` is the `nextUrl` of the previous page. */
  commits: (owner: string, name: string, read?: GitHubPageRead) => GitHubReading<GitHubPage<GitHubCommit>>;
  commit: (owner: string, name: string, sha: string, read?: GitHubRead) => GitHubReading<GitHubCommitDetails>;
  languages: (owner: string, name: string, read?: GitHubRead) => GitHubReading<GitHubLanguages>;
  /** Returns the README as committed, and its path. */
  readme: (owner: string, name: string, read?: GitHubRead) => GitHubReading<GitHubContents>;
  /** Returns the README as HTML rendered by GitHub; sanitize it before display. */
  readmeHtml: (owner: string, name: string, read?: GitHubRead) => GitHubReading<string>;
  /** `path` is git's, "" for the root; `ref` is a branch, tag or commit, the default branch if omitted. */
  contents: (
    owner: string,
    name: string,
    path: string,
    read?: GitHubRead & { ref?: string | undefined },
  ) => GitHubReading<GitHubContents>;
  /** `ref` is a branch, a tag, or the sha of a commit or tree. */
  tree: (
    owner: string,
    name: string,
    ref: string,
    read?: GitHubRead & { isRecursive?: boolean | undefined },
  ) => GitHubReading<GitHubTree>;
  /**
   * Returns the files at a ref as a gzipped tar, while they arrive; at most `maxBytes` of it. Its comment is the commit
   * (`tar-entries.ts`).
   */
  tarball: (
    owner: string,
    name: string,
    ref: string,
    read: { token?: string | null | undefined; maxBytes: number; signal?: AbortSignal | undefined },
  ) => Promise<GitHubAnswer<AsyncIterable<Uint8Array>>>;
  /** Counts as one of the token's 10 searches a minute whatever the result, so it is never retried. */
  searchCode: (search: GitHubSearch) => Promise<GitHubAnswer<GitHubSearchResults>>;
  /** Returns the remaining calls without using one; `codeSearch` is null if GitHub doesn't report it. */
  rateLimit: (read?: GitHubRead) => Promise<{ core: GitHubRate; codeSearch: GitHubRate | null }>;
};

export type GitHubPageRead = GitHubRead & { pageUrl?: string | null | undefined };

const perPage = 100;
/** GitHub makes an archive while it sends it. */
const tarballTimeoutMs = 10 * 60_000;

/** Creates a client of GitHub or a compatible server (docs/reference/upstreams.md, "GitHub calls"). */
export function createGitHubClient(connection: GitHubConnection): GitHubClient {
  function readObject<Value>(
    address: string,
    read: GitHubRead,
    schema: z.ZodType<Value>,
    what: string,
  ): GitHubReading<Value> {
    return readOne(connection, address, read, (answer) => parseAnswer(answer, schema, what));
  }

  return {
    user: async (owner, read = {}) => readObject(`/users/${segment(owner)}`, read, userSchema, "the user"),
    viewer: async (token, signal) =>
      answered(await readObject("/user", { token, signal }, userSchema, "the user")),
    repos: async (owner, read = {}) => {
      const address = `/users/${segment(owner)}/repos?per_page=${perPage}&sort=pushed&direction=desc`;
      return readAllPages(connection, { address, schema: repositorySchema, what: "repositories" }, read);
    },
    starred: async (owner, { pageUrl, ...read } = {}) => {
      const first = `/users/${segment(owner)}/starred?per_page=${perPage}&sort=created&direction=desc`;
      const list = { address: pageUrl ?? first, schema: repositorySchema, what: "starred repositories" };
      return readPage(connection, list, read);
    },
    starredCount: async (owner, { token, signal } = {}) => {
      const address = `/users/${segment(owner)}/starred?per_page=1`;
      const answer = answered(await readOne(connection, address, { token, signal }, starredCountOf));
      // A 304 would confirm the one repository on the page, not their number.
      return { ...answer, etag: null };
    },
    repo: async (owner, name, read = {}) =>
      readObject(repoPath(owner, name), read, repositoryDetailsSchema, "the repository"),
    commits: async (owner, name, { pageUrl, ...read } = {}) => {
      const first = `${repoPath(owner, name)}/commits?per_page=${perPage}`;
      const list = { address: pageUrl ?? first, schema: commitSchema, what: "commits" };
      return readPage(connection, list, read);
    },
    commit: async (owner, name, sha, read = {}) =>
      readObject(`${repoPath(owner, name)}/commits/${segment(sha)}`, read, commitDetailsSchema, "the commit"),
    languages: async (owner, name, read = {}) =>
      readObject(`${repoPath(owner, name)}/languages`, read, languagesSchema, "the languages"),
    readme: async (owner, name, read = {}) =>
      readOne(connection, `${repoPath(owner, name)}/readme`, read, parseContents),
    readmeHtml: async (owner, name, read = {}) => {
      const htmlRead = { ...read, accept: "application/vnd.github.html+json" };
      return readOne(connection, `${repoPath(owner, name)}/readme`, htmlRead, readmeHtmlOf);
    },
    contents: async (owner, name, path, { ref, ...read } = {}) => {
      const query = ref === undefined ? "" : `?ref=${encodeURIComponent(ref)}`;
      const address = `${repoPath(owner, name)}/contents/${pathOf(path)}${query}`;
      return readContents(connection, { address, path }, read);
    },
    tree: async (owner, name, ref, { isRecursive = false, ...read } = {}) => {
      const address = `${repoPath(owner, name)}/git/trees/${segment(ref)}${isRecursive ? "?recursive=1" : ""}`;
      return readOne(connection, address, read, (answer) =>
        treeOf(parseAnswer(answer, treeSchema, "the files")),
      );
    },
    tarball: async (owner, name, ref, read) => {
      const address = `${repoPath(owner, name)}/tarball/${pathOf(ref)}`;
      const { body, rate } = await streamApi(connection, { ...read, address, timeoutMs: tarballTimeoutMs });
      return { value: body, etag: null, rate };
    },
    searchCode: (search) => searchCode(connection, search),
    rateLimit: async ({ token, signal } = {}) => {
      const read = { token, signal };
      const { value } = answered(await readObject("/rate_limit", read, rateLimitSchema, "the limits"));
      const { core, code_search: codeSearch } = value.resources;
      return {
        core: bucketOf(core, "core"),
        codeSearch: codeSearch === undefined ? null : bucketOf(codeSearch, "code_search"),
      };
    },
  };
}

async function searchCode(
  connection: GitHubConnection,
  search: GitHubSearch,
): Promise<GitHubAnswer<GitHubSearchResults>> {
  const query = new URLSearchParams({
    q: search.q,
    per_page: String(search.perPage ?? perPage),
    page: String(search.page ?? 1),
  });
  const authorized = {
    token: search.token,
    signal: search.signal,
    accept: "application/vnd.github.text-match+json",
    retries: 0,
  };
  return answered(
    await readOne(connection, `/search/code?${query.toString()}`, authorized, (answer) =>
      parseAnswer(answer, searchSchema, "the code search"),
    ),
  );
}

async function readContents(
  connection: GitHubConnection,
  { address, path }: { address: string; path: string },
  read: GitHubRead,
): GitHubReading<GitHubContents> {
  try {
    return await readOne(connection, address, read, parseContents);
  } catch (error) {
    // Over 100 MB GitHub refuses; below that it answers without content. Both mean the same to us.
    if (!(error instanceof GitHubError) || error.kind !== "too-large") throw error;
    return { value: { kind: "too-large", path, size: null, htmlUrl: null }, etag: null, rate: null };
  }
}

function parseContents(answer: ApiAnswer): GitHubContents {
  const json = parseJson(answer, "the file");
  if (Array.isArray(json)) return directoryOf(parseShape(json, z.array(contentSchema), "the directory"));
  const contents = contentsOf(parseShape(json, contentSchema, "the file"));
  if (contents !== null) return contents;
  throw new GitHubError("unavailable", "GitHub's response for the file has no readable content.");
}

function readmeHtmlOf({ text }: ApiAnswer): string {
  // GitHub returns a fragment. A whole page comes from something else, and JSON from a server without this media type.
  if (/^\s*<(?!!doctype\b|html\b)/i.test(text)) return text;
  throw new GitHubError("unavailable", "GitHub's response for the README isn't its HTML.");
}

function starredCountOf(answer: ApiAnswer): number {
  const onPage = parseAnswer(answer, z.array(z.unknown()), "starred repositories").length;
  const last = linkOf(answer.headers.get("link"), "last");
  // With one item per page, the last page's number is the count.
  const page = /[?&]page=(\d{1,9})(?:&|$)/.exec(last ?? "")?.[1];
  return page === undefined ? onPage : Number(page);
}

function bucketOf(
  { limit, remaining, reset }: { limit: number; remaining: number; reset: number },
  resource: string,
): GitHubRate {
  return { limit, remaining, resetAt: new Date(reset * 1000), resource };
}

function repoPath(owner: string, name: string): string {
  return `/repos/${segment(owner)}/${segment(name)}`;
}

function pathOf(path: string): string {
  return path === "" ? "" : path.split("/").map(segment).join("/");
}

/** Validates one segment of an address. `..` would lead to another call, so an invalid name isn't requested. */
function segment(name: string): string {
  if (name === "" || name === "." || name === ".." || !name.isWellFormed()) {
    throw new GitHubError("not-found", "GitHub has nothing with that name.");
  }
  return encodeURIComponent(name);
}
