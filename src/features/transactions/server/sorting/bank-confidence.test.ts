import { expect, it } from "vitest";
import { createTestAccessItem } from "../../../../../tests/support/factories/access-item-factory.ts";
import { createTestUser } from "../../../../../tests/support/factories/auth-factory.ts";
import { bankRow, createLedgerBank } from "../../../../../tests/support/ledger/ledger-bank.ts";
import { createTestApp } from "../../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";

const database = useTestDatabase();

it("sets the bank’s category only while the bank is sure of it", async () => {
  const site = createTestApp(database());
  const { userId, cookie } = await createTestUser(database());
  const bank = await createTestAccessItem(database(), userId, {
    accounts: [{ providerAccountId: "checking" }],
  });
  const ledgerBank = createLedgerBank(database(), userId, bank);
  async function shown() {
    const path = `/api/GetTransactions?institutionAccessItemId=${bank.institutionAccessItemId}`;
    const response = await site.request(path, { headers: { cookie } });
    const { data } = (await response.json()) as { data: { transactions: TransactionView[] } };
    return data.transactions.map(({ category, kind, why }) => [category?.name ?? "none", kind, why]);
  }

  await ledgerBank.apply({ added: [bankRow("a", { bankConfidence: "LOW" })] });
  const unsure = ["none", "spending", "Your bank guesses food and drink: coffee (low confidence)."];
  expect(await shown()).toEqual([unsure]);
  await ledgerBank.apply({ modified: [bankRow("a", { bankConfidence: "HIGH" })] });
  const sure = ["Dining Out", "spending", "Your bank says food and drink: coffee (high confidence)."];
  expect(await shown()).toEqual([sure]);
  await ledgerBank.apply({ modified: [bankRow("a", { bankConfidence: "LOW" })] });
  expect(await shown()).toEqual([unsure]);
});
