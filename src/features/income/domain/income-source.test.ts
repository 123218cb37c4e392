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
  ])("%s: the latest that has begun, before the first the first", (month, amount, dueDate) => {
    expect(termIn(raised, month).amountDue).toBe(amount);
    expect(dueDateIn({ terms: raised }, month)).toBe(dueDate);
  });
});

describe("a source that ended last month", () => {
  it("is due in the months before and not any more", () => {
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

  it("counts from its month on, and earlier months keep theirs", () => {
    expect(changedTerms(raised, term("2026-11", 1_200_00, 5), now)).toEqual([
      ...raised,
      term("2026-11", 1_200_00, 5),
    ]);
  });

  it("replaces every later term: “from then on” leaves none behind", () => {
    const planned: IncomeTerms = [...raised, term("2027-01", 1_500_00, 5)];
    expect(changedTerms(planned, term("2026-11", 1_200_00, 5), now)).toEqual([
      ...raised,
      term("2026-11", 1_200_00, 5),
    ]);
  });

  it("changes nothing when it is what the form showed: a new name does not undo a planned raise", () => {
    const planned: IncomeTerms = [...raised, term("2027-01", 1_500_00, 5)];
    expect(changedTerms(planned, term("2026-11", 1_100_00, 5), now)).toEqual(planned);
  });

  it("takes a planned raise back when the raise's own month is chosen", () => {
    const planned: IncomeTerms = [...raised, term("2027-01", 1_500_00, 5)];
    expect(changedTerms(planned, term("2027-01", 1_100_00, 5), now)).toEqual(raised);
  });

  it("mends a typo everywhere when the first month is chosen, also with the amount of today", () => {
    expect(changedTerms(raised, term("2026-01", 1_111_00, 5), now)).toEqual([term("2026-01", 1_111_00, 5)]);
    expect(changedTerms(raised, term("2026-01", 1_100_00, 5), now)).toEqual([term("2026-01", 1_100_00, 5)]);
    expect(changedTerms(raised, term("2020-03", 1_111_00, 5), now)).toEqual([term("2020-03", 1_111_00, 5)]);
  });

  it("leaves no term that says what the one before it says", () => {
    expect(changedTerms(raised, term("2026-07", 1_000_00, 1), now)).toEqual([term("2026-01", 1_000_00, 1)]);
  });

  it("counts a changed day like a changed amount", () => {
    expect(changedTerms(raised, term("2026-11", 1_100_00, 20), now).at(-1)).toEqual(
      term("2026-11", 1_100_00, 20),
    );
  });

  const month = fc.constantFrom(...monthsFrom("2024-01", "2027-12"));

  it("never changes a month before the one it counts from, and is what holds from there on where it was a change", () => {
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

  it("keeps terms in order, none twice, none that repeats the one before where that was so", () => {
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

/** What a month came to; the day on which nothing was due does not matter. */
function figuresOf(schedule: IncomeSchedule, month: string) {
  const figures = incomeMonth(schedule, month, money(500_00), "2026-11-21");
  return figures.isActive ? figures : { ...figures, dueDate: null };
}

describe("a source that is given an earlier start", () => {
  it("is due the same in the months that it gains, and they keep it when a later one changes", () => {
    const terms = anchoredTerms([term("2026-06", 1_000_00)], "2026-01-01");
    expect(terms).toEqual([term("2026-01", 1_000_00)]);
    expect(changedTerms(terms, term("2026-03", 900_00), "2026-11")).toEqual([
      term("2026-01", 1_000_00),
      term("2026-03", 900_00),
    ]);
    expect(anchoredTerms(raised, "2026-05-01")).toBe(raised);
  });
});
