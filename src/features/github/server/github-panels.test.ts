import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  createTestGitHub,
  oddRepositories,
  testGitHubSettings,
  problem,
  siteToken,
} from "../../../../tests/support/stand-ins/test-github.ts";
import { createTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { githubContract } from "../contract.ts";

const database = useTestDatabase();
const start = Date.parse("2026-11-21T12:00:00Z");
let github: ReturnType<typeof createTestGitHub>;
let clock: { ms: number };
let app: TestApp;

function createApp(environment: Record<string, string> = {}): TestApp {
  return createTestApp(database(), {
    environment: { ...testGitHubSettings, GITHUB_TOKEN: siteToken, ...environment },
    fetch: github.fetch,
    now: () => new Date(clock.ms),
  });
}

beforeEach(() => {
  clock = { ms: start };
  github = createTestGitHub({ repositories: oddRepositories(), now: () => new Date(clock.ms) });
  app = createApp();
});

async function read<Name extends "getGitHubProfile" | "getGitHubRepo" | "getGitHubReadme">(
  name: Name,
  query = "",
): Promise<z.output<(typeof githubContract)[Name]["output"]>> {
  const response = await app.request(`${githubContract[name].path}${query}`);
  expect(response.status).toBe(200);
  const body = z.object({ data: z.unknown() }).parse(await response.json());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema belongs to this name
  return githubContract[name].output.parse(body.data) as z.output<(typeof githubContract)[Name]["output"]>;
}

async function failureOf(path: string) {
  const response = await app.request(path);
  const { errors } = z
    .object({ errors: z.record(z.string(), z.array(z.string())) })
    .parse(await response.json());
  return { status: response.status, errors, retryAfter: response.headers.get("retry-after") };
}

/** Failures of GitHub and of the network, and the resulting state of a part of a page. */
const mishaps: [string, () => Response | Promise<Response>][] = [
  ["404", () => problem(404, "Not Found")],
  [
    "403 for the primary limit",
    () =>
      problem(403, "API rate limit exceeded for 203.0.113.9.", {
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(start / 1000 + 600),
        "x-ratelimit-limit": "60",
      }),
  ],
  [
    "429 with Retry-After",
    () => problem(429, "You have exceeded a secondary rate limit.", { "retry-after": "30" }),
  ],
  ["429 without Retry-After", () => problem(429, "You have exceeded a secondary rate limit.")],
  ["500", () => problem(500, "Server Error")],
  [
    "HTML",
    () => new Response("<html><body>Unicorn!</body></html>", { headers: { "content-type": "text/html" } }),
  ],
  ["an unexpected shape", () => Response.json({ hello: "world" })],
  ["nothing", () => new Response("")],
  ["an unsolicited 304", () => new Response(null, { status: 304 })],
  ["a dropped connection", () => Promise.reject(new TypeError("fetch failed"))],
];

describe("GET /api/GitHubProfile", () => {
  it("returns the owner, the most recently pushed and starred repositories, and their totals", async () => {
    const profile = await read("getGitHubProfile");
    expect(profile.user).toMatchObject({ login: "wren-holloway", name: "Wren Holloway", followers: 12 });
    expect(profile.repos?.map(({ name }) => name)).toEqual(["Tide", "moss", "quiet"]);
    expect(profile.repoCount).toBe(3);
    expect(profile.starred).toHaveLength(6);
    expect(profile.starredCount).toBe(140);
    expect(profile.asOf).toBe("2026-11-21T12:00:00.000Z");
  });

  it("never shows a private repository, and drops an invalid homepage", async () => {
    github.answerWith(/\/users\/wren-holloway\/repos$/, () =>
      Response.json(
        github.repositories.map(({ id, name, isPrivate = false }) => ({
          id,
          name,
          full_name: `wren-holloway/${name}`,
          owner: { login: "wren-holloway" },
          private: isPrivate,
          html_url: "https://test-github.example/x",
          homepage: "javascript:alert(1)",
        })),
      ),
    );
    const profile = await read("getGitHubProfile");
    expect(profile.repos?.map(({ name, homepage }) => [name, homepage])).toEqual([
      ["Tide", null],
      ["moss", null],
      ["quiet", null],
    ]);
    expect(profile.starred?.[0]?.homepage).toBeNull();
  });

  it("asks GitHub once for all visitors, and later only for changes", async () => {
    await read("getGitHubProfile");
    const asked = github.calls.length;
    await read("getGitHubProfile");
    await Promise.all([read("getGitHubRepo", "?name=tide"), read("getGitHubRepo", "?name=tide")]);
    expect(github.calls.length - asked).toBe(3);
    expect(github.calls.every(({ token }) => token === siteToken)).toBe(true);
  });

  it("serves the last answers with their age while GitHub is down", async () => {
    await read("getGitHubProfile");
    github.answerWith(/./, () => problem(500, "Server Error"));
    clock.ms += 60 * 60_000;
    const profile = await read("getGitHubProfile");
    expect(profile.repoCount).toBe(3);
    expect(profile.asOf).toBe("2026-11-21T12:00:00.000Z");
  });

  it.each(mishaps)("returns null for every part after %s, and only logs it", async (_case, reply) => {
    github.answerWith(/./, reply);
    expect(await read("getGitHubProfile")).toEqual({
      user: null,
      repos: null,
      repoCount: null,
      starred: null,
      starredCount: null,
      asOf: null,
    });
    expect(app.logged.some(({ level }) => level === "error")).toBe(false);
  });

  it("doesn't wait for a slow GitHub, and serves the late answer next time", async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    github.answerOnceWith(/\/users\/wren-holloway$/, async () => {
      await released;
      return problem(500, "Server Error");
    });
    const began = performance.now();
    const profile = await read("getGitHubProfile");
    expect(performance.now() - began).toBeLessThan(3_000);
    expect([profile.user, profile.repoCount]).toEqual([null, 3]);
    release();
    await expect.poll(async () => (await read("getGitHubProfile")).user?.login).toBe("wren-holloway");
  });

  it("works without a token, and then sends no ETag, because a 304 would cost as much", async () => {
    app = createTestApp(database(), {
      environment: testGitHubSettings,
      fetch: github.fetch,
      now: () => new Date(clock.ms),
    });
    expect((await read("getGitHubProfile")).repoCount).toBe(3);
    clock.ms += 31 * 60_000;
    await read("getGitHubProfile");
    expect(github.calls.every(({ token }) => token === null)).toBe(true);
  });

  it("continues without a token that GitHub refuses, and logs it for the owner", async () => {
    app = createApp({ GITHUB_TOKEN: "ghp_expired" });
    expect((await read("getGitHubProfile")).repoCount).toBe(3);
    expect(app.logged.filter(({ level }) => level === "error")).toHaveLength(1);
    expect(JSON.stringify(app.logged)).not.toContain("ghp_expired");
  });

  it("stops asking once the rate limit is used up, until it resets", async () => {
    github.answerWith(/./, mishaps[1]?.[1] ?? (() => problem(500, "")));
    await read("getGitHubProfile");
    await failureOf("/api/GitHubRepo?name=Tide");
    const asked = github.calls.length;
    expect(await failureOf("/api/GitHubRepo?name=Tide")).toEqual({
      status: 429,
      errors: { RATE_LIMIT: ["Rate limit exceeded"] },
      retryAfter: "600",
    });
    expect(github.calls.length).toBe(asked);
    github.answerAsUsual();
    clock.ms += 600_000;
    expect((await read("getGitHubRepo", "?name=Tide")).repo.name).toBe("Tide");
  });
});

