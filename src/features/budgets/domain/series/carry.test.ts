import { describe, expect, it } from "vitest";
import { addMoney, money, negateMoney, sumMoney, zeroMoney, type Money } from "#shared/money.ts";
import { fc } from "../../../../../tests/support/properties.ts";
import { carryThrough, type ChainEntry, type ChainPeriod, type Plan } from "./carry.ts";
import { startOfPeriod } from "./rhythm.ts";

const monthly = { every: 1, unit: "month" as const, anchor: "2026-01-01" };
const plan = (over: Partial<Plan>): Plan => ({ carry: "both", cap: null, goal: null, ...over });

function chainOf(entries: readonly (ChainEntry | null)[], isoCurrencyCode = "USD"): ChainPeriod[] {
  return entries.map((entry, number) => ({
    seriesStart: startOfPeriod(monthly, number),
    isoCurrencyCode,
    entry,
  }));
}

function entry(
  estimate: number,
  spent: number,
  own: Plan | null = plan({}),
  startsFresh = false,
): ChainEntry {
  return { estimate: money(estimate), spent: money(spent), plan: own, startsFresh };
}

const carriedOf = (entries: readonly (ChainEntry | null)[]) =>
  carryThrough(chainOf(entries), monthly).map((step) => step?.carried ?? null);

describe("what is carried", () => {
  const rests = (own: Plan | null) => [entry(400, 365, own), entry(400, 500, own), entry(400, 0, own)];

  it.each([
    ["nothing without a plan", null, [0, 0, 0]],
    ["nothing in mode none", plan({ carry: "none" }), [0, 0, 0]],
    ["what is left in mode leftovers", plan({ carry: "leftovers" }), [0, 35, 0]],
    ["debt as well in mode both", plan({}), [0, 35, -65]],
    ["at most the cap, but all debt", plan({ cap: money(20) }), [0, 20, -80]],
  ])("is %s", (_, own, carried) => {
    expect(carriedOf(rests(own))).toEqual(carried);
  });

  it("raises with refunds, and starts anew where the category is fresh, missing, or in another currency", () => {
    expect(carriedOf([entry(10, -5), entry(10, 0)])).toEqual([0, 15]);
    expect(carriedOf([entry(10, 0), entry(10, 0, plan({}), true), entry(10, 0)])).toEqual([0, 0, 10]);
    expect(carriedOf([entry(10, 0), null, entry(10, 0)])).toEqual([0, null, 0]);
    const [first, second] = [chainOf([entry(10, 0)]), chainOf([entry(10, 0), entry(10, 0)], "EUR").slice(1)];
    expect(carryThrough([...first, ...second], monthly).map((step) => step?.carried)).toEqual([0, 0]);
  });

  const anyAmount = fc.integer({ min: -50_000, max: 500_000 }).map(money);
  const anyRun = fc.array(fc.record({ estimate: fc.nat(400_000).map(money), spent: anyAmount }), {
    minLength: 1,
    maxLength: 80,
  });
  const both = (run: readonly { estimate: Money; spent: Money }[]) =>
    run.map((one): ChainEntry => ({ ...one, plan: plan({}), startsFresh: false }));

  it("is Σ estimates − Σ spent of any run in mode both", () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        const steps = carryThrough(chainOf(both(run)), monthly);
        steps.forEach((step, index) => {
          const before = run.slice(0, index);
          const sum = sumMoney(before.flatMap(({ estimate, spent }) => [estimate, negateMoney(spent)]));
          expect(step?.carried).toBe(sum);
        });
      }),
    );
  });

  it("changes in exactly the later periods if a row comes or is restored", () => {
    fc.assert(
      fc.property(anyRun, fc.nat(), anyAmount, (run, place, late) => {
        const at = place % run.length;
        const after = run.map((one, index) =>
          index === at ? { ...one, spent: addMoney(one.spent, late) } : one,
        );
        const [was, is] = [both(run), both(after)].map((entries) => carryThrough(chainOf(entries), monthly));
        run.forEach((_, index) => {
          const change = addMoney(
            is?.[index]?.carried ?? zeroMoney,
            negateMoney(was?.[index]?.carried ?? zeroMoney),
          );
          expect(change).toBe(index <= at ? 0 : negateMoney(late));
        });
      }),
    );
  });

  it("is never below zero in mode leftovers, and never above a cap", () => {
    fc.assert(
      fc.property(
        anyRun,
        fc.constantFrom("leftovers" as const, "both" as const),
        fc.nat(100_000),
        (run, carry, most) => {
          const own = plan({ carry, cap: money(most) });
          for (const step of carryThrough(
            chainOf(run.map((one) => ({ ...one, plan: own, startsFresh: false }))),
            monthly,
          )) {
            expect(step?.carried).toBeLessThanOrEqual(most);
            if (carry === "leftovers") expect(step?.carried).toBeGreaterThanOrEqual(0);
          }
        },
      ),
    );
  });
});

