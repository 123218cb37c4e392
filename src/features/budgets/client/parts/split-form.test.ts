import { describe, expect, it } from "vitest";
import { fc } from "../../../../../tests/support/properties.ts";
import { money, sumMoney } from "#shared/money.ts";
import { evenParts, leftOf, newPart, partsToSave, percentParts, splitSchema } from "./split-form.ts";

describe("the parts of an amount", () => {
  it("differ by a cent at most if even, and are the whole", () => {
    expect(evenParts(money(10_00), 3)).toEqual([3_33, 3_34, 3_33]);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000_00 }),
        fc.integer({ min: 1, max: 50 }),
        (whole, count) => {
          const parts = evenParts(money(whole), count);
          expect(sumMoney(parts)).toBe(whole);
          expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it("are the whole if their percentages come to 100", () => {
    expect(percentParts(money(9_99), [50, 50])).toEqual([5_00, 4_99]);
    expect(percentParts(money(100_00), [12.5, null])).toEqual([12_50, 0]);
    const cuts = fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 8 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_00 }), cuts, (whole, at) => {
        const ends = [...at.toSorted((a, b) => a - b), 10_000];
        const percents = ends.map((end, index) => (end - (ends[index - 1] ?? 0)) / 100);
        expect(sumMoney(percentParts(money(whole), percents))).toBe(whole);
      }),
    );
  });

  it("leave the rest, also if one is empty, unreadable, or goes the other way", () => {
    const amounts = [7_00, null, Number.NaN, -1_00];
    expect(
      leftOf(
        money(12_00),
        amounts.map((amount) => ({ amount })),
      ),
    ).toBe(6_00);
  });
});

it.each([
  [null, "Enter an amount."],
  // Such as the second half of a cent.
  [0, "Enter an amount other than zero."],
])("a part of %s says why it can't be saved", (amount, message) => {
  const { error } = splitSchema.safeParse({ parts: [{ ...newPart, amount }] });
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

it("takes the sign of the transaction, and keeps a rest that isn't assigned", () => {
  const row = { amount: -12, isoCurrencyCode: "USD" } as Parameters<typeof partsToSave>[1];
  const parts = [
    { ...newPart, amount: money(13_00), category: 3, isRest: true },
    { ...newPart, amount: money(-1_00), isRest: true },
  ];
  expect(partsToSave({ parts }, row)).toEqual([
    { amount: -13, financialCategoryId: 3, note: "", leftOut: false, isRest: false },
    { amount: 1, financialCategoryId: -1, note: "", leftOut: false, isRest: true },
  ]);
});
