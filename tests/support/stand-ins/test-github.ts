import { z } from "zod";
import { createGitHubSandbox, type GitHubSandboxOptions } from "#upstreams/github/sandbox/github-sandbox.ts";
import { buildTree, hashObject, type GitTree } from "#upstreams/github/sandbox/repos/git-objects.ts";
import { countLanguages } from "#upstreams/github/sandbox/repos/languages.ts";
import type { FileMode } from "#upstreams/github/sandbox/repos/seed-bundle.ts";
import type { SandboxData, SandboxRepo } from "#upstreams/github/sandbox/sandbox-data.ts";
import { sandboxPeople, type SandboxPerson } from "#upstreams/github/sandbox/users/people.ts";
import { createTokens } from "#upstreams/github/sandbox/users/tokens.ts";
import { gitHubSandboxClient } from "#upstreams/github/sandbox-client.ts";

/** Settings under which a test app uses this GitHub as the live one. */
export const testGitHubSettings = {
  GITHUB_OWNER: "wren-holloway",
  GITHUB_API_URL: "https://api.test-github.example",
  GITHUB_URL: "https://test-github.example",
  GITHUB_CLIENT_ID: gitHubSandboxClient.clientId,
  GITHUB_CLIENT_SECRET: gitHubSandboxClient.clientSecret,
};

/** The site's own token, if a test sets it; it can also see private repositories. */
export const siteToken = gitHubSandboxClient.serverToken;

type TestFiles = Record<string, string | Uint8Array | { mode: FileMode; text: string }>;

/** A repository, empty without files. Later calls see a change of its fields. */
export type TestRepository = {
  id: number;
  name: string;
  files: TestFiles;
  pushedAt: string;
  homepage?: string;
  languages?: Record<string, number>;
  /** Commits, newest first; every other author has no account. */
  messages?: string[];
  isPrivate?: boolean;
  isFork?: boolean;
};

type GitHubCall = { method: string; path: string; query: string; accept: string; token: string | null };
/** Null for the usual answer. */
type Reply = (call: GitHubCall) => Response | Promise<Response> | null;

type TestGitHubOptions = Omit<GitHubSandboxOptions, "origin" | "data"> & {
  settings?: Pick<typeof testGitHubSettings, "GITHUB_OWNER" | "GITHUB_API_URL" | "GITHUB_URL">;
  repositories?: TestRepository[];
  /** Lists private repositories, as private, to everyone. */
  listsPrivate?: boolean;
};

const origin = "http://sandbox.example";
const base = `${origin}${gitHubSandboxClient.path}`;
const ofApi = "/(?:applications|rate_limit|repos|repositories|search|users?)(?=/|$)";
const apiBase = new RegExp(`${base}(?=${ofApi})`, "g");

