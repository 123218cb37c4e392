import { describe, expect, it } from "vitest";
import { fc } from "../../../../tests/support/properties.ts";
import { addMoney, money, negateMoney, sumMoney, type Money } from "#shared/money.ts";
import { addDays, daysFrom } from "#shared/time/plain-dates.ts";
import { worthOf, type DayAmount, type WorthAccount } from "./net-worth.ts";

const day = (number: number) => `2026-11-${String(number).padStart(2, "0")}`;
const amounts = (list: Record<number, number>): DayAmount[] =>
  Object.entries(list).map(([date, amount]) => ({ date: day(Number(date)), amount: money(amount) }));

let nextId = 1;
function account(
  balances: Record<number, number>,
  moves: Record<number, number> = {},
  more: Partial<WorthAccount> = {},
): WorthAccount {
  const known = amounts(balances);
  const moved = amounts(moves);
  const days = [...known, ...moved].map(({ date }) => date).toSorted();
  return {
    accountId: (nextId += 1),
    institutionAccessItemId: nextId,
    isoCurrencyCode: "USD",
    identity: null,
    balances: known,
    moves: moved,
    since: days[0] ?? day(1),
    until: null,
    ...more,
  };
}

/** The worth of days as words, those in a gap with `?`. */
function table(accounts: WorthAccount[], first = 1, last = 10): string {
  const [worth] = worthOf(accounts, daysFrom(day(first), day(last)));
  return (worth?.points ?? []).map(({ amount, isGap }) => `${amount}${isGap ? "?" : ""}`).join(" ");
}

describe("net worth by day", () => {
  it("goes back from a known balance by what moved since, and on from the last one", () => {
    expect(table([account({ 8: 100 }, { 2: 5, 3: -20, 6: 50, 9: 7 })], 1, 10)).toBe(
      "70 50 50 50 100 100 100 107 107",
    );
  });

  it.each([
    ["no rows", [account({ 5: 40 })], "40 40 40 40 40 40"],
    ["a balance before all rows", [account({ 1: 40 }, { 4: -10 })], "40 40 40 30 30 30 30 30 30 30"],
    [
      "balances that rows explain",
      [account({ 1: 40, 6: 30, 10: 35 }, { 4: -10, 8: 5 })],
      "40 40 40 30 30 30 30 35 35 35",
    ],
    // Between the 1st and the 6th, 15 of the 25 are missing.
    [
      "balances that rows don't explain",
      [account({ 1: 40, 6: 15 }, { 4: -10 })],
      "40 25? 25? 15? 15? 15 15 15 15 15",
    ],
    // A row that came late only changes the days before the known balance.
    [
      "a late row before the last balance",
      [account({ 1: 40, 6: 30 }, { 3: -7, 4: -10 })],
      "40 47? 40? 30? 30? 30 30 30 30 30",
    ],
    ["days next to each other", [account({ 1: 40, 2: 45, 3: 44 })], "40 45 44 44 44 44 44 44 44 44"],
    ["a debt", [account({ 1: -40 }, { 4: -10, 6: 50 })], "-40 -40 -40 -50 -50 0 0 0 0 0"],
    [
      "an account closed on the 5th",
      [account({ 1: 40 }, {}, { until: day(5) }), account({ 1: 1 })],
      "41 41 41 41 1 1 1 1 1 1",
    ],
    [
      "an account that came on the 4th",
      [account({ 4: 40 }), account({ 1: 1 })],
      "1? 1? 1? 41 41 41 41 41 41 41",
    ],
  ])("knows %s", (_what, accounts, expected) => {
    expect(table(accounts)).toBe(expected);
  });

  it("keeps currencies apart, that of most accounts first, with what is owned and owed", () => {
    const worth = worthOf(
      [
        account({ 1: 900 }, {}, { isoCurrencyCode: "JPY" }),
        account({ 1: 100 }),
        account({ 1: -30 }),
        account({ 1: 7 }, {}, { until: day(2) }),
      ],
      [day(1), day(2)],
    );
    expect(worth.map(({ isoCurrencyCode, points }) => [isoCurrencyCode, points])).toEqual([
      [
        "USD",
        [
          { date: day(1), amount: 77, owned: 107, owed: -30, isGap: false },
          { date: day(2), amount: 70, owned: 100, owed: -30, isGap: false },
        ],
      ],
      [
        "JPY",
        [
          { date: day(1), amount: 900, owned: 900, owed: 0, isGap: false },
          { date: day(2), amount: 900, owned: 900, owed: 0, isGap: false },
        ],
      ],
    ]);
    expect(worth[0]?.accounts.map(({ amount }) => amount)).toEqual([100, -30, null]);
  });

  it("is nothing without accounts, and without days", () => {
    expect(worthOf([], [day(1)])).toEqual([]);
    expect(worthOf([account({ 1: 1 })], [])).toEqual([]);
    expect(worthOf([account({ 1: 1 }, {}, { until: day(1) })], [day(1)])).toEqual([]);
  });

  it("counts an account of two links once: the first, and before its history the other; look-alikes of one link each", () => {
    const [one, other] = [{ institutionAccessItemId: 1 }, { institutionAccessItemId: 2 }];
    const same = { identity: "joint" };
    expect(
      table([
        account({ 6: 200 }, {}, { ...one, ...same }),
        account({ 6: 400 }, {}, { ...one, ...same }),
        account({ 1: 150 }, {}, { ...other, ...same }),
      ]),
    ).toBe("150? 150? 150? 150? 150? 600 600 600 600 600");
  });

  it("can count an account with what it held first before its history", () => {
    const [worth] = worthOf([account({ 4: 40 }, { 6: 1 }), account({ 1: 1 })], [day(1), day(6)], "held");
    expect(worth?.points.map(({ amount, isGap }) => [amount, isGap])).toEqual([
      [41, true],
      [42, false],
    ]);
  });
});

