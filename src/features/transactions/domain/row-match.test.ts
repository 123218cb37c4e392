import { describe, expect, it } from "vitest";
import { addDays, daysBetween } from "#shared/time/plain-dates.ts";
import { fc } from "../../../../tests/support/properties.ts";
import { payeeKey } from "./payees/payee-key.ts";
import { findRenumbered, matchHistory, matchPosted, type MatchableRow } from "./row-match.ts";

const anyRow: fc.Arbitrary<MatchableRow> = fc.record({
  accountId: fc.constantFrom(1, 2),
  amount: fc.constantFrom(-500, 500),
  isoCurrencyCode: fc.constantFrom("USD", "JPY"),
  date: fc.integer({ min: 0, max: 20 }).map((days) => addDays("2026-11-01", days)),
  name: fc.constantFrom("Blue Fig 1", "BLUE FIG #2", "Corner Bakery"),
});
const some = fc.array(anyRow, { maxLength: 8 });

const isOf = (posted: MatchableRow, pending: MatchableRow) =>
  posted.accountId === pending.accountId &&
  posted.amount === pending.amount &&
  posted.isoCurrencyCode === pending.isoCurrencyCode &&
  payeeKey(posted.name) === payeeKey(pending.name) &&
  daysBetween(pending.date, posted.date) >= 0 &&
  daysBetween(pending.date, posted.date) <= 8;

describe("posted rows and pending ones", () => {
  it("meet exactly where each is the only candidate of the other", () => {
    fc.assert(
      fc.property(some, some, (posted, pending) => {
        const found = matchPosted(posted, pending);
        for (const one of posted) {
          const candidates = pending.filter((other) => isOf(one, other));
          const [only] = candidates;
          const isOnly =
            only !== undefined &&
            candidates.length === 1 &&
            posted.filter((other) => isOf(other, only)).length === 1;
          expect(found.get(one)).toBe(isOnly ? only : undefined);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("rows of a new link and of an earlier one", () => {
  const row = (date: string, name = "Blue Fig", amount = -500): MatchableRow => ({
    accountId: 1,
    amount,
    isoCurrencyCode: "USD",
    date,
    name,
  });

  it("pair one by one where they are alike", () => {
    const kept = [row("2026-11-01"), row("2026-11-01"), row("2026-11-01")];
    const fresh = [row("2026-11-01"), row("2026-11-01", "BLUE FIG 7")];
    expect([...matchHistory(fresh, kept).values()]).toEqual(kept.slice(0, 2));
  });

  it.each([
    ["another name on the same day", row("2026-11-01", "SQ Blue Fig Inc"), true],
    ["three days later", row("2026-11-04"), true],
    ["three days earlier", row("2026-10-29"), true],
    ["four days later", row("2026-11-05"), false],
    ["another name a day later", row("2026-11-02", "SQ Blue Fig Inc"), false],
    ["another amount", row("2026-11-01", "Blue Fig", -501), false],
  ])("with %s: %s", (_, fresh, isFound) => {
    expect(matchHistory([fresh], [row("2026-11-01")]).size).toBe(isFound ? 1 : 0);
  });

  it("are none of two that would do", () => {
    expect(matchHistory([row("2026-11-02", "Other")], [row("2026-11-02"), row("2026-11-02", "B")]).size).toBe(
      0,
    );
  });

  it("never share a row", () => {
    fc.assert(
      fc.property(some, some, (fresh, kept) => {
        const found = [...matchHistory(fresh, kept).values()];
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });
});

describe("rows that come under other IDs", () => {
  const known = (date: string, amount: number, name = "Corner Bakery"): MatchableRow => ({
    accountId: 1,
    amount,
    isoCurrencyCode: "USD",
    date,
    name,
  });
  const week = [1, 2, 3, 4, 5].map((day) => known(`2026-11-0${day}`, -100 * day));

  it("are the known ones if at least 80% of their days come again", () => {
    const [, ...most] = week;
    expect(findRenumbered(structuredClone(week), week, () => true).size).toBe(5);
    expect(findRenumbered([...structuredClone(most), known("2026-11-01", -7)], week, () => true).size).toBe(
      4,
    );
    const [, , ...fewer] = week;
    expect(findRenumbered([...structuredClone(fewer), known("2026-11-01", -7)], week, () => true).size).toBe(
      0,
    );
  });

  it("aren't rows that are still here, of another account, or with another name, day, or amount", () => {
    expect(findRenumbered(structuredClone(week), week, () => false).size).toBe(0);
    for (const more of [{ accountId: 2 }, { name: "Corner bakery" }, { date: "2026-11-09" }, { amount: 1 }]) {
      const [first] = week;
      expect(
        findRenumbered(
          [{ ...known("2026-11-01", -100), ...more }],
          first === undefined ? [] : [first],
          () => true,
        ).size,
      ).toBe(0);
    }
  });

  it("pair each row with one twin, and equal ones in order", () => {
    fc.assert(
      fc.property(some, some, (fresh, rows) => {
        const found = findRenumbered(fresh, rows, () => true);
        expect(new Set(found.values()).size).toBe(found.size);
        for (const [row, twin] of found) expect({ ...row }).toEqual({ ...twin });
      }),
    );
    fc.assert(
      fc.property(some, (rows) => {
        const copies = structuredClone(rows);
        const found = findRenumbered(copies, rows, () => true);
        expect(copies.map((copy) => found.get(copy))).toEqual(rows);
      }),
    );
  });
});
