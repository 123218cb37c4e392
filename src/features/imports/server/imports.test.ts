import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { addDays } from "#shared/time/plain-dates.ts";
import { byDay } from "../../../../tests/support/night.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { createTestAccessItem } from "../../../../tests/support/factories/access-item-factory.ts";
import { createTestUser } from "../../../../tests/support/factories/auth-factory.ts";
import {
  createImporter,
  coffee,
  csv,
  november,
  ofx,
} from "../../../../tests/support/factories/import-factory.ts";
import { marksOf } from "../../../../tests/support/factories/marks-factory.ts";
import { bankRow } from "../../../../tests/support/ledger/ledger-bank.ts";
import { createJoiningSite } from "../../../../tests/support/sites/joining-site.ts";
import { createTestApp } from "../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";

const database = useTestDatabase();
let person: Awaited<ReturnType<typeof createJoiningSite>>;
let own: typeof person.files;
let accountId: number;

beforeEach(async () => {
  person = await createJoiningSite(database(), () => new Date());
  ({ files: own, accountId } = person);
});

async function rowOf(payee: string) {
  const rows = await database()
    .unsafeDb.select()
    .from(transactions)
    .where(eq(transactions.userId, person.userId));
  const found = rows.find((row) => row.payee === payee && row.dismissedAt === null);
  if (found === undefined) throw new Error(`There is no row of ${payee}.`);
  return found;
}

describe("a file", () => {
  it.each([
    ["OFX", ofx(november)],
    ["CSV", csv(november)],
  ])("%s is previewed, imported once, and known from then on", async (_, file) => {
    const { data, status } = await own.preview(file, { accountId, name: "november.csv" });
    expect(status).toBe(200);
    expect(data.importedAt).toBeNull();
    expect(data.accounts).toMatchObject([
      { index: 0, accountId, counts: { new: 5, known: 0 }, period: { from: "2026-11-02", to: "2026-11-09" } },
    ]);
    expect(data.accounts[0]?.rows[0]).toMatchObject({
      name: "Greenbarrow Market",
      amount: -24.1,
      state: "new",
    });
    expect(await person.ledger()).toEqual([]);
    const part = { index: 0, accountId };
    expect(await own.commit(data.importId, [part])).toMatchObject({
      data: { added: 5, joined: 0, changed: 0 },
    });
    const imported = await person.ledger();
    expect(imported).toHaveLength(5);
    // Twice the same commit is one.
    expect(await own.commit(data.importId, [part])).toMatchObject({ status: 200, data: { added: 5 } });
    const again = await own.preview(file, { accountId });
    expect(again.data.importedAt).not.toBeNull();
    expect(again.data.accounts[0]?.counts).toMatchObject({ new: 0, known: 5 });
    expect(await own.commit(again.data.importId, [part])).toMatchObject({ data: { added: 0 } });
    expect(await person.ledger()).toEqual(imported);
    expect((await own.list()).data).toMatchObject([
      { counts: { known: 5 }, period: { from: "2026-11-02", to: "2026-11-09" } },
      { counts: { new: 5 }, fileName: "november.csv", touched: 0 },
    ]);
  });

  it("sorts its rows by its codes and categories", async () => {
    await own.import(ofx(november), accountId);
    expect(await rowOf("ACME Payroll")).toMatchObject({ kind: "income", bankCategory: "INCOME" });
    await own.import(
      csv([{ date: "2026-11-20", amount: -9, payee: "Some Shop", category: "groceries" }]),
      accountId,
    );
    expect(await rowOf("Some Shop")).toMatchObject({ categorySource: "file", kind: "spending" });
  });

  it("is previewed even if its sum is larger than any amount", async () => {
    const row = { date: "2026-11-02", amount: -9_999_999_999_999.99 };
    const file = csv(Array.from({ length: 20 }, (_, index) => ({ ...row, payee: `Shop ${index}` })));
    const { data } = await own.preview(file, { accountId });
    expect(data.accounts[0]).toMatchObject({
      counts: { new: 20 },
      sums: [{ in: 0, out: 90_071_992_547_409.9 }],
    });
  });

  it.each([
    ["empty", "", "empty"],
    ["a PDF", "%PDF-1.7 …", ""],
    ["not a statement", "Hello\nworld\n", ""],
    ["a table without amounts", "a,b,c\nx,y,z\nx,y,z\n", ""],
  ])("that is %s is refused in words", async (_, file, words) => {
    const { status, errors } = await own.preview(file, { accountId });
    expect(status).toBe(400);
    expect(errors?.["file"]?.[0]).toContain(words);
    expect(errors?.["file"]?.[0]).toMatch(/\.$/);
  });
});

