import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import type { DescribedCall } from "./github-openapi.ts";
import {
  commitDetailsSchema,
  commitSchema,
  contentSchema,
  languagesSchema,
  repositoryDetailsSchema,
  repositorySchema,
  userSchema,
} from "#upstreams/github/github-schemas.ts";

export type GitHubUnderTest = {
  apiUrl: string;
  owner: string;
  /** Required for code search; null skips those tests. */
  token: string | null;
  /** Checks a response against GitHub's own description. */
  check: (call: DescribedCall, status: number, json: unknown) => void;
};

type Answer = { status: number; headers: Headers; bytes: Buffer; json: unknown };

const errorSchema = z.object({
  message: z.string(),
  documentation_url: z.string(),
  status: z.string().optional(),
});
const resultsSchema = z.object({
  total_count: z.int(),
  incomplete_results: z.boolean(),
  items: z.array(
    z.object({
      path: z.string(),
      repository: z.object({ full_name: z.string() }),
      text_matches: z.array(
        z.object({
          fragment: z.string(),
          property: z.string(),
          matches: z.array(z.object({ text: z.string(), indices: z.tuple([z.int(), z.int()]) })),
        }),
      ),
    }),
  ),
});

// Saved before the test guards replace it, because this suite may call a live service.
const outsideFetch = globalThis.fetch;

type Asker = {
  ask: (path: string, headers?: Record<string, string>, method?: string) => Promise<Answer>;
  /** Makes a call, expects 200, and checks the response against GitHub's description and our own schema. */
  read: <Schema extends z.ZodType>(
    call: DescribedCall,
    path: string,
    ours: Schema,
  ) => Promise<z.infer<Schema>>;
};

/** A repository of the owner with code, found when the tests run. */
type Subject = { repo: () => z.infer<typeof repositorySchema>; path: () => string };

/** Checks what our client relies on, always against the sandbox, and against the live GitHub if an owner is given. */
export function gitHubConformance(target: () => GitHubUnderTest): void {
  const asker = createAsker(target);
  let repo: z.infer<typeof repositorySchema> | null = null;
  const subject: Subject = {
    repo: () => {
      if (repo === null) throw new Error("the owner has no repository with a language");
      return repo;
    },
    path: () => `/repos/${subject.repo().full_name}`,
  };
  beforeAll(async () => {
    const path = `/users/${target().owner}/repos?sort=pushed&per_page=100`;
    const repos = z.array(repositorySchema).parse((await asker.ask(path)).json);
    repo = repos.find(({ fork, language }) => !fork && language !== null) ?? null;
  });
  listConformance(target, asker);
  repositoryConformance(asker, subject);
  protocolConformance(target, asker, subject);
  searchConformance(target, asker);
}

