import { money } from "#shared/money.ts";
import type { IncomeSchedule, IncomeSource, IncomeTerm } from "#features/income/domain/income-source.ts";
import { fc } from "../properties.ts";

/** Creates a term; the amount is in minor units. */
export function term(effectiveFrom: string, amount: number, day = 15): IncomeTerm {
  return { effectiveFrom, amountDue: money(amount), dayOfMonthDue: day };
}

/** Creates a source's dates and amount due, with one term from its first month on. */
export function createSchedule(
  options: { startDate?: string; endDate?: string | null; amount?: number; day?: number } = {},
): IncomeSchedule {
  const { startDate = "2026-01-01", endDate = null, amount = 1_000_00, day = 15 } = options;
  return { startDate, endDate, terms: [term(startDate.slice(0, 7), amount, day)] };
}

/** Creates a source with one term. */
export function createSource(
  options: Partial<IncomeSource> & { amount?: number; day?: number } = {},
): IncomeSource {
  const { amount, day, ...source } = options;
  return {
    incomeSourceId: 1,
    direction: "in",
    institutionAccessItemId: 1,
    name: "Unit 2",
    description: "",
    incomeSourceType: "Rent",
    expectedPaymentMemos: [],
    isoCurrencyCode: "USD",
    ...createSchedule({
      ...(source.startDate === undefined ? {} : { startDate: source.startDate }),
      ...(amount === undefined ? {} : { amount }),
      ...(day === undefined ? {} : { day }),
    }),
    ...source,
  };
}

/** Generates any schedule of the years around 2026 with one to three terms. */
export function anySchedule(): fc.Arbitrary<IncomeSchedule> {
  const month = fc
    .record({ year: fc.integer({ min: 2024, max: 2026 }), number: fc.integer({ min: 1, max: 12 }) })
    .map(({ year, number }) => `${year}-${String(number).padStart(2, "0")}`);
  const anyTerm = fc.record({
    effectiveFrom: month,
    amountDue: fc.nat(3_000_00).map(money),
    dayOfMonthDue: fc.integer({ min: 1, max: 28 }),
  });
  const terms = fc
    .uniqueArray(anyTerm, { minLength: 1, maxLength: 3, selector: ({ effectiveFrom }) => effectiveFrom })
    .map((list) => list.toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1)));
  return fc.record({ first: month, isEnded: fc.boolean(), terms }).map(({ first, isEnded, terms: list }) => {
    const [head = term(first, 0), ...others] = list;
    return {
      startDate: `${first}-10`,
      endDate: isEnded ? "2026-12-20" : null,
      terms: [head, ...others] as const,
    };
  });
}