/** Creates the sandbox of GitHub behind `fetch`, with the test's repositories and addresses, private things, and faults. */
export function createTestGitHub({
  settings: { GITHUB_OWNER: login, GITHUB_API_URL: apiUrl, GITHUB_URL: webUrl } = testGitHubSettings,
  repositories = [],
  listsPrivate = false,
  ...options
}: TestGitHubOptions = {}) {
  const calls: GitHubCall[] = [];
  const { replyTo, ...replies } = createReplies();
  const tokens: string[] = [];
  let siteOrigin = "http://localhost:3000";
  const sandbox = createGitHubSandbox({
    origin: () => origin,
    siteOrigin: () => siteOrigin,
    data: () => dataOf(login, repositories, listsPrivate),
    ...options,
  });

  const hidden = () => repositories.filter(({ isPrivate }) => isPrivate === true);
  const isHidden = (path: string) =>
    hidden().some(({ id, name }) =>
      new RegExp(`^/(repositories/${id}|repos/[^/]+/${name})(/|$)`, "i").test(path),
    );

  /** Gives the sandbox's answer this GitHub's addresses, and marks what is private. */
  async function shown(response: Response, path: string): Promise<Response> {
    const move = (text: string) => text.replaceAll(apiBase, apiUrl).replaceAll(base, webUrl);
    const headers = new Headers(response.headers);
    for (const name of ["link", "location"])
      if (headers.has(name)) headers.set(name, move(headers.get(name) ?? ""));
    if (headers.get("content-type") === "application/x-gzip" || response.body === null)
      return new Response(response.body, { status: response.status, headers });
    let text = move(await response.text());
    for (const { name } of hidden())
      text = text.replaceAll(new RegExp(`(/${name}",.*?"private":)false`, "g"), "$1true");
    if (path.endsWith("/access_token")) tokens.push(...(/\bgho_\w+/.exec(text) ?? []));
    return new Response(text, { status: response.status, headers });
  }

  const ask = (path: string, init?: RequestInit) => sandbox.request(`${base}${path}`, init);

  const testFetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { searchParams } = new URL(request.url);
    const path = request.url.replace(apiUrl, "").replace(webUrl, "").replace(/\?.*/, "");
    const { method, headers } = request;
    headers.delete("accept-encoding");
    const [, token = null] = /^Bearer (.+)$/.exec(headers.get("authorization") ?? "") ?? [];
    const query = searchParams.get("q") ?? "";
    const call = { method, path, query, accept: headers.get("accept") ?? "", token };
    calls.push(call);
    const own = replyTo(call);
    if (own !== null) return untilAborted(own, request.signal);
    const isOfApi = new RegExp(`^${ofApi}`).test(path);
    if ((token !== siteToken && isHidden(path)) || isOfApi !== request.url.startsWith(`${apiUrl}/`))
      return problem(404, "Not Found");
    const body = method === "GET" ? null : await request.text();
    return shown(await ask(`${path}?${searchParams.toString()}`, { method, headers, body }), path);
  };

  return {
    fetch: testFetch,
    calls,
    repositories,
    /** Adds a repository, which was pushed to after the others. */
    add(name: string, files: TestFiles, more: Partial<TestRepository> = {}): TestRepository {
      const id = repositories.length + 1;
      const pushedAt = `2026-11-20T10:00:${String(id).padStart(2, "0")}Z`;
      const repository = { id, name, pushedAt, files, ...more };
      repositories.push(repository);
      return repository;
    },
    ...replies,
    /** Tokens of the web flow, also revoked ones. */
    tokens,
    /** Returns the accounts whose tokens of the web flow are still valid. */
    async linkedAccounts(): Promise<string[]> {
      const answers = tokens.map(async (token) =>
        (await ask("/user", { headers: { "user-agent": "test", authorization: `Bearer ${token}` } })).json(),
      );
      return (await Promise.all(answers)).flatMap((answer) => userSchema.safeParse(answer).data?.login ?? []);
    },
    /** Acts as the person on GitHub's page; returns the code the browser comes back with. */
    async authorize(authorizeUrl: string, account = "wren-okonjo"): Promise<{ code: string; state: string }> {
      const body = new URL(authorizeUrl).searchParams;
      siteOrigin = new URL(body.get("redirect_uri") ?? "").origin;
      body.set("account", account);
      body.set("decision", "authorize");
      const { headers } = await ask("/login/oauth/authorize", { method: "POST", body });
      const { searchParams } = new URL(headers.get("location") ?? "");
      return { code: searchParams.get("code") ?? "", state: searchParams.get("state") ?? "" };
    },
    countOf: (path: RegExp) => calls.filter((call) => path.test(call.path)).length,
  };
}

/** Keeps a test's own replies. */
function createReplies() {
  const replies: { path: RegExp; reply: Reply; isOnce: boolean }[] = [];
  return {
    replyTo: (call: GitHubCall): ReturnType<Reply> => {
      const index = replies.findIndex(({ path }) => path.test(call.path));
      const found = replies[index];
      if (found?.isOnce === true) replies.splice(index, 1);
      return found?.reply(call) ?? null;
    },
    /** Answers matching paths with the test's own reply from now on. */
    answerWith: (path: RegExp, reply: Reply) => void replies.unshift({ path, reply, isOnce: false }),
    answerOnceWith: (path: RegExp, reply: Reply) => void replies.unshift({ path, reply, isOnce: true }),
    answerAsUsual: () => void replies.splice(0),
  };
}

/** Returns a token of an account, which GitHub accepts until it's revoked. */
export function tokenOf(login: "wren-okonjo" | "tamsin-birchall"): string {
  return createTokens(() => [login], Date.now).issueToken(login);
}

/** Returns the sha of a repository's commit, by default the newest. */
export function commitOf({ name, files }: Pick<TestRepository, "name" | "files">, age = 0): string {
  return hashObject("commit", Buffer.from(`${name} ${treeOf(files).sha} ${age}`));
}

export function problem(status: number, message: string, headers: Record<string, string> = {}): Response {
  const body = { message, documentation_url: "https://docs.test-github.example", status: String(status) };
  return Response.json(body, { status, headers });
}

const userSchema = z.object({ login: z.string() });

/** Ends a hanging answer when the caller aborts, like a connection. */
async function untilAborted(reply: Response | Promise<Response>, signal: AbortSignal): Promise<Response> {
  const gaveUp = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")), { once: true });
  });
  return Promise.race([reply, gaveUp]);
}

/** Builds only what a call reads. */
function dataOf(login: string, repositories: TestRepository[], listsPrivate: boolean): SandboxData {
  const owner = personOf({ login, id: 7, name: "Wren Holloway", followers: 12 });
  const people = [owner, ...sandboxPeople];
  const find = (isIt: (repository: TestRepository) => boolean) =>
    repositories.filter(isIt).map((repository) => repoOf(repository, owner));
  return {
    people,
    get repos() {
      return find(({ isPrivate }) => listsPrivate || isPrivate !== true);
    },
    starred,
    findPerson: (name) => people.find((person) => person.login === name),
    findRepo: (_owner, name) => find((one) => one.name.toLowerCase() === name.toLowerCase())[0],
    findRepoById: (id) => find((one) => one.id === id)[0],
  };
}

