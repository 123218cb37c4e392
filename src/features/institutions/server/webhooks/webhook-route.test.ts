import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createBankSite, type BankSite } from "../../../../../tests/support/sites/bank-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";

const database = useTestDatabase();

type Signed = Awaited<ReturnType<BankSite["control"]["signWebhook"]>>;

function post(site: BankSite, visitorAddress: string, { text, headers }: Signed) {
  const init = { method: "POST", body: text, headers: { ...headers, host: "localhost:3000" } };
  return site.server().app.request("http://localhost:3000/api/PlaidWebhook", init, { visitorAddress });
}

/** Replaces the key with one that the bank doesn't have. */
function withInventedKey({ text, headers }: Signed): Signed {
  const [, claims, signature] = (headers["plaid-verification"] ?? "").split(".");
  const header = Buffer.from(JSON.stringify({ alg: "ES256", kid: randomUUID() })).toString("base64url");
  return { text, headers: { ...headers, "plaid-verification": `${header}.${claims}.${signature}` } };
}

describe("a flood of webhooks", () => {
  it("with 50 invented keys from one address doesn't block genuine ones from there or elsewhere", async () => {
    const site = createBankSite(database());
    const { itemId } = await site.link(await site.signIn());
    const sign = (code: "ERROR" | "SYNC_UPDATES_AVAILABLE") =>
      site.control.signWebhook(site.control.webhookBody(itemId, code));
    site.control.rotateWebhookKey();
    site.calls.length = 0;

    const signed = await sign("SYNC_UPDATES_AVAILABLE");
    const flood = async () => {
      const statuses: number[] = [];
      for (let times = 0; times < 50; times += 1)
        statuses.push((await post(site, "198.51.100.7", withInventedKey(signed))).status);
      return new Set(statuses);
    };
    expect(await flood()).toEqual(new Set([401, 503]));
    // The bank's new key must be fetched as well.
    expect((await post(site, "192.0.2.1", signed)).status).toBe(200);
    await flood();
    expect((await post(site, "198.51.100.7", await sign("ERROR"))).status).toBe(200);
    const lookups = site.calls.filter(({ path }) => path === "/webhook_verification_key/get");
    expect(lookups.length).toBeLessThan(10);
  });

  it("gets 429 once an address exceeds its limit per minute, before the body is read", async () => {
    const site = createBankSite(database(), { environment: { WRITES_PER_MINUTE: "20" } });
    const large = { text: "x".repeat(300_000), headers: {} };
    const answers: Response[] = [];
    for (let times = 0; times < 21; times += 1) answers.push(await post(site, "198.51.100.7", large));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 413), 429]);
    expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await post(site, "198.51.100.8", large)).status).toBe(413);
  });
});
