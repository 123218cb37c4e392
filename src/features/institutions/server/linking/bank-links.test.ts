import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createBankSite, type BankSite, type Person } from "../../../../../tests/support/sites/bank-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import type { AccessItemView, AlreadyLinked } from "../../contract.ts";
import { institutionAccessItems as items, pendingLinks } from "#server/tables/institution-tables.ts";

const database = useTestDatabase();
const minuteMs = 60_000;
let site: BankSite;
let avery: Person;

beforeEach(async () => {
  site = createBankSite(database());
  avery = await site.signIn();
});

const complete = (person: Person, body: object) =>
  person.post<AccessItemView & AlreadyLinked>("/api/SetInstitutionAccessToken", body);
const list = async (person: Person) => (await person.get<AccessItemView[]>("/api/GetUserAccessItems")).data;
const callsOf = (path: string) => site.calls.filter((call) => call.path === path);

describe("linking a bank", () => {
  it("starts with a token for the bank's dialog, which returns to /accounts", async () => {
    const { status, data } = await avery.post<Record<string, string>>("/api/CreateFinancialLinkToken", {});
    expect(status).toBe(200);
    expect(data).toMatchObject({ mode: "create", provider: "sandbox" });
    expect(data["linkToken"]).toMatch(/^link-sandbox-/);
    expect(Date.parse(data["expiration"] ?? "")).toBeGreaterThan(site.clock.nowMs);
    expect(callsOf("/link/token/create")[0]?.body).toMatchObject({
      products: ["transactions"],
      transactions: { days_requested: 730 },
      redirect_uri: "http://localhost:3000/accounts",
      webhook: "http://localhost:3000/api/PlaidWebhook",
      user: { client_user_id: avery.userId },
    });
  });

  it("shows the bank as importing, then as healthy with its transactions after the first sync", async () => {
    const { status, data } = await complete(avery, { public_token: site.control.link({ days: 60 }) });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      institution: { name: "Lanternfish Bank", color: "#1f4fd1" },
      item: { state: "importing", lastSuccessfulUpdate: null, transactionCount: 0 },
    });
    expect(data.item.stateReason).toBe("Importing your transactions. This takes a few minutes.");
    expect(data.accounts.length).toBeGreaterThan(2);
    await site.settle();
    const [linked] = await list(avery);
    expect(linked?.item.state).toBe("healthy");
    expect(linked?.item.stateReason).toBeUndefined();
    expect(linked?.item.transactionCount).toBeGreaterThan(20);
    expect(linked?.item.lastSuccessfulUpdate).not.toBeNull();
    const { ours, banks } = await site.ledgerFits(site.control.itemIds()[0] ?? "");
    expect(ours).toEqual(banks);
  });

  it("returns balances in each account's currency", async () => {
    await site.link(avery);
    const [linked] = await list(avery);
    const truth = site.control.truth(site.control.itemIds()[0] ?? "");
    for (const account of truth.accounts) {
      const shown = linked?.accounts.find(({ name, mask }) => name === account.name && mask === account.mask);
      expect(shown).toMatchObject({
        currentBalance: account.balances.current,
        isoCurrencyCode: account.balances.iso_currency_code,
        type: account.type,
      });
    }
  });

  it("links once if the button is clicked twice", async () => {
    const public_token = site.control.link({ days: 60 });
    const answers = await Promise.all([complete(avery, { public_token }), complete(avery, { public_token })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const ids = answers.map(({ data }) => data.institutionAccessItemId);
    expect(new Set(ids).size).toBe(1);
    expect(callsOf("/item/public_token/exchange")).toHaveLength(1);
    expect((await complete(avery, { public_token })).data.institutionAccessItemId).toBe(ids[0]);
    expect(await list(avery)).toHaveLength(1);
  });

  it("links once if two servers receive the request at the same time", async () => {
    site = createBankSite(database(), { servers: 2 });
    avery = await site.signIn(0);
    const public_token = site.control.link({ days: 60 });
    const body = JSON.stringify({ public_token });
    const [one, other] = await Promise.all(
      [0, 1].map((index) =>
        site.server(index).post("/api/SetInstitutionAccessToken", body, { cookie: avery.cookie }),
      ),
    );
    expect([one?.status, other?.status]).toEqual([200, 200]);
    expect(callsOf("/item/public_token/exchange")).toHaveLength(1);
    expect(await list(avery)).toHaveLength(1);
  });

  it.each(["public-sandbox-00000000-0000-0000-0000-000000000000", "nonsense"])(
    "rejects the token %s and stores nothing",
    async (public_token) => {
      const { status, errors } = await complete(avery, { public_token });
      expect(status).toBe(400);
      expect(errors).toEqual({
        public_token: ["This link was already used or has expired. Link the bank again."],
      });
      expect(await list(avery)).toEqual([]);
    },
  );

  it("rejects a request with no token or both kinds", async () => {
    const pendingLinkId = "0f6f9a52-4c1f-4b8a-9d6e-1f2a3b4c5d6e";
    for (const body of [{}, { public_token: "public-sandbox-x", pendingLinkId }])
      expect((await complete(avery, body)).status).toBe(400);
  });

  it("rejects a token that another person used", async () => {
    const public_token = site.control.link({ days: 60 });
    await complete(avery, { public_token });
    const morgan = await site.signIn();
    expect((await complete(morgan, { public_token })).status).toBe(400);
    expect(await list(morgan)).toEqual([]);
  });

  it("resumes with the same token if the bank failed after the exchange", async () => {
    const public_token = site.control.link({ days: 60 });
    site.intercept(({ path }) => (path === "/accounts/get" ? away() : undefined));
    const failed = await complete(avery, { public_token });
    expect(failed.status).toBe(503);
    expect(failed.errors?.["UPSTREAM"]?.[0]).toMatch(/^Your bank isn’t responding/);
    expect(await list(avery)).toEqual([]);
    site.intercept(null);
    expect((await complete(avery, { public_token })).status).toBe(200);
    expect(callsOf("/item/public_token/exchange")).toHaveLength(1);
  });

  it("undoes an abandoned link at the bank", async () => {
    site.intercept(({ path }) => (path === "/accounts/get" ? away() : undefined));
    await complete(avery, { public_token: site.control.link({ days: 60 }) });
    await site.pass(16 * minuteMs);
    expect(callsOf("/item/remove")).toHaveLength(1);
    expect(await database().unsafeDb.select().from(pendingLinks)).toEqual([]);
  });

  it("works without the bank's logo", async () => {
    site.control.failNext("/institutions/get_by_id", "invalidInstitution");
    const { data } = await complete(avery, { public_token: site.control.link({ days: 60 }) });
    expect(data.institution).toEqual({ name: "Lanternfish Bank" });
    expect(site.everythingLogged()).toContain("Can't load a bank's name and logo.");
  });
});

