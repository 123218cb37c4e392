import { generateKeyPairSync } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { CompactSign, importJWK } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { createBankSite, type BankSite, type Person } from "../../../../../tests/support/sites/bank-site.ts";
import { readEvents } from "../../../../../tests/support/event-reader.ts";
import { askForRepeated } from "../../../../../tests/support/repeated-work.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { bankJobs } from "../sync/bank-jobs.ts";
import { institutionAccessItems as items, webhookInbox } from "#server/tables/institution-tables.ts";

const database = useTestDatabase();
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
let site: BankSite;
let avery: Person;
let linked: { id: number; itemId: string };

beforeEach(async () => {
  site = createBankSite(database());
  avery = await site.signIn();
  linked = await site.link(avery);
  // Webhooks that the bank has sent so far.
  await database().unsafeDb.delete(webhookInbox);
  site.calls.length = 0;
});

type Code = Parameters<BankSite["control"]["webhookBody"]>[1];
type Signed = Awaited<ReturnType<BankSite["control"]["signWebhook"]>>;

const sign = (code: Code, fields: Record<string, unknown> = {}, options = {}): Promise<Signed> =>
  site.control.signWebhook({ ...site.control.webhookBody(linked.itemId, code), ...fields }, options);

/** Sends a webhook as the bank would: without cookie, tenant, or origin. */
const send = ({ text, headers }: Signed) =>
  site.server().request("/api/PlaidWebhook", { method: "POST", body: text, headers });

async function deliver(code: Code, fields: Record<string, unknown> = {}): Promise<void> {
  expect((await send(await sign(code, fields))).status).toBe(200);
  await site.settle();
}

const inbox = () => database().unsafeDb.select().from(webhookInbox).orderBy(asc(webhookInbox.webhookId));
const outcomes = async () => (await inbox()).map(({ webhookCode, outcome }) => `${webhookCode}: ${outcome}`);
const view = async () => (await avery.get(`/api/GetUserAccessItem?userAccessItemId=${linked.id}`)).data;
const callsOf = (path: string) => site.calls.filter((call) => call.path === path);

describe("a signed webhook", () => {
  it("is stored, acknowledged, and processed later", async () => {
    const signed = await sign("SYNC_UPDATES_AVAILABLE");
    const response = await send(signed);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ success: true, statusCode: 200, data: {}, errors: null });
    expect(site.calls.filter(({ path }) => path !== "/webhook_verification_key/get")).toEqual([]);
    expect(await inbox()).toMatchObject([
      { itemId: linked.itemId, webhookType: "TRANSACTIONS", handledAt: null, body: JSON.parse(signed.text) },
    ]);
    site.control.addRow(linked.itemId, { minor: -1_100 });
    await site.settle();
    expect(await outcomes()).toEqual(["SYNC_UPDATES_AVAILABLE: synced"]);
    const { ours, banks } = await site.ledgerFits(linked.itemId);
    expect(ours).toEqual(banks);
  });

  it("notifies the person's browsers at once and again after the sync", async () => {
    const { cookie } = avery;
    const stream = readEvents(await site.server().request("/api/Events", { headers: { cookie } }));
    site.control.requireLogin(linked.itemId);
    await deliver("ERROR");
    await stream.until(() => expect(stream.topics()).toEqual(["institutions", "institutions"]));
    await stream.close();
  });

  it("is stored once, however often it is delivered", async () => {
    const signed = await sign("SYNC_UPDATES_AVAILABLE");
    const answers = await Promise.all([send(signed), send(signed), send(signed)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await site.settle();
    expect(await inbox()).toHaveLength(1);
    expect(callsOf("/transactions/sync")).toHaveLength(1);
  });

  it("syncs again if an identical one arrives after the first was processed, within a second", async () => {
    await send(await sign("SYNC_UPDATES_AVAILABLE"));
    await site.settle();
    site.control.addRow(linked.itemId, { minor: -1_200 });
    expect((await send(await sign("SYNC_UPDATES_AVAILABLE"))).status).toBe(200);
    await site.settle();
    expect(callsOf("/transactions/sync")).toHaveLength(2);
    expect(await outcomes()).toEqual(["SYNC_UPDATES_AVAILABLE: synced"]);
    const { ours, banks } = await site.ledgerFits(linked.itemId);
    expect(ours).toEqual(banks);
  });

  it("syncs again if an identical one arrives during the first one's sync", async () => {
    let second: Promise<Response> | undefined;
    site.intercept(({ path }) => {
      if (path === "/transactions/sync") second ??= sign("SYNC_UPDATES_AVAILABLE").then(send);
      return undefined;
    });
    await send(await sign("SYNC_UPDATES_AVAILABLE"));
    await site.settle();
    expect((await second)?.status).toBe(200);
    await site.settle();
    expect(callsOf("/transactions/sync")).toHaveLength(2);
    expect((await inbox()).map(({ handledAt }) => handledAt === null)).toEqual([false]);
  });

  it("shares one sync with others that arrive while it waits", async () => {
    for (let second = 0; second < 5; second += 1) {
      site.clock.nowMs += 1_000;
      await send(await sign("SYNC_UPDATES_AVAILABLE"));
    }
    await site.settle();
    expect(await inbox()).toHaveLength(5);
    expect(callsOf("/transactions/sync").length).toBeLessThan(3);
  });

  it("is accepted with the bank's new key and rejected with the old one", async () => {
    site.control.rotateWebhookKey();
    expect((await send(await sign("SYNC_UPDATES_AVAILABLE"))).status).toBe(200);
    const old = await sign("SYNC_UPDATES_AVAILABLE", {}, { generation: 0 });
    expect((await send(old)).status).toBe(401);
    expect(await inbox()).toHaveLength(1);
  });

  it("needs no session or tenant header and may come from any origin", async () => {
    const { text, headers } = await sign("SYNC_UPDATES_AVAILABLE");
    const response = await send({ text, headers: { ...headers, origin: "https://elsewhere.example" } });
    expect(response.status).toBe(200);
  });
});

