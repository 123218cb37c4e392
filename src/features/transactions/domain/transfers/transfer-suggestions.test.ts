import { describe, expect, it } from "vitest";
import { money } from "#shared/money.ts";
import { addDays } from "#shared/time/plain-dates.ts";
import { fc } from "../../../../../tests/support/properties.ts";
import type { TransferDecision } from "./transfer-pairs.ts";
import { suggestTransfers, type UnpairedRow } from "./transfer-suggestions.ts";

const silent = { bankCategory: null, bankCategoryDetailed: null };
const moved = {
  bankCategory: "TRANSFER_OUT",
  bankCategoryDetailed: "TRANSFER_OUT_ACCOUNT_TRANSFER",
  kindReason: "transferLike" as const,
};

/** Odd ids are money out, each id on an account of its own. */
function row(transactionId: number, more: Partial<UnpairedRow> = {}): UnpairedRow {
  const isOut = transactionId % 2 === 1;
  return {
    transactionId,
    accountId: transactionId,
    account: { names: ["Rainy Day"], mask: null },
    amount: money(isOut ? -50_000 : 50_000),
    isoCurrencyCode: "USD",
    date: "2026-11-10",
    name: "Blue Fig",
    chosenKind: null,
    isPayeeConfirmed: false,
    kind: isOut ? "spending" : "income",
    kindReason: "default",
    ...silent,
    ...more,
  };
}

const words = (rows: UnpairedRow[], decisions: TransferDecision[] = []) =>
  suggestTransfers(rows, decisions).map(
    ({ outId, inId, reasons, isLikely }) =>
      `${outId ?? "?"}-${inId ?? "?"}: ${reasons.join(", ")}${isLikely ? " (likely)" : ""}`,
  );

describe("what looks like a transfer", () => {
  it("offers the nearest of several candidates first, and the next once that is rejected", () => {
    const rows = [
      row(1, moved),
      row(2, { ...moved, date: "2026-11-12" }),
      row(4, { ...moved, date: "2026-11-11" }),
    ];
    expect(words(rows)).toEqual([
      "1-4: Your bank says transfer, Same amount, 1 day apart, Nearest of 2 that fit (likely)",
    ]);
    const rejected = [{ outId: 1, inId: 4, isTransfer: false }];
    expect(words(rows, rejected)[0]).toBe("1-2: Your bank says transfer, Same amount, 2 days apart (likely)");
  });

  it.each<[what: string, rows: UnpairedRow[], expected: string[]]>([
    ["equal rows without evidence", [row(1), row(2)], ["1-2: Same amount, Same day"]],
    ["money back on a card", [row(1), row(2, { kindReason: "refund" })], ["1-2: Same amount, Same day"]],
    ["a purchase and a refund", [row(1, { kindReason: "bank" }), row(2, { kindReason: "refund" })], []],
    ["two rows of one account", [row(1), row(2, { accountId: 1 })], []],
    ["two rows six days apart", [row(1), row(2, { date: "2026-11-16" })], []],
    [
      "a fee of 5.00, if one side looks like a transfer",
      [row(1, { ...moved, amount: money(-2000) }), row(2, { amount: money(1500) })],
      ["1-2: Your bank says transfer, $5.00 less arrived, Same day"],
    ],
    [
      "a fee of 1 %",
      [row(1, { name: "To Rainy Day", amount: money(-100_000) }), row(2, { amount: money(99_000) })],
      ["1-2: Names your other account, $10.00 less arrived, Same day"],
    ],
    ["a fee without evidence", [row(1, { amount: money(-2000) }), row(2, { amount: money(1900) })], []],
    [
      "more than a fee",
      [row(1, { name: "To Rainy Day", amount: money(-100_000) }), row(2, { amount: money(98_999) })],
      [],
    ],
    [
      "a fee that is most of it",
      [row(1, { name: "To Rainy Day", amount: money(-500) }), row(2, { amount: money(200) })],
      [],
    ],
    ["more than left", [row(1, { name: "To Rainy Day" }), row(2, { amount: money(50_001) })], []],
    [
      "two currencies with evidence on both sides, and the rate",
      [
        row(1, { ...moved, date: "2026-11-07" }),
        row(2, { name: "Xfer", isoCurrencyCode: "EUR", amount: money(46_071) }),
      ],
      ["1-2: Your bank says transfer, Reads like a transfer, 1 USD = 0.9214 EUR, 3 days apart"],
    ],
    [
      "two currencies four days apart",
      [
        row(1, { name: "Xfer", chosenKind: "transfer", kind: "transfer", date: "2026-11-06" }),
        row(2, { chosenKind: "transfer", kind: "transfer", isoCurrencyCode: "EUR" }),
      ],
      [],
    ],
    [
      "two currencies with evidence on one side",
      [row(1, { ...moved, kindReason: "default" }), row(2, { isoCurrencyCode: "EUR" })],
      ["1-?: Your bank says transfer, Other side not in your accounts (likely)"],
    ],
    [
      "one side by its words",
      [row(1, { name: "Wire transfer", kindReason: "transferLike" })],
      ["1-?: Reads like a transfer, Other side not in your accounts"],
    ],
    ["money in, which may be a rent", [row(2, moved)], []],
    [
      "one side of a confirmed payee",
      [row(2, { isPayeeConfirmed: true, kindReason: "transferLike" })],
      ["?-2: You confirmed this payee before, Other side not in your accounts (likely)"],
    ],
    ["what the person chose", [row(1, { ...moved, chosenKind: "spending", kindReason: "chosen" })], []],
    ["what the person categorized", [row(1, { ...moved, kindReason: "category" })], []],
    [
      "a card’s payment without the account it came from",
      [row(2, { ...moved, kind: "transfer", kindReason: "bank" })],
      [],
    ],
  ])("%s", (_what, rows, expected) => {
    expect(words(rows)).toEqual(expected);
  });
});

const anyRow = fc.record({
  accountId: fc.integer({ min: 1, max: 3 }),
  amount: fc.constantFrom(-5000, 5000, -4800, 4800, 90).map(money),
  isoCurrencyCode: fc.constantFrom("USD", "USD", "EUR"),
  date: fc.integer({ min: 0, max: 9 }).map((days) => addDays("2026-11-01", days)),
  name: fc.constantFrom("Blue Fig", "Transfer"),
  kindReason: fc.constantFrom("default" as const, "refund" as const, "bank" as const),
  words: fc.constantFrom(silent, moved),
});

it("names each row once and no rejected pair, whatever the order of the rows", () => {
  const anyRows = fc
    .array(anyRow, { maxLength: 12 })
    .map((rows) =>
      rows.map(({ words: said, ...one }, index) =>
        row(index + 1, { kind: one.amount < 0 ? "spending" : "income", ...one, ...said }),
      ),
    );
  fc.assert(
    fc.property(anyRows, fc.nat(), (rows, pick) => {
      const found = suggestTransfers(rows, []);
      const ids = found.flatMap(({ outId, inId }) => [outId, inId].filter((id) => id !== null));
      expect(new Set(ids).size).toBe(ids.length);
      expect(suggestTransfers(rows.toReversed(), [])).toEqual(found);
      const pairs = found.filter(({ outId, inId }) => outId !== null && inId !== null);
      const rejected = pairs[pick % Math.max(1, pairs.length)];
      if (rejected === undefined) return;
      const { outId, inId } = rejected;
      const after = suggestTransfers(rows, [{ outId: outId ?? 0, inId: inId ?? 0, isTransfer: false }]);
      expect(after.some((one) => one.outId === outId && one.inId === inId)).toBe(false);
    }),
    { numRuns: 300 },
  );
});
