import { describe, expect, it } from "vitest";
import { money, negateMoney } from "#shared/money.ts";
import { rowKinds } from "#shared/row-kinds.ts";
import { addDays, daysBetween } from "#shared/time/plain-dates.ts";
import { fc } from "../../../../../tests/support/properties.ts";
import { evidenceOf } from "./transfer-evidence.ts";
import { pairTransfers, type TransferDecision, type TransferRow } from "./transfer-pairs.ts";

const silent = { bankCategory: null, bankCategoryDetailed: null };
const plain = { bankCategory: "FOOD_AND_DRINK", bankCategoryDetailed: "FOOD_AND_DRINK_COFFEE" };
const moved = { bankCategory: "TRANSFER_OUT", bankCategoryDetailed: "TRANSFER_OUT_ACCOUNT_TRANSFER" };
const cardPayment = {
  bankCategory: "LOAN_PAYMENTS",
  bankCategoryDetailed: "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT",
};
const mortgage = { bankCategory: "LOAN_PAYMENTS", bankCategoryDetailed: "LOAN_PAYMENTS_MORTGAGE_PAYMENT" };

function side(transactionId: number, more: Partial<TransferRow> = {}): TransferRow {
  return {
    transactionId,
    accountId: transactionId,
    account: { names: ["Everyday Checking"], mask: "4417" },
    amount: money(transactionId % 2 === 0 ? 5000 : -5000),
    isoCurrencyCode: "USD",
    date: "2026-11-10",
    name: "Blue Fig",
    chosenKind: null,
    isPayeeConfirmed: false,
    ...moved,
    ...more,
  };
}

const pairsOf = (rows: TransferRow[], decisions: TransferDecision[] = []) =>
  [...pairTransfers(rows, decisions)]
    .filter(([one]) => one % 2 === 1)
    .toSorted(([a], [b]) => a - b)
    .map(([out, into]) => `${out}-${into}`);

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
    ["of which the person says that one is spending", { chosenKind: "spending" as const }, false],
  ])("%s: %s", (_, other, arePair) => {
    expect(pairsOf([side(1), side(2, other)])).toEqual(arePair ? ["1-2"] : []);
  });

  it.each([
    ["a card payment", cardPayment, plain, true],
    ["the payment of a loan that is no card", mortgage, plain, false],
    ["a purchase and an unrelated refund", plain, plain, false],
    ["two rows of which nobody says anything", silent, silent, false],
    ["a purchase and a row of which nobody says anything", plain, silent, false],
    ["one that says transfer", { ...silent, name: "Online Xfer 0412" }, silent, true],
    ["a purchase that says transfer", { ...plain, name: "Transfer Station Cafe" }, silent, false],
    ["one that names the other account", { ...silent, name: "To Everyday Checking" }, silent, true],
    ["one that has its number", { ...plain, name: "Payment xx4417" }, silent, true],
    ["one with a longer number", { ...silent, name: "Ref 44171" }, silent, false],
    ["one that the person marked", { ...plain, chosenKind: "transfer" as const }, silent, true],
    ["one whose payee they confirmed", { ...plain, isPayeeConfirmed: true }, silent, true],
    [
      "a payment app, of which one payee says nothing about another",
      { ...silent, isPayeeConfirmed: true, name: "Venmo", bankCategory: "TRANSFER_OUT" },
      { ...plain, bankCategory: "TRAVEL" },
      true,
    ],
  ])("%s", (_, one, other, arePair) => {
    expect(pairsOf([side(1, one), side(2, other)])).toEqual(arePair ? ["1-2"] : []);
  });

  it("are none where either has a candidate on a third account", () => {
    expect(pairsOf([side(1), side(2), side(4)])).toEqual([]);
    expect(pairsOf([side(1), side(2), side(4, { date: "2026-11-16" })])).toEqual(["1-2"]);
    // 1 has only 2, but 2 has 1 and 3.
    expect(pairsOf([side(1), side(2, { date: "2026-11-14" }), side(3, { date: "2026-11-18" })])).toEqual([]);
  });

  it("are paired by date if all candidates are between the same two accounts", () => {
    const out = (id: number, date: string) => side(id, { accountId: 1, date });
    const into = (id: number, date: string) => side(id, { accountId: 2, date });
    const two = [out(1, "2026-11-10"), into(2, "2026-11-11"), out(3, "2026-11-12"), into(4, "2026-11-13")];
    expect(pairsOf(two)).toEqual(["1-2", "3-4"]);
    expect(pairsOf([...two, out(5, "2026-11-14")])).toEqual([]);
    expect(pairsOf([...two, into(6, "2026-11-14"), side(7, { accountId: 3 })])).toEqual([]);
  });

  it("are never nothing moved to nothing", () => {
    expect(pairsOf([side(1, { amount: money(0) }), side(2, { amount: money(0) })])).toEqual([]);
  });
});