describe("an invalid webhook", () => {
  const secret = new TextEncoder().encode("x".repeat(32));
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

  it.each<[string, (signed: Signed) => Promise<Signed> | Signed]>([
    ["without a signature", ({ text }) => ({ text, headers: { "content-type": "application/json" } })],
    [
      "with an invalid signature",
      ({ text, headers }) => ({ text, headers: { ...headers, "plaid-verification": "a.b.c" } }),
    ],
    ["with another body", ({ text, headers }) => ({ text: text.replace(linked.itemId, "another"), headers })],
    ["with an added space in the body", ({ text, headers }) => ({ text: `${text} `, headers })],
    [
      "that was signed six minutes ago",
      () => sign("ERROR", {}, { issuedAt: new Date(site.clock.nowMs - 6 * minuteMs) }),
    ],
    [
      "that will be signed in five minutes",
      () => sign("ERROR", {}, { issuedAt: new Date(site.clock.nowMs + 5 * minuteMs) }),
    ],
    [
      "with alg none",
      ({ text, headers }) => {
        const [, claims] = (headers["plaid-verification"] ?? "").split(".");
        return {
          text,
          headers: { ...headers, "plaid-verification": `${base64({ alg: "none", kid: "k" })}.${claims}.` },
        };
      },
    ],
    [
      "with HS256",
      async ({ text, headers }) => {
        const [head = "", claims = ""] = (headers["plaid-verification"] ?? "").split(".");
        const { kid } = JSON.parse(Buffer.from(head, "base64url").toString()) as { kid: string };
        const token = await new CompactSign(Buffer.from(claims, "base64url"))
          .setProtectedHeader({ alg: "HS256", kid })
          .sign(secret);
        return { text, headers: { ...headers, "plaid-verification": token } };
      },
    ],
    ["with the right key's name and another key", (signed) => forged(signed, (kid) => kid)],
    [
      "with a key that the bank does not know",
      (signed) => forged(signed, () => "6c5516e1-92dc-479e-a8ff-5a51992e0001"),
    ],
  ])("%s gets 401 and isn't stored", async (_case, change) => {
    const response = await send(await change(await sign("SYNC_UPDATES_AVAILABLE")));
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ success: false, statusCode: 401 });
    await site.settle();
    expect(await inbox()).toEqual([]);
    expect(callsOf("/transactions/sync")).toEqual([]);
    expect(site.everythingLogged()).toContain("Refused a webhook.");
  });

  async function forged({ text, headers }: Signed, kidOf: (kid: string) => string): Promise<Signed> {
    const [head = "", claims = ""] = (headers["plaid-verification"] ?? "").split(".");
    const { kid } = JSON.parse(Buffer.from(head, "base64url").toString()) as { kid: string };
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const token = await new CompactSign(Buffer.from(claims, "base64url"))
      .setProtectedHeader({ alg: "ES256", kid: kidOf(kid) })
      .sign(await importJWK(privateKey.export({ format: "jwk" }), "ES256"));
    return { text, headers: { ...headers, "plaid-verification": token } };
  }

  it("gets 401 when repeated after five minutes", async () => {
    const signed = await sign("SYNC_UPDATES_AVAILABLE");
    expect((await send(signed)).status).toBe(200);
    site.clock.nowMs += 6 * minuteMs;
    expect((await send(signed)).status).toBe(401);
    expect(await inbox()).toHaveLength(1);
  });

  it("gets 503 if the keys aren't available, so that it is sent again", async () => {
    site.intercept(({ path }) =>
      path === "/webhook_verification_key/get"
        ? Promise.resolve(new Response("", { status: 502 }))
        : undefined,
    );
    site.control.rotateWebhookKey();
    const signed = await sign("SYNC_UPDATES_AVAILABLE");
    const response = await send(signed);
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await inbox()).toEqual([]);
    site.intercept(null);
    site.clock.nowMs += 2 * minuteMs;
    expect((await send(signed)).status).toBe(200);
  });

  it("gets 405 with another method and 413 with an oversized body", async () => {
    const get = await site.server().request("/api/PlaidWebhook");
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
    const { headers } = await sign("SYNC_UPDATES_AVAILABLE");
    expect((await send({ text: "x".repeat(300_000), headers })).status).toBe(413);
  });
});