describe("GET /api/GitHubRepo", () => {
  it("returns the repository, its languages, and its newest commits", async () => {
    const older = Array.from({ length: 99 }, () => "older");
    Object.assign(github.repositories[0] ?? {}, { messages: ["one", "two", ...older] });
    const { repo, languages, commits, asOf } = await read("getGitHubRepo", "?name=tide");
    expect(repo).toMatchObject({
      name: "Tide",
      homepage: "https://tide.example",
      default_branch: "main",
      topics: ["ledger"],
      license: { name: "MIT License", spdx_id: "MIT" },
    });
    expect(languages).toEqual({ "C#": 3_000, HTML: 1_000 });
    expect(commits?.items).toHaveLength(100);
    expect(
      commits?.items.slice(0, 2).map(({ commit, author }) => [commit.message, author?.login ?? null]),
    ).toEqual([
      ["one", "wren-holloway"],
      ["two", null],
    ]);
    expect(commits?.nextUrl).toBe(
      "https://api.test-github.example/repositories/1/commits?per_page=100&page=2",
    );
    expect(asOf).toBe("2026-11-21T12:00:00.000Z");
  });

  it("returns an empty repository", async () => {
    const { languages, commits } = await read("getGitHubRepo", "?name=quiet");
    expect({ languages, commits }).toEqual({ languages: {}, commits: { items: [], nextUrl: null } });
  });

  it("finds a renamed repository by its old name", async () => {
    const headers = { location: "https://api.test-github.example/repositories/1" };
    github.answerWith(/low-tide$/, () => new Response("{}", { status: 301, headers }));
    expect((await read("getGitHubRepo", "?name=low-tide")).repo.name).toBe("Tide");
  });

  it.each(["nothing-here", "secret-plans", "..", "a/b", "%F0%9F%A6%8A", "x%00y"])(
    "answers 404 to %s",
    async (name) => {
      expect(await failureOf(`/api/GitHubRepo?name=${name}`)).toMatchObject({
        status: 404,
        errors: { NOT_FOUND: ["Not found"] },
      });
    },
  );

  it("doesn't let strangers use up the rate limit with made-up names", async () => {
    for (let index = 0; index < 60; index += 1) await failureOf(`/api/GitHubRepo?name=guess-${index}`);
    await failureOf("/api/GitHubRepo?name=guess-1");
    expect(github.countOf(/\/repos\/wren-holloway\/guess-/)).toBe(30);
    expect((await read("getGitHubRepo", "?name=moss")).repo.name).toBe("moss");
  });

  it("remembers for a few minutes that a repository doesn't exist", async () => {
    await failureOf("/api/GitHubRepo?name=guess");
    await failureOf("/api/GitHubRepo?name=GUESS");
    expect(github.countOf(/\/repos\/wren-holloway\/guess/i)).toBe(1);
    clock.ms += 6 * 60_000;
    await failureOf("/api/GitHubRepo?name=guess");
    expect(github.countOf(/\/repos\/wren-holloway\/guess/i)).toBe(2);
  });

  it.each([
    ["private", { private: true, owner: { login: "wren-holloway" } }],
    ["somebody else's", { private: false, owner: { login: "somebody" } }],
  ])("hides one that is now %s, even if the list still has it", async (_case, changed) => {
    github.answerWith(/\/repos\/wren-holloway\/moss$/, () =>
      Response.json({
        id: 2,
        name: "moss",
        full_name: "x/moss",
        html_url: "x",
        default_branch: "main",
        ...changed,
      }),
    );
    expect((await failureOf("/api/GitHubRepo?name=moss")).status).toBe(404);
  });

  it("forgets a repository that is no longer public", async () => {
    await read("getGitHubRepo", "?name=moss");
    for (const repository of github.repositories) repository.isPrivate = true;
    clock.ms += 6 * 60_000;
    await app.request("/api/GitHubRepo?name=moss");
    await expect.poll(async () => (await failureOf("/api/GitHubRepo?name=moss")).status).toBe(404);
  });

  it.each(mishaps)("returns the repository without languages and commits after %s", async (_case, reply) => {
    github.answerWith(/\/(?:languages|commits)$/, reply);
    const { repo, languages, commits } = await read("getGitHubRepo", "?name=Tide");
    expect({ name: repo.name, languages, commits }).toEqual({ name: "Tide", languages: null, commits: null });
  });

  it.each(mishaps)("explains the failure if the repository itself meets %s", async (mishap, reply) => {
    github.answerWith(/\/repos\/wren-holloway\/Tide$/, reply);
    const failure = await failureOf("/api/GitHubRepo?name=Tide");
    expect(failure.status).toBe(mishap === "404" ? 404 : /limit|429/.test(mishap) ? 429 : 502);
    if (failure.status === 429) expect(Number(failure.retryAfter)).toBeGreaterThan(0);
    if (failure.status === 502)
      expect(failure.errors).toEqual({
        UPSTREAM: ["GitHub isn’t available right now. Try again in a moment."],
      });
  });
});

