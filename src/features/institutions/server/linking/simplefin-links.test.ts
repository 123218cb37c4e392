import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  createSimpleFinSite,
  type SimpleFinPerson,
  type SimpleFinSite,
} from "../../../../../tests/support/sites/simplefin-site.ts";
import { createTestApp } from "../../../../../tests/support/test-app.ts";
import { createTestAccessItem } from "../../../../../tests/support/factories/access-item-factory.ts";
import { createTestUser, liveTestSettings } from "../../../../../tests/support/factories/auth-factory.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { institutionAccessItems as items, pendingLinks } from "#server/tables/institution-tables.ts";
import { bankJobs } from "../sync/bank-jobs.ts";
import type { AccessItemView, AlreadyLinked } from "../../contract.ts";

const database = useTestDatabase();
let site: SimpleFinSite;
let rowan: SimpleFinPerson;

beforeEach(async () => {
  site = createSimpleFinSite(database());
  rowan = await site.signIn();
});

const linkWith = (person: SimpleFinPerson, setupToken: unknown) =>
  person.post<AccessItemView & AlreadyLinked>("/api/LinkSimpleFin", { setupToken });
const list = async (person: SimpleFinPerson) =>
  (await person.get<AccessItemView[]>("/api/GetUserAccessItems")).data;
const stored = async () => database().unsafeDb.select().from(items);

describe("linking through SimpleFIN", () => {
  it("shows the banks at once, and their transactions after the first sync", async () => {
    const { setupToken } = site.makeToken();
    const { status, data } = await linkWith(rowan, setupToken);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      institution: { name: "Pinewater Credit Union and Harborstone Bank" },
      item: { state: "importing", repairUrl: "/sandbox/simplefin/banks", transactionCount: 0 },
    });
    expect(data.accounts).toMatchObject([
      {
        name: "Free Checking",
        mask: "3071",
        type: "depository",
        subtype: "checking",
        isoCurrencyCode: "USD",
      },
      { name: "Share Savings", mask: "3089", type: "depository", subtype: "savings" },
      { name: "Harborstone Visa", mask: "5520", type: "credit", subtype: "credit card" },
      { name: "Northbound Chequing", mask: "7714", type: "depository", isoCurrencyCode: "CAD" },
    ]);
    // What is owed on a card is positive here, and negative at the server.
    expect(data.accounts[2]?.currentBalance).toBeGreaterThan(0);
    expect(data.accounts[2]?.availableBalance).toBeNull();
    await site.settle();
    const [linked] = await list(rowan);
    expect(linked?.item.state).toBe("healthy");
    expect(linked?.item.stateReason).toBeUndefined();
    expect(linked?.item.transactionCount).toBeGreaterThan(150);
    expect(linked?.item.lastSuccessfulUpdate).toBe("2026-11-21T10:00:00.000Z");
  });

  it("stores the access sealed, and says it nowhere", async () => {
    const { id, linkId } = await site.link(rowan);
    const [row] = await stored();
    expect(row).toMatchObject({
      institutionAccessItemId: id,
      source: "simplefin",
      mode: "sandbox",
      institutionId: "localhost:3000",
    });
    const password = site.links.all().find((link) => link.linkId === linkId)?.state.password ?? "none";
    for (const secret of [password, linkId]) {
      expect(JSON.stringify(row)).not.toContain(secret);
      expect(site.everythingLogged()).not.toContain(secret);
      expect(JSON.stringify(await list(rowan))).not.toContain(secret);
    }
  });

  it("links once if the same token is sent twice", async () => {
    const { setupToken } = site.makeToken();
    const answers = await Promise.all([linkWith(rowan, setupToken), linkWith(rowan, ` ${setupToken}\n`)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ data }) => data.institutionAccessItemId)).size).toBe(1);
    expect(site.calls.filter((call) => call.startsWith("/claim/"))).toHaveLength(1);
    expect(await list(rowan)).toHaveLength(1);
  });

  it("uses a claimed token again if the server failed right after claiming it", async () => {
    const { setupToken } = site.makeToken();
    site.intercept((url) =>
      url.pathname.endsWith("/accounts") ? new Response("", { status: 503 }) : undefined,
    );
    const failed = await linkWith(rowan, setupToken);
    expect(failed).toMatchObject({
      status: 503,
      errors: { UPSTREAM: ["SimpleFIN isn’t responding. Try again later."] },
    });
    site.intercept(null);
    expect((await linkWith(rowan, setupToken)).status).toBe(200);
    expect(site.calls.filter((call) => call.startsWith("/claim/"))).toHaveLength(1);
  });

  it("drops an access that wasn't completed in time, without a call to the server", async () => {
    const { setupToken } = site.makeToken();
    site.intercept((url) =>
      url.pathname.endsWith("/accounts") ? new Response("", { status: 503 }) : undefined,
    );
    await linkWith(rowan, setupToken);
    const before = site.calls.length;
    site.clock.nowMs += 16 * 60_000;
    await site.settle();
    expect(await database().unsafeDb.select().from(pendingLinks)).toEqual([]);
    expect(site.calls).toHaveLength(before);
  });

  it("asks before it links the same accounts twice", async () => {
    const { id, linkId } = await site.link(rowan);
    const again = site.makeToken();
    // The same banks under a token of their own: other IDs, the same names.
    expect(again.linkId).not.toBe(linkId);
    const refused = await linkWith(rowan, again.setupToken);
    expect(refused.status).toBe(409);
    expect(refused.data.linked.map((item) => item.institutionAccessItemId)).toEqual([id]);
    const { pendingLinkId } = refused.data;
    const anyway = await rowan.post("/api/SetInstitutionAccessToken", { pendingLinkId });
    expect(anyway.status).toBe(200);
    expect(anyway.data.institutionAccessItemId).not.toBe(id);
    expect(await list(rowan)).toHaveLength(2);
  });

  it("takes over the history of an access that ended, though all IDs are new", async () => {
    const { id, linkId } = await site.link(rowan);
    const before = await site.ledger(id);
    site.links.change(linkId, { condition: "revoked" });
    await site.sync(id);
    expect((await list(rowan))[0]?.item).toMatchObject({ state: "revoked" });
    const again = await site.link(rowan);
    expect(again.id).toBe(id);
    const after = await site.ledger(id);
    expect(after.map((row) => row.id)).toEqual(before.map((row) => row.id));
    expect(after.map(({ fact }) => fact)).not.toEqual(before.map(({ fact }) => fact));
  });
});

