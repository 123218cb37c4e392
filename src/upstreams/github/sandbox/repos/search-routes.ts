import type { Hono } from "hono";
import { findTerm, takeFragments, type Fragment, type Span } from "./code-match.ts";
import { parseCodeQuery, type CodeQuery, type Qualifier } from "./code-query.ts";
import { apiError } from "../errors.ts";
import { baseName, type GitFile } from "./git-objects.ts";
import { extensionOf, isLanguage, languageOf, listFiles } from "./languages.ts";
import { takePage } from "../paging.ts";
import { encodePath } from "#shared/text/encode-path.ts";
import { searchRepo } from "./repo-shapes.ts";
import type { Sandbox, SandboxContext, SandboxEnv } from "../sandbox-context.ts";
import { respondWithFailure, readSentinel } from "./sentinels.ts";
import { allRepos, type SandboxData, type SandboxRepo } from "../sandbox-data.ts";
import { gitHubSandboxClient } from "../../sandbox-client.ts";

/** GitHub doesn't index larger files (docs/reference/upstreams.md, "GitHub search"). */
const maxIndexedBytes = 384 * 1024;
const maxResults = 1_000;
const documentation = "https://docs.github.com/v3/search/";

type Hit = { repo: SandboxRepo; file: GitFile; contentSpans: Span[]; pathSpans: Span[] };

/** Mounts code search, which requires a token and uses GitHub's older engine (docs/reference/upstreams.md, "GitHub search"). */
export function mountSearchRoutes(app: Hono<SandboxEnv>, sandbox: Sandbox): void {
  app.get("/search/code", async (c) => {
    if (!c.get("caller").isAuthenticated) return signInNeeded(c);
    const query = parseCodeQuery(c.req.query("q") ?? "");
    if ("message" in query) return refuse(c, query.message, query.code);
    const repos = reposOf(query, sandbox.data());
    if (repos === null) {
      const message =
        "The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.";
      return refuse(c, message, "invalid");
    }
    const typed = typedSentinel(query);
    if (typed !== null) {
      const answer = await respondWithFailure(c, sandbox, typed.misbehavior, "code_search");
      if (answer !== null) return answer;
    }
    const hits = typed?.misbehavior === "empty" ? [] : findHits(typed?.query ?? query, repos);
    if (firstIndex(c) >= maxResults)
      return refuse(c, "Only the first 1000 search results are available", "invalid");
    const page = takePage(c, hits.slice(0, maxResults), "/search/code");
    const withMatches = c.req.header("accept")?.includes("text-match") === true;
    return c.json({
      total_count: hits.length,
      incomplete_results: false,
      items: page.map((hit) => resultItem(c, hit, withMatches)),
    });
  });
}

function firstIndex(c: SandboxContext): number {
  return (Number(c.req.query("page") ?? "1") - 1) * Number(c.req.query("per_page") ?? "30");
}

function signInNeeded(c: SandboxContext): Response {
  const message = "Must be authenticated to access the code search API";
  return apiError(c, 401, "Requires authentication", {
    errors: [{ message, resource: "Search", field: "q", code: "invalid" }],
    documentation: "https://docs.github.com/rest/search/search#search-code",
  });
}

function refuse(c: SandboxContext, message: string, code: "missing" | "invalid"): Response {
  return apiError(c, 422, "Validation Failed", {
    errors: [{ message, resource: "Search", field: "q", code }],
    documentation,
  });
}

/** Returns the failure that a term or repository name requests, and the query without it. */
function typedSentinel(query: CodeQuery) {
  const names = query.qualifiers.flatMap(({ name, value }) => (name === "repo" ? [value] : []));
  for (const text of [...query.typed, ...names]) {
    const found = readSentinel(text);
    if (found === null || found.part !== null) continue;
    const words = found.stem.match(/[\p{L}\p{N}_]+/gu) ?? [];
    const isTerm = query.typed.includes(text) && words.length > 0;
    const alternatives = isTerm ? [[{ words, isNegated: false }]] : query.alternatives;
    return { misbehavior: found.misbehavior, query: { ...query, alternatives } };
  }
  return null;
}

/** Returns the repositories to search; null if a named repository or account doesn't exist. */
function reposOf({ qualifiers }: CodeQuery, data: SandboxData): SandboxRepo[] | null {
  const named = qualifiers.filter(
    ({ name, isNegated }) => ["repo", "user", "org"].includes(name) && !isNegated,
  );
  const withForks = qualifiers.some(({ name, value }) => name === "fork" && ["true", "only"].includes(value));
  if (named.length === 0) return allRepos(data).filter(({ bundle }) => withForks || bundle.parent === null);
  const found: SandboxRepo[] = [];
  for (const { name, value } of named) {
    const theirs = name === "repo" ? repoNamed(data, value) : reposOfAccount(data, value, withForks);
    if (theirs === null) return null;
    found.push(...theirs);
  }
  return [...new Set(found)];
}

function repoNamed(data: SandboxData, fullName: string): SandboxRepo[] | null {
  const [owner = "", name = ""] = fullName.split("/");
  const known = data.findRepo(owner, name);
  if (known !== undefined) return [known];
  const typed = owner === gitHubSandboxClient.owner ? readSentinel(name) : null;
  const model = typed === null ? undefined : (data.findRepo(owner, typed.stem) ?? data.repos[0]);
  return model === undefined ? null : [{ ...model, name }];
}