describe("goals", () => {
  const goal = (own: Plan["goal"]) => plan({ goal: own });

  it("save the rest of the amount in the periods left, rounded up, and say how far behind they are", () => {
    const own = goal({ kind: "saveBy", amount: money(1000), by: "2026-03-31" });
    const steps = carryThrough(
      chainOf([entry(0, 0, own), entry(0, 100, own), entry(0, 0, own), entry(0, 0, own)]),
      monthly,
    );
    expect(steps).toMatchObject([
      { estimate: 334, carried: 0, behind: 0 },
      { estimate: 333, carried: 334, behind: 100 },
      { estimate: 433, carried: 567, behind: 0 },
      { estimate: 0, carried: 1000, behind: null },
    ]);
  });

  it("save nothing more after their day, so that what was saved up can be spent", () => {
    const own = goal({ kind: "saveBy", amount: money(1000), by: "2026-01-31" });
    const steps = carryThrough(chainOf([entry(0, 0, own), entry(0, 1000, own), entry(0, 0, own)]), monthly);
    expect(steps).toMatchObject([
      { estimate: 1000, carried: 0, behind: 0 },
      { estimate: 0, carried: 1000, behind: null },
      { estimate: 0, carried: 0, behind: null },
    ]);
  });

  it("reach the amount by the day, whatever was spent before the last period", () => {
    const spending = fc.array(fc.integer({ min: -20_000, max: 90_000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(spending, fc.integer({ min: 1, max: 1_000_000 }), (spent, amount) => {
        const by = startOfPeriod(monthly, spent.length);
        const own = goal({ kind: "saveBy", amount: money(amount), by });
        const steps = carryThrough(chainOf([...spent, 0].map((one) => entry(0, one, own))), monthly);
        const last = steps.at(-1);
        expect(addMoney(last?.estimate ?? zeroMoney, last?.carried ?? zeroMoney)).toBeGreaterThanOrEqual(
          amount,
        );
        expect(last?.behind).toBe(0);
      }),
    );
  });

  it("refill what was spent, or set aside the same each period, and are behind once overspent", () => {
    const refill = goal({ kind: "refill", amount: money(300) });
    expect(
      carryThrough(chainOf([entry(0, 120, refill), entry(0, 400, refill), entry(0, 0, refill)]), monthly),
    ).toMatchObject([
      { estimate: 300, carried: 0, behind: 0 },
      { estimate: 120, carried: 180, behind: 100 },
      { estimate: 400, carried: -100, behind: 0 },
    ]);
    const each = goal({ kind: "perPeriod", amount: money(50) });
    expect(carryThrough(chainOf([entry(9, 0, each), entry(9, 0, each)]), monthly)).toMatchObject([
      { estimate: 50, carried: 0 },
      { estimate: 50, carried: 50 },
    ]);
  });

  it("leave the estimate to the person if they're about an account's balance", () => {
    const own = goal({ kind: "balance", amount: money(300), accountId: 1 });
    expect(carryThrough(chainOf([entry(9, 0, own)]), monthly)).toMatchObject([{ estimate: 9, behind: null }]);
  });
});