describe("GET /api/GitHubReadme", () => {
  it("returns sanitized HTML with headings from h3 down, working links, and no scripts or trackers", async () => {
    const { html, name, htmlUrl } = await read("getGitHubReadme", "?repo=tide");
    expect({ name, htmlUrl }).toEqual({
      name: "README.md",
      htmlUrl: "https://test-github.example/wren-holloway/Tide/blob/main/README.md",
    });
    expect(html).toContain('<h3 id="user-tide">Tide</h3></div>');
    expect(html).toContain(
      '<h4 id="user-how-it-works">How it works</h4><p><a href="#user-how-it-works">Contents</a>',
    );
    expect(html).not.toMatch(/<a [^>]*>\s*<\/a>/);
    expect(html, "a file of the same repository opens here").toContain(
      '<a href="/repo/Tide/files/docs/notes.md"',
    );
    expect(html).toContain(
      '<img src="https://test-github.example/wren-holloway/Tide/raw/main/docs/shot.png" alt="A screenshot"',
    );
    expect(html).toMatch(/<img src="https:\/\/avatars\.githubusercontent\.com\/u\/7"[^>]*alt="Wren"/);
    expect(html).not.toMatch(/script|svg|onclick|javascript:|tracker|badges/);
  });

  it.each(["moss", "quiet"])("returns null for %s, which has none", async (repo) => {
    const { html, name, htmlUrl } = await read("getGitHubReadme", `?repo=${repo}`);
    expect({ html, name, htmlUrl }).toEqual({ html: null, name: null, htmlUrl: null });
  });

  it("answers 404 for anything but the owner's public repositories", async () => {
    expect((await failureOf("/api/GitHubReadme?repo=secret-plans")).status).toBe(404);
  });
});

describe("the sitemap", () => {
  it("lists the public repositories once they are known", async () => {
    await app.start();
    const sitemap = async () => (await app.request("/sitemap.xml")).text();
    await expect.poll(sitemap).toContain("<loc>http://localhost:3000/repo/Tide</loc>");
    expect(await sitemap()).not.toContain("secret-plans");
    await app.stop();
  });
});
