import { describe, expect, it } from "vitest";
import { money } from "#shared/money.ts";
import { monthsFrom } from "#shared/time/plain-dates.ts";
import { fc } from "../../../../tests/support/properties.ts";
import { anySchedule, createSchedule, term } from "../../../../tests/support/factories/income-factory.ts";
import { incomeMonth } from "./income-month.ts";
import {
  anchoredTerms,
  changedTerms,
  dueDateIn,
  isActiveIn,
  termIn,
  type IncomeSchedule,
  type IncomeTerms,
} from "./income-source.ts";

const raised: IncomeTerms = [term("2026-01", 1_000_00, 1), term("2026-07", 1_100_00, 5)];

describe("the term of a month", () => {
  it.each([
    ["2025-06", 1_000_00, "2025-06-01"],
    ["2026-01", 1_000_00, "2026-01-01"],
    ["2026-06", 1_000_00, "2026-06-01"],
    ["2026-07", 1_100_00, "2026-07-05"],
    ["2030-01", 1_100_00, "2030-01-05"],
  ])("%s: the latest that has started, or the first for earlier months", (month, amount, dueDate) => {
    expect(termIn(raised, month).amountDue).toBe(amount);
    expect(dueDateIn({ terms: raised }, month)).toBe(dueDate);
  });
});

describe("a source that ended last month", () => {
  it("is due in earlier months only", () => {
    const source = createSchedule({ startDate: "2026-01-01", endDate: "2026-10-31", day: 28 });
    expect(["2025-12", "2026-01", "2026-10", "2026-11"].map((month) => isActiveIn(source, month))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe("a saved amount and day", () => {
  const now = "2026-11";

  it("applies from its month on and leaves earlier months alone", () => {
    expect(changedTerms(raised, term("2026-11", 1_200_00, 5), now)).toEqual([
      ...raised,
      term("2026-11", 1_200_00, 5),
    ]);
  });

  it("replaces every later term", () => {
    const planned: IncomeTerms = [...raised, term("2027-01", 1_500_00, 5)];
    expect(changedTerms(planned, term("2026-11", 1_200_00, 5), now)).toEqual([
      ...raised,
      term("2026-11", 1_200_00, 5),
    ]);
  });

  it("changes nothing if equal to the form's values, so renaming keeps a planned raise", () => {
    const planned: IncomeTerms = [...raised, term("2027-01", 1_500_00, 5)];
    expect(changedTerms(planned, term("2026-11", 1_100_00, 5), now)).toEqual(planned);
  });

  it("cancels a planned raise if the raise's own month is chosen", () => {
    const planned: IncomeTerms = [...raised, term("2027-01", 1_500_00, 5)];
    expect(changedTerms(planned, term("2027-01", 1_100_00, 5), now)).toEqual(raised);
  });

  it("fixes a typo everywhere if the first month is chosen, even with the current amount", () => {
    expect(changedTerms(raised, term("2026-01", 1_111_00, 5), now)).toEqual([term("2026-01", 1_111_00, 5)]);
    expect(changedTerms(raised, term("2026-01", 1_100_00, 5), now)).toEqual([term("2026-01", 1_100_00, 5)]);
    expect(changedTerms(raised, term("2020-03", 1_111_00, 5), now)).toEqual([term("2020-03", 1_111_00, 5)]);
  });

  it("leaves no term equal to the one before it", () => {
    expect(changedTerms(raised, term("2026-07", 1_000_00, 1), now)).toEqual([term("2026-01", 1_000_00, 1)]);
  });

  it("treats a changed day like a changed amount", () => {
    expect(changedTerms(raised, term("2026-11", 1_100_00, 20), now).at(-1)).toEqual(
      term("2026-11", 1_100_00, 20),
    );
  });

  const month = fc.constantFrom(...monthsFrom("2024-01", "2027-12"));

  it("never affects earlier months, and applies from its month on if it is a change", () => {
    fc.assert(
      fc.property(
        anySchedule(),
        month,
        fc.nat(3_000_00),
        fc.integer({ min: 1, max: 28 }),
        (schedule, from, amount, day) => {
          const anchored = anchoredTerms(schedule.terms, schedule.startDate);
          const terms = changedTerms(anchored, term(from, amount, day), now);
          for (const one of monthsFrom("2024-01", "2027-12")) {
            const figures = figuresOf({ ...schedule, terms }, one);
            if (one < from || terms === anchored) expect(figures).toEqual(figuresOf(schedule, one));
            else
              expect([termIn(terms, one).amountDue, termIn(terms, one).dayOfMonthDue]).toEqual([amount, day]);
          }
        },
      ),
    );
  });

  it("keeps terms sorted, unique, and free of repetitions", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(month, fc.nat(3), fc.integer({ min: 1, max: 3 }))), (changes) => {
        let terms: IncomeTerms = [term("2026-01", 1)];
        for (const [from, amount, day] of changes) terms = changedTerms(terms, term(from, amount, day), now);
        const starts = terms.map(({ effectiveFrom }) => effectiveFrom);
        expect(starts).toEqual([...new Set(starts)].toSorted());
        for (const [at, one] of terms.entries()) {
          const before = terms[at - 1];
          expect([before?.amountDue, before?.dayOfMonthDue]).not.toEqual([one.amountDue, one.dayOfMonthDue]);
        }
      }),
    );
  });
});

/** Due amount and day of a month; the day doesn't matter if nothing is due. */
function figuresOf(schedule: IncomeSchedule, month: string) {
  const figures = incomeMonth(schedule, month, money(500_00), "2026-11-21");
  return figures.isActive ? figures : { ...figures, dueDate: null };
}

describe("a source with a start moved earlier", () => {
  it("has the first amount in the added months, and keeps it when a later one changes", () => {
    const terms = anchoredTerms([term("2026-06", 1_000_00)], "2026-01-01");
    expect(terms).toEqual([term("2026-01", 1_000_00)]);
    expect(changedTerms(terms, term("2026-03", 900_00), "2026-11")).toEqual([
      term("2026-01", 1_000_00),
      term("2026-03", 900_00),
    ]);
    expect(anchoredTerms(raised, "2026-05-01")).toBe(raised);
  });
});
