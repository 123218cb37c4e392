import { beforeEach, describe, expect, it } from "vitest";
import { readSettings } from "#server/settings/settings.ts";
import {
  createTestGitHub,
  oddRepositories,
  testGitHubSettings,
  problem,
  siteToken,
} from "../../../tests/support/stand-ins/test-github.ts";
import { checkGitHub } from "./doctor-github.ts";

let github: ReturnType<typeof createTestGitHub>;

beforeEach(() => {
  github = createTestGitHub({ repositories: oddRepositories() });
  github.answerWith(/rate_limit/, ({ token }) => (token === siteToken ? Response.json({ resources }) : null));
});

async function check(environment: Record<string, string>) {
  const results = await checkGitHub(readSettings(environment), github.fetch);
  return Object.fromEntries(results.map(({ name, state, message }) => [name, `${state}: ${message}`]));
}

const reset = 1_795_262_400;
const resources = {
  core: { limit: 5_000, remaining: 4_321, used: 679, reset },
  code_search: { limit: 10, remaining: 9, used: 1, reset },
};
const live = { ...testGitHubSettings, GITHUB_TOKEN: siteToken };

describe("the doctor's report on GitHub", () => {
  it("only names the sandbox, without calling it", async () => {
    expect(await check({})).toEqual({ GitHub: "ok: sandbox (set GITHUB_OWNER to go live)" });
    expect(github.calls).toEqual([]);
  });

  it("names the account, the accepted credentials and the remaining calls", async () => {
    expect(await check(live)).toEqual({
      GitHub:
        "ok: live at api.test-github.example: wren-holloway with 3 public repositories; 4,321 of 5,000 calls left until 12:00 UTC; code search 9 of 10 calls left until 12:00 UTC",
      "GitHub links":
        "ok: GitHub accepts this site's credentials; make sure the OAuth app has the callback address http://localhost:3000/oauth",
    });
    expect(github.countOf(/search/)).toBe(0);
  });

  it("lists the remaining calls of each limit for programs", async () => {
    const results = await checkGitHub(readSettings(live), github.fetch);
    expect(results.find(({ name }) => name === "GitHub")?.quotas).toEqual([
      { of: "calls an hour", remaining: 4_321, limit: 5_000, resetsAt: expect.stringMatching(/T12:00:00/) },
      { of: "code searches a minute", remaining: 9, limit: 10, resetsAt: expect.stringMatching(/T12:00:00/) },
    ]);
  });

  it("warns about features that need a token or a registration", async () => {
    const { GITHUB_OWNER, GITHUB_API_URL } = testGitHubSettings;
    const report = await check({ GITHUB_OWNER, GITHUB_API_URL, CODE_INDEX: "off" });
    expect(report["GitHub"]).toMatch(
      /^warn: live at .* without GITHUB_TOKEN, code search works only for visitors who link their own account$/,
    );
    expect(report["GitHub links"]).toBe(
      "warn: visitors can't link an account, because GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET are missing",
    );
  });

  it("names a wrong token, account or registration", async () => {
    expect((await check({ ...live, GITHUB_TOKEN: "ghp_old" }))["GitHub"]).toBe(
      "fail: api.test-github.example rejects GITHUB_TOKEN; create a new one",
    );
    expect((await check({ ...live, GITHUB_OWNER: "nobody" }))["GitHub"]).toBe(
      "fail: api.test-github.example has no account named nobody (GITHUB_OWNER)",
    );
    expect((await check({ ...live, GITHUB_CLIENT_SECRET: "wrong" }))["GitHub links"]).toBe(
      "fail: GitHub rejects GITHUB_CLIENT_ID with GITHUB_CLIENT_SECRET",
    );
  });

  it("reports when no calls are left", async () => {
    const usedUp = { limit: 60, remaining: 0, used: 60, reset: 1_795_262_400 };
    github.answerWith(/rate_limit/, () => Response.json({ resources: { core: usedUp } }));
    expect((await check(live))["GitHub"]).toBe(
      "fail: api.test-github.example has no calls left: 0 of 60 calls left until 12:00 UTC",
    );
  });

  it.each([
    ["500", () => problem(500, "Server Error")],
    ["HTML", () => new Response("<html></html>")],
    ["a broken connection", () => Promise.reject(new TypeError("fetch failed"))],
  ])("reports %s without secrets", async (_case, reply) => {
    github.answerWith(/./, reply);
    const report = await check(live);
    expect(report["GitHub"]).toMatch(/^fail: api\.test-github\.example doesn't respond like GitHub: /);
    expect(report["GitHub links"]).toMatch(/^(?:warn: can't check whether|ok: )/);
    expect(JSON.stringify(report)).not.toMatch(/ghp_|secret/);
  });
});