/** Answer of a failing gateway, not of Plaid. */
const away = () => Promise.resolve(new Response("{}", { status: 500 }));

describe("linking a bank that is already linked", () => {
  let linked: { id: number; itemId: string };
  beforeEach(async () => {
    linked = await site.link(avery);
    site.calls.length = 0;
  });

  it("asks for confirmation if its accounts are known after the exchange", async () => {
    const { status, data, errors } = await complete(avery, { public_token: site.control.link({ days: 60 }) });
    expect(status).toBe(409);
    expect(errors).toEqual({
      institution: ["Lanternfish Bank is already linked with some of these accounts."],
    });
    expect(data.linked.map((item) => item.institutionAccessItemId)).toEqual([linked.id]);
    expect(data.pendingLinkId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await list(avery)).toHaveLength(1);
  });

  it("asks based on the browser's selection even if the bank then fails", async () => {
    const [bank] = await list(avery);
    const [account] = bank?.accounts ?? [];
    site.intercept(({ path }) => (path === "/item/public_token/exchange" ? undefined : away()));
    const { status, data } = await complete(avery, {
      public_token: site.control.link({ days: 60 }),
      institution: { id: "ins_900001", name: "Lanternfish Bank" },
      accounts: [{ name: account?.name, mask: account?.mask }],
    });
    expect(status).toBe(409);
    expect(data.linked.map((item) => item.institutionAccessItemId)).toEqual([linked.id]);
    expect(callsOf("/accounts/get")).toEqual([]);
  });

  it("links once when confirmed, however often", async () => {
    const { data } = await complete(avery, { public_token: site.control.link({ days: 60 }) });
    const { pendingLinkId } = data;
    const answers = await Promise.all([
      complete(avery, { pendingLinkId }),
      complete(avery, { pendingLinkId }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map((answer) => answer.data.institutionAccessItemId)).size).toBe(1);
    expect((await complete(avery, { pendingLinkId })).status).toBe(200);
    await site.settle();
    const both = await list(avery);
    expect(both.map(({ item }) => item.state)).toEqual(["healthy", "healthy"]);
    await site.pass(20 * minuteMs);
    expect(callsOf("/item/remove"), "it was completed in time").toEqual([]);
  });

  it("is undone at the bank after 15 minutes and can't be completed anymore", async () => {
    const { data } = await complete(avery, { public_token: site.control.link({ days: 60 }) });
    await site.pass(14 * minuteMs);
    expect(callsOf("/item/remove")).toEqual([]);
    await site.pass(2 * minuteMs);
    expect(callsOf("/item/remove")).toHaveLength(1);
    const late = await complete(avery, { pendingLinkId: data.pendingLinkId });
    expect(late.status).toBe(400);
    expect(late.errors).toEqual({
      pendingLinkId: ["This link expired after 15 minutes. Link the bank again."],
    });
    expect(await list(avery)).toHaveLength(1);
  });

  it("can't be completed after 15 minutes, even before it is undone at the bank", async () => {
    const { data } = await complete(avery, { public_token: site.control.link({ days: 60 }) });
    site.clock.nowMs += 15 * minuteMs;
    expect((await complete(avery, { pendingLinkId: data.pendingLinkId })).status).toBe(400);
  });

  it("is undone at once when discarded, even twice", async () => {
    const { data } = await complete(avery, { public_token: site.control.link({ days: 60 }) });
    const { pendingLinkId } = data;
    for (let times = 0; times < 2; times += 1)
      expect((await avery.post("/api/DiscardPendingLink", { pendingLinkId })).status).toBe(200);
    await site.settle();
    expect(callsOf("/item/remove")).toHaveLength(1);
    expect((await complete(avery, { pendingLinkId })).status).toBe(400);
  });

  it("retries undoing the link until the bank confirms", async () => {
    const { data } = await complete(avery, { public_token: site.control.link({ days: 60 }) });
    site.intercept(({ path }) => (path === "/item/remove" ? away() : undefined));
    await avery.post("/api/DiscardPendingLink", { pendingLinkId: data.pendingLinkId });
    await site.settle();
    expect(await database().unsafeDb.select().from(pendingLinks)).toHaveLength(1);
    site.intercept(null);
    await site.pass(minuteMs);
    expect(await database().unsafeDb.select().from(pendingLinks)).toEqual([]);
  });

  it("can be completed or discarded only by the person who linked it", async () => {
    const { data } = await complete(avery, { public_token: site.control.link({ days: 60 }) });
    const { pendingLinkId } = data;
    const morgan = await site.signIn();
    expect((await complete(morgan, { pendingLinkId })).status).toBe(404);
    expect((await morgan.post("/api/DiscardPendingLink", { pendingLinkId })).status).toBe(200);
    await site.settle();
    expect(callsOf("/item/remove")).toEqual([]);
    expect((await complete(avery, { pendingLinkId })).status).toBe(200);
  });

  it("links without asking for another person or other accounts", async () => {
    const morgan = await site.signIn();
    expect((await complete(morgan, { public_token: site.control.link({ days: 60 }) })).status).toBe(200);
    const other = await complete(avery, { public_token: site.control.link({ person: "morgan", days: 60 }) });
    expect(other.status).toBe(200);
  });

  it("links once from two tabs unless confirmed", async () => {
    const morgan = await site.signIn();
    const tokens = [site.control.link({ days: 60 }), site.control.link({ days: 60 })];
    const answers = await Promise.all(tokens.map((public_token) => complete(morgan, { public_token })));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409"]);
    expect(await list(morgan)).toHaveLength(1);
  });
});

describe("the bank's access token", () => {
  it("is encrypted in the database with its key id, for its item only", async () => {
    const { id, itemId } = await site.link(avery);
    const [row] = await database().unsafeDb.select().from(items).where(eq(items.institutionAccessItemId, id));
    expect(row?.itemId).toBe(itemId);
    expect(row?.keyId).toMatch(/^[0-9a-f]{16}$/);
    expect(row?.sealedAccessToken).toMatch(/^v1\./);
    const [token = ""] = site.accessTokens;
    const { rows } = await database().unsafeDb.execute<{ hits: number }>(
      sql`select count(*)::int as hits from institution_access_items i where i::text like ${`%${token}%`}`,
    );
    expect(rows).toEqual([{ hits: 0 }]);
  });

  it("never appears in an answer, a log line, or an error", async () => {
    const answers: string[] = [];
    const say = async (answer: Promise<{ status: number }>) => answers.push(JSON.stringify(await answer));
    const { id } = await site.link(avery);
    const [token = ""] = site.accessTokens;
    const body = { institutionAccessItemId: id };
    for (const problem of ["internal", "institutionDown", "loginRequired", "unknownAccessToken"] as const) {
      for (const path of ["/item/get", "/transactions/sync", "/accounts/get", "/link/token/create"])
        site.control.failNext(path, problem);
      await say(avery.post("/api/RepairedAccessItem", body));
      await say(avery.post("/api/SyncAccessItem", body));
      await say(avery.post(`/api/CreateFinancialLinkToken?accessToken=${id}`, {}));
      await site.pass(5 * minuteMs);
    }
    // A bank that echoes the token in various ways.
    site.intercept(() =>
      Promise.resolve(Response.json({ error_code: token, error_message: token }, { status: 400 })),
    );
    await say(avery.post("/api/RepairedAccessItem", body));
    site.intercept(() => Promise.resolve(new Response(`<p>${token}</p>`, { status: 502 })));
    await say(avery.post("/api/SyncAccessItem", body));
    await site.pass(60 * minuteMs);
    site.intercept(() => Promise.reject(new Error(`could not send ${token}`)));
    await say(avery.post("/api/RepairedAccessItem", body));
    await say(avery.post("/api/RemoveAccessItem", { ...body, keepHistory: true }));
    await site.pass(60 * minuteMs);
    site.intercept(null);
    await say(avery.get("/api/GetUserAccessItems"));
    const { rows } = await database().unsafeDb.execute<{ text: string }>(
      sql`select string_agg(j::text, ' ') as text from jobs j`,
    );
    const everything = answers.join("") + site.everythingLogged() + (rows[0]?.text ?? "");
    expect(token).toMatch(/^access-sandbox-/);
    expect(everything).not.toContain(token);
    expect(everything).not.toContain(token.replace("access-sandbox-", ""));
    expect(everything, "not even sealed").not.toMatch(/\bv1\.[\w-]{20}/);
  });
});
