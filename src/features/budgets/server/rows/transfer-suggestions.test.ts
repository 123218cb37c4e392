import { expect, it } from "vitest";
import { createTestAccessItem } from "../../../../../tests/support/factories/access-item-factory.ts";
import { createTestUser } from "../../../../../tests/support/factories/auth-factory.ts";
import { bankRow, createLedgerBank } from "../../../../../tests/support/ledger/ledger-bank.ts";
import { createTestApp } from "../../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import type { TransferSuggestion } from "../../contract.ts";

const database = useTestDatabase();
const now = () => new Date(Date.UTC(2026, 10, 21, 17));

it("suggests transfers of all accounts in the last 90 days, until they are accepted or rejected", async () => {
  const site = createTestApp(database(), { now });
  const person = await createTestUser(database(), { now });
  const accounts = [{ providerAccountId: "checking" }, { providerAccountId: "savings" }];
  const bank = await createTestAccessItem(database(), person.userId, { accounts });
  const ledgerBank = createLedgerBank(database(), person.userId, bank);
  const unsaid = { bankCategory: null, bankCategoryDetailed: null };
  const moved = (id: string, date: string, amount: number) => [
    bankRow(`${id} out`, { ...unsaid, name: `To ${id}`, date, amount: -amount }),
    bankRow(`${id} in`, { ...unsaid, name: `From ${id}`, date, amount, providerAccountId: "savings" }),
  ];
  await ledgerBank.apply({
    added: [
      ...moved("recent", "2026-11-10", 50_000),
      ...moved("first", "2026-08-23", 70_000),
      ...moved("old", "2026-08-22", 90_000),
    ],
  });
  async function suggested(cookie = person.cookie) {
    const answer = await site.request("/api/GetTransferSuggestions", { headers: { cookie } });
    return ((await answer.json()) as { data: TransferSuggestion[] }).data;
  }
  async function decide(suggestion: TransferSuggestion | undefined, isTransfer: boolean | null) {
    const pair = {
      outTransactionId: suggestion?.out?.transactionId,
      inTransactionId: suggestion?.in?.transactionId,
    };
    const answer = await site.post("/api/SetTransferPairs", [{ ...pair, isTransfer }], {
      cookie: person.cookie,
    });
    expect(answer.status).toBe(200);
  }
  const names = async () => (await suggested()).map((one) => one.out?.transaction_id ?? "none").toSorted();

  expect(await names()).toEqual(["first out", "recent out"]);
  const [first, second] = await suggested();
  await decide(first, true);
  await decide(second, false);
  expect(await names()).toEqual([]);
  await decide(first, null);
  await decide(second, null);
  expect(await names()).toEqual(["first out", "recent out"]);
  const other = await createTestUser(database(), { now });
  expect(await suggested(other.cookie)).toEqual([]);
});