describe("for any course", () => {
  const size = fc.integer({ min: -1e9, max: 1e9 }).map((amount) => money(amount === 0 ? 1 : amount));
  const daily = fc.array(size, { minLength: 12, maxLength: 12 });

  it("any days of a true course as balances, in any number, give that course on every day", () => {
    fc.assert(
      fc.property(
        daily,
        size,
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        (moves, opening, isKnown) => {
          const days = daysFrom(day(1), day(12));
          const truth: Money[] = [];
          for (const moved of moves) truth.push(addMoney(truth.at(-1) ?? opening, moved));
          const at = (index: number): DayAmount => ({
            date: days[index] ?? "",
            amount: truth[index] ?? opening,
          });
          const known = days.flatMap((_, index) =>
            isKnown[index] === true || index === 5 ? [at(index)] : [],
          );
          const [worth] = worthOf(
            [
              {
                ...account({}),
                balances: known,
                moves: moves.map((amount, index) => ({ date: days[index] ?? "", amount })),
              },
            ],
            days,
          );
          expect(worth?.points.map(({ amount }) => amount)).toEqual(truth);
          expect(worth?.points.some(({ isGap }) => isGap)).toBe(false);
        },
      ),
    );
  });

  it("rows up to the last known balance never change what comes after it, wherever they come in", () => {
    const late = fc.record({ at: fc.integer({ min: 1, max: 6 }), amount: size });
    fc.assert(
      fc.property(daily, fc.array(late), (moves, lates) => {
        const days = daysFrom(day(1), day(12));
        const rows = moves.map((amount, index) => ({ date: days[index] ?? "", amount }));
        const withLate = rows.map((row, index) => ({
          ...row,
          amount: sumMoney([
            row.amount,
            ...lates.flatMap(({ at, amount }) => (at === index + 1 ? [amount] : [])),
          ]),
        }));
        const of = (own: DayAmount[]) =>
          worthOf([{ ...account({ 6: 500 }), since: day(1), moves: own }], days)[0]?.points ?? [];
        expect(of(withLate).slice(5)).toEqual(of(rows).slice(5));
        const [before, after] = [of(rows), of(withLate)];
        for (const [index, point] of after.slice(0, 5).entries()) {
          const moved = lates.flatMap(({ at, amount }) =>
            at > index + 1 && at <= 6 ? [negateMoney(amount)] : [],
          );
          expect(point.amount).toBe(sumMoney([before[index]?.amount ?? money(0), ...moved]));
        }
      }),
    );
  });
});

it("lists days over the end of a year", () => {
  expect(daysFrom("2026-12-31", "2027-01-01")).toEqual(["2026-12-31", "2027-01-01"]);
  expect(daysFrom(addDays("2026-12-31", 1), "2026-12-31")).toEqual([]);
});
