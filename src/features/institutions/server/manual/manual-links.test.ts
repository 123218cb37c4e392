import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { budgetAccessItems, budgetExemptions, budgets } from "#server/tables/budget-tables.ts";
import { importMappings, imports } from "#server/tables/import-tables.ts";
import { incomeSources } from "#server/tables/income-tables.ts";
import { accounts, institutionAccessItems } from "#server/tables/institution-tables.ts";
import { ledgerSums } from "#server/tables/sum-tables.ts";
import { transactions, transferDecisions } from "#server/tables/transaction-tables.ts";
import { createTestUser } from "../../../../../tests/support/factories/auth-factory.ts";
import {
  createTestAccessItem,
  type TestAccessItem,
} from "../../../../../tests/support/factories/access-item-factory.ts";
import { coffee, createImporter, csv, ofx } from "../../../../../tests/support/factories/import-factory.ts";
import { createTestMarks, everyMark, marksOf } from "../../../../../tests/support/factories/marks-factory.ts";
import { bankRow, createLedgerBank } from "../../../../../tests/support/ledger/ledger-bank.ts";
import { createManualSite, type ManualSite } from "../../../../../tests/support/sites/manual-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";

const database = useTestDatabase();
let site: ManualSite;
let own: Awaited<ReturnType<ManualSite["addAccount"]>>;
let bank: TestAccessItem;
let linkedId: number;

beforeEach(async () => {
  site = await createManualSite(database());
  own = await site.addAccount();
  bank = await createTestAccessItem(database(), site.person.userId, {
    accounts: [{ providerAccountId: "checking" }, { providerAccountId: "card", type: "credit" }],
  });
  linkedId = bank.accounts[0]?.accountId ?? 0;
});

const counts = z.object({ joined: z.int(), moved: z.int() });
const link = () =>
  site.made("LinkManualAccount", { accountId: own.accountId, linkedAccountId: linkedId }, counts);
const preview = () =>
  site.read(`GetManualAccountLink?accountId=${own.accountId}&linkedAccountId=${linkedId}`, counts);
const ledgerBank = () => createLedgerBank(database(), site.person.userId, bank);
const files = () => createImporter(site.site, site.person.cookie);
const market = (id: string, date: string, minor: number) =>
  bankRow(id, { date, name: "GREENBARROW 0412", amount: minor });

/** Each row as `2026-11-03 -24.1 Payee source account`. */
async function shown() {
  const rows = await site.rows();
  return rows.map(
    ({ date, amount, payee, source, account }) =>
      `${date} ${amount} ${payee} ${source} ${account.accountId === own.accountId ? "own" : "linked"}`,
  );
}

/** The kept sums of the linked account, and what its rows add up to. */
async function sums() {
  const { unsafeDb } = database();
  const [kept] = await unsafeDb
    .select({
      rows: sql<number>`coalesce(sum(${ledgerSums.rowCount}), 0)::int`,
      in: sql<number>`sum(${ledgerSums.moneyIn})::int`,
      out: sql<number>`sum(${ledgerSums.moneyOut})::int`,
    })
    .from(ledgerSums)
    .where(eq(ledgerSums.accountId, linkedId));
  const [real] = await unsafeDb
    .select({
      rows: sql<number>`count(*)::int`,
      in: sql<number>`sum(greatest(amount, 0))::int`,
      out: sql<number>`sum(least(amount, 0))::int`,
    })
    .from(transactions)
    .where(sql`account_id = ${linkedId} and dismissed_at is null and removed_by_bank_at is null`);
  return { kept, real };
}

const statement = csv([
  { date: "2026-10-05", amount: -30, payee: "Harbor Books" },
  { date: "2026-11-05", amount: -12, payee: "Oak Cafe" },
]);
const ofBank = () => [
  market("market", "2026-11-04", -2410),
  bankRow("cafe", { date: "2026-11-05", name: "OAK CAFE 77", amount: -1200 }),
  bankRow("new", { date: "2026-11-12", name: "NEW AT BANK", amount: -900 }),
];