describe("a webhook", () => {
  it.each<Code>(["INITIAL_UPDATE", "HISTORICAL_UPDATE", "DEFAULT_UPDATE", "TRANSACTIONS_REMOVED"])(
    "of the old kind %s is stored and ignored",
    async (code) => {
      await deliver(code);
      expect(await outcomes()).toEqual([`${code}: ignored`]);
      expect(callsOf("/transactions/sync")).toEqual([]);
    },
  );

  it("about an error sets the state at once from its code", async () => {
    site.control.requireLogin(linked.itemId);
    await deliver("ERROR");
    expect((await view()).item).toMatchObject({
      state: "repair",
      stateReason: "Sign in to your bank again to resume updates.",
    });
    expect(await outcomes()).toEqual(["ERROR: state"]);
  });

  it("about an error is checked with the bank, so that a late one changes nothing", async () => {
    site.control.requireLogin(linked.itemId);
    const late = await sign("ERROR");
    site.control.repair(linked.itemId);
    await deliver("LOGIN_REPAIRED");
    expect((await send(late)).status).toBe(200);
    await site.settle();
    expect((await view()).item.state).toBe("healthy");
  });

  it("about a repair makes the bank healthy and fetches missed transactions", async () => {
    site.control.requireLogin(linked.itemId);
    await deliver("ERROR");
    site.control.addRow(linked.itemId, { minor: -900 });
    site.control.repair(linked.itemId);
    await deliver("LOGIN_REPAIRED");
    expect((await view()).item.state).toBe("healthy");
    const { ours, banks } = await site.ledgerFits(linked.itemId);
    expect(ours).toEqual(banks);
  });

  it("about a repair that the bank doesn't confirm isn't retried forever", async () => {
    site.control.failNext("/item/get", "unknownAccessToken");
    await deliver("LOGIN_REPAIRED");
    expect((await outcomes()).at(-1)).toBe("LOGIN_REPAIRED: state");
    expect((await view()).item.state).toBe("healthy");
  });

  it("about ending access names the day", async () => {
    const endsAt = new Date(site.clock.nowMs + 7 * dayMs);
    site.control.expireConsent(linked.itemId, endsAt);
    await deliver("PENDING_EXPIRATION", { consent_expiration_time: endsAt.toISOString() });
    expect((await view()).item).toMatchObject({
      state: "expiring",
      expiresAt: endsAt.toISOString(),
      stateReason: "Access ends on Nov 28, 2026. Renew it to keep updating.",
    });
  });

  it("about a link that the bank will end sets a date in a week", async () => {
    await deliver("PENDING_DISCONNECT");
    const { item } = await view();
    expect(item.state).toBe("expiring");
    expect(item.stateReason).toMatch(/^Your bank will end this link on Nov 2\d, 2026\./);
    await avery.post("/api/RepairedAccessItem", { institutionAccessItemId: linked.id });
    expect((await view()).item.state).toBe("healthy");
  });

  it("about new accounts offers them until the dialog was completed", async () => {
    await deliver("NEW_ACCOUNTS_AVAILABLE");
    expect((await view()).item).toMatchObject({ state: "healthy", newAccountsAvailable: true });
    const { data } = await avery.post("/api/RepairedAccessItem", { institutionAccessItemId: linked.id });
    expect(data.item.newAccountsAvailable).toBe(false);
  });

  it.each<Code>(["USER_PERMISSION_REVOKED", "USER_ACCOUNT_REVOKED"])(
    "about revoked access (%s) ends the link",
    async (code) => {
      site.control.revoke(linked.itemId);
      await deliver(code);
      expect((await view()).item.state).toBe("revoked");
    },
  );

  it("of an unknown type is stored, logged, and gets 200", async () => {
    await deliver("SYNC_UPDATES_AVAILABLE", { webhook_code: "MOON_PHASE_CHANGED" });
    expect(await outcomes()).toEqual(["MOON_PHASE_CHANGED: unknown-code"]);
    expect(site.everythingLogged()).toContain("Stored a bank webhook of unknown type.");
  });

  it("about an unknown item is stored and changes nothing", async () => {
    await deliver("ERROR", { item_id: "somebody-elses-item" });
    await deliver("ERROR", { item_id: undefined });
    expect(await outcomes()).toEqual(["ERROR: unknown-item", "ERROR: unknown-item"]);
    expect((await view()).item.state).toBe("healthy");
  });

  it("about an item being unlinked is ignored", async () => {
    site.intercept(({ path }) =>
      path === "/item/remove" ? Promise.resolve(new Response("", { status: 502 })) : undefined,
    );
    await avery.post("/api/RemoveAccessItem", { institutionAccessItemId: linked.id, keepHistory: true });
    await site.settle();
    await deliver("SYNC_UPDATES_AVAILABLE");
    await deliver("ERROR");
    expect(await outcomes()).toEqual(["SYNC_UPDATES_AVAILABLE: ignored", "ERROR: ignored"]);
    expect((await view()).item.state).toBe("removing");
  });

  it("waits while the bank doesn't respond", async () => {
    site.control.requireLogin(linked.itemId);
    await deliver("ERROR");
    site.control.repair(linked.itemId);
    site.intercept(({ path }) =>
      path === "/item/get" ? Promise.resolve(new Response("", { status: 502 })) : undefined,
    );
    await deliver("LOGIN_REPAIRED");
    expect((await outcomes()).at(-1)).toBe("LOGIN_REPAIRED: null");
    site.intercept(null);
    await site.pass(minuteMs);
    expect((await outcomes()).at(-1)).toBe("LOGIN_REPAIRED: state");
    expect((await view()).item.state).toBe("healthy");
  });
});

