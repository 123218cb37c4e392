import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { sessions, users } from "#server/tables/auth-tables.ts";
import { createTestUser } from "../../../../tests/support/factories/auth-factory.ts";
import {
  createTestGitHub,
  testGitHubSettings,
  problem,
} from "../../../../tests/support/stand-ins/test-github.ts";
import { createTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { githubAccounts } from "#server/tables/github-tables.ts";
import { createTestGitHubLink } from "../../../../tests/support/factories/github-link-factory.ts";

const database = useTestDatabase();
let github: ReturnType<typeof createTestGitHub>;
let clock: { ms: number };
let app: TestApp;
let cookie: string;
let userId: string;
/** Cookies of attempts. They stay when an attempt was used, as with someone who copied them. */
let attempts: Map<string, string>;

const now = () => new Date(clock.ms);

function createApp(environment: Record<string, string> = testGitHubSettings): TestApp {
  return createTestApp(database(), { environment, fetch: github.fetch, now });
}

beforeEach(async () => {
  clock = { ms: Date.parse("2026-11-21T12:00:00Z") };
  github = createTestGitHub({ now });
  app = createApp();
  attempts = new Map();
  ({ cookie, userId } = await createTestUser(database(), { now }));
});

const withAttempts = (as: string) => [as, ...[...attempts].map((pair) => pair.join("="))].join("; ");

async function authorizeUrl(as = cookie): Promise<string> {
  const response = await app.request("/api/GitHubOAuthUrl", { headers: { cookie: withAttempts(as) } });
  expect(response.status).toBe(200);
  for (const line of response.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^(folio-github-[^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === "") attempts.delete(name);
    else attempts.set(name, value);
  }
  const { data } = z.object({ data: z.object({ oAuthUrl: z.url() }) }).parse(await response.json());
  return data.oAuthUrl;
}

async function comeBack(answer: { code: string; state: string }, as = cookie) {
  const response = await app.post("/api/GitHubOAuthCallback", answer, { cookie: withAttempts(as) });
  const body = z.record(z.string(), z.unknown()).parse(await response.json());
  return { status: response.status, body };
}

async function isLinked(as: string | null = cookie): Promise<unknown> {
  const response = await app.request("/api/GitHubAuthMe", as === null ? {} : { headers: { cookie: as } });
  return response.json();
}

const linked = { status: 200, body: { HasGitHubOAuthToken: true } };
const notLinked = { HasGitHubOAuthToken: false, login: null };
const staleState = {
  status: 400,
  body: {
    success: false,
    statusCode: 400,
    data: null,
    errors: {
      state: [
        "This link was started in another session, was already used, or is older than ten minutes. Start again.",
      ],
    },
  },
};

describe("linking a GitHub account", () => {
  it("sends the browser to GitHub with PKCE, a state and no scope", async () => {
    const url = new URL(await authorizeUrl());
    expect(`${url.origin}${url.pathname}`).toBe("https://test-github.example/login/oauth/authorize");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: testGitHubSettings.GITHUB_CLIENT_ID,
      redirect_uri: "http://localhost:3000/oauth",
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
  });

  it("links the account for this person in every session, and for nobody else", async () => {
    expect(await isLinked()).toEqual(notLinked);
    expect(await comeBack(await github.authorize(await authorizeUrl()))).toEqual(linked);
    expect(await isLinked()).toEqual({ HasGitHubOAuthToken: true, login: "wren-okonjo" });
    expect(await isLinked((await createTestUser(database(), { now })).cookie)).toEqual(notLinked);
    expect(await isLinked(null)).toEqual(notLinked);
  });

  it("accepts each state once, whether or not GitHub accepts the code", async () => {
    const answer = await github.authorize(await authorizeUrl());
    await comeBack(answer);
    expect(await comeBack(answer)).toEqual(staleState);
    const { state } = await github.authorize(await authorizeUrl());
    expect((await comeBack({ code: "made-up", state })).status).toBe(400);
    expect(await comeBack({ code: "made-up", state })).toEqual(staleState);
  });

  it("rejects a state from another session of the same person, which stays valid there", async () => {
    const answer = await github.authorize(await authorizeUrl());
    const elsewhere = await createTestUser(database(), { now });
    await database().unsafeDb.update(sessions).set({ userId }).where(eq(sessions.userId, elsewhere.userId));
    expect(await comeBack(answer, elsewhere.cookie)).toEqual(staleState);
    expect(await comeBack(answer)).toEqual(linked);
  });

  it("rejects another person's state, which stays valid for them", async () => {
    const answer = await github.authorize(await authorizeUrl());
    const stranger = (await createTestUser(database(), { now })).cookie;
    expect(await comeBack(answer, stranger)).toEqual(staleState);
    expect(await isLinked(stranger)).toEqual(notLinked);
    expect(await comeBack(answer)).toEqual(linked);
  });

  it("rejects a state that is made up or older than ten minutes", async () => {
    expect(await comeBack({ code: "x", state: "made-up" })).toEqual(staleState);
    const answer = await github.authorize(await authorizeUrl());
    clock.ms += 10 * 60_000;
    expect(await comeBack(answer)).toEqual(staleState);
    expect(await isLinked()).toEqual(notLinked);
  });

  it("works in two tabs at once", async () => {
    const first = await authorizeUrl();
    const second = await authorizeUrl();
    expect(await comeBack(await github.authorize(second))).toEqual(linked);
    expect(await comeBack(await github.authorize(first))).toEqual(linked);
  });

  it("limits the number of unfinished attempts", async () => {
    const first = await authorizeUrl();
    for (let index = 0; index < 30; index += 1) {
      clock.ms += 1_000;
      await authorizeUrl();
    }
    expect(attempts.size).toBe(5);
    expect(await comeBack(await github.authorize(first))).toEqual(staleState);
    clock.ms += 11 * 60_000;
    expect(await comeBack(await github.authorize(await authorizeUrl()))).toEqual(linked);
    expect(attempts.size).toBe(5);
  });

  it("works only in the browser that began it, which can't read it", async () => {
    const answer = await github.authorize(await authorizeUrl());
    const [kept] = [...attempts];
    expect(kept?.[1]).not.toContain(answer.state);
    attempts.clear();
    expect(await comeBack(answer)).toEqual(staleState);
    attempts.set(kept?.[0] ?? "", `${kept?.[1].slice(0, -4) ?? ""}AAAA`);
    expect(await comeBack(answer)).toEqual(staleState);
    attempts.set(...(kept ?? ["", ""]));
    expect(await comeBack(answer)).toEqual(linked);
  });

  it("proves with PKCE that the code was requested here; another attempt's verifier fails", async () => {
    const first = await github.authorize(await authorizeUrl());
    const second = await github.authorize(await authorizeUrl());
    const mixed = await comeBack({ code: first.code, state: second.state });
    expect([mixed.status, mixed.body["errors"]]).toEqual([
      400,
      { code: ["GitHub rejected this code because it was already used or is too old. Start again."] },
    ]);
  });

  it.each([
    ["unverified_user_email", 400, "code", "Verify your email address on GitHub"],
    ["bad_verification_code", 400, "code", "GitHub rejected this code"],
    ["incorrect_client_credentials", 502, "UPSTREAM", "GitHub rejected this site’s registration."],
    ["redirect_uri_mismatch", 502, "UPSTREAM", "GitHub rejected this site’s registration."],
  ])("explains GitHub's %s", async (error, status, key, words) => {
    const { state } = await github.authorize(await authorizeUrl());
    github.answerWith(/access_token$/, () => Response.json({ error, error_description: "x" }));
    const answer = await comeBack({ code: "code", state });
    expect(answer.status).toBe(status);
    const errors = z.record(z.string(), z.array(z.string())).parse(answer.body["errors"]);
    expect(errors[key]?.[0]).toContain(words);
    expect(await isLinked()).toEqual(notLinked);
  });

  it.each([
    ["500", () => problem(500, "Server Error")],
    ["HTML", () => new Response("<html></html>")],
    ["nothing", () => new Response("")],
    ["a dropped connection", () => Promise.reject(new TypeError("fetch failed"))],
  ])("asks the person to start again if GitHub answers the code with %s", async (_case, reply) => {
    const { state } = await github.authorize(await authorizeUrl());
    github.answerWith(/access_token$/, reply);
    const answer = await comeBack({ code: "code", state });
    expect([answer.status, answer.body["errors"]]).toEqual([
      502,
      { UPSTREAM: ["GitHub isn’t available right now. Start again in a moment."] },
    ]);
  });

  it("links without a name if GitHub doesn't name the account", async () => {
    github.answerWith(/^\/user$/, () => problem(500, "Server Error"));
    expect(await comeBack(await github.authorize(await authorizeUrl()))).toEqual(linked);
    expect(await isLinked()).toEqual({ HasGitHubOAuthToken: true, login: null });
  });

  it("revokes the old token when a new link replaces it", async () => {
    await comeBack(await github.authorize(await authorizeUrl(), "wren-okonjo"));
    await comeBack(await github.authorize(await authorizeUrl(), "tamsin-birchall"));
    expect(await github.linkedAccounts()).not.toContain("wren-okonjo");
    expect(await isLinked()).toEqual({ HasGitHubOAuthToken: true, login: "tamsin-birchall" });
  });

  it("says so if the site isn't registered at GitHub", async () => {
    app = createApp({ GITHUB_OWNER: "wren-holloway" });
    const response = await app.request("/api/GitHubOAuthUrl", { headers: { cookie } });
    expect(response.status).toBe(409);
    expect(JSON.stringify(await response.json())).toContain(
      "Linking a GitHub account isn’t set up on this site",
    );
  });
});

describe("the linked token", () => {
  it("is encrypted in the database for its person, and appears in no log line and no answer", async () => {
    const answer = await comeBack(await github.authorize(await authorizeUrl()));
    const [token = ""] = github.tokens;
    expect(token).toMatch(/^gho_/);
    const [row] = await database().unsafeDb.select().from(githubAccounts);
    expect(row?.sealedToken).toMatch(/^v1\.[\w-]+$/);
    expect(JSON.stringify([row, answer, await isLinked(), app.logged])).not.toContain(token);
    expect(Buffer.from(row?.sealedToken.slice(3) ?? "", "base64url").toString("latin1")).not.toContain(
      "gho_",
    );
    const other = await createTestUser(database(), { now });
    await database().unsafeDb.update(githubAccounts).set({ userId: other.userId });
    expect(await isLinked(other.cookie)).toEqual(notLinked);
  });

  it("is readable in the database only by its person", async () => {
    await createTestGitHubLink(app.kernel, userId, { accessToken: "gho_x" });
    const other = await createTestUser(database(), { now });
    const seenBy = (id: string) => database().asUser(id, (tx) => tx.select().from(githubAccounts));
    expect(await seenBy(userId)).toHaveLength(1);
    expect(await seenBy(other.userId)).toEqual([]);
  });

  it("is deleted with its person, and kept when they sign out", async () => {
    await createTestGitHubLink(app.kernel, userId, { accessToken: "gho_x", login: "wren-okonjo" });
    await app.request("/.auth/logout", { headers: { cookie, "sec-fetch-site": "same-origin" } });
    expect(await isLinked()).toEqual(notLinked);
    expect(await database().unsafeDb.select().from(githubAccounts)).toHaveLength(1);
    await database().unsafeDb.delete(users).where(eq(users.userId, userId));
    expect(await database().unsafeDb.select().from(githubAccounts)).toEqual([]);
  });

  it("isn't used with a different GitHub server", async () => {
    await createTestGitHubLink(app.kernel, userId, { accessToken: "gho_x" });
    app = createApp({ ...testGitHubSettings, GITHUB_API_URL: "https://ghe.example/api/v3" });
    expect(await isLinked()).toEqual(notLinked);
  });
});

describe("POST /api/GitHubUnlink", () => {
  const unlink = () => app.post("/api/GitHubUnlink", {}, { cookie });

  it("revokes the token at GitHub and deletes it", async () => {
    await comeBack(await github.authorize(await authorizeUrl()));
    expect((await unlink()).status).toBe(200);
    expect(await github.linkedAccounts()).not.toContain("wren-okonjo");
    expect(await isLinked()).toEqual(notLinked);
    expect(await database().unsafeDb.select().from(githubAccounts)).toEqual([]);
  });

  it("deletes it even while GitHub is down, and logs that it wasn't revoked", async () => {
    await createTestGitHubLink(app.kernel, userId, { accessToken: "gho_still_there" });
    github.answerWith(/^\/applications\//, () => problem(500, "Server Error"));
    expect((await unlink()).status).toBe(200);
    expect(await isLinked()).toEqual(notLinked);
    const lines = app.logged.filter(({ msg }) => String(msg).includes("Can't revoke"));
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(app.logged)).not.toContain("gho_still_there");
  });

  it("succeeds without a link, and for a token that GitHub no longer knows", async () => {
    expect((await unlink()).status).toBe(200);
    await createTestGitHubLink(app.kernel, userId, { accessToken: "gho_gone" });
    expect((await unlink()).status).toBe(200);
    expect(await isLinked()).toEqual(notLinked);
  });

  it("keeps an account that another tab links while GitHub revokes the first", async () => {
    await comeBack(await github.authorize(await authorizeUrl(), "wren-okonjo"));
    const asked = Promise.withResolvers<undefined>();
    const mayAnswer = Promise.withResolvers<undefined>();
    github.answerWith(/^\/applications\//, async () => {
      asked.resolve(undefined);
      await mayAnswer.promise;
      return new Response(null, { status: 204 });
    });
    const unlinking = unlink();
    await asked.promise;
    github.answerWith(/^\/applications\//, () => null);
    expect(await comeBack(await github.authorize(await authorizeUrl(), "tamsin-birchall"))).toEqual(linked);
    mayAnswer.resolve(undefined);
    expect((await unlinking).status).toBe(200);
    expect(await isLinked()).toEqual({ HasGitHubOAuthToken: true, login: "tamsin-birchall" });
    expect(await github.linkedAccounts()).toContain("tamsin-birchall");
  });

  it("deletes an account whose token can no longer be read", async () => {
    await comeBack(await github.authorize(await authorizeUrl()));
    await database().unsafeDb.update(githubAccounts).set({ sealedToken: "v1.AAAA" });
    expect((await unlink()).status).toBe(200);
    expect(await database().unsafeDb.select().from(githubAccounts)).toEqual([]);
  });

  it("leaves other people's links alone", async () => {
    const other = await createTestUser(database(), { now });
    await createTestGitHubLink(app.kernel, other.userId, { accessToken: "gho_x", login: "theirs" });
    await unlink();
    expect(await isLinked(other.cookie)).toEqual({ HasGitHubOAuthToken: true, login: "theirs" });
  });
});