describe("a manual account that is linked later", () => {
  it("moves its rows, and makes one of those that the bank has, too", async () => {
    const typed = await site.type(own.accountId, -24.1, "Greenbarrow Market", { date: "2026-11-03" });
    await site.type(own.accountId, -7, "Only here");
    await files().import(statement, own.accountId);
    await ledgerBank().apply({ added: ofBank() });
    const before = await site.rows();
    expect(before).toHaveLength(7);
    expect(await preview()).toEqual({ joined: 2, moved: 2 });
    expect(await site.rows(), "a preview changes nothing").toEqual(before);

    expect(await link()).toEqual({ joined: 2, moved: 2 });
    const after = [
      "2026-10-05 -30 Harbor Books file linked",
      "2026-11-04 -24.1 Greenbarrow Market plaid linked",
      "2026-11-05 -12 OAK CAFE 77 plaid linked",
      "2026-11-10 -7 Only here manual linked",
      "2026-11-12 -9 NEW AT BANK plaid linked",
    ];
    expect(await shown()).toEqual(after);
    expect((await site.rows()).map(({ transactionId }) => transactionId)).toContain(typed);
    const { kept, real } = await sums();
    expect(kept).toEqual({ rows: 5, in: 0, out: -8210 });
    expect(kept).toEqual(real);

    await ledgerBank().apply({ added: ofBank(), modified: ofBank() });
    await files().import(statement, linkedId);
    expect(await shown(), "a sync and an import of the same change nothing").toEqual(after);
    const again = { accountId: own.accountId, linkedAccountId: linkedId };
    expect((await site.post("LinkManualAccount", again)).status).toBe(404);
    expect((await site.banks()).map(({ institution }) => institution.name)).toEqual(["Test Bank"]);
  });

  it("meets rows that the bank delivers later, and can be separated from those it met", async () => {
    const typed = await site.type(own.accountId, -24.1, "Greenbarrow Market", { date: "2026-11-03" });
    await site.type(own.accountId, -7, "Later Cafe");
    await ledgerBank().apply({ added: [market("market", "2026-11-04", -2410)] });
    await link();
    await ledgerBank().apply({
      added: [bankRow("later", { date: "2026-11-11", name: "LATER", amount: -700 })],
    });
    expect(await shown()).toEqual([
      "2026-11-04 -24.1 Greenbarrow Market plaid linked",
      "2026-11-11 -7 Later Cafe plaid linked",
    ]);
    expect((await site.post("SeparateTransaction", { transactionId: typed })).status).toBe(200);
    expect(await shown()).toContain("2026-11-03 -24.1 Greenbarrow Market manual linked");
    await ledgerBank().apply({ modified: [market("market", "2026-11-04", -2410)] });
    expect(await shown()).toHaveLength(3);
  });

  it("keeps all marks, those of its bank's rows, too, and its own where both have some", async () => {
    const { unsafeDb } = database();
    const marks = await createTestMarks(database(), { ...own, userId: site.person.userId });
    const typed = await site.type(own.accountId, 24.1, "Tenant", { date: "2026-11-03" });
    const plain = await site.type(own.accountId, 30, "Other", { date: "2026-11-05" });
    for (const mark of everyMark) await marks.put[mark](typed);
    await ledgerBank().apply({
      added: [
        bankRow("one", { date: "2026-11-03", name: "TENANT", amount: 2410 }),
        bankRow("two", { date: "2026-11-05", name: "OTHER", amount: 3000 }),
      ],
    });
    const [one, two] = [await ledgerBank().idOf("one"), await ledgerBank().idOf("two")];
    await unsafeDb
      .update(transactions)
      .set({ financialCategoryId: 1, categorySource: "person", chosenKind: "leftOut" })
      .where(eq(transactions.transactionId, one));
    const { userId } = site.person;
    const { budgetId } = marks;
    await unsafeDb.insert(budgetExemptions).values({ budgetId, transactionId: one, userId, isExempt: true });
    for (const mark of ["category", "kind", "exemption"] as const) await marks.put[mark](two);
    expect(await link()).toEqual({ joined: 2, moved: 0 });
    expect(await marksOf(database(), typed)).toEqual(everyMark);
    expect(await marksOf(database(), plain)).toEqual(["category", "kind", "exemption"]);
    const [kept] = await unsafeDb.select().from(transactions).where(eq(transactions.transactionId, typed));
    expect(kept, "its parts have categories").toMatchObject({
      financialCategoryId: null,
      chosenKind: "spending",
    });
    const words = await unsafeDb
      .select({ id: budgetExemptions.transactionId, isExempt: budgetExemptions.isExempt })
      .from(budgetExemptions);
    expect(words).toEqual([
      { id: typed, isExempt: false },
      { id: plain, isExempt: false },
    ]);
  });

  it("keeps two rows that both pay an income source, and those that the person keeps apart", async () => {
    const marks = await createTestMarks(database(), { ...own, userId: site.person.userId });
    const paying = await site.type(own.accountId, 24.1, "Tenant", { date: "2026-11-03" });
    const apart = await site.type(own.accountId, -8, "Cafe", { date: "2026-11-05" });
    await site.post("SetTransactionApart", { transactionId: apart, isApart: true });
    await ledgerBank().apply({
      added: [
        bankRow("one", { date: "2026-11-03", name: "TENANT", amount: 2410 }),
        bankRow("two", { date: "2026-11-05", name: "CAFE", amount: -800 }),
      ],
    });
    await marks.put.payment(paying);
    await marks.put.payment(await ledgerBank().idOf("one"));
    expect(await link()).toEqual({ joined: 0, moved: 2 });
    const maybes = await site.read(
      "GetLedger?sort=date&direction=asc",
      z.object({
        transactions: z.array(
          z.object({ source: z.string(), maybeSameAs: z.object({ transactionId: z.int() }).nullable() }),
        ),
      }),
    );
    expect(
      maybes.transactions.filter(({ source }) => source === "plaid").map((row) => row.maybeSameAs),
    ).toMatchObject([{ transactionId: paying }, { transactionId: apart }]);
  });

  it("keeps its transfers, except those with the account it becomes", async () => {
    const savings = await site.addAccount({ name: "Savings", type: "savings" });
    const out = await site.type(own.accountId, -50, "To savings", { date: "2026-11-03" });
    const into = await site.type(savings.accountId, 50, "From everyday", { date: "2026-11-03" });
    const back = await site.type(own.accountId, 80, "Refund", { date: "2026-11-06" });
    await ledgerBank().apply({
      added: [
        bankRow("out", { date: "2026-11-04", name: "TO SAVINGS", amount: -5000 }),
        bankRow("spent", { date: "2026-11-06", name: "SHOP", amount: -8000 }),
      ],
    });
    const word = {
      outTransactionId: await ledgerBank().idOf("spent"),
      inTransactionId: back,
      isTransfer: true,
    };
    expect((await site.post("SetTransferPairs", [word])).status).toBe(200);
    await link();
    expect(await site.rows()).toMatchObject([
      { transactionId: into, transferPair: { transactionId: out }, kind: "transfer" },
      { transactionId: out, transferPair: { transactionId: into }, kind: "transfer" },
      { transactionId: back, transferPair: null },
      { transferPair: null, kind: "spending" },
    ]);
    expect(await database().unsafeDb.select().from(transferDecisions)).toEqual([]);
    expect((await site.banks()).map(({ institution }) => institution.name)).toHaveLength(2);
  });

  it("takes budgets, income, rules, and imports along", async () => {
    const { unsafeDb } = database();
    const { userId } = site.person;
    const marks = await createTestMarks(database(), { ...own, userId });
    await unsafeDb
      .insert(budgetAccessItems)
      .values({ budgetId: marks.budgetId, userId, institutionAccessItemId: bank.institutionAccessItemId });
    await site.type(own.accountId, -24.1, "Greenbarrow Market");
    const { data } = await files().import(statement, own.accountId);
    const rule = {
      ruleId: 0,
      conditions: [{ field: "account", op: "is", values: [own.accountId] }],
      actions: [{ field: "kind", value: "leftOut" }],
      appliesFrom: "2026-01-01",
    };
    const saved = await site.post("SaveRule", rule);
    expect(saved.errors).toBeNull();
    await link();
    const item = bank.institutionAccessItemId;
    expect(
      await unsafeDb.select({ item: budgetAccessItems.institutionAccessItemId }).from(budgetAccessItems),
    ).toEqual([{ item }]);
    expect(
      await unsafeDb.select({ item: incomeSources.institutionAccessItemId }).from(incomeSources),
    ).toEqual([{ item }]);
    expect(await unsafeDb.select({ id: importMappings.accountId }).from(importMappings)).toEqual([
      { id: linkedId },
    ]);
    expect(await unsafeDb.select({ ids: imports.accountIds }).from(imports)).toEqual([{ ids: [linkedId] }]);
    expect((await site.rows()).map(({ kind }) => kind)).toEqual(["leftOut", "leftOut", "leftOut"]);
    expect((await files().undo(data.importId)).data).toMatchObject({ removed: 2 });
    expect(await shown()).toEqual(["2026-11-10 -24.1 Greenbarrow Market manual linked"]);
  });

  it("keeps the codes that a file of the linked account stated", async () => {
    await site.type(own.accountId, -4.5, coffee.payee, { date: coffee.date });
    await files().import(ofx([{ ...coffee, merchantCode: "5814", type: "POS" }]), linkedId);
    await ledgerBank().apply({
      added: [bankRow("coffee", { date: coffee.date, name: coffee.payee, amount: -450 })],
    });
    expect(await link()).toEqual({ joined: 1, moved: 0 });
    const rows = await database()
      .unsafeDb.select({ merchantCode: transactions.merchantCode, typeCode: transactions.typeCode })
      .from(transactions);
    expect(rows).toEqual([{ merchantCode: "5814", typeCode: "POS" }]);
  });

  it("leaves its bank with another account there, and adds the linked one to budgets", async () => {
    const { unsafeDb } = database();
    const marks = await createTestMarks(database(), { ...own, userId: site.person.userId });
    await site.addAccount({ name: "Other" });
    await site.type(own.accountId, -24.1, "Greenbarrow Market");
    await link();
    expect((await site.banks()).map(({ accounts: listed }) => listed.length)).toEqual([1, 2]);
    const items = await unsafeDb
      .select({ id: budgetAccessItems.institutionAccessItemId })
      .from(budgetAccessItems)
      .where(eq(budgetAccessItems.budgetId, marks.budgetId))
      .orderBy(budgetAccessItems.institutionAccessItemId);
    expect(items.map(({ id }) => id)).toEqual(
      [own.institutionAccessItemId, bank.institutionAccessItemId].toSorted((a, b) => a - b),
    );
    expect(await unsafeDb.select({ id: incomeSources.institutionAccessItemId }).from(incomeSources)).toEqual([
      { id: own.institutionAccessItemId },
    ]);
  });

  it("doesn’t mix budgets of a live bank and of the sandbox", async () => {
    const { unsafeDb } = database();
    const { userId } = site.person;
    const marks = await createTestMarks(database(), { ...own, userId });
    const live = await createTestAccessItem(database(), userId, { mode: "live" });
    await unsafeDb.update(budgets).set({ mode: "live" });
    const { budgetId } = marks;
    await unsafeDb
      .insert(budgetAccessItems)
      .values({ budgetId, userId, institutionAccessItemId: live.institutionAccessItemId });
    await link();
    expect(
      await unsafeDb.select({ id: budgetAccessItems.institutionAccessItemId }).from(budgetAccessItems),
    ).toEqual([{ id: live.institutionAccessItemId }]);
  });
});

