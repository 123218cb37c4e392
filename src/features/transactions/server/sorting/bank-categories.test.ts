import { expect, it } from "vitest";
import { createTestAccessItem } from "../../../../../tests/support/factories/access-item-factory.ts";
import { createTestUser } from "../../../../../tests/support/factories/auth-factory.ts";
import { bankRow, createLedgerBank } from "../../../../../tests/support/ledger/ledger-bank.ts";
import { createTestApp } from "../../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { sortRows } from "./row-sorting.ts";

const database = useTestDatabase();

async function createBank() {
  const site = createTestApp(database());
  const { userId, cookie } = await createTestUser(database());
  const bank = await createTestAccessItem(database(), userId, {
    accounts: [{ providerAccountId: "checking" }],
  });
  async function shown() {
    const path = `/api/GetTransactions?institutionAccessItemId=${bank.institutionAccessItemId}`;
    const response = await site.request(path, { headers: { cookie } });
    const { data } = (await response.json()) as { data: { transactions: TransactionView[] } };
    return data.transactions;
  }
  const sortAgain = () => database().unsafeDb.transaction((tx) => sortRows(tx, userId, "everything"));
  return { ledgerBank: createLedgerBank(database(), userId, bank), shown, sortAgain };
}

it("sets the bank’s category only while the bank is sure of it", async () => {
  const { ledgerBank, ...bank } = await createBank();
  const shown = async () =>
    (await bank.shown()).map(({ category, kind, why }) => [category?.name ?? "none", kind, why]);
  await ledgerBank.apply({ added: [bankRow("a", { bankConfidence: "LOW" })] });
  const unsure = ["none", "spending", "Your bank guesses food and drink: coffee (low confidence)."];
  expect(await shown()).toEqual([unsure]);
  await ledgerBank.apply({ modified: [bankRow("a", { bankConfidence: "HIGH" })] });
  const sure = ["Dining Out", "spending", "Your bank says food and drink: coffee (high confidence)."];
  expect(await shown()).toEqual([sure]);
  await ledgerBank.apply({ modified: [bankRow("a", { bankConfidence: "LOW" })] });
  expect(await shown()).toEqual([unsure]);
});

it("calls what is paid monthly for films a subscription, however late a month comes", async () => {
  const { ledgerBank, shown, sortAgain } = await createBank();
  const films = (id: string, date: string, amount = -1599) =>
    bankRow(id, {
      date,
      amount,
      name: "MOONHATCH FILMS",
      bankCategory: "ENTERTAINMENT",
      bankCategoryDetailed: "ENTERTAINMENT_TV_AND_MOVIES",
    });
  const categories = async () => (await shown()).map(({ category }) => category?.name);
  await ledgerBank.apply({ added: [films("nov", "2026-11-04"), films("sep", "2026-09-04")] });
  expect(await categories()).toEqual(["Entertainment", "Entertainment"]);
  await ledgerBank.apply({ added: [films("oct", "2026-10-04", -1549)] });
  expect(await categories()).toEqual(["Subscriptions", "Subscriptions", "Subscriptions"]);
  expect(await sortAgain()).toBe(0);
  expect((await shown())[0]?.why).toBe("Your bank says entertainment: TV and movies, and it’s paid monthly.");
  await ledgerBank.apply({ modified: [films("oct", "2026-11-05", -1549)] });
  expect(new Set(await categories())).toEqual(new Set(["Entertainment"]));
  expect(await sortAgain()).toBe(0);
});