function personOf(more: Partial<SandboxPerson>): SandboxPerson {
  const [person] = sandboxPeople;
  if (person === undefined) throw new Error("the sandbox has no people");
  return { ...person, ...more };
}

function repoOf(repository: TestRepository, owner: SandboxPerson): SandboxRepo {
  const { id, name, files, pushedAt, homepage = null, isFork = false } = repository;
  const tree = treeOf(files);
  const commits = (repository.messages ?? ["one"]).map((message, at) => ({
    sha: commitOf(repository, at),
    tree,
    parents: [],
    date: pushedAt,
    author: { name: "Wren", email: "wren@holloway.example", login: at % 2 === 0 ? owner.login : null },
    message,
    changes: [],
  }));
  const bundle = {
    description: `About ${name}`,
    homepage,
    topics: ["ledger"],
    license: "MIT" as const,
    stars: 5,
    forks: 1,
    watchers: 1,
    issues: 0,
    created: pushedAt,
    archived: false,
    parent: isFork ? "somebody/original" : null,
    commits: [],
    files: [],
  };
  const languages = repository.languages ?? countLanguages(commits[0]);
  return { id, owner, name, bundle, languages, commits: tree.entries.length === 0 ? [] : commits };
}

const trees = new WeakMap<TestFiles, GitTree>();

function treeOf(files: TestFiles): GitTree {
  const known = trees.get(files);
  if (known !== undefined) return known;
  const tree = buildTree(
    Object.entries(files).map(([path, file]) => {
      const isPlain = typeof file === "string" || file instanceof Uint8Array;
      const { mode, text } = isPlain ? { mode: "100644" as const, text: file } : file;
      if (mode === "160000") return { path, mode, sha: text, bytes: Buffer.alloc(0) };
      const bytes = Buffer.from(text);
      return { path, mode, sha: hashObject("blob", bytes), bytes };
    }),
  );
  trees.set(files, tree);
  return tree;
}

const somebody = personOf({ login: "somebody", id: 8 });
const star = { files: {}, pushedAt: "2026-01-01T00:00:00Z", homepage: "javascript:alert(1)" };
const starred = Array.from({ length: 140 }, (_, at) => {
  const repository = Object.assign({ id: 100 + at, name: `star-${at}` }, star);
  return { repo: repoOf(repository, somebody), starredAt: star.pushedAt };
});

/** Repositories in many states: with files that can't be shown, without any, private. */
export function oddRepositories(): TestRepository[] {
  return [
    {
      id: 1,
      name: "Tide",
      files: tideFiles,
      pushedAt: "2026-11-20T10:00:00Z",
      homepage: "tide.example",
      languages: { "C#": 3_000, HTML: 1_000 },
    },
    { id: 2, name: "moss", files: mossFiles, pushedAt: "2026-11-18T10:00:00Z" },
    { id: 3, name: "quiet", files: {}, pushedAt: "2026-01-01T10:00:00Z" },
    { id: 4, name: "secret-plans", files: planFiles, pushedAt: "2026-01-01T10:00:00Z", isPrivate: true },
  ];
}

/** Content that a hostile repository owner would try to show to visitors. */
const readmeHtml = `<div id="readme"><article><div><h1>Tide</h1><a id="user-content-tide" aria-label="Permalink: Tide" href="#tide"><svg></svg></a></div>
<h2>How it works</h2><p><a href="#how-it-works">Contents</a>
<a href="https://badges.example"><img src="https://badges.example/x.svg"></a></p>
<p onclick="alert(1)">See <a href="docs/notes.md">notes</a> and <a href="javascript:alert(1)">this</a>.</p>
<img src="docs/shot.png" alt="A screenshot"><img src="https://tracker.example/pixel.png" alt="">
<img src="https://avatars.githubusercontent.com/u/7" alt="Wren">
<script>alert(1)</script><svg onload="alert(1)"></svg></article></div>`;

const tideFiles: TestFiles = {
  "README.md": readmeHtml,
  "docs/notes.md": "notes\r\n\twith tabs & <b>, 🦊\n",
  "src/Program.cs": 'Console.WriteLine("&lt; </pre><script>alert(1)</script>");\n',
  "src/café.txt": Buffer.from("caf\xe9", "latin1"),
  "logo.png": Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]),
  "latest.md": { mode: "120000", text: "../outside.md" },
  "vendor/other": { mode: "160000", text: "9".repeat(40) },
  "huge.json": "1".repeat(1_048_577),
};

const mossFiles: TestFiles = {
  "index.ts": "export const moss = 1;\n",
  "scripts/build.cs": "// odd place\n",
};

const planFiles: TestFiles = { "Plan.cs": "class Plan {}" };
