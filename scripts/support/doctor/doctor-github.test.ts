import { beforeEach, describe, expect, it } from "vitest";
import { readSettings } from "#server/settings/settings.ts";
import {
  createFakeGitHub,
  fakeGitHubSettings,
  json,
  problem,
  siteToken,
} from "../../../tests/support/stand-ins/fake-github.ts";
import { checkGitHub } from "./doctor-github.ts";

let github: ReturnType<typeof createFakeGitHub>;

beforeEach(() => {
  github = createFakeGitHub();
});

async function check(environment: Record<string, string>) {
  const results = await checkGitHub(readSettings(environment), github.fetch);
  return Object.fromEntries(results.map(({ name, state, message }) => [name, `${state}: ${message}`]));
}

const live = { ...fakeGitHubSettings, GITHUB_TOKEN: siteToken };

describe("what the doctor says of GitHub", () => {
  it("is nothing but its name for the sandbox, which it does not ask", async () => {
    expect(await check({})).toEqual({ GitHub: "ok: sandbox (GITHUB_OWNER would turn it live)" });
    expect(github.calls).toEqual([]);
  });

  it("is whom it knows, what it accepts and which calls are left", async () => {
    expect(await check(live)).toEqual({
      GitHub:
        "ok: live at api.fake-github.example: wren-holloway with 3 public repositories; 4,321 of 5,000 calls left until 12:00 UTC; code search 9 of 10 calls left until 12:00 UTC",
      "GitHub links": "ok: GitHub knows this site; register the callback address http://localhost:3000/oauth",
    });
    expect(github.countOf(/search/)).toBe(0);
  });

  it("says to programs what is left of each limit", async () => {
    const results = await checkGitHub(readSettings(live), github.fetch);
    expect(results.find(({ name }) => name === "GitHub")?.quotas).toEqual([
      { of: "calls an hour", remaining: 4_321, limit: 5_000, resetsAt: expect.stringMatching(/T12:00:00/) },
      { of: "code searches a minute", remaining: 9, limit: 10, resetsAt: expect.stringMatching(/T12:00:00/) },
    ]);
  });

  it("warns of what a site without a token and without a registration cannot do", async () => {
    const { GITHUB_OWNER, GITHUB_API_URL } = fakeGitHubSettings;
    const report = await check({ GITHUB_OWNER, GITHUB_API_URL });
    expect(report["GitHub"]).toMatch(
      /^warn: live at .* without GITHUB_TOKEN code search works only for visitors who link their own account$/,
    );
    expect(report["GitHub links"]).toBe(
      "warn: visitors cannot link an account: GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET are missing",
    );
  });

  it("names the token, the account, and the registration that are wrong", async () => {
    expect((await check({ ...live, GITHUB_TOKEN: "ghp_old" }))["GitHub"]).toBe(
      "fail: api.fake-github.example refuses GITHUB_TOKEN: make a new one",
    );
    expect((await check({ ...live, GITHUB_OWNER: "nobody" }))["GitHub"]).toBe(
      "fail: api.fake-github.example has no account called nobody (GITHUB_OWNER)",
    );
    expect((await check({ ...live, GITHUB_CLIENT_SECRET: "wrong" }))["GitHub links"]).toBe(
      "fail: GitHub refuses GITHUB_CLIENT_ID with GITHUB_CLIENT_SECRET",
    );
  });

  it("says so when no calls are left", async () => {
    const usedUp = { limit: 60, remaining: 0, used: 60, reset: 1_795_262_400 };
    github.answerWith(/rate_limit/, () => json({ resources: { core: usedUp } }));
    expect((await check(live))["GitHub"]).toBe(
      "fail: api.fake-github.example has no calls left: 0 of 60 calls left until 12:00 UTC",
    );
  });

  it.each([
    ["500", () => problem(500, "Server Error")],
    ["HTML", () => new Response("<html></html>")],
    ["a broken connection", () => Promise.reject(new TypeError("fetch failed"))],
  ])("tells %s apart from an answer, without a secret in it", async (_case, reply) => {
    github.answerWith(/./, reply);
    const report = await check(live);
    expect(report["GitHub"]).toMatch(/^fail: api\.fake-github\.example does not answer as GitHub should: /);
    expect(report["GitHub links"]).toMatch(/^(?:warn: it could not be found out|ok: )/);
    expect(JSON.stringify(report)).not.toMatch(/ghp_|secret/);
  });
});