describe("the inbox", () => {
  it("keeps processed webhooks for 30 days and others forever", async () => {
    await deliver("DEFAULT_UPDATE");
    site.clock.nowMs += 1_000;
    await deliver("HISTORICAL_UPDATE");
    await database()
      .unsafeDb.update(webhookInbox)
      .set({ handledAt: null, outcome: null })
      .where(eq(webhookInbox.webhookCode, "HISTORICAL_UPDATE"));
    await askForRepeated(database(), site.server().jobs, bankJobs.daily);
    await site.pass(29 * dayMs);
    expect(await inbox()).toHaveLength(2);
    await site.pass(2 * dayMs);
    const left = (await inbox()).filter(({ webhookType }) => webhookType === "TRANSACTIONS");
    expect(left.map(({ webhookCode }) => webhookCode)).toContain("HISTORICAL_UPDATE");
    expect(left.map(({ webhookCode }) => webhookCode)).not.toContain("DEFAULT_UPDATE");
  });

  it("isn't visible to people's own database transactions", async () => {
    await deliver("DEFAULT_UPDATE");
    const seen = await database().asUser(avery.userId, (tx) => tx.select().from(webhookInbox));
    expect(seen).toEqual([]);
    const own = await database().asUser(avery.userId, (tx) =>
      tx.select({ id: items.institutionAccessItemId }).from(items),
    );
    expect(own).toEqual([{ id: linked.id }]);
  });
});
