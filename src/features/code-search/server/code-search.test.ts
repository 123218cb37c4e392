import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestUser } from "../../../../tests/support/factories/auth-factory.ts";
import { createTestGitHubLink } from "../../../../tests/support/factories/github-link-factory.ts";
import {
  createTestGitHub,
  oddRepositories,
  testGitHubSettings,
  commitOf,
  problem,
  siteToken,
  tokenOf,
} from "../../../../tests/support/stand-ins/test-github.ts";
import { createTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { codeSearchContract } from "../contract.ts";

const database = useTestDatabase();
const visitorToken = tokenOf("wren-okonjo");
const found = { "src/Program.cs": "see Plan here", "notes.md": "one" };
let github: ReturnType<typeof createTestGitHub>;
let clock: { ms: number };
let app: TestApp;
let cookie: string;
let userId: string;

const now = () => new Date(clock.ms);

function createApp(environment: Record<string, string> = { GITHUB_TOKEN: siteToken }): TestApp {
  return createTestApp(database(), {
    environment: { ...testGitHubSettings, ...environment },
    fetch: github.fetch,
    now,
  });
}

function start(codeSearchLimitPerMinute = 10): void {
  const repositories = oddRepositories().map((one) =>
    one.id === 1 ? Object.assign(one, { files: found }) : one,
  );
  github = createTestGitHub({ repositories, codeSearchLimitPerMinute, now });
  app = createApp();
}

beforeEach(async () => {
  clock = { ms: Date.now() };
  start();
  ({ cookie, userId } = await createTestUser(database(), { now }));
});

const link = (accessToken = visitorToken) => createTestGitHubLink(app.kernel, userId, { accessToken });

const failureSchema = z.object({ errors: z.record(z.string(), z.array(z.string())) });
const successSchema = z.object({ data: codeSearchContract.searchCode.output });

async function ask(term: string, as: string | null = null): Promise<Response> {
  const path = `/api/githubSearch?term=${encodeURIComponent(term)}`;
  return app.request(path, as === null ? {} : { headers: { cookie: as } });
}

async function search(term: string, as: string | null = null) {
  const response = await ask(term, as);
  expect(response.status).toBe(200);
  return successSchema.parse(await response.json()).data;
}

async function failureOf(term: string, as: string | null = null) {
  const response = await ask(term, as);
  const { errors } = failureSchema.parse(await response.json());
  return { status: response.status, errors, retryAfter: response.headers.get("retry-after") };
}

/** A search result in GitHub's format. */
function foundIn(name: string, path: string, more: object = {}) {
  const full_name = `wren-holloway/${name}`;
  const owner = { login: "wren-holloway" };
  const repository = { id: 9, name, full_name, owner, private: false, html_url: "x", ...more };
  return { name: path, path, sha: "1", html_url: "x", repository };
}

const searches = () => github.calls.filter(({ path }) => path === "/search/code");
const used429 = { status: 429, errors: { RATE_LIMIT: ["Rate limit exceeded"] } };

describe("GET /api/githubSearch", () => {
  it("returns GitHub's results with the matches in their fragments", async () => {
    expect(await search("Plan repo:tide")).toEqual({
      items: [
        {
          sha: expect.stringMatching(/^[0-9a-f]{40}$/),
          name: "Program.cs",
          path: "src/Program.cs",
          html_url: `https://test-github.example/wren-holloway/Tide/blob/${commitOf({ name: "Tide", files: found })}/src/Program.cs`,
          repository: { name: "Tide", description: "About Tide" },
          text_matches: [{ fragment: "see Plan here", matches: [{ text: "Plan", indices: [4, 8] }] }],
        },
      ],
      total_count: 1,
      incomplete_results: false,
    });
    expect(searches()).toMatchObject([
      { query: "Plan repo:wren-holloway/Tide", accept: "application/vnd.github.text-match+json" },
    ]);
  });

  it("searches all of the owner's repositories if none is named", async () => {
    await search("Plan");
    expect(searches().map(({ query }) => query)).toEqual(["Plan user:wren-holloway"]);
  });

  it("sends GitHub's own qualifiers for the site's", async () => {
    await search("Plan -days lang:c# file:Program ext:cs");
    expect(searches().map(({ query }) => query)).toEqual([
      "Plan NOT days language:c# filename:Program extension:cs user:wren-holloway",
    ]);
  });

  it.each([
    ["x user:somebody", "Only wren-holloway’s repositories can be searched. Remove user:somebody."],
    ["x repo:somebody/x", "Only wren-holloway’s repositories can be searched. Remove repo:somebody/x."],
    ["x repo:nothing-here", "wren-holloway has no public repository called nothing-here."],
    ["x repo:secret-plans", "wren-holloway has no public repository called secret-plans."],
    ["a OR b OR c OR d OR e OR f OR g", "Use at most 5 of AND, OR, and NOT."],
    ["x (user:somebody)", "Only wren-holloway’s repositories can be searched. Remove user:somebody."],
    ["x /a+b/", "GitHub’s search, which answers here, can’t search for regular expressions, at character 3."],
    ["symbol:Plan", "GitHub’s search, which answers here, can’t search for symbols, at character 1."],
    ["x case:yes", "GitHub’s search, which answers here, ignores case. Remove case:yes."],
    ['one "two', "Close this quotation mark, at character 5."],
    ["   ", "Enter a search term."],
    ["x".repeat(257), "Use at most 256 characters."],
  ])("answers 400 to %j without asking GitHub", async (term, message) => {
    expect(await failureOf(term)).toMatchObject({ status: 400, errors: { term: [message] } });
    expect(searches()).toEqual([]);
  });

  it("neither shows nor counts private or other people's files, whatever the token can see", async () => {
    const items = [
      foundIn("secret-plans", "Plan.cs", { private: true }),
      foundIn("theirs", "Plan.cs", { owner: { login: "somebody" } }),
      foundIn("moss", "index.ts"),
    ];
    github.answerWith(/search/, () => Response.json({ total_count: 3, incomplete_results: false, items }));
    const { items: shown, total_count, incomplete_results } = await search("Plan");
    expect(shown.map(({ path }) => path)).toEqual(["index.ts"]);
    expect({ total_count, incomplete_results }).toEqual({ total_count: 1, incomplete_results: true });
  });

  it("says that there may be more if GitHub timed out", async () => {
    github.answerWith(/search/, () => Response.json({ total_count: 0, incomplete_results: true, items: [] }));
    expect(await search("Plan")).toEqual({ items: [], total_count: 0, incomplete_results: true });
  });
});

describe("the rate limit of a search", () => {
  it("is the linked account's, and the site's for everyone else", async () => {
    await link();
    await search("one", cookie);
    await search("two");
    expect(searches().map(({ token }) => token)).toEqual([visitorToken, siteToken]);
  });

  it("isn't used by cached results, which are kept per token for a minute", async () => {
    await link();
    await search("one", cookie);
    await search("  one ", cookie);
    await search("one");
    await search("one");
    expect(searches().map(({ token }) => token)).toEqual([visitorToken, siteToken]);
    clock.ms += 60_000;
    await search("one");
    expect(searches()).toHaveLength(3);
  });

  it("is used once for concurrent identical searches", async () => {
    await Promise.all([search("one"), search("one"), search("one")]);
    expect(searches()).toHaveLength(1);
  });

  it("ends after ten a minute with 429 and Retry-After, before GitHub refuses", async () => {
    start(1_000);
    for (let index = 0; index < 10; index += 1) await search(`word${index}`);
    expect(await failureOf("word10")).toEqual({ ...used429, retryAfter: "60" });
    expect(searches()).toHaveLength(10);
    // Cached results are free.
    await search("word3");
  });

  it("gives a visitor with a linked account ten of their own", async () => {
    start(1_000);
    for (let index = 0; index < 10; index += 1) await search(`word${index}`);
    await link();
    await search("word10", cookie);
  });

  it("follows GitHub's own count if others use the same token", async () => {
    start(1);
    await search("one");
    const failure = await failureOf("two");
    expect(failure).toMatchObject(used429);
    expect(Number(failure.retryAfter)).toBeGreaterThan(30);
    expect(searches()).toHaveLength(1);
  });

  it.each([
    [
      "403 for the primary rate limit",
      () =>
        problem(403, "API rate limit exceeded.", {
          "x-ratelimit-remaining": "0",
          "x-ratelimit-limit": "10",
          "x-ratelimit-reset": String(Math.ceil(clock.ms / 1000) + 40),
          "x-ratelimit-resource": "code_search",
        }),
      40,
    ],
    [
      "429 with Retry-After",
      () => problem(429, "You have exceeded a secondary rate limit.", { "retry-after": "25" }),
      25,
    ],
    ["429 without Retry-After", () => problem(429, "You have exceeded a secondary rate limit."), 60],
  ])("passes on GitHub's %s and doesn't ask again before then", async (_case, reply, seconds) => {
    github.answerOnceWith(/search/, reply);
    const failure = await failureOf("one");
    expect(failure).toMatchObject(used429);
    expect(Math.abs(Number(failure.retryAfter) - seconds)).toBeLessThanOrEqual(1);
    expect(await failureOf("two")).toMatchObject(used429);
    expect(searches()).toHaveLength(1);
    clock.ms += (seconds + 1) * 1000;
    await search("two");
  });
});

describe("searching without a token", () => {
  beforeEach(() => {
    app = createApp({});
  });

  it("asks anonymous visitors to sign in, and signed-in ones to link an account", async () => {
    expect(await failureOf("one")).toMatchObject({
      status: 401,
      errors: { SIGN_IN_REQUIRED: [expect.stringContaining("Sign in and link a GitHub account")] },
    });
    expect(await failureOf("one", cookie)).toMatchObject({
      status: 403,
      errors: { LINK_REQUIRED: [expect.stringContaining("Link a GitHub account")] },
    });
    expect(searches()).toEqual([]);
  });

  it("works with a linked account", async () => {
    await link();
    expect((await search("one", cookie)).items).toHaveLength(1);
  });

  it("deletes a linked account that GitHub no longer accepts, and says so", async () => {
    await link("gho_withdrawn");
    expect(await failureOf("one", cookie)).toMatchObject({
      status: 403,
      errors: {
        LINK_REQUIRED: [expect.stringContaining("GitHub no longer accepts your linked account")],
      },
    });
    const me = await app.request("/api/GitHubAuthMe", { headers: { cookie } });
    expect(await me.json()).toEqual({ HasGitHubOAuthToken: false, login: null });
    expect(JSON.stringify(app.logged)).not.toContain("gho_withdrawn");
  });
});

describe("a token that GitHub refuses", () => {
  it("from a visitor is replaced by the site's, and the answer says that the link is lost", async () => {
    await link("gho_withdrawn");
    expect(await search("one", cookie)).toMatchObject({ total_count: 1, link_lost: true });
    const me = await app.request("/api/GitHubAuthMe", { headers: { cookie } });
    expect(await me.json()).toEqual({ HasGitHubOAuthToken: false, login: null });
    expect(await search("one", cookie)).not.toHaveProperty("link_lost");
  });

  it("from the site is logged for the owner, and visitors are asked to link an account", async () => {
    app = createApp({ GITHUB_TOKEN: "ghp_expired" });
    expect((await failureOf("one")).status).toBe(401);
    expect((await failureOf("one", cookie)).status).toBe(403);
    expect(app.logged.filter(({ level }) => level === "error")).toHaveLength(1);
    expect(JSON.stringify(app.logged)).not.toContain("ghp_expired");
  });
});

describe("GitHub's failures", () => {
  it.each([
    ["404", () => problem(404, "Not Found")],
    ["500", () => problem(500, "Server Error")],
    ["HTML", () => new Response("<html></html>", { headers: { "content-type": "text/html" } })],
    ["an unexpected shape", () => Response.json({ items: "many" })],
    ["nothing", () => new Response("")],
    ["304", () => new Response(null, { status: 304 })],
    ["403 for another reason", () => problem(403, "Repository access blocked")],
    ["a dropped connection", () => Promise.reject(new TypeError("fetch failed"))],
  ])("%s becomes a 502 with an explanation, and isn't cached", async (_case, reply) => {
    github.answerOnceWith(/search/, reply);
    expect(await failureOf("one")).toMatchObject({
      status: 502,
      errors: { UPSTREAM: ["GitHub isn’t available right now. Try again in a moment."] },
    });
    expect((await search("one")).total_count).toBe(1);
  });

  it("a search that GitHub rejects is a 400 with GitHub's explanation", async () => {
    github.answerWith(/search/, () =>
      Response.json(
        {
          message: "Validation Failed",
          errors: [{ resource: "Search", field: "q", code: "invalid", message: "The query is too odd." }],
        },
        { status: 422 },
      ),
    );
    const { status, errors } = await failureOf("one");
    expect([status, errors["term"]?.[0]]).toEqual([400, expect.stringContaining("The query is too odd.")]);
    expect((await failureOf("language:cobra-lang")).errors).toEqual({
      term: ["Add a search word. GitHub needs one with these qualifiers."],
    });
  });
});

describe("a search with only qualifiers", () => {
  it("lists matching files without a GitHub search, most recently pushed repository first", async () => {
    const { items, total_count, incomplete_results } = await search("language:csharp");
    expect(
      items.map(({ repository, path, html_url, text_matches }) => [
        repository.name,
        path,
        html_url,
        text_matches,
      ]),
    ).toEqual([
      [
        "Tide",
        "src/Program.cs",
        "https://test-github.example/wren-holloway/Tide/blob/main/src/Program.cs",
        [],
      ],
      [
        "moss",
        "scripts/build.cs",
        "https://test-github.example/wren-holloway/moss/blob/main/scripts/build.cs",
        [],
      ],
    ]);
    expect({ total_count, incomplete_results }).toEqual({ total_count: 2, incomplete_results: false });
    expect(searches()).toEqual([]);
  });

  it("respects included and excluded repositories", async () => {
    expect((await search("language:csharp repo:moss")).items.map(({ path }) => path)).toEqual([
      "scripts/build.cs",
    ]);
    expect((await search("language:csharp -repo:moss")).items.map(({ path }) => path)).toEqual([
      "src/Program.cs",
    ]);
    expect((await search("language:csharp repo:quiet")).items).toEqual([]);
  });

  it("finds no private files", async () => {
    expect((await search("filename:plan")).items).toEqual([]);
  });

  it("says that there may be more if a repository couldn't be listed", async () => {
    github.answerWith(/\/moss\/git\//, () => problem(500, "Server Error"));
    const { items, incomplete_results } = await search("language:csharp");
    expect([items.map(({ path }) => path), incomplete_results]).toEqual([["src/Program.cs"], true]);
  });

  it("answers 502 if no repository could be listed", async () => {
    github.answerWith(/\/git\/trees\//, () => problem(500, "Server Error"));
    expect((await failureOf("language:csharp")).status).toBe(502);
  });

  it("doesn't use the search rate limit", async () => {
    for (let index = 0; index < 15; index += 1) await search(`extension:cs size:>${index}`);
    await search("Plan");
  });
});
