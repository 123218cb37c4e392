import type { ReadOptions } from "../reading.ts";
import { amountParts, decimalsOf } from "../values/amount-text.ts";
import { decideDecimal } from "../values/decimal-sign.ts";
import type { DecimalDecision } from "../values/decimal-sign.ts";
import { descendantsOf, valueOf } from "./ofx-tree.ts";
import type { OfxNode } from "./ofx-tree.ts";

const creditTypes = new Set("CREDIT INT DIV DEP DIRECTDEP".split(" "));
const debitTypes = new Set("DEBIT FEE SRVCHG ATM POS CHECK PAYMENT CASH DIRECTDEBIT REPEATPMT".split(" "));

/** Decides the decimal sign from all amounts of the file. */
export function decideOfxDecimal(
  root: OfxNode,
  currency: string | null,
  options: ReadOptions,
): DecimalDecision {
  const rows = descendantsOf(root, "STMTTRN").map((row) => ({
    text: valueOf(row, "TRNAMT") ?? "",
    shown: () =>
      [valueOf(row, "NAME") ?? valueOf(row, "MEMO"), valueOf(row, "TRNAMT")].filter(Boolean).join(" "),
  }));
  const balances = descendantsOf(root, "LEDGERBAL").map((balance) => {
    const text = valueOf(balance, "BALAMT") ?? "";
    return { text, shown: () => `Balance ${text}` };
  });
  return decideDecimal([...rows, ...balances], decimalsOf(currency), options.answers["decimal"]);
}

/**
 * Returns true if the bank printed amounts without signs: none is negative, though there are types both of money in and out
 * (docs/reference/import.md, "OFX"). Only then the type decides; elsewhere types are often wrong.
 */
export function areUnsigned(rows: readonly OfxNode[]): boolean {
  const types = rows.map(typeOf);
  return (
    types.some((type) => creditTypes.has(type)) &&
    types.some((type) => debitTypes.has(type)) &&
    rows.every((row) => amountParts(valueOf(row, "TRNAMT") ?? "")?.isNegative !== true)
  );
}

export function isDebitType(row: OfxNode): boolean {
  return debitTypes.has(typeOf(row));
}

function typeOf(row: OfxNode): string {
  return (valueOf(row, "TRNTYPE") ?? "").toUpperCase();
}

/**
 * Returns an amount before its conversion: `amount` divided by the rate, which is units of the statement's currency for one of
 * the other (OFX 2.3, 5.2). Null if the rate can't be read.
 */
export function unconverted(
  amount: number,
  decimals: number,
  rate: string,
  originalDecimals: number,
): number | null {
  const [, whole = "", fraction = ""] = /^(\d{1,12})(?:[.,](\d{1,12}))?$/.exec(rate.trim()) ?? [];
  const divisor = BigInt(`0${whole}${fraction}`);
  if (divisor === 0n) return null;
  const scaled = BigInt(Math.abs(amount)) * 10n ** BigInt(fraction.length + originalDecimals);
  const wholeDivisor = divisor * 10n ** BigInt(decimals);
  const result = Number((scaled * 2n + wholeDivisor) / (wholeDivisor * 2n));
  if (!Number.isSafeInteger(result)) return null;
  return amount < 0 && result !== 0 ? -result : result;
}