describe("a setup token", () => {
  it.each([
    ["", "Paste your setup token."],
    ["hello there", "That isn’t a setup token."],
    [
      Buffer.from("https://evil.example/claim/1").toString("base64"),
      "This token belongs to a server we can’t use.",
    ],
    [
      Buffer.from("http://localhost:3000/api/healthz").toString("base64"),
      "This token belongs to a server we can’t use.",
    ],
    ["x".repeat(4_001), "Use at most 4,000 characters."],
    [7, "Paste your setup token."],
    [null, "Paste your setup token."],
  ])("of %j is refused in words, without a call", async (setupToken, words) => {
    const { status, errors } = await linkWith(rowan, setupToken);
    expect(status).toBe(400);
    expect(errors?.["setupToken"]?.[0]).toContain(words);
    expect(site.calls).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  it("that someone else has claimed is said to be unsafe", async () => {
    const { setupToken } = site.makeToken();
    const other = await site.signIn();
    expect((await linkWith(other, setupToken)).status).toBe(200);
    const { status, errors } = await linkWith(rowan, setupToken);
    expect(status).toBe(400);
    expect(errors?.["setupToken"]?.[0]).toContain("someone else may have it. Disable it at SimpleFIN");
    expect(await list(rowan)).toEqual([]);
  });

  it("whose link has ended or was discarded is refused, since it made that one link", async () => {
    const used = { setupToken: ["You already used this token. Make a new one at SimpleFIN."] };
    const [first, second] = [site.makeToken(), site.makeToken()];
    const { data: linked } = await linkWith(rowan, first.setupToken);
    await site.settle();
    const { pendingLinkId } = (await linkWith(rowan, second.setupToken)).data;
    await rowan.post("/api/DiscardPendingLink", { pendingLinkId });
    await site.settle();
    expect(await linkWith(rowan, second.setupToken)).toMatchObject({ status: 400, errors: used });
    expect((await linkWith(rowan, first.setupToken)).status).toBe(200);
    site.links.change(first.linkId, { condition: "revoked" });
    await site.sync(linked.institutionAccessItemId);
    expect(await linkWith(rowan, first.setupToken)).toMatchObject({ status: 400, errors: used });
    const { institutionAccessItemId } = linked;
    await rowan.post("/api/RemoveAccessItem", { institutionAccessItemId, keepHistory: true });
    await site.settle();
    expect(await linkWith(rowan, first.setupToken)).toMatchObject({ status: 400, errors: used });
    expect((await list(rowan)).map(({ item }) => item.state)).toEqual(["unlinked"]);
  });

  it("of a subscription that ended says so", async () => {
    const { errors } = await linkWith(rowan, site.makeToken("unpaid").setupToken);
    expect(errors?.["setupToken"]?.[0]).toContain("subscription has ended");
  });

  it.each([
    ["revoked", 409, "bank", "SimpleFIN no longer accepts this link."],
    ["busy", 503, "UPSTREAM", "SimpleFIN isn’t responding."],
  ] as const)("of a server that is %s is refused with %i", async (condition, status, field, words) => {
    const answer = await linkWith(rowan, site.makeToken(condition).setupToken);
    expect(answer.status).toBe(status);
    expect(answer.errors?.[field]?.[0]).toContain(words);
    expect(await stored()).toEqual([]);
  });

  it("needs a session", async () => {
    const { setupToken } = site.makeToken();
    expect((await site.app.post("/api/LinkSimpleFin", { setupToken })).status).toBe(401);
    expect(site.calls).toEqual([]);
  });
});

describe("a bank behind SimpleFIN", () => {
  it("is nobody else's", async () => {
    const { id } = await site.link(rowan);
    const other = await site.signIn();
    expect(await list(other)).toEqual([]);
    const body = { institutionAccessItemId: id };
    for (const path of ["/api/SyncAccessItem", "/api/RepairedAccessItem"])
      expect((await other.post(path, body)).status).toBe(404);
    expect((await other.post("/api/RemoveAccessItem", { ...body, keepHistory: true })).status).toBe(404);
    expect((await other.get(`/api/GetUserAccessItem?userAccessItemId=${id}`)).status).toBe(404);
  });

  it("can't be repaired in Plaid's dialog", async () => {
    const { id } = await site.link(rowan);
    const { status, errors } = await rowan.post(`/api/CreateFinancialLinkToken?accessToken=${id}`, {});
    expect(status).toBe(409);
    expect(errors?.["institutionAccessItemId"]).toEqual([
      "This bank is linked through SimpleFIN. Repair it there.",
    ]);
  });

  it.each([true, false])(
    "is unlinked without a call to the server; history kept: %s",
    async (keepHistory) => {
      const { id } = await site.link(rowan);
      const rows = (await site.ledger(id)).length;
      const calls = site.calls.length;
      expect(
        (await rowan.post("/api/RemoveAccessItem", { institutionAccessItemId: id, keepHistory })).status,
      ).toBe(200);
      await site.settle();
      expect(site.calls).toHaveLength(calls);
      const [row] = await database()
        .unsafeDb.select()
        .from(items)
        .where(eq(items.institutionAccessItemId, id));
      expect((await site.ledger(id)).length).toBe(keepHistory ? rows : 0);
      if (keepHistory)
        expect(row).toMatchObject({ state: "unlinked", sealedAccessToken: null, syncCursor: null });
      else expect(row).toBeUndefined();
    },
  );
});

describe("a site with live banks", () => {
  const live = (environment: Record<string, string>) =>
    createTestApp(database(), {
      environment: {
        PUBLIC_URL: "https://ledger.example",
        ...liveTestSettings,
        ...environment,
      },
      origin: "https://ledger.example",
      fetch: async () => Promise.reject(new Error("no call is made")),
    });

  it("offers only what is live, so that invented banks never mix with real ones", async () => {
    const person = await createTestUser(database(), { mode: "live", isHttps: true });
    const bySimpleFin = live({ SIMPLEFIN_URL: "https://bridge.example/simplefin" });
    const refused = await bySimpleFin.post("/api/CreateFinancialLinkToken", {}, person);
    expect(await refused.json()).toMatchObject({
      statusCode: 409,
      errors: { bank: ["This site doesn’t offer Plaid. Link the bank with SimpleFIN."] },
    });
    const byPlaid = live({ PLAID_CLIENT_ID: "id", PLAID_SECRET: "secret" });
    const setupToken = Buffer.from("https://bridge.example/claim/1").toString("base64");
    expect((await byPlaid.post("/api/LinkSimpleFin", { setupToken }, person)).status).toBe(409);
  });

  it("leaves live banks of Plaid as they are while Plaid's keys are gone", async () => {
    const person = await createTestUser(database(), { mode: "live", isHttps: true });
    const app = live({ SIMPLEFIN_URL: "https://bridge.example/simplefin" });
    const { institutionAccessItemId: id } = await createTestAccessItem(database(), person.userId, {
      mode: "live",
      link: { itemId: "item-1", accessToken: "access-production-1", secretKey: app.kernel.secretKey },
    });
    await database().unsafeDb.transaction((tx) =>
      app.jobs.enqueue(tx, { kind: bankJobs.sync, key: String(id) }),
    );
    await app.jobs.runDue();
    const row = async () =>
      (await database().unsafeDb.select().from(items).where(eq(items.institutionAccessItemId, id)))[0];
    expect(await row()).toMatchObject({ state: "healthy", itemId: "item-1" });
    // Unlinking waits until the bank can be told.
    await app.post("/api/RemoveAccessItem", { institutionAccessItemId: id, keepHistory: true }, person);
    await app.jobs.runDue();
    expect(await row()).toMatchObject({ state: "removing", stateCode: "PLAID_NOT_LIVE", itemId: "item-1" });
  });

  it("never calls an address inside its network", async () => {
    const person = await createTestUser(database(), { mode: "live", isHttps: true });
    const app = live({ SIMPLEFIN_URL: "https://bridge.example/simplefin" });
    for (const url of [
      "https://127.0.0.1/claim/1",
      "https://[::1]/claim/1",
      "https://169.254.169.254/claim/1",
      "http://bridge.example/claim/1",
      "https://localhost/claim/1",
    ]) {
      const setupToken = Buffer.from(url).toString("base64");
      const answer = await app.post("/api/LinkSimpleFin", { setupToken }, person);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        errors: { setupToken: [expect.stringContaining("This token belongs to a server we can’t use.")] },
      });
    }
  });
});
