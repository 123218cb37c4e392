import { describe, expect, it } from "vitest";
import { readSettings } from "#server/settings/settings.ts";
import { plaidFailure } from "../../../tests/support/stand-ins/fake-plaid.ts";
import { checkPlaid } from "./doctor-plaid.ts";

const live = {
  ENTRA_CLIENT_ID: "id",
  ENTRA_CLIENT_SECRET: "secret",
  PUBLIC_URL: "https://ledger.example",
  PLAID_CLIENT_ID: "5f0c1e2d3b4a",
  PLAID_SECRET: "0a1b2c3d4e5f",
  PLAID_ENV: "production",
};
const accepted = { link_token: "link-production-1", expiration: "2026-11-21T18:00:00Z", request_id: "r" };

type Asked = { url: string; body: string };

async function check(
  environment: Record<string, string>,
  answer: (asked: Asked) => Response | Promise<Response>,
): Promise<{ said: Record<string, string>; asked: Asked[] }> {
  const asked: Asked[] = [];
  const results = await checkPlaid(readSettings(environment), async (input, init) => {
    const call = {
      url: input instanceof Request ? input.url : input.toString(),
      body: await new Response(init?.body).text(),
    };
    asked.push(call);
    return answer(call);
  });
  const said = Object.fromEntries(results.map(({ name, state, message }) => [name, `${state}: ${message}`]));
  expect(JSON.stringify(said)).not.toContain(live.PLAID_SECRET);
  return { said, asked };
}

const wellAnswer = () => Response.json(accepted);
const failing = (type: string, code: string, status = 400) =>
  Response.json(plaidFailure(type, code), { status });

describe("the doctor's report on banks", () => {
  it("only names the sandbox, without calling it", async () => {
    const { said, asked } = await check({}, wellAnswer);
    expect(said).toEqual({
      Banks: "ok: sandbox (set SIMPLEFIN_URL, or PLAID_CLIENT_ID and PLAID_SECRET, to go live)",
    });
    expect(asked).toEqual([]);
  });

  it("confirms the keys with one call that links nothing", async () => {
    const { said, asked } = await check(live, wellAnswer);
    expect(said).toEqual({ Banks: "ok: live at production.plaid.com (production), which accepts the keys" });
    expect(asked.map(({ url }) => url)).toEqual(["https://production.plaid.com/link/token/create"]);
    expect(asked[0]?.body).toContain('"redirect_uri":"https://ledger.example/accounts"');
  });

  it("asks to register the redirect address if only that is missing", async () => {
    const { said, asked } = await check(live, ({ body }) =>
      body.includes("redirect_uri") ? failing("INVALID_REQUEST", "INVALID_FIELD") : wellAnswer(),
    );
    expect(asked).toHaveLength(2);
    expect(said["Banks"]).toMatch(
      /^warn: .*until https:\/\/ledger\.example\/accounts is an allowed redirect URI/,
    );
  });

  it.each([
    ["INVALID_INPUT", "INVALID_API_KEYS", /^fail: .*rejects PLAID_CLIENT_ID.*the production environment$/],
    ["INVALID_INPUT", "UNAUTHORIZED_ENVIRONMENT", /^fail: .*rejects PLAID_CLIENT_ID/],
    ["INVALID_INPUT", "INVALID_PRODUCT", /^fail: .*INVALID_PRODUCT/],
    ["INVALID_REQUEST", "INVALID_FIELD", /^fail: .*INVALID_FIELD/],
    ["RATE_LIMIT_EXCEEDED", "RATE_LIMIT", /^warn: .*limiting calls/],
    ["API_ERROR", "INTERNAL_SERVER_ERROR", /^fail: .*INTERNAL_SERVER_ERROR/],
  ])("says what to do about %s %s", async (type, code, words) => {
    const { said } = await check(live, () => failing(type, code));
    expect(said["Banks"]).toMatch(words);
  });

  it("reports no answer, or one from something else", async () => {
    const down = await check(live, () => Promise.reject(new TypeError("fetch failed")));
    expect(down.said["Banks"]).toMatch(/^fail: .*could not be reached: fetch failed/);
    const html = await check(live, () => new Response("<h1>Welcome</h1>"));
    expect(html.said["Banks"]).toMatch(/^fail: .*returned HTML/);
  });

  it("warns that webhooks can't reach a site on this machine", async () => {
    const { said, asked } = await check({ ...live, PUBLIC_URL: "http://localhost:3000" }, wellAnswer);
    expect(said["Bank webhooks"]).toMatch(/^warn: .*once a day/);
    expect(asked[0]?.body).not.toContain("redirect_uri");
    expect((await check(live, wellAnswer)).said).not.toHaveProperty("Bank webhooks");
  });
});