describe("the account of a file", () => {
  it("is asked for once, and then known", async () => {
    const file = ofx(november, { account: "77777" });
    const first = await own.preview(file);
    expect(first.data.accounts).toMatchObject([{ accountId: null, counts: { new: 5 } }]);
    expect(first.data.questions[0]).toMatchObject({ id: "account:0" });
    const answers = { "account:0": String(accountId) };
    const answered = await own.preview(file, { answers });
    expect(answered.data.accounts).toMatchObject([{ accountId }]);
    await own.commit(answered.data.importId, [{ index: 0, accountId }]);
    const next = await own.preview(ofx([{ ...coffee, date: "2026-12-05" }], { account: "77777" }));
    expect(next.data.accounts).toMatchObject([{ accountId, counts: { new: 1 } }]);
  });

  it("is recognized by its last digits", async () => {
    const { data } = await own.preview(ofx(november, { account: "98760002" }));
    expect(data.accounts).toMatchObject([{ accountId: person.bank.accounts[1]?.accountId }]);
  });

  it("says how its file is read, whether it's named, chosen, or known", async () => {
    const cards = await createTestAccessItem(database(), person.userId, {
      accounts: [{ type: "credit", subtype: "credit card", isoCurrencyCode: "JPY" }],
    });
    const card = cards.accounts[0]?.accountId ?? 0;
    const file = (month: string) =>
      `Date,Description,Amount\n2026-${month}-05,Blue Fig,450\n2026-${month}-06,Payment,-1200\n2026-${month}-07,Bakery,300\n`;
    const named = await own.preview(file("10"), { accountId: card });
    const chosen = await own.preview(file("10"), { answers: { "account:0": String(card) } });
    await own.commit(named.data.importId, [{ index: 0, accountId: card }]);
    const known = await own.preview(file("11"));
    for (const { data } of [named, chosen, known]) {
      expect(data.questions.filter(({ id }) => id === "account:0")).toEqual([]);
      const [account] = data.accounts;
      expect(account?.accountId).toBe(card);
      const amounts = account?.rows.map(({ amount, isoCurrencyCode }) => `${amount} ${isoCurrencyCode}`);
      expect(amounts).toEqual(["-450 JPY", "1200 JPY", "-300 JPY"]);
    }
  });

  it("keeps what the person answered about its files, to be answered differently", async () => {
    const file = (year: string) =>
      `Date,Description,Amount\n03/04/${year},Blue Fig,-4.50\n05/06/${year},Bakery,-3.00\n`;
    const preview = (year: string, answers = {}) => own.preview(file(year), { accountId, answers });
    const said = ({ data }: Awaited<ReturnType<typeof preview>>) =>
      data.questions.map(({ answer }) => answer);
    const answers = { dateOrder: "dmy", sign: "negativeIsOut" };
    expect(said(await preview("2025"))).toEqual([null, null]);
    const answered = await preview("2025", answers);
    expect(said(answered)).toEqual(Object.values(answers));
    await own.commit(answered.data.importId, [{ index: 0, accountId }]);
    const next = await preview("2026");
    expect(said(next)).toEqual(Object.values(answers));
    expect(next.data.accounts[0]?.rows[0]).toMatchObject({ date: "2026-04-03", amount: -4.5 });
  });

  it("asks what they answered with a row as they chose its columns", async () => {
    const file = (month: string) => `Date,Description,Total,Amount\n2026-${month}-20,Blue Fig,-1.00,-4.50\n`;
    const answers = { columns: "date,payee,amount,", sign: "negativeIsOut" };
    const { data } = await own.preview(file("10"), { accountId, answers });
    await own.commit(data.importId, [{ index: 0, accountId }]);
    const next = await own.preview(file("11"), { accountId });
    expect(next.data.questions).toMatchObject([
      { text: "Is “Blue Fig -1.00” money you spent?", answer: "negativeIsOut" },
    ]);
  });

  it("has to be the person's, and of the file's currency", async () => {
    const other = await createTestUser(database());
    const theirs = await createTestAccessItem(database(), other.userId);
    const wrong = await own.preview(ofx(november), { accountId: theirs.accounts[0]?.accountId ?? 0 });
    expect(wrong).toMatchObject({ status: 400, errors: { accountId: [expect.any(String)] } });
    const euros = await createTestAccessItem(database(), person.userId, {
      accounts: [{ isoCurrencyCode: "EUR" }],
    });
    const inEuros = await own.preview(ofx(november), { accountId: euros.accounts[0]?.accountId ?? 0 });
    expect(inEuros).toMatchObject({ status: 400, errors: { accountId: [expect.stringContaining("USD")] } });
  });
});

