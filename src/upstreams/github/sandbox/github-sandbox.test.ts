import { gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { describedShape, type DescribedCall } from "../../../../tests/support/conformance/github-openapi.ts";
import { gitHubSandboxClient } from "../sandbox-client.ts";
import { createGitHubSandbox } from "./github-sandbox.ts";

const origin = "http://localhost:4321";
const base = `${origin}${gitHubSandboxClient.path}`;
const serverToken = { authorization: `Bearer ${gitHubSandboxClient.serverToken}` };
const own = "/repos/robin-ashgrove";

let nowMs = 0;
let app: ReturnType<typeof createGitHubSandbox>;
beforeEach(() => {
  nowMs = Date.UTC(2026, 10, 20, 12);
  app = createGitHubSandbox({
    origin: () => origin,
    now: () => new Date(nowMs),
  });
});

async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const url = path.startsWith("http") ? path : base + path;
  return app.request(url, { headers: { "user-agent": "test", ...headers } });
}

async function json<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  headers = {},
): Promise<z.infer<Schema>> {
  const response = await get(path, headers);
  expect(response.status).toBe(200);
  return schema.parse(await response.json());
}

async function problem(response: Response): Promise<[number, string]> {
  const { message } = z.object({ message: z.string() }).parse(await response.json());
  return [response.status, message];
}

const names = z.array(z.object({ name: z.string() }));

it("compresses lists for those who take it", async () => {
  const path = "/users/robin-ashgrove/starred?per_page=100";
  const plain = await get(path);
  const packed = await get(path, { "accept-encoding": "gzip" });
  expect([plain, packed].map(({ headers }) => headers.get("content-encoding"))).toEqual([null, "gzip"]);
  const bytes = Buffer.from(await packed.arrayBuffer());
  expect(gunzipSync(bytes).toString()).toBe(await plain.text());
  expect(bytes.length).toBeLessThan(30_000);
});

describe("limits", () => {
  it("allow 60 calls an hour without a token, then 403 with the reset time", async () => {
    for (let call = 1; call <= 60; call += 1) expect((await get("/users/robin-ashgrove")).status).toBe(200);
    const over = await get("/users/robin-ashgrove");
    expect(Object.fromEntries(over.headers)).toMatchObject({
      "x-ratelimit-limit": "60",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-resource": "core",
      "x-ratelimit-reset": String(nowMs / 1000 + 3600),
    });
    expect(await problem(over)).toEqual([
      403,
      expect.stringMatching(/^API rate limit exceeded for 127\.0\.0\.1\./),
    ]);
    expect((await get("/users/robin-ashgrove", serverToken)).status).toBe(200);
    nowMs += 3_600_000;
    expect((await get("/users/robin-ashgrove")).headers.get("x-ratelimit-remaining")).toBe("59");
  });

  it("allow each token ten code searches a minute", async () => {
    const path = "/search/code?q=money+user:robin-ashgrove";
    for (let call = 1; call <= 10; call += 1) expect((await get(path, serverToken)).status).toBe(200);
    const over = await get(path, serverToken);
    expect(over.headers.get("x-ratelimit-resource")).toBe("code_search");
    expect((await problem(over))[0]).toBe(403);
    nowMs += 60_000;
    expect((await get(path, serverToken)).status).toBe(200);
  });

  it("count an anonymous 304 but not an authorized one", async () => {
    for (const [headers, cost] of [
      [{}, 1],
      [serverToken, 0],
    ] as const) {
      const first = await get(`${own}/ledger-kit`, headers);
      const second = await get(`${own}/ledger-kit`, {
        ...headers,
        "if-none-match": first.headers.get("etag") ?? "",
      });
      expect([second.status, await second.text()]).toEqual([304, ""]);
      const left = [first, second].map(({ headers: of }) => Number(of.get("x-ratelimit-remaining")));
      expect((left[0] ?? 0) - (left[1] ?? 0)).toBe(cost);
    }
  });

  it("have a different ETag per caller, with a matching Vary header", async () => {
    const [anonymous, authorised] = [
      await get(`${own}/ledger-kit`),
      await get(`${own}/ledger-kit`, serverToken),
    ];
    expect(anonymous.headers.get("etag")).not.toBe(authorised.headers.get("etag"));
    expect(anonymous.headers.get("vary")).toContain("Authorization");
  });
});