describe("an account that isn’t the same", () => {
  const refused = async (linkedAccountId = linkedId, accountId = own.accountId) => {
    const body = { accountId, linkedAccountId };
    const { status, errors } = await site.post("LinkManualAccount", body);
    const response = await site.site.request(
      `/api/GetManualAccountLink?accountId=${accountId}&linkedAccountId=${linkedAccountId}`,
      { headers: { cookie: site.person.cookie } },
    );
    expect(response.status, "the preview refuses, too").toBe(status);
    return [
      status,
      Object.values(errors ?? {})
        .flat()
        .join(" "),
    ];
  };
  const set = (fields: Partial<typeof accounts.$inferInsert>) =>
    database().unsafeDb.update(accounts).set(fields).where(eq(accounts.accountId, linkedId));
  const setState = (state: "healthy" | "importing" | "unlinked" | "removing" | "revoked") =>
    database()
      .unsafeDb.update(institutionAccessItems)
      .set({ state })
      .where(eq(institutionAccessItems.institutionAccessItemId, bank.institutionAccessItemId));

  it("is refused in words, and nothing changes", async () => {
    await site.type(own.accountId, -24.1, "Greenbarrow Market");
    const before = await shown();
    const other = await site.addAccount({ name: "Other" });
    expect(await refused(other.accountId)).toEqual([409, "Choose an account of a linked bank."]);
    expect(await refused(own.accountId)).toEqual([409, "Choose an account of a linked bank."]);
    expect(await refused(bank.accounts[1]?.accountId)).toEqual([
      409,
      "Choose an account that isn’t a card or a loan, as this one isn’t either.",
    ]);
    const card = await site.addAccount({ name: "Card", type: "card" });
    expect(await refused(linkedId, card.accountId)).toEqual([
      409,
      "Choose a card or a loan, as this account is one.",
    ]);
    for (const state of ["unlinked", "removing", "revoked"] as const) {
      await setState(state);
      expect(await refused()).toEqual([409, "This bank isn’t linked anymore. Link it again first."]);
    }
    await setState("importing");
    expect(await refused()).toEqual([409, expect.stringContaining("first import isn’t done yet")]);
    await setState("healthy");
    await set({ isoCurrencyCode: "EUR" });
    expect(await refused()).toEqual([409, "Choose an account of the same currency."]);
    await set({ isoCurrencyCode: "USD", closedAt: new Date() });
    expect(await refused()).toEqual([409, "The bank no longer has this account."]);
    expect(await shown()).toEqual(before);
  });

  it("is nobody else’s, of another mode, unknown, or without a session", async () => {
    const { cookie } = await createTestUser(database());
    const body = { accountId: own.accountId, linkedAccountId: linkedId };
    expect((await site.post("LinkManualAccount", body, cookie)).status).toBe(404);
    expect((await site.post("LinkManualAccount", body, "")).status).toBe(401);
    const stranger = await createTestUser(database());
    const theirs = await createTestAccessItem(database(), stranger.userId);
    const live = await createTestAccessItem(database(), site.person.userId, { mode: "live" });
    expect((await refused(theirs.accounts[0]?.accountId))[0]).toBe(404);
    expect((await refused(live.accounts[0]?.accountId))[0]).toBe(404);
    expect((await refused(2_000_000_000))[0]).toBe(404);
    expect((await refused(linkedId, linkedId))[0]).toBe(404);
    expect((await refused(0))[0]).toBe(400);
    expect((await site.post("LinkManualAccount", { ...body, accountId: "1" })).status).toBe(400);
  });
});
