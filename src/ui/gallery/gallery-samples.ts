import { money, type Money } from "#shared/money.ts";
import type { Option } from "../choice/option.ts";

/** Made-up data for the galleries. */

export const categories: readonly Option<number>[] = [
  { id: 1, label: "Groceries" },
  { id: 2, label: "Rent", description: "Home, due on the first" },
  { id: 3, label: "Transport" },
  { id: 4, label: "Utilities" },
  { id: 5, label: "Insurance" },
  { id: 6, label: "Restaurants" },
  { id: 7, label: "Closed category", isDisabled: true },
];

export const incomeTypes: readonly Option<"Rent" | "Loan" | "Other">[] = [
  { id: "Rent", label: "Rent" },
  { id: "Loan", label: "Loan", description: "Paid back month by month" },
  { id: "Other", label: "Other" },
];

export type SampleTransaction = {
  id: string;
  date: string;
  name: string;
  amount: Money;
  category: string | null;
  account: string;
};

const payees = [
  "Corner Bakery",
  "Harbor Rail",
  "Northside Power",
  "Maple Apartments",
  "Lantern Books",
  "Payroll",
];

/** Twenty-three rows with every kind of value: incoming and outgoing amounts, rows without a category. */
export const transactions: readonly SampleTransaction[] = Array.from({ length: 23 }, (_, index) => ({
  id: `t${index + 1}`,
  date: `2026-11-${String(((index * 7) % 28) + 1).padStart(2, "0")}`,
  name: `${payees[index % payees.length] ?? "Payee"} ${index + 1}`,
  amount: money(index % 6 === 5 ? 250_000 + index : 0 - (1_250 + index * 1_137)),
  category: index % 4 === 3 ? null : (categories[index % 6]?.label ?? null),
  account: index % 2 === 0 ? "Everyday Checking ··4821" : "Travel Card ··0037",
}));
