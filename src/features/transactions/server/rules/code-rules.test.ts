import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { transactions } from "#server/tables/transaction-tables.ts";
import { coffee, ofx } from "../../../../../tests/support/factories/import-factory.ts";
import { bankRow } from "../../../../../tests/support/ledger/ledger-bank.ts";
import { createJoiningSite } from "../../../../../tests/support/sites/joining-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import type { Condition } from "../../domain/rules/rule-shapes.ts";

const database = useTestDatabase();
let own: Awaited<ReturnType<typeof createJoiningSite>>;

beforeEach(async () => {
  own = await createJoiningSite(database());
});

const isMarket: Condition = { field: "merchantCode", op: "between", values: [5300, 5499] };
const isCheck: Condition = { field: "typeCode", op: "is", values: ["check"] };
const groceries = 3;
const dining = 4;

async function saveRule(condition: Condition, category: number): Promise<void> {
  const actions = [{ field: "category", value: category }];
  const rule = { ruleId: 0, conditions: [condition], actions, appliesFrom: "0001-01-01" };
  expect(await own.post("SaveRule", rule)).toMatchObject({ status: 200 });
}

/** Each row's payee with its category and the source of that. */
const sorted = async () =>
  (await own.rows()).map(
    ({ payee, category, categorySource }) => `${payee}: ${category?.financialCategoryId} ${categorySource}`,
  );

/** Codes of each row, by day. */
const codes = async () =>
  database()
    .unsafeDb.select({ merchantCode: transactions.merchantCode, typeCode: transactions.typeCode })
    .from(transactions)
    .where(eq(transactions.userId, own.userId))
    .orderBy(transactions.date);

const file = ofx([
  { ...coffee, date: "2026-11-02", payee: "Corner Shop", merchantCode: "5399", id: "a" },
  { ...coffee, date: "2026-11-03", payee: "Ann Lee", type: "CHECK", id: "b" },
  { ...coffee, date: "2026-11-04", payee: "Other Shop", merchantCode: "5999", id: "c" },
]);

it.each(["before", "after"])("rules on the codes of a file sort its rows, made %s it came", async (order) => {
  if (order === "after") await own.files.import(file, own.accountId);
  await saveRule(isMarket, groceries);
  await saveRule(isCheck, dining);
  if (order === "before") await own.files.import(file, own.accountId);
  expect(await sorted()).toEqual([
    `Corner Shop: ${groceries} rule`,
    `Ann Lee: ${dining} rule`,
    "Other Shop: undefined none",
  ]);
  expect(await codes()).toEqual([
    { merchantCode: "5399", typeCode: "DEBIT" },
    { merchantCode: null, typeCode: "CHECK" },
    { merchantCode: "5999", typeCode: "DEBIT" },
  ]);
});

it("codes stay with a row that the bank delivers later", async () => {
  const row = { ...coffee, merchantCode: "5399", type: "POS" };
  await saveRule(isMarket, groceries);
  await own.files.import(ofx([row]), own.accountId);
  const said = { date: row.date, amount: -450, name: row.payee };
  await own.ledgerBank.apply({ added: [bankRow("a", said)] });
  expect(await codes()).toEqual([{ merchantCode: "5399", typeCode: "POS" }]);
  expect(await sorted()).toEqual([`Blue Fig: ${groceries} rule`]);
});

it("codes come to a pending row that a file says is posted, and go with the import", async () => {
  const said = { date: coffee.date, amount: -450, name: coffee.payee, pending: true };
  await own.ledgerBank.apply({ added: [bankRow("a", said)] });
  await saveRule(isMarket, groceries);
  const before = await sorted();
  const { data } = await own.files.import(ofx([{ ...coffee, merchantCode: "5399" }]), own.accountId);
  expect(await codes()).toEqual([{ merchantCode: "5399", typeCode: "DEBIT" }]);
  expect(await sorted()).toEqual([`Blue Fig: ${groceries} rule`]);
  await own.files.undo(data.importId);
  expect(await codes()).toEqual([{ merchantCode: null, typeCode: null }]);
  expect(await sorted()).toEqual(before);
});

it("codes go with what files say if a row is separated", async () => {
  await own.ledgerBank.apply({
    added: [bankRow("a", { date: coffee.date, amount: -450, name: coffee.payee, pending: true })],
  });
  await own.files.import(ofx([{ ...coffee, merchantCode: "5399" }]), own.accountId);
  await own.ledgerBank.apply({
    modified: [bankRow("a", { date: coffee.date, amount: -450, name: coffee.payee })],
  });
  const [row] = await own.rows();
  expect(await own.separate(row?.transactionId ?? 0)).toMatchObject({ status: 200 });
  expect((await codes()).toSorted((a, b) => (a.typeCode ?? "").localeCompare(b.typeCode ?? ""))).toEqual([
    { merchantCode: null, typeCode: null },
    { merchantCode: "5399", typeCode: "DEBIT" },
  ]);
});