function createAsker(target: () => GitHubUnderTest): Asker {
  async function ask(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
    const { apiUrl, token } = target();
    const response = await outsideFetch(path.startsWith("http") ? path : `${apiUrl}${path}`, {
      method,
      headers: {
        accept: "application/vnd.github+json",
        "x-github-api-version": "2022-11-28",
        "user-agent": "Folio conformance",
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      json: isJson ? JSON.parse(bytes.toString()) : null,
    };
  }

  async function read<Schema extends z.ZodType>(
    call: DescribedCall,
    path: string,
    ours: Schema,
  ): Promise<z.infer<Schema>> {
    const answer = await ask(path);
    expect(answer.status).toBe(200);
    target().check(call, 200, answer.json);
    return ours.parse(answer.json);
  }

  return { ask, read };
}

function nextOf({ headers }: Answer): string | undefined {
  return /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
}

function listConformance(target: () => GitHubUnderTest, { ask, read }: Asker): void {
  it("returns the owner's profile", async () => {
    const user = await read("GET /users/{username}", `/users/${target().owner}`, userSchema);
    expect(user.login.toLowerCase()).toBe(target().owner.toLowerCase());
  });

  it("lists repositories by newest push on request, by name by default", async () => {
    const list = z.array(repositorySchema);
    const byPush = await read(
      "GET /users/{username}/repos",
      `/users/${target().owner}/repos?sort=pushed&per_page=100`,
      list,
    );
    const pushes = byPush.map(({ pushed_at }) => pushed_at ?? "");
    expect(pushes).toEqual(pushes.toSorted().reverse());
    const byName = list.parse((await ask(`/users/${target().owner}/repos?per_page=100`)).json);
    expect(byName.map(({ full_name }) => full_name).toSorted()).toEqual(
      byPush.map(({ full_name }) => full_name).toSorted(),
    );
  });

  it("links to every page, at an address with the owner's id", async () => {
    const first = await ask(`/users/${target().owner}/repos?per_page=1`);
    const { id, public_repos: total } = userSchema.parse((await ask(`/users/${target().owner}`)).json);
    const next = nextOf(first);
    if (total < 2) return expect(next).toBeUndefined();
    expect(next).toContain(`/user/${id}/repos?`);
    const second = await ask(next ?? "");
    const names = [first, second].flatMap(({ json }) =>
      z
        .array(repositorySchema)
        .parse(json)
        .map(({ name }) => name),
    );
    expect(new Set(names).size).toBe(2);
  });

  it("returns when a repository was starred, on request", async () => {
    const path = `/users/${target().owner}/starred?per_page=5`;
    const plain = await read("GET /users/{username}/starred", path, z.array(repositorySchema));
    const { json } = await ask(path, { accept: "application/vnd.github.star+json" });
    target().check("GET /users/{username}/starred", 200, json);
    const dated = z.array(z.object({ starred_at: z.iso.datetime(), repo: repositorySchema })).parse(json);
    expect(dated.map(({ repo: { full_name } }) => full_name)).toEqual(
      plain.map(({ full_name }) => full_name),
    );
  });
}

function repositoryConformance({ ask, read }: Asker, subject: Subject): void {
  it("returns a repository, its branch and its languages in bytes", async () => {
    const details = await read("GET /repos/{owner}/{repo}", subject.path(), repositoryDetailsSchema);
    const languages = await read(
      "GET /repos/{owner}/{repo}/languages",
      `${subject.path()}/languages`,
      languagesSchema,
    );
    expect(Object.keys(languages)).toContain(subject.repo().language);
    const branches = z.array(z.object({ name: z.string() }));
    const names = await read("GET /repos/{owner}/{repo}/branches", `${subject.path()}/branches`, branches);
    expect(names.map(({ name }) => name)).toContain(details.default_branch);
  });

  it("lists commits newest first, and returns one commit's changes", async () => {
    const list = z.array(commitSchema);
    const commits = await read(
      "GET /repos/{owner}/{repo}/commits",
      `${subject.path()}/commits?per_page=5`,
      list,
    );
    const [newest] = commits;
    const details = await read(
      "GET /repos/{owner}/{repo}/commits/{ref}",
      `${subject.path()}/commits/${newest?.sha}`,
      commitDetailsSchema,
    );
    expect(details.sha).toBe(newest?.sha);
    expect(details.stats?.total).toBe((details.stats?.additions ?? 0) + (details.stats?.deletions ?? 0));
    const next = nextOf(await ask(`${subject.path()}/commits?per_page=1`));
    if (commits.length > 1) expect(next).toContain(`/repositories/${subject.repo().id}/commits?`);
  });

  it("returns a file as base64 in lines of 60 characters, as bytes, and as HTML", async () => {
    const entries = await read(
      "GET /repos/{owner}/{repo}/contents/{path}",
      `${subject.path()}/contents`,
      z.array(contentSchema),
    );
    const entry = entries.find(({ type, size }) => type === "file" && size > 60 && size < 500_000);
    const path = `${subject.path()}/contents/${encodeURIComponent(entry?.path ?? "")}`;
    const file = await read(
      "GET /repos/{owner}/{repo}/contents/{path}",
      path,
      contentSchema.extend({ content: z.string() }),
    );
    expect(file.content).toMatch(/^(?:[A-Za-z0-9+/=]{1,60}\n)+$/);
    const raw = await ask(path, { accept: "application/vnd.github.raw+json" });
    expect(Buffer.from(file.content, "base64").equals(raw.bytes)).toBe(true);
    expect(raw.bytes).toHaveLength(file.size);
    const html = await ask(path, { accept: "application/vnd.github.html+json" });
    expect(html.headers.get("content-type")).toMatch(/^application\/vnd\.github\.html/);
  });

  it("lists every file of the default branch in one tree", async () => {
    const tree = z.object({
      truncated: z.boolean(),
      tree: z.array(z.object({ path: z.string(), type: z.string() })),
    });
    const details = repositoryDetailsSchema.parse((await ask(subject.path())).json);
    const path = `${subject.path()}/git/trees/${details.default_branch}?recursive=1`;
    const found = await read("GET /repos/{owner}/{repo}/git/trees/{tree_sha}", path, tree);
    const root = z.array(contentSchema).parse((await ask(`${subject.path()}/contents`)).json);
    expect(found.tree.map((entry) => entry.path)).toEqual(
      expect.arrayContaining(root.map((entry) => entry.path)),
    );
  });
}

function protocolConformance(target: () => GitHubUnderTest, { ask, read }: Asker, subject: Subject): void {
  it("answers 404 for unknown things and 401 to a wrong token", async () => {
    const missing = await ask(`/repos/${target().owner}/no-repository-is-called-this`);
    target().check("GET /repos/{owner}/{repo}", 404, missing.json);
    expect([missing.status, errorSchema.parse(missing.json).message]).toEqual([404, "Not Found"]);
    const wrong = await ask("/user", { authorization: "Bearer gho_nobody" });
    expect([wrong.status, errorSchema.parse(wrong.json).message]).toEqual([401, "Bad credentials"]);
  });

  it("answers a known ETag with an empty 304", async () => {
    const first = await ask(subject.path());
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"/);
    const second = await ask(subject.path(), { "if-none-match": etag });
    expect([second.status, second.bytes.length]).toEqual([304, 0]);
  });

  it("reports the remaining calls in headers, and the same on request", async () => {
    const { headers } = await ask(subject.path());
    const [limit, remaining, used] = ["limit", "remaining", "used"].map((name) =>
      Number(headers.get(`x-ratelimit-${name}`)),
    );
    expect(limit).toBe((remaining ?? 0) + (used ?? 0));
    expect(headers.get("x-ratelimit-resource")).toBe("core");
    expect(Number(headers.get("x-ratelimit-reset"))).toBeGreaterThan(0);
    const core = z.object({ resources: z.object({ core: z.object({ limit: z.int() }) }), rate: z.unknown() });
    expect((await read("GET /rate_limit", "/rate_limit", core)).resources.core.limit).toBe(limit);
  });

  it("allows scripts of any site to read it, including ETag, Link and limits", async () => {
    const preflight = await ask(
      subject.path(),
      {
        origin: "https://site.example",
        "access-control-request-method": "GET",
        "access-control-request-headers": "if-none-match,x-github-api-version",
      },
      "OPTIONS",
    );
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
    expect(preflight.headers.get("access-control-allow-headers")).toMatch(/X-GitHub-Api-Version/i);
    const { headers } = await ask(subject.path(), { origin: "https://site.example" });
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-expose-headers")).toMatch(
      /ETag.*Link.*Retry-After.*X-RateLimit-Remaining/i,
    );
  });

  it("refuses an unknown API version", async () => {
    expect((await ask(subject.path(), { "x-github-api-version": "2001-01-01" })).status).toBe(400);
  });
}

function searchConformance(target: () => GitHubUnderTest, { ask }: Asker): void {
  it("requires a token for code search, and returns the positions of matches", async (context) => {
    const { token, owner } = target();
    const query = `/search/code?q=${encodeURIComponent(`import user:${owner}`)}&per_page=5`;
    const anonymous = await outsideFetch(`${target().apiUrl}${query}`);
    expect([anonymous.status, errorSchema.parse(await anonymous.json()).message]).toEqual([
      401,
      "Requires authentication",
    ]);
    if (token === null) context.skip();
    const answer = await ask(query, { accept: "application/vnd.github.text-match+json" });
    target().check("GET /search/code", 200, answer.json);
    expect(answer.headers.get("x-ratelimit-resource")).toBe("code_search");
    const results = resultsSchema.parse(answer.json);
    expect(results.items.every(({ repository }) => repository.full_name.startsWith(`${owner}/`))).toBe(true);
    const matches = results.items.flatMap(({ text_matches: all }) => all);
    expect(results.items.length === 0 || matches.length > 0).toBe(true);
    for (const { fragment, matches: found } of matches)
      for (const { text, indices } of found) expect(fragment.slice(...indices)).toBe(text);
  });

  it.each(["language:csharp", "x".repeat(257), "a AND b AND c AND d AND e AND f AND g"])(
    "refuses the search %s",
    async (text) => {
      if (target().token === null) return;
      const answer = await ask(`/search/code?q=${encodeURIComponent(text)}`);
      target().check("GET /search/code", 422, answer.json);
      expect([answer.status, errorSchema.parse(answer.json).message]).toEqual([422, "Validation Failed"]);
    },
  );
}