describe("an import", () => {
  it("is nobody else's", async () => {
    const { data } = await own.preview(ofx(november), { accountId });
    const other = await createTestUser(database());
    const theirs = createImporter(person.site, other.cookie);
    expect(await theirs.commit(data.importId, [{ index: 0, accountId }])).toMatchObject({ status: 404 });
    await own.commit(data.importId, [{ index: 0, accountId }]);
    expect(await theirs.undo(data.importId)).toMatchObject({ status: 404 });
    expect((await theirs.list()).data).toEqual([]);
    const nobody = createImporter(person.site, "");
    expect(await nobody.preview(ofx(november))).toMatchObject({ status: 401 });
    expect(await nobody.undo(data.importId)).toMatchObject({ status: 401 });
    expect(await person.ledger()).toHaveLength(5);
  });

  it("isn't done if the ledger has moved, but previewed anew", async () => {
    const { data } = await own.preview(ofx(november), { accountId });
    await person.typed({ ...coffee, date: "2026-11-02", amount: -24.1, payee: "Groceries" });
    const moved = await own.commit(data.importId, [{ index: 0, accountId }]);
    expect(moved.status).toBe(409);
    expect(moved.data.accounts).toMatchObject([{ counts: { new: 4, joined: 1 } }]);
    expect(await person.ledger()).toHaveLength(1);
    expect(await own.commit(moved.data.importId, [{ index: 0, accountId }])).toMatchObject({
      status: 200,
      data: { added: 4, joined: 1 },
    });
    expect(await person.ledger()).toHaveLength(5);
  });

  it("for another account than the preview's is previewed anew", async () => {
    const { data } = await own.preview(ofx(november), { accountId });
    const savings = person.bank.accounts[1]?.accountId ?? 0;
    const moved = await own.commit(data.importId, [{ index: 0, accountId: savings }]);
    expect(moved).toMatchObject({ status: 409, data: { accounts: [{ accountId: savings }] } });
    expect(await own.commit(data.importId, [{ index: 0, accountId: savings }])).toMatchObject({
      status: 200,
    });
  });

  it("can be undone, and done again", async () => {
    await own.import(ofx(november.slice(0, 2)), accountId);
    const before = await person.ledger();
    const once = await own.import(ofx(november), accountId);
    const after = await person.ledger();
    expect(await own.undo(once.data.importId)).toMatchObject({ data: { removed: 3, restored: 0, kept: 0 } });
    expect(await person.ledger()).toEqual(before);
    expect(await own.undo(once.data.importId)).toMatchObject({ status: 200, data: { removed: 0 } });
    expect((await own.list()).data[0]?.undoneAt).toEqual(expect.any(String));
    const again = await own.preview(ofx(november), { accountId });
    expect(again.data.importedAt).toBeNull();
    expect(again.data.accounts[0]?.counts).toMatchObject({ new: 3, known: 2, deleted: 0 });
    await own.commit(again.data.importId, [{ index: 0, accountId }]);
    expect(await person.ledger()).toEqual(after);
  });

  it("of an account that was deleted since names none, and the file isn't known any more", async () => {
    const account = { accountId: "", institutionName: "Wallet", name: "Card", type: "card" };
    const opening = { openingBalance: 0, openingDate: "2026-11-01", isoCurrencyCode: "USD" };
    const added = await person.site.post(
      "/api/SaveManualAccount",
      { ...account, ...opening },
      { cookie: person.cookie },
    );
    const { data } = (await added.json()) as { data: { accountId: number } };
    await own.import(ofx(november), data.accountId);
    expect((await own.list()).data).toMatchObject([{ accountIds: [data.accountId] }]);
    const { status } = await person.site.post("/api/DeleteManualAccount", data, { cookie: person.cookie });
    expect(status).toBe(200);
    expect((await own.list()).data).toMatchObject([{ accountIds: [] }]);
    expect((await own.preview(ofx(november), { accountId })).data.importedAt).toBeNull();
  });

  it("leaves rows to later files that have them", async () => {
    const first = await own.import(ofx(november.slice(0, 3)), accountId);
    await own.import(ofx(november.slice(2)), accountId);
    expect(await own.undo(first.data.importId)).toMatchObject({ data: { removed: 2 } });
    expect(await person.ledger()).toHaveLength(3);
    const again = await own.preview(ofx(november), { accountId });
    expect(again.data.accounts[0]?.counts).toMatchObject({ new: 2, known: 3 });
  });

  it("joins what was typed, and gives it back", async () => {
    const typed = await person.typed({ ...coffee, date: "2026-11-07", payee: "Lunch with Mo" });
    const marks = await person.marks();
    await marks.put.category(typed);
    const { data } = await own.import(ofx([{ ...coffee, id: "X" }]), accountId);
    expect(data).toMatchObject({ added: 0, joined: 1 });
    expect(await rowOf("Lunch with Mo")).toMatchObject({
      transactionId: typed,
      date: "2026-11-05",
      name: "Blue Fig",
    });
    expect(await marksOf(database(), typed)).toEqual(["category"]);
    expect(await own.undo(data.importId)).toMatchObject({ data: { removed: 0, restored: 1 } });
    expect(await person.ledger()).toEqual(["2026-11-07 -450 Lunch with Mo"]);
    expect(await marksOf(database(), typed)).toEqual(["category"]);
  });

  it("changes what the bank has changed, and gives it back", async () => {
    const many = Array.from({ length: 9 }, (_, index) => ({
      ...coffee,
      amount: -10 - index,
      id: `M${index}`,
    }));
    await own.import(ofx([...many, { ...coffee, id: "X" }]), accountId);
    const changed = await own.import(ofx([...many, { ...coffee, amount: -5, id: "X" }]), accountId);
    expect(changed.data).toMatchObject({ added: 0, changed: 1 });
    expect(await person.ledger()).toContain("2026-11-05 -500 Blue Fig");
    await own.undo(changed.data.importId);
    expect(await person.ledger()).toContain("2026-11-05 -450 Blue Fig");
  });

  it("keeps the person's work as typed rows, or takes it along", async () => {
    const marks = await person.marks();
    const first = await own.import(ofx(november), accountId);
    await marks.put.category((await rowOf("Corner Bakery")).transactionId);
    expect((await own.list()).data).toMatchObject([{ touched: 1 }]);
    expect(await own.undo(first.data.importId, true)).toMatchObject({ data: { removed: 4, kept: 1 } });
    expect(await person.ledger()).toEqual(["2026-11-09 -1200 Corner Bakery"]);
    const second = await own.import(ofx(november), accountId);
    expect(second.data).toMatchObject({ added: 4, joined: 1 });
    await own.undo(second.data.importId);
    expect(await person.ledger()).toEqual(["2026-11-09 -1200 Corner Bakery"]);
  });

  it("doesn't bring back what the person deleted", async () => {
    await own.import(ofx(november), accountId);
    const { transactionId } = await rowOf("Corner Bakery");
    const deletedAt = new Date();
    await database()
      .unsafeDb.update(transactions)
      .set({ dismissedAt: deletedAt, removedByBankAt: deletedAt })
      .where(eq(transactions.transactionId, transactionId));
    const { data } = await own.preview(ofx(november), { accountId });
    expect(data.accounts[0]?.counts).toMatchObject({ known: 4, deleted: 1 });
    const later = createTestApp(database(), { now: () => new Date(Date.now() + 3 * 24 * 60 * 60 * 1000) });
    await later.jobs.runDue();
    const again = await own.import(ofx(november), accountId, { choices: [] });
    expect(again.data).toMatchObject({ added: 0 });
    expect(await person.ledger()).toHaveLength(4);
  });
});