function reposOfAccount(data: SandboxData, login: string, withForks: boolean): SandboxRepo[] | null {
  const person = data.findPerson(login);
  if (person === undefined) return null;
  return allRepos(data).filter(
    ({ owner, bundle }) => owner.id === person.id && (withForks || bundle.parent === null),
  );
}

/** Returns every matching file, most matches first. */
function findHits(query: CodeQuery, repos: SandboxRepo[]): Hit[] {
  const places = query.qualifiers
    .filter(({ name }) => name === "in")
    .flatMap(({ value }) => value.split(","));
  const inFile = places.length === 0 || places.includes("file");
  const inPath = places.includes("path");
  const hits = repos.flatMap((repo) =>
    filesOf(repo).flatMap((file): Hit[] => {
      if (!query.qualifiers.every((qualifier) => fitsQualifier(qualifier, repo, file))) return [];
      const text = file.bytes.toString("utf8");
      for (const terms of query.alternatives) {
        const found = terms.map((term) => ({
          term,
          content: inFile ? findTerm(term, text) : [],
          path: inPath ? findTerm(term, file.path) : [],
        }));
        const isHit = found.every(
          ({ term, content, path }) => content.length + path.length > 0 !== term.isNegated,
        );
        if (!isHit || terms.every(({ isNegated }) => isNegated)) continue;
        return [
          {
            repo,
            file,
            contentSpans: found.flatMap(({ content }) => content),
            pathSpans: found.flatMap(({ path }) => path),
          },
        ];
      }
      return [];
    }),
  );
  return hits.toSorted((a, b) => scoreOf(b) - scoreOf(a));
}

function scoreOf({ contentSpans, pathSpans }: Hit): number {
  return contentSpans.length + 3 * pathSpans.length;
}

/** Returns the files GitHub indexes: text in the default branch that isn't too large. */
function filesOf(repo: SandboxRepo): GitFile[] {
  const [head] = repo.commits;
  const files = head === undefined ? [] : listFiles(head.tree);
  return files.filter(
    ({ mode, bytes }) => mode.startsWith("100") && bytes.length < maxIndexedBytes && !bytes.includes(0),
  );
}

function fitsQualifier({ name, value, isNegated }: Qualifier, repo: SandboxRepo, file: GitFile): boolean {
  const lower = value.toLowerCase();
  const tests: Record<string, () => boolean> = {
    language: () => isLanguage(languageOf(file.path), value),
    extension: () => extensionOf(file.path) === lower.replace(/^\./, ""),
    filename: () => baseName(file.path).toLowerCase().includes(lower),
    path: () => isBelow(file.path.toLowerCase(), lower),
    size: () => isInRange(file.bytes.length, value),
    // Requested ones have been selected already; only exclusions are left.
    repo: () => !isNegated || `${repo.owner.login}/${repo.name}`.toLowerCase() === lower,
    user: () => !isNegated || repo.owner.login.toLowerCase() === lower,
    org: () => !isNegated || repo.owner.login.toLowerCase() === lower,
  };
  const test = tests[name];
  return test === undefined || test() !== isNegated;
}

function isBelow(path: string, folder: string): boolean {
  if (folder === "/") return !path.includes("/");
  const prefix = folder.replace(/^\/|\/$/g, "");
  return (
    path === prefix ||
    path.startsWith(`${prefix}/`) ||
    (!folder.startsWith("/") && path.includes(`/${prefix}/`))
  );
}

/** Matches `1000`, `>1000`, `<=1000` and `10..20`, in bytes. */
function isInRange(size: number, value: string): boolean {
  const [, from = "", to = ""] = /^(\d+|\*)\.\.(\d+|\*)$/.exec(value) ?? [];
  if (from !== "") return (from === "*" || size >= Number(from)) && (to === "*" || size <= Number(to));
  const [, sign = "", number = ""] = /^(>=|<=|>|<)?(\d+)$/.exec(value) ?? [];
  if (number === "") return false;
  const limit = Number(number);
  if (sign === "") return size === limit;
  return (sign.includes("=") && size === limit) || (sign.startsWith(">") ? size > limit : size < limit);
}

function resultItem(c: SandboxContext, hit: Hit, withMatches: boolean) {
  const { repo, file } = hit;
  const fullName = `${repo.owner.login}/${repo.name}`;
  const head = repo.commits[0]?.sha ?? "";
  const path = encodePath(file.path);
  const url = `${c.get("base")}/repos/${fullName}/contents/${path}?ref=${head}`;
  const matches = withMatches
    ? [
        ...textMatches(url, "content", takeFragments(file.bytes.toString("utf8"), hit.contentSpans)),
        ...textMatches(url, "path", takeFragments(file.path, hit.pathSpans)),
      ]
    : null;
  return {
    name: baseName(file.path),
    path: file.path,
    sha: file.sha,
    url,
    git_url: `${c.get("base")}/repos/${fullName}/git/blobs/${file.sha}`,
    html_url: `${c.get("base")}/${fullName}/blob/${head}/${path}`,
    repository: searchRepo(c.get("base"), repo),
    score: scoreOf(hit),
    ...(matches === null ? {} : { text_matches: matches }),
  };
}

function textMatches(url: string, property: "content" | "path", fragments: Fragment[]) {
  return fragments.map((fragment) => ({
    object_url: url,
    object_type: "FileContent",
    property,
    ...fragment,
  }));
}
