import { money, type Money } from "#shared/money.ts";

/** Range of amounts that a typed number can stand for in currencies with `decimals` decimals: unsigned minor units, both ends included. */
export type AmountRange = { decimals: number; from: Money; to: Money };
export type AmountSearch = { flow: "in" | "out" | "any"; ranges: AmountRange[] };

/** The decimals that currencies have (`currencyDecimals`). */
const everyDecimals = [0, 2, 3, 4];
const shape =
  /^(?<sign>[+\-\u2212]?)\p{Sc}?(?<whole>\d{1,3}(?:,\d{3})+|\d{1,9}|(?=\.\d))(?:\.(?<fraction>\d{0,4}))?$/u;

/**
 * Reads a search word as the start of an amount: `12` finds 12.00 to 12.99, `12.5` finds 12.50 to 12.59, `-12` only
 * money out, `+12` only money in. Returns null for anything that isn't a number.
 */
export function readAmountSearch(word: string): AmountSearch | null {
  const { sign = "", whole = "", fraction = "" } = shape.exec(word)?.groups ?? {};
  if (whole === "" && fraction === "") return null;
  const ranges = everyDecimals.flatMap((decimals) => {
    if (fraction.length > decimals) return [];
    const digits = whole.replaceAll(",", "") + fraction;
    const open = decimals - fraction.length;
    return [
      {
        decimals,
        from: money(Number(digits + "0".repeat(open))),
        to: money(Number(digits + "9".repeat(open))),
      },
    ];
  });
  if (sign === "") return { flow: "any", ranges };
  return { flow: sign === "+" ? "in" : "out", ranges };
}