describe("a file and a bank's link", () => {
  const ofBank = november.map(({ date, amount, payee, id }) =>
    bankRow(`bank ${id}`, { date, amount: Math.round(amount * 100), name: `POS DEBIT ${payee}` }),
  );

  it.each(["file", "bank"])("make one ledger if the %s comes first", async (first) => {
    const { ledgerBank } = person;
    if (first === "bank") await ledgerBank.apply({ added: ofBank });
    const { data } = await own.preview(ofx(november), { accountId });
    if (first === "bank")
      expect(data.accounts[0]).toMatchObject({
        counts: { known: 5 },
        note: expect.stringContaining("5 of 5"),
        warning: null,
      });
    await own.commit(data.importId, [{ index: 0, accountId }]);
    if (first === "file")
      expect(await ledgerBank.apply({ added: ofBank })).toMatchObject({ added: 0, modified: 5 });
    expect(await person.ledger()).toHaveLength(5);
    await own.undo(data.importId);
    expect(await person.ledger()).toHaveLength(5);
    await ledgerBank.apply({ removed: ofBank.map(({ providerTransactionId }) => providerTransactionId) });
    expect(await person.ledger()).toEqual([]);
  });

  it("warns if the file seems to be another account's", async () => {
    await person.ledgerBank.apply({ added: ofBank });
    const other = november.map((row) =>
      Object.assign({}, row, { amount: row.amount - 1, payee: `Other ${row.payee}` }),
    );
    const { data } = await own.preview(ofx(other), { accountId });
    expect(data.accounts[0]?.warning).toContain("5 of the 5");
  });
});

it.each([
  ["OFX", ofx],
  ["CSV", csv],
])("imports a large %s file in threads of its own", { timeout: byDay(60_000, 300_000) }, async (_, write) => {
  const rows = Array.from({ length: byDay(2000, 50_000) }, (_, index) => ({
    date: addDays("2020-01-01", Math.floor(index / 25)),
    amount: -(index % 997) / 100 - 1,
    payee: `Shop ${"abcdefgh"[index % 8]} ${"qrstuvw"[index % 7]}`,
    id: `L${index}`,
  }));
  const { data } = await own.import(write(rows), accountId);
  expect(data.added).toBe(rows.length);
  const again = await own.preview(write(rows), { accountId });
  expect(again.data.accounts[0]?.counts).toMatchObject({ known: rows.length });
  expect(await own.undo(data.importId)).toMatchObject({ data: { removed: rows.length } });
});