describe("the person's word", () => {
  const matched = { outId: 1, inId: 2, isTransfer: true };

  it("pairs rows of any amount and day, and leaves the rest to the rule", () => {
    const rows = [side(1), side(2, { amount: money(4200), date: "2026-12-01" }), side(3), side(4)];
    expect(pairsOf(rows, [matched])).toEqual(["1-2", "3-4"]);
  });

  it("keeps rejected pairs apart for good", () => {
    expect(pairsOf([side(1), side(2)], [{ ...matched, isTransfer: false }])).toEqual([]);
    expect(pairsOf([side(1), side(2), side(4)], [{ ...matched, isTransfer: false }])).toEqual(["1-4"]);
  });

  it("on the kind of a row beats their match", () => {
    expect(pairsOf([side(1, { chosenKind: "spending" }), side(2)], [matched])).toEqual([]);
  });
});

const anyRow = fc.record({
  accountId: fc.integer({ min: 1, max: 3 }),
  amount: fc.constantFrom(-5000, 5000, -200, 200, 0).map(money),
  isoCurrencyCode: fc.constantFrom("USD", "USD", "JPY"),
  date: fc.integer({ min: 0, max: 20 }).map((days) => addDays("2026-11-01", days)),
  name: fc.constantFrom("Blue Fig", "Transfer", "to account 2222"),
  chosenKind: fc.constantFrom(null, null, null, ...rowKinds),
  isPayeeConfirmed: fc.constantFrom(false, false, false, true),
  words: fc.constantFrom(plain, silent, moved, cardPayment),
});
const anyRows = fc.array(anyRow, { maxLength: 14 }).map((rows) =>
  rows.map(({ words, ...row }, index) => ({
    ...row,
    ...words,
    account: { names: [], mask: `${row.accountId}`.repeat(4) },
    transactionId: index + 1,
  })),
);
const anyDecisions = fc.uniqueArray(
  fc.record({
    outId: fc.integer({ min: 1, max: 7 }),
    inId: fc.integer({ min: 8, max: 14 }),
    isTransfer: fc.boolean(),
  }),
  { selector: ({ outId, inId }) => `${outId} ${inId}`, maxLength: 3 },
);
/** Accepted pairs have no row in common, as the server sees to. */
const fewDecisions = anyDecisions.map((decisions) =>
  decisions.filter(
    ({ outId, inId, isTransfer }, index) =>
      !isTransfer ||
      !decisions.slice(0, index).some((one) => one.isTransfer && (one.outId === outId || one.inId === inId)),
  ),
);

/** The rule word for word, by looking at every two rows. */
function isCandidate(one: TransferRow, other: TransferRow, decisions: TransferDecision[]): boolean {
  const [out, into] = one.amount < 0 ? [one, other] : [other, one];
  return (
    [one, other].every(({ chosenKind }) => chosenKind === null || chosenKind === "transfer") &&
    one.amount !== 0 &&
    other.amount === negateMoney(one.amount) &&
    other.isoCurrencyCode === one.isoCurrencyCode &&
    other.accountId !== one.accountId &&
    Math.abs(daysBetween(one.date, other.date)) <= 5 &&
    (evidenceOf(one, other.account) !== null || evidenceOf(other, one.account) !== null) &&
    !decisions.some(({ outId, inId }) => outId === out.transactionId && inId === into.transactionId)
  );
}

describe("pairing", () => {
  it("pairs the only candidates, otherwise only rows of two accounts, each side naming the other", () => {
    fc.assert(
      fc.property(anyRows, fewDecisions, (rows, decisions) => {
        const pairs = pairTransfers(rows, decisions);
        const byId = new Map(rows.map((row) => [row.transactionId, row]));
        const isByHand = (one: number, other: number | undefined) =>
          decisions.some(
            ({ outId, inId, isTransfer }) =>
              isTransfer && [outId, inId].includes(one) && [outId, inId].includes(other ?? 0),
          );
        const free = rows.filter(({ transactionId: id }) => !isByHand(id, pairs.get(id)));
        const candidates = (one: TransferRow) => free.filter((other) => isCandidate(one, other, decisions));
        for (const one of free) {
          const mine = candidates(one);
          const other = byId.get(pairs.get(one.transactionId) ?? 0);
          if (other !== undefined) {
            expect(pairs.get(other.transactionId)).toBe(one.transactionId);
            expect(mine).toContain(other);
            expect(new Set(mine.map(({ accountId }) => accountId)).size).toBe(1);
          }
          const [only, ...more] = mine;
          if (only !== undefined && more.length === 0 && candidates(only).length === 1)
            expect(other).toBe(only);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("doesn't depend on the order of the rows, nor on rows of other amounts", () => {
    fc.assert(
      fc.property(anyRows, fewDecisions, fc.infiniteStream(fc.nat()), (rows, decisions, random) => {
        const pairs = pairTransfers(rows, decisions);
        const shuffled = rows
          .map((row) => ({ row, key: random.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ row }) => row);
        const again = pairTransfers(shuffled, decisions.toReversed());
        expect([...again].toSorted(([a], [b]) => a - b)).toEqual([...pairs].toSorted(([a], [b]) => a - b));
        const matched = new Set(
          decisions.flatMap(({ outId, inId, isTransfer }) => (isTransfer ? [outId, inId] : [])),
        );
        const alike = rows.filter(
          ({ transactionId, amount }) => Math.abs(amount) === 200 || matched.has(transactionId),
        );
        const near = pairTransfers(alike, decisions);
        for (const { transactionId: id, amount } of alike)
          if (Math.abs(amount) === 200) expect(near.get(id)).toBe(pairs.get(id));
      }),
      { numRuns: 500 },
    );
  });
});
