import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestUser } from "../../../../tests/support/factories/auth-factory.ts";
import { createTestGitHubLink } from "../../../../tests/support/factories/github-link-factory.ts";
import {
  createTestGitHub,
  oddRepositories,
  testGitHubSettings,
  problem,
  siteToken,
  tokenOf,
} from "../../../../tests/support/stand-ins/test-github.ts";
import { createTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { fileTextOfHtml } from "../domain/files/file-html.ts";

const database = useTestDatabase();
let github: ReturnType<typeof createTestGitHub>;
let clock: { ms: number };
let app: TestApp;

function createApp(environment: Record<string, string> = { GITHUB_TOKEN: siteToken }): TestApp {
  return createTestApp(database(), {
    environment: { ...testGitHubSettings, ...environment },
    fetch: github.fetch,
    now: () => new Date(clock.ms),
  });
}

beforeEach(() => {
  clock = { ms: Date.parse("2026-11-21T12:00:00Z") };
  github = createTestGitHub({ repositories: oddRepositories(), now: () => new Date(clock.ms) });
  app = createApp();
});

function ask(repo: string, path: string, cookie?: string): Promise<Response> {
  const query = new URLSearchParams({ repo, path });
  return app.request(
    `/api/GitHubRepoContents?${query.toString()}`,
    cookie === undefined ? {} : { headers: { cookie } },
  );
}

async function htmlOf(repo: string, path: string, cookie?: string): Promise<string> {
  const response = await ask(repo, path, cookie);
  expect(response.status).toBe(200);
  return z.object({ data: z.string() }).parse(await response.json()).data;
}

async function failureOf(repo: string, path: string) {
  const response = await ask(repo, path);
  const { errors } = z
    .object({ errors: z.record(z.string(), z.array(z.string())) })
    .parse(await response.json());
  return { status: response.status, errors };
}

const contentsCalls = () => github.countOf(/\/contents\//);

describe("GET /api/GitHubRepoContents", () => {
  it("returns the text escaped once, inside <pre>", async () => {
    expect(await htmlOf("tide", "src/Program.cs")).toBe(
      '<pre>Console.WriteLine("&amp;lt; &lt;/pre&gt;&lt;script&gt;alert(1)&lt;/script&gt;");\n</pre>',
    );
  });

  it.each([
    ["docs/notes.md", "notes\r\n\twith tabs & <b>, 🦊\n"],
    ["/docs//./notes.md", "notes\r\n\twith tabs & <b>, 🦊\n"],
    ["src/café.txt", "café"],
  ])("returns %j exactly", async (path, text) => {
    expect(fileTextOfHtml(await htmlOf("Tide", path))).toBe(text);
  });

  it("follows a symbolic link within the repository", async () => {
    github.answerWith(/\/contents\/latest\.md$/, () =>
      Response.json({
        type: "file",
        name: "notes.md",
        path: "docs/notes.md",
        sha: "1",
        size: 5,
        encoding: "base64",
        content: "bm90ZXM=\n",
      }),
    );
    expect(await htmlOf("Tide", "latest.md")).toBe("<pre>notes</pre>");
  });

  it.each([
    ["logo.png", "This file isn’t text, so it can’t be shown here."],
    ["huge.json", "This file is larger than 1 MB, so it can’t be shown here."],
    ["docs", "This is a folder, not a file."],
    ["vendor/other", "This is a submodule, so its files can’t be shown here."],
    ["latest.md", "This links to ../outside.md, which isn’t a file in this repository."],
    ["../secret-plans/Plan.cs", "The path can’t contain “..”."],
    ["docs/../README.md", "The path can’t contain “..”."],
    ["/", "This isn’t a file path."],
    ["a\u0000b", "This isn’t a file path."],
  ])("answers 400 for %j with the reason", async (path, reason) => {
    expect(await failureOf("Tide", path)).toEqual({ status: 400, errors: { path: [reason] } });
  });

  it.each([
    ["Tide", "src/Nothing.cs"],
    ["Tide", "SRC/Program.cs"],
    ["quiet", "README.md"],
    ["secret-plans", "Plan.cs"],
    ["somebody/x", "README.md"],
    ["..", "README.md"],
  ])("answers 404 for %s, %s without requesting the file", async (repo, path) => {
    expect(await failureOf(repo, path)).toMatchObject({ status: 404, errors: { NOT_FOUND: ["Not found"] } });
    expect(contentsCalls()).toBe(0);
  });

  it("asks GitHub once for an unchanged file, however many people read it", async () => {
    await htmlOf("Tide", "docs/notes.md");
    clock.ms += 60 * 60_000;
    await htmlOf("tide", "docs/notes.md");
    app = createApp();
    await htmlOf("tide", "docs/notes.md");
    expect(contentsCalls()).toBe(1);
  });

  it("reads a changed file again", async () => {
    expect(await htmlOf("Tide", "docs/notes.md")).toContain("notes");
    const tide = github.repositories.find(({ name }) => name === "Tide");
    if (tide) tide.files = { ...tide.files, "docs/notes.md": "changed" };
    clock.ms += 6 * 60_000;
    expect(await htmlOf("Tide", "docs/notes.md")).toBe("<pre>changed</pre>");
  });

  it("serves stored files while GitHub is down", async () => {
    await htmlOf("Tide", "docs/notes.md");
    clock.ms += 60 * 60_000;
    github.answerWith(/./, () => problem(500, "Server Error"));
    expect(await htmlOf("Tide", "docs/notes.md")).toContain("notes");
  });

  it("works without the tree if GitHub doesn't return it", async () => {
    github.answerWith(/\/git\/trees\//, () => problem(500, "Server Error"));
    expect(await htmlOf("Tide", "docs/notes.md")).toContain("notes");
    expect((await failureOf("Tide", "logo.png")).status).toBe(400);
    expect((await failureOf("Tide", "nothing")).status).toBe(404);
  });

  it.each([
    ["404", 404, () => problem(404, "Not Found")],
    [
      "403 for the primary rate limit",
      429,
      () => problem(403, "API rate limit exceeded.", { "x-ratelimit-remaining": "0" }),
    ],
    [
      "429 with Retry-After",
      429,
      () => problem(429, "You have exceeded a secondary rate limit.", { "retry-after": "5" }),
    ],
    ["429 without Retry-After", 429, () => problem(429, "You have exceeded a secondary rate limit.")],
    ["500", 502, () => problem(500, "Server Error")],
    ["HTML", 502, () => new Response("<html></html>")],
    ["an unexpected shape", 502, () => Response.json({ type: "file" })],
    ["nothing", 502, () => new Response("")],
    ["304", 502, () => new Response(null, { status: 304 })],
    ["a dropped connection", 502, () => Promise.reject(new TypeError("fetch failed"))],
  ])("answers GitHub's %s with %i and an explanation", async (_case, status, reply) => {
    github.answerWith(/\/contents\//, reply);
    expect((await failureOf("Tide", "docs/notes.md")).status).toBe(status);
    expect(app.logged.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("uses the visitor's token once the site's rate limit is used up", async () => {
    const { cookie, userId } = await createTestUser(database(), { now: () => new Date(clock.ms) });
    await createTestGitHubLink(app.kernel, userId, { accessToken: tokenOf("wren-okonjo") });
    github.answerWith(/\/contents\//, ({ token }) =>
      token === siteToken
        ? problem(403, "API rate limit exceeded.", {
            "x-ratelimit-limit": "5000",
            "x-ratelimit-remaining": "0",
            "x-ratelimit-reset": String(clock.ms / 1000 + 900),
          })
        : null,
    );
    expect(await htmlOf("Tide", "docs/notes.md", cookie)).toContain("notes");
    expect((await ask("Tide", "src/Program.cs")).status).toBe(429);
    expect(await htmlOf("Tide", "src/Program.cs", cookie)).toContain("Console");
  });

  it("doesn't let strangers use up the 60 calls an hour of a site without a token", async () => {
    app = createApp({});
    const tide = github.repositories.find(({ name }) => name === "Tide");
    if (tide)
      tide.files = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}.md`, `${index}`]));
    const statuses = [];
    for (let index = 0; index < 30; index += 1) statuses.push((await ask("Tide", `${index}.md`)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
  });

  describe("with a linked account and the site's limit for files used up", () => {
    const visitor = tokenOf("wren-okonjo");
    let cookie: string;

    beforeEach(async () => {
      const user = await createTestUser(database(), { now: () => new Date(clock.ms) });
      ({ cookie } = user);
      app = createApp({});
      await createTestGitHubLink(app.kernel, user.userId, { accessToken: visitor });
      const tide = github.repositories.find(({ name }) => name === "Tide");
      if (tide)
        tide.files = Object.fromEntries(
          Array.from({ length: 30 }, (_, index) => [`${index}.md`, `${index}`]),
        );
      for (let index = 0; index < 20; index += 1) await ask("Tide", `${index}.md`);
    });

    it("uses the visitor's token", async () => {
      expect((await ask("Tide", "20.md")).status).toBe(429);
      expect(await htmlOf("Tide", "20.md", cookie)).toBe("<pre>20</pre>");
    });

    it("answers 429 if GitHub no longer accepts the account", async () => {
      github.answerWith(/./, ({ token }) => (token === visitor ? problem(401, "Bad credentials") : null));
      const response = await ask("Tide", "20.md", cookie);
      expect([response.status, response.headers.get("retry-after")]).toEqual([429, "3600"]);
    });

    it("doesn't mistake the visitor's rate limit for the site's", async () => {
      github.answerWith(/\/contents\//, ({ token }) =>
        token === visitor ? problem(429, "You have exceeded a secondary rate limit.") : null,
      );
      for (let index = 20; index < 25; index += 1)
        expect((await ask("Tide", `${index}.md`, cookie)).status).toBe(429);
      // Nothing of this is stored yet, so the site asks GitHub.
      const readme = await app.request("/api/GitHubReadme?repo=Tide");
      expect(readme.status).toBe(200);
    });
  });
});
