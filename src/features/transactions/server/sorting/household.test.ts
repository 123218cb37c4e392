import { expect, it } from "vitest";
import type { BudgetView } from "#features/budgets/contract.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { createBankSite } from "../../../../../tests/support/sites/bank-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";

const database = useTestDatabase();

/** Category that a person reading the statement would choose for each payee of the household. */
const byHand: Record<string, string> = {
  "Birdcall Mobile": "Phone & Internet",
  "Bluebutton Outfitters": "Shopping",
  "Brasswing Hardware": "Home & Garden",
  "Clearwick Pharmacy": "Health",
  "Coldcellar Backup": "Subscriptions",
  "Copper Kettle Coffee": "Dining Out",
  "Dynamo Valley Power": "Utilities",
  "Fernbank Dental": "Health",
  "Greenbarrow Market": "Groceries",
  "Gutter & Gable Repairs": "Home & Garden",
  "Harvest Table Fund": "Gifts & Donations",
  "Hollow Oak Books": "Shopping",
  "Hum & Hiss Music": "Subscriptions",
  "Larkspur Gym": "Personal Care",
  "Little Owl Music School": "Education",
  "Millrace Water District": "Utilities",
  "Moonhatch Cinema": "Entertainment",
  "Moonhatch Films": "Subscriptions",
  "Nine Plums Grocer": "Groceries",
  "Ohmcraft Electronics": "Shopping",
  "Old Anchor Taproom": "Dining Out",
  "Paper Boat Tacos": "Dining Out",
  "Parcel & Pine": "Shopping",
  "Pixelfen Games": "Entertainment",
  "Quickheron Rides": "Transportation",
  "Razor & Thistle": "Personal Care",
  "Saltgrass Noodles": "Dining Out",
  "Slate Street Garage": "Transportation",
  "Threadwire Internet": "Phone & Internet",
  "Tidepool Aquarium": "Entertainment",
  "Tin Lantern Diner": "Dining Out",
  "Umbrella Oak Insurance": "Insurance",
  "Voltpond Fuel": "Fuel",
  "Wagtail Transit": "Transportation",
  "Whisker & Root Pets": "Pets",
  "ATM WITHDRAWAL HARBOUR ST": "Cash",
  "FENMARSH COUNTY PROPERTY TAX": "Taxes",
  "LANTERNFISH HOME LOAN PAYMENT": "Housing",
};

/** Payees of money that moves between the household's accounts, neither earned nor spent. */
const isBetweenAccounts = (category: string) =>
  (category.startsWith("TRANSFER_") && category !== "TRANSFER_OUT_WITHDRAWAL") ||
  category === "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT";

it("sorts a household's November by itself, right after its banks are linked", async () => {
  const site = createBankSite(database());
  site.clock.nowMs = Date.parse("2026-12-01T04:00:00Z");
  const person = await site.signIn();
  const banks: { id: number; itemId: string }[] = [];
  for (const bank of ["healthy", "repair", "down"] as const)
    banks.push(await site.link(person, { bank, days: 90 }));
  const saved = await site.server().post(
    "/api/SaveBudget",
    {
      budgetId: 0,
      name: "November",
      startDate: "2026-11-01",
      endDate: "2026-11-30",
      categories: [],
      budgetAccessItems: banks.map(({ id }) => id),
    },
    person,
  );
  const { budgetId } = (await saved.json()) as { budgetId: number };
  const budget = (await person.get<BudgetView>(`/api/GetBudget?budgetId=${budgetId}&summary=true`)).data;
  const rows = async (query: string) => {
    const path = `/api/GetBudgetTransactions?budgetId=${budgetId}&excluded=false&${query}`;
    return (await person.get<{ transactions: TransactionView[] }>(path)).data.transactions;
  };
  const counted = await rows("part=counted");
  const names = counted.map(({ name }) => name);

  // Added up by hand from the banks' November lists in dollars: all money out except to the household's own accounts (the
  // loan counts where it's paid), less refunds.
  const spent = banks.flatMap(({ itemId }) => {
    const { accounts, transactions } = site.control.truth(itemId);
    const loans = new Set(accounts.flatMap((one) => (one.type === "loan" ? [one.account_id] : [])));
    return transactions.filter(
      ({ account_id, date, iso_currency_code, personal_finance_category }) =>
        !loans.has(account_id) &&
        date.startsWith("2026-11") &&
        iso_currency_code === "USD" &&
        !(personal_finance_category?.detailed.startsWith("INCOME_") ?? false) &&
        !isBetweenAccounts(personal_finance_category?.detailed ?? ""),
    );
  });
  expect(names.toSorted()).toEqual(spent.map(({ name }) => name).toSorted());
  const total = spent.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
  expect(budget.transactionsTotal).toBe(total);
  expect(budget.transactionsTotal).toBe(7450.68);

  expect(names.filter((name) => /transfer|rent|autopay|thank you/i.test(name))).toEqual([]);
  const path = `/api/GetTransferSuggestions?budgetId=${budgetId}`;
  expect((await person.get<unknown[]>(path)).data).toEqual([]);
  expect(names.filter((name) => name.includes("HOME LOAN"))).toHaveLength(1);

  const right = counted.filter(
    ({ name, merchantName, category }) => category?.name === byHand[merchantName ?? name],
  );
  const wrong = counted.filter((row) => !right.includes(row));
  const words = wrong.map(({ name, category }) => `${name}: ${category?.name ?? "none"}`).join("; ");
  expect(right.length / counted.length, words).toBeGreaterThanOrEqual(0.85);
  const sources = new Set(counted.map(({ categorySource }) => categorySource));
  expect([...sources].toSorted()).toEqual(["bank", "none"]);
  const income = await rows("part=income");
  expect(income.filter(({ name }) => /payroll/i.test(name)).map(({ category }) => category?.name)).toEqual([
    "Salary",
    "Salary",
  ]);
});