describe("the owner", () => {
  it("has eleven repositories with the site's languages and topics", async () => {
    const shape = z.array(
      z.object({
        language: z.string().nullable(),
        topics: z.array(z.string()),
        archived: z.boolean(),
        fork: z.boolean(),
      }),
    );
    const repos = await json(shape, "/users/robin-ashgrove/repos?per_page=100");
    expect(repos.length).toBeGreaterThanOrEqual(10);
    const languages = new Set(repos.map(({ language }) => language));
    expect([...languages]).toEqual(
      expect.arrayContaining(["C#", "TypeScript", "JavaScript", "HTML", "Python", "Shell"]),
    );
    const topics = new Set(repos.flatMap((repo) => repo.topics));
    for (const topic of [
      "azure-functions",
      "api-wrapper",
      "dotnet",
      "cqrs",
      "reactjs",
      "entity-framework-core",
    ])
      expect(topics).toContain(topic);
    expect(repos.filter(({ archived }) => archived)).toHaveLength(1);
    expect(repos.filter(({ fork }) => fork)).toHaveLength(1);
  });

  it.each([
    "HttpTrigger",
    "HttpClient",
    "language:csharp string",
    "MediatR language:csharp",
    "React language:javascript",
    "EntityFrameworkCore language:csharp",
    "language:typescript extension:tsx React",
    "language:csharp Controller",
    "language:csharp HttpGet",
    "language:csharp Tenant",
    "language:vue computed",
  ])("has code for the search %s", async (query) => {
    const q = encodeURIComponent(`${query} user:robin-ashgrove`);
    const found = await json(z.object({ total_count: z.int() }), `/search/code?q=${q}`, serverToken);
    expect(found.total_count).toBeGreaterThan(0);
  });

  it("has a history of several pages, linked to the first commit", async () => {
    const page = z.array(
      z.object({
        sha: z.string().regex(/^[0-9a-f]{40}$/),
        author: z.object({ login: z.string() }).nullable(),
        commit: z.object({ author: z.object({ date: z.iso.datetime() }) }),
        parents: z.array(z.object({ sha: z.string() })),
      }),
    );
    const commits: z.infer<typeof page> = [];
    let next: string | undefined = `${base}${own}/ledger-kit/commits?per_page=50`;
    for (let pages = 0; next !== undefined && pages < 10; pages += 1) {
      const response: Response = await get(next);
      commits.push(...page.parse(await response.json()));
      next = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
    }
    expect(commits.length).toBeGreaterThan(100);
    expect(new Set(commits.map(({ sha }) => sha)).size).toBe(commits.length);
    expect(commits.slice(0, -1).map(({ parents }) => parents[0]?.sha)).toEqual(
      commits.slice(1).map(({ sha }) => sha),
    );
    const dates = commits.map(({ commit }) => commit.author.date);
    expect(dates).toEqual(dates.toSorted().reverse());
    expect(new Set(commits.map(({ author }) => author?.login))).toEqual(
      new Set(["robin-ashgrove", "wren-okonjo", "tamsin-birchall", undefined]),
    );
  });

  it("has starred other people's repositories, including organizations'", async () => {
    const shape = z.array(z.object({ full_name: z.string(), owner: z.object({ type: z.string() }) }));
    const starred = await json(shape, "/users/robin-ashgrove/starred?per_page=100");
    expect(starred.length).toBeGreaterThan(30);
    expect(new Set(starred.map(({ owner }) => owner.type))).toEqual(new Set(["User", "Organization"]));
    for (const { full_name: name } of starred.slice(0, 3))
      expect((await get(`/repos/${name}/commits`)).status).toBe(200);
  });

  it("is the same in every process, with git's real shas", async () => {
    const { sha } = await json(
      z.object({ sha: z.string() }),
      `${own}/edge-of-text/contents/encodings/empty.txt`,
    );
    expect(sha).toBe("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
  });
});

describe("a repository", () => {
  it("that was renamed redirects to its id, keeping the rest of the request", async () => {
    const moved = await get(`${own}/ledger-tools/commits?per_page=2`);
    expect(moved.status).toBe(301);
    const location = moved.headers.get("location") ?? "";
    expect(location).toMatch(/\/repositories\/\d+\/commits\?per_page=2$/);
    expect(await json(z.array(z.unknown()), location)).toHaveLength(2);
  });

  it("shows a commit's files with consistent additions", async () => {
    const [first] = await json(
      z.array(z.object({ sha: z.string() })),
      `${own}/rent-roll-api/commits?per_page=1`,
    );
    const shape = z.object({
      stats: z.object({ additions: z.int(), total: z.int() }),
      files: z.array(z.object({ additions: z.int(), patch: z.string() })),
    });
    const { stats, files } = await json(shape, `${own}/rent-roll-api/commits/${first?.sha}`);
    expect(files.length).toBeGreaterThan(0);
    expect(files.reduce((sum, { additions }) => sum + additions, 0)).toBe(stats.total);
    for (const { patch, additions } of files) expect(patch.match(/^\+/gm)).toHaveLength(additions);
  });

  it("filters commits by path, author and time", async () => {
    const list = z.array(
      z.object({
        author: z.object({ login: z.string() }).nullable(),
        commit: z.object({ author: z.object({ date: z.string() }) }),
      }),
    );
    const commits = `${own}/rent-roll-api/commits?per_page=100`;
    const all = await json(list, commits);
    const byWren = await json(list, `${commits}&author=wren-okonjo`);
    expect(byWren.length).toBe(all.filter(({ author }) => author?.login === "wren-okonjo").length);
    expect((await json(list, `${commits}&path=src/Data`)).length).toBeLessThan(all.length);
    const since = await json(list, `${commits}&since=2026-10-01T00:00:00Z&until=2026-10-31T00:00:00Z`);
    expect(since.map(({ commit }) => commit.author.date.slice(0, 7))).toEqual([
      "2026-10",
      "2026-10",
      "2026-10",
    ]);
  });

  it("shows a file as it was at a commit", async () => {
    const size = z.object({ size: z.int() });
    const list = z.array(z.object({ sha: z.string() }));
    const commits = await json(list, `${own}/ledger-kit/commits?path=src/money.ts&per_page=100`);
    const path = `${own}/ledger-kit/contents/src/money.ts`;
    const [now, first] = [await json(size, path), await json(size, `${path}?ref=${commits.at(-1)?.sha}`)];
    expect(first.size).toBeLessThan(now.size);
    expect(await problem(await get(`${path}?ref=no-such-branch`))).toEqual([
      404,
      "No commit found for the ref no-such-branch",
    ]);
  });
});

describe("odd files", () => {
  const odd = `${own}/edge-of-text/contents`;
  const file = z.object({
    type: z.string(),
    encoding: z.string().optional(),
    content: z.string().optional(),
    size: z.int(),
  });
  const call: DescribedCall = "GET /repos/{owner}/{repo}/contents/{path}";

  it("above a megabyte are available only as raw bytes", async () => {
    const answer = await json(file, `${odd}/generated/large.csv`);
    expect([answer.encoding, answer.content]).toEqual(["none", ""]);
    const raw = await get(`${odd}/generated/large.csv`, { accept: "application/vnd.github.raw+json" });
    expect((await raw.arrayBuffer()).byteLength).toBe(answer.size);
    expect(answer.size).toBeGreaterThan(1024 * 1024);
  });

  it("keep their bytes: Latin-1, a byte order mark, CR LF", async () => {
    const bytesOf = async (path: string) =>
      Buffer.from((await json(file, `${odd}/${path}`)).content ?? "", "base64");
    expect((await bytesOf("encodings/latin-1.txt")).toString("latin1")).toMatch(/^Café, naïve, £12/);
    expect([...(await bytesOf("encodings/bom.json")).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect((await bytesOf("encodings/crlf.txt")).toString()).toContain("end\r\nas");
    expect((await bytesOf("generated/long-line.js")).indexOf("\n")).toBe(10_000);
    expect((await bytesOf("generated/tariff.ts")).toString().trimEnd().split("\n")).toHaveLength(2_000);
    expect((await bytesOf("binary/pixel.png")).subarray(1, 4).toString()).toBe("PNG");
  });

  it("that link to a file are returned as that file; other links as links", async () => {
    expect(await json(file, `${odd}/links/readme`)).toMatchObject({ type: "file", encoding: "base64" });
    const response = await get(`${odd}/links/outside`);
    const link: unknown = await response.json();
    expect(link).toMatchObject({ type: "symlink", target: "../../elsewhere/file.txt" });
    expect(describedShape(call, 200).safeParse(link).error).toBeUndefined();
    expect(await json(z.array(file), `${odd}/links`)).toMatchObject([
      { type: "symlink" },
      { type: "symlink" },
    ]);
  });

  it("that are submodules are listed as files, but not in the newer API version", async () => {
    const types = z.array(z.object({ type: z.string() }));
    expect(await json(types, `${odd}/vendor`)).toEqual([{ type: "file" }]);
    const newer = { "x-github-api-version": "2026-03-10" };
    expect(await json(types, `${odd}/vendor`, newer)).toEqual([{ type: "submodule" }]);
    const module: unknown = await (await get(`${odd}/vendor/fern`)).json();
    expect(module).toMatchObject({ type: "submodule", submodule_git_url: expect.stringMatching(/\.git$/) });
    expect(describedShape(call, 200).safeParse(module).error).toBeUndefined();
  });

  it("can have any name", async () => {
    const [markup] = await json(names, `${odd}/html`);
    expect(markup?.name).toBe("<img src=x onerror=alert(1)>.md");
    expect((await get(`${odd}/html/${encodeURIComponent(markup?.name ?? "")}`)).status).toBe(200);
    expect((await get(`${odd}/..%2f..%2fetc`)).status).toBe(422);
  });

  it("keep all their markup as HTML, which the client must sanitize", async () => {
    const readme = await get(`${own}/edge-of-text/readme`, { accept: "application/vnd.github.html+json" });
    expect(await readme.text()).toContain("<script>document.title");
  });

  it("render task lists as checkboxes", async () => {
    const readme = await get(`${own}/ledger-kit/readme`, { accept: "application/vnd.github.html+json" });
    const html = await readme.text();
    expect(html).toMatch(/<li class="task-list-item"><input type="checkbox"[^>]* checked=""> whole cents/);
    expect(html).toMatch(/<input type="checkbox"(?![^>]* checked)[^>]*> currencies with three decimals/);
  });
});

describe("the web site", () => {
  it("has a page for every html_url, with linkable lines", async () => {
    for (const path of [
      "/robin-ashgrove",
      "/robin-ashgrove/ledger-kit",
      "/robin-ashgrove/ledger-kit/tree/main/src",
    ])
      expect((await get(path)).status).toBe(200);
    const page = await get("/robin-ashgrove/edge-of-text/blob/main/html/pre-and-script.txt");
    const html = await page.text();
    expect(html).toContain('<a id="L2">');
    expect(html).not.toContain("<script");
    expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
    expect((await get("/robin-ashgrove/nothing")).status).toBe(404);
  });

  it("serves avatars and a file's bytes", async () => {
    const { avatar_url: avatar } = await json(z.object({ avatar_url: z.url() }), "/users/robin-ashgrove");
    expect((await get(avatar)).headers.get("content-type")).toMatch(/^image\/svg/);
    const raw = await get("/robin-ashgrove/edge-of-text/raw/main/binary/pixel.png");
    expect(raw.headers.get("content-type")).toBe("image/png");
  });

  it("writes its URLs with the host name a browser used, unless foreign", async () => {
    const url = z.object({ url: z.string() });
    const path = `${gitHubSandboxClient.path}/users/robin-ashgrove`;
    const browser = { "sec-fetch-site": "same-origin" };
    expect((await json(url, `http://127.0.0.1:4321${path}`, browser)).url).toMatch(
      /^http:\/\/127\.0\.0\.1:4321/,
    );
    expect((await json(url, `http://127.0.0.1:4321${path}`)).url).toMatch(/^http:\/\/localhost:4321/);
    expect((await json(url, `http://evil.example${path}`, browser)).url).toMatch(/^http:\/\/localhost:4321/);
  });
});
