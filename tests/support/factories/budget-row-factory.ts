import { money } from "#shared/money.ts";
import { addDays } from "#shared/time/plain-dates.ts";
import type { BudgetRow } from "../ledger/budget-model.ts";
import { fc } from "../properties.ts";

/** Generates any row a budget could contain: around November 2026, with two institutions and three currencies. */
export const anyBudgetRow: fc.Arbitrary<BudgetRow> = fc.record({
  institutionAccessItemId: fc.constantFrom(1, 2),
  date: fc.integer({ min: -5, max: 35 }).map((days) => addDays("2026-11-01", days)),
  amount: fc.integer({ min: -1_000_000, max: 500_000 }).map(money),
  isoCurrencyCode: fc.constantFrom("USD", "USD", "USD", "EUR", "JPY"),
  financialCategoryId: fc.constantFrom(null, 1, 2, 3),
  isRemoved: oneIn(8),
  kind: fc.constantFrom("spending", "spending", "spending", "income", "transfer", "leftOut"),
  decision: fc.constantFrom(null, null, null, true, false),
});

function oneIn(count: number): fc.Arbitrary<boolean> {
  return fc.integer({ min: 1, max: count }).map((number) => number === 1);
}
