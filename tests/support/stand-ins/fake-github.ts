import { createHash } from "node:crypto";

/** Settings under which a test app uses the fake as the live GitHub. */
export const fakeGitHubSettings = {
  GITHUB_OWNER: "wren-holloway",
  GITHUB_API_URL: "https://api.fake-github.example",
  GITHUB_URL: "https://fake-github.example",
  GITHUB_CLIENT_ID: "folio-test-app",
  GITHUB_CLIENT_SECRET: "folio-test-app-secret",
} as const;

/** The site's own token, if a test sets it; it can also see private repositories. */
export const siteToken = "ghp_site_token_that_sees_all";

export type FakeCall = { method: string; path: string; query: string; accept: string; token: string | null };
/** Null for the usual answer. */
type Reply = (call: FakeCall) => Response | Promise<Response> | null;
type File = { text: string | Uint8Array; mode?: string };
type FakeRepository = {
  id: number;
  name: string;
  isPrivate?: boolean;
  owner?: string;
  language?: string;
  pushedAt?: string;
  homepage?: string;
  files: Record<string, File> | null;
};

const owner = fakeGitHubSettings.GITHUB_OWNER;
const web = fakeGitHubSettings.GITHUB_URL;

/** Creates a small GitHub behind `fetch` in GitHub's format, independent of the sandbox. */
export function createFakeGitHub() {
  const calls: FakeCall[] = [];
  const replies: { path: RegExp; reply: Reply; isOnce: boolean }[] = [];
  const tokens = new Map<string, string>([[siteToken, owner]]);
  const codes = new Map<string, { challenge: string; login: string }>();
  const repositories: FakeRepository[] = [
    {
      id: 1,
      name: "Tide",
      language: "C#",
      pushedAt: "2026-11-20T10:00:00Z",
      homepage: "tide.example",
      files: tideFiles,
    },
    { id: 2, name: "moss", language: "TypeScript", pushedAt: "2026-11-18T10:00:00Z", files: mossFiles },
    { id: 3, name: "quiet", pushedAt: "2026-01-01T10:00:00Z", files: null },
    {
      id: 4,
      name: "secret-plans",
      isPrivate: true,
      language: "C#",
      files: { "Plan.cs": { text: "class Plan {}" } },
    },
  ];
  let found: unknown[] = [];
  let searchesLeft = 10;

  function findRepository(name: string): FakeRepository | undefined {
    return repositories.find((repository) => repository.name.toLowerCase() === name.toLowerCase());
  }

  function answer(call: FakeCall, url: URL, request: RequestInit): Response {
    if (call.token !== null && !tokens.has(call.token)) return problem(401, "Bad credentials");
    const login = call.token === null ? null : tokens.get(call.token);
    if (call.path === "/user") return json(userOf(login ?? ""));
    if (call.path === "/rate_limit") return json(limits);
    if (call.path === "/search/code") return searchAnswer(call);
    const [, kind, ...rest] = call.path.split("/").map(decodeURIComponent);
    if (kind === "users" && rest[0] === owner) return ofOwner(rest[1], url);
    if (kind === "applications") return revokeAnswer(request);
    if (kind === "repositories")
      return repositoryAnswer(
        repositories.find(({ id }) => id === Number(rest[0])),
        [],
        call,
      );
    if (kind !== "repos" || rest[0] !== owner) return problem(404, "Not Found");
    const [name = "", ...parts] = rest.slice(1);
    if (name === "low-tide") {
      return new Response("{}", {
        status: 301,
        headers: { location: `${fakeGitHubSettings.GITHUB_API_URL}/repositories/1` },
      });
    }
    return repositoryAnswer(findRepository(name), parts, call);
  }

  function ofOwner(list: string | undefined, url: URL): Response {
    if (list === undefined) return json(userOf(owner));
    if (list === "repos")
      return json(repositories.filter(({ isPrivate }) => isPrivate !== true).map(repositoryOf));
    if (url.searchParams.get("per_page") === "1") {
      return json([starredOf(0)], { link: `<${url.origin}/user/7/starred?per_page=1&page=140>; rel="last"` });
    }
    const next = `<${url.origin}/user/7/starred?page=2>; rel="next"`;
    return json(
      Array.from({ length: 100 }, (_, index) => starredOf(index)),
      { link: next },
    );
  }

  function repositoryAnswer(
    repository: FakeRepository | undefined,
    parts: string[],
    call: FakeCall,
  ): Response {
    const isHidden = repository?.isPrivate === true && call.token !== siteToken;
    if (repository === undefined || isHidden) return problem(404, "Not Found");
    const [part, ...path] = parts;
    if (part === undefined) return json(repositoryOf(repository), { etag: `W/"${repository.name}"` });
    if (part === "languages") return json(repository.files === null ? {} : { "C#": 3_000, HTML: 1_000 });
    if (repository.files === null) return problem(part === "readme" ? 404 : 409, "Git Repository is empty.");
    if (part === "commits") {
      const next = `<${fakeGitHubSettings.GITHUB_API_URL}/repositories/${repository.id}/commits?page=2>; rel="next"`;
      return json([commitOf(repository, "one", true), commitOf(repository, "two", false)], { link: next });
    }
    if (part === "readme") return readmeAnswer(repository.files, call);
    if (part === "git") return json(treeOf(repository.files));
    const name = path.join("/");
    const file = repository.files[name];
    return file === undefined ? problem(404, "Not Found") : json(contentOf(name, file));
  }

  function searchAnswer(call: FakeCall): Response {
    const headers = (remaining: number) => ({
      "x-ratelimit-limit": "10",
      "x-ratelimit-remaining": String(remaining),
      "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + 45),
      "x-ratelimit-resource": "code_search",
    });
    if (call.token === null) return problem(401, "Requires authentication");
    if (searchesLeft <= 0) return problem(403, "API rate limit exceeded for user ID 7.", headers(0));
    searchesLeft -= 1;
    return json(
      { total_count: found.length, incomplete_results: false, items: found },
      headers(searchesLeft),
    );
  }

  function revokeAnswer(request: RequestInit): Response {
    const { GITHUB_CLIENT_ID: id, GITHUB_CLIENT_SECRET: secret } = fakeGitHubSettings;
    const expected = `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
    if (new Headers(request.headers).get("authorization") !== expected)
      return problem(401, "Bad credentials");
    const { access_token: token } = JSON.parse(bodyOf(request)) as { access_token: string };
    return tokens.delete(token) ? new Response(null, { status: 204 }) : problem(404, "Not Found");
  }

  function tokenAnswer(request: RequestInit): Response {
    const form = new URLSearchParams(bodyOf(request));
    const known = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (known === undefined || known.challenge !== challenge) {
      return json({
        error: "bad_verification_code",
        error_description: "The code passed is incorrect or expired.",
      });
    }
    const token = `gho_${createHash("sha256")
      .update(form.get("code") ?? "")
      .digest("hex")
      .slice(0, 36)}`;
    tokens.set(token, known.login);
    return json({ access_token: token, scope: "", token_type: "bearer" });
  }

  const fakeFetch: typeof fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init.headers);
    const call: FakeCall = {
      method: init.method ?? "GET",
      path: url.pathname,
      query: url.searchParams.get("q") ?? "",
      accept: headers.get("accept") ?? "",
      token: /^Bearer (.+)$/.exec(headers.get("authorization") ?? "")?.[1] ?? null,
    };
    calls.push(call);
    const index = replies.findIndex(({ path }) => path.test(url.pathname));
    const reply = replies[index];
    if (reply?.isOnce === true) replies.splice(index, 1);
    const own = reply?.reply(call) ?? null;
    if (own !== null) return untilAborted(own, init.signal);
    return url.origin === web ? tokenAnswer(init) : answer(call, url, init);
  };

  return {
    fetch: fakeFetch,
    calls,
    /** Valid tokens and their accounts. */
    tokens,
    /** Answers matching paths with the test's own reply from now on. */
    answerWith: (path: RegExp, reply: Reply) => void replies.unshift({ path, reply, isOnce: false }),
    answerOnceWith: (path: RegExp, reply: Reply) => void replies.unshift({ path, reply, isOnce: true }),
    answerAsUsual: () => void replies.splice(0),
    /** Sets what every search finds. */
    find: (items: unknown[]) => void (found = items),
    allowSearches: (left: number) => void (searchesLeft = left),
    repositories,
    /** Acts as the person on GitHub's page; returns the code the browser comes back with. */
    authorize(authorizeUrl: string, login = "juniper-vale"): { code: string; state: string } {
      const query = new URL(authorizeUrl).searchParams;
      const code = `code-${codes.size}-${query.get("state") ?? ""}`.slice(0, 30);
      codes.set(code, { challenge: query.get("code_challenge") ?? "", login });
      return { code, state: query.get("state") ?? "" };
    },
    countOf: (path: RegExp) => calls.filter((call) => path.test(call.path)).length,
  };
}

/** Returns a search result in GitHub's format. */
export function foundFile(
  repository: { name: string; owner?: string; isPrivate?: boolean },
  path: string,
): unknown {
  return {
    name: path.slice(path.lastIndexOf("/") + 1),
    path,
    sha: createHash("sha1").update(path).digest("hex"),
    html_url: `${web}/${owner}/${repository.name}/blob/0123abcd/${path}`,
    repository: repositoryOf({ id: 9, files: null, ...repository }),
    score: 1,
    text_matches: [
      { property: "content", fragment: "see Plan here", matches: [{ text: "Plan", indices: [4, 8] }] },
    ],
  };
}

export function problem(status: number, message: string, headers: Record<string, string> = {}): Response {
  return json(
    { message, documentation_url: "https://docs.fake-github.example", status: String(status) },
    headers,
    status,
  );
}

export function json(body: unknown, headers: Record<string, string> = {}, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  });
}

const bucket = { limit: 5_000, remaining: 4_321, used: 679, reset: 1_795_262_400 };
const limits = { resources: { core: bucket, code_search: { ...bucket, limit: 10, remaining: 9, used: 1 } } };

function bodyOf({ body }: RequestInit): string {
  return typeof body === "string" ? body : "";
}

/** Ends a hanging answer when the caller aborts, like a connection. */
async function untilAborted(reply: Response | Promise<Response>, signal: AbortSignal | null | undefined) {
  if (!signal) return reply;
  const gaveUp = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")), { once: true });
  });
  return Promise.race([reply, gaveUp]);
}

function userOf(login: string): unknown {
  return {
    id: 7,
    login,
    name: "Wren Holloway",
    avatar_url: "https://avatars.githubusercontent.com/u/7?v=4",
    html_url: `${web}/${login}`,
    bio: null,
    public_repos: 3,
    followers: 12,
    following: 4,
    created_at: "2015-05-01T00:00:00Z",
  };
}

function repositoryOf(repository: FakeRepository): Record<string, unknown> {
  const login = repository.owner ?? owner;
  return {
    id: repository.id,
    name: repository.name,
    full_name: `${login}/${repository.name}`,
    owner: { login, avatar_url: "" },
    private: repository.isPrivate ?? false,
    html_url: `${web}/${login}/${repository.name}`,
    description: `About ${repository.name}`,
    homepage: repository.homepage ?? null,
    language: repository.language ?? null,
    default_branch: "main",
    topics: ["ledger"],
    stargazers_count: 5,
    forks_count: 1,
    open_issues_count: 0,
    size: 20,
    fork: false,
    archived: false,
    license: { key: "mit", name: "MIT License", spdx_id: "MIT" },
    pushed_at: repository.pushedAt ?? null,
    created_at: "2020-01-01T00:00:00Z",
    updated_at: "2026-11-20T10:00:00Z",
  };
}

function starredOf(index: number): unknown {
  return {
    ...repositoryOf({ id: 100 + index, name: `star-${index}`, owner: "somebody", files: null }),
    homepage: "javascript:alert(1)",
  };
}

function commitOf(repository: FakeRepository, message: string, hasAccount: boolean): unknown {
  const sha = createHash("sha1").update(`${repository.name} ${message}`).digest("hex");
  const person = { name: "Wren", email: "wren@holloway.example", date: "2026-11-20T09:00:00Z" };
  return {
    sha,
    html_url: `${web}/${owner}/${repository.name}/commit/${sha}`,
    commit: { message, author: person, committer: person },
    author: hasAccount ? userOf(owner) : null,
    committer: null,
  };
}

function treeOf(files: Record<string, File>): unknown {
  const blobs = Object.entries(files).map(([path, { text, mode = "100644" }]) => ({
    path,
    mode,
    type: mode === "160000" ? "commit" : "blob",
    sha: shaOf(text),
    size: Buffer.from(text).byteLength,
  }));
  const folders = new Set(Object.keys(files).flatMap((path) => path.split("/").slice(0, -1)));
  const trees = [...folders].map((path) => ({ path, mode: "040000", type: "tree", sha: shaOf(path) }));
  return { sha: shaOf("tree"), truncated: false, tree: [...trees, ...blobs] };
}

function contentOf(path: string, { text, mode }: File): unknown {
  const bytes = Buffer.from(text);
  const common = {
    name: path.slice(path.lastIndexOf("/") + 1),
    path,
    sha: shaOf(text),
    size: bytes.byteLength,
    html_url: `${web}/${owner}/Tide/blob/main/${path}`,
    git_url: null,
  };
  if (mode === "120000") return { ...common, type: "symlink", target: String(text) };
  const content = bytes.toString("base64").replace(/.{60}/g, "$&\n");
  return { ...common, type: "file", encoding: "base64", content: `${content}\n` };
}

function readmeAnswer(files: Record<string, File>, call: FakeCall): Response {
  const readme = files["README.md"];
  if (readme === undefined) return problem(404, "Not Found");
  if (!call.accept.includes("html")) return json(contentOf("README.md", readme));
  return new Response(readmeHtml, {
    headers: { "content-type": "application/vnd.github.html; charset=utf-8" },
  });
}

/** Content that a hostile repository owner would try to show to visitors. */
const readmeHtml = `<div id="readme"><article><div><h1>Tide</h1><a id="user-content-tide" aria-label="Permalink: Tide" href="#tide"><svg></svg></a></div>
<h2>How it works</h2><p><a href="#how-it-works">Contents</a>
<a href="https://badges.example"><img src="https://badges.example/x.svg"></a></p>
<p onclick="alert(1)">See <a href="docs/notes.md">notes</a> and <a href="javascript:alert(1)">this</a>.</p>
<img src="docs/shot.png" alt="A screenshot"><img src="https://tracker.example/pixel.png" alt="">
<img src="https://avatars.githubusercontent.com/u/7" alt="Wren">
<script>alert(1)</script><svg onload="alert(1)"></svg></article></div>`;

function shaOf(text: string | Uint8Array): string {
  return createHash("sha1").update(text).digest("hex");
}

const tideFiles: Record<string, File> = {
  "README.md": { text: "# Tide\n\nSee [notes](docs/notes.md)." },
  "docs/notes.md": { text: "notes\r\n\twith tabs & <b>, 🦊\n" },
  "src/Program.cs": { text: 'Console.WriteLine("&lt; </pre><script>alert(1)</script>");\n' },
  "src/café.txt": { text: Buffer.from("caf\xe9", "latin1") },
  "logo.png": { text: Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]) },
  "latest.md": { text: "../outside.md", mode: "120000" },
  "vendor/other": { text: "9".repeat(40), mode: "160000" },
  "huge.json": { text: "1".repeat(1_048_577) },
};

const mossFiles: Record<string, File> = {
  "index.ts": { text: "export const moss = 1;\n" },
  "scripts/build.cs": { text: "// odd place\n" },
};
