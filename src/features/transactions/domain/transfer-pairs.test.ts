import { describe, expect, it } from "vitest";
import { money, negateMoney } from "#shared/money.ts";
import { addDays, daysBetween } from "#shared/time/plain-dates.ts";
import { fc } from "../../../../tests/support/properties.ts";
import { hasNoBankCategory, looksLikeTransfer } from "./bank-categories.ts";
import { pairTransfers, transferNeighborhood, type TransferCandidate } from "./transfer-pairs.ts";

function side(transactionId: number, more: Partial<TransferCandidate> = {}): TransferCandidate {
  return {
    transactionId,
    accountId: transactionId,
    amount: money(transactionId % 2 === 0 ? 5000 : -5000),
    isoCurrencyCode: "USD",
    date: "2026-11-10",
    bankCategory: "TRANSFER_OUT",
    bankCategoryDetailed: null,
    ...more,
  };
}

const plain = { bankCategory: "FOOD_AND_DRINK", bankCategoryDetailed: "FOOD_AND_DRINK_COFFEE" };
const silent = { bankCategory: null, bankCategoryDetailed: null };
const cardPayment = {
  bankCategory: "LOAN_PAYMENTS",
  bankCategoryDetailed: "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT",
};
const mortgage = { bankCategory: "LOAN_PAYMENTS", bankCategoryDetailed: "LOAN_PAYMENTS_MORTGAGE_PAYMENT" };

describe("two sides of a transfer", () => {
  it.each([
    ["equal and opposite on the same day", {}, true],
    ["five days later", { date: "2026-11-15" }, true],
    ["five days earlier", { date: "2026-11-05" }, true],
    ["six days later", { date: "2026-11-16" }, false],
    ["a cent apart", { amount: money(5001) }, false],
    ["in the same direction", { amount: money(-5000) }, false],
    ["in another currency", { isoCurrencyCode: "CAD" }, false],
    ["on the same account", { accountId: 1 }, false],
    ["of which one looks like a purchase", plain, true],
  ])("%s: %s", (_, other, arePair) => {
    const pairs = pairTransfers([side(1), side(2, other)]);
    expect([...pairs]).toEqual(
      arePair
        ? [
            [1, 2],
            [2, 1],
          ]
        : [],
    );
  });

  it.each([
    ["a card payment", cardPayment, plain, true],
    ["the payment of a loan that is no card", mortgage, plain, false],
    ["a purchase and an unrelated refund", plain, plain, false],
    ["two rows of which the bank says nothing", silent, silent, true],
    ["a purchase and a row of which the bank says nothing", plain, silent, false],
  ])("%s", (_, one, other, arePair) => {
    expect(pairTransfers([side(1, one), side(2, other)]).size).toBe(arePair ? 2 : 0);
  });

  it("are none where either has a second candidate", () => {
    expect(pairTransfers([side(1), side(2), side(4)]).size).toBe(0);
    expect(pairTransfers([side(1), side(2), side(4, { date: "2026-11-16" })]).size).toBe(2);
    // 1 has only 2, but 2 has 1 and 3.
    const chain = [side(1), side(2, { date: "2026-11-14" }), side(3, { date: "2026-11-18" })];
    expect(pairTransfers(chain).size).toBe(0);
  });

  it("are never nothing moved to nothing", () => {
    expect(pairTransfers([side(1, { amount: money(0) }), side(2, { amount: money(0) })]).size).toBe(0);
  });
});

const anyRow = fc.record({
  accountId: fc.integer({ min: 1, max: 3 }),
  amount: fc.constantFrom(-5000, 5000, -200, 200, 0).map(money),
  isoCurrencyCode: fc.constantFrom("USD", "JPY"),
  date: fc.integer({ min: 0, max: 20 }).map((days) => addDays("2026-11-01", days)),
  kind: fc.constantFrom(plain, silent, cardPayment, {
    bankCategory: "TRANSFER_IN",
    bankCategoryDetailed: null,
  }),
});
const anyRows = fc
  .array(anyRow, { maxLength: 14 })
  .map((rows) => rows.map(({ kind, ...row }, index) => ({ ...row, ...kind, transactionId: index + 1 })));

/** The rule word for word, by looking at every two rows. */
function pairsByTheRule(rows: TransferCandidate[]): Map<number, number> {
  const candidates = (one: TransferCandidate) =>
    rows.filter(
      (other) =>
        one.amount !== 0 &&
        other.amount === negateMoney(one.amount) &&
        other.isoCurrencyCode === one.isoCurrencyCode &&
        other.accountId !== one.accountId &&
        Math.abs(daysBetween(one.date, other.date)) <= 5 &&
        ([one, other].some(looksLikeTransfer) || [one, other].every(hasNoBankCategory)),
    );
  const pairs = new Map<number, number>();
  for (const one of rows) {
    const [other, ...more] = candidates(one);
    if (other === undefined || more.length > 0 || candidates(other).length !== 1) continue;
    pairs.set(one.transactionId, other.transactionId);
  }
  return pairs;
}

describe("pairing", () => {
  it("is the rule, each side naming the other, whatever the order of the rows", () => {
    fc.assert(
      fc.property(anyRows, fc.infiniteStream(fc.nat()), (rows, random) => {
        const pairs = pairTransfers(rows);
        expect(pairs).toEqual(pairsByTheRule(rows));
        for (const [one, other] of pairs) expect(pairs.get(other)).toBe(one);
        const shuffled = rows
          .map((row) => ({ row, key: random.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ row }) => row);
        expect(new Map([...pairTransfers(shuffled)].toSorted(([a], [b]) => a - b))).toEqual(pairs);
      }),
      { numRuns: 500 },
    );
  });

  it("around a changed row decides as if it had looked at all", () => {
    fc.assert(
      fc.property(anyRows, fc.nat(), (rows, pick) => {
        const changed = rows[pick % Math.max(1, rows.length)];
        if (changed === undefined) return;
        const before = pairTransfers(rows.filter((row) => row !== changed));
        const after = pairTransfers(rows);
        const { decided, seen } = transferNeighborhood({ first: changed.date, last: changed.date });
        const near = pairTransfers(rows.filter(({ date }) => date >= seen.first && date <= seen.last));
        const isDecided = (id: number | undefined) => {
          const date = rows.find((row) => row.transactionId === id)?.date;
          return date === undefined || (date >= decided.first && date <= decided.last);
        };
        for (const { transactionId: id } of rows) {
          const mayChange = [id, before.get(id), near.get(id)].every(isDecided);
          expect(mayChange ? near.get(id) : before.get(id)).toBe(after.get(id));
        }
      }),
      { numRuns: 500 },
    );
  });
});
