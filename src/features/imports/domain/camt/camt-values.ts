import type { Balance } from "../statement.ts";
import { decimalsOf, readAmount } from "../values/amount-text.ts";
import { plainDate } from "../values/date-text.ts";
import { nodeAt, textAt } from "./xml-nodes.ts";
import type { XmlNode } from "./xml-nodes.ts";

/** An amount without a sign, as ISO 20022 prints it, in minor units. */
export type CamtAmount = { amount: number; isoCurrencyCode: string };

/** Reads an `Amt` element: digits with a decimal point, and the currency as an attribute. */
export function camtAmount(node: XmlNode | null, fallbackCurrency: string | null): CamtAmount | null {
  if (node === null) return null;
  const code = node.attributes["Ccy"]?.trim().toUpperCase() ?? fallbackCurrency ?? "";
  if (!/^[A-Z]{3}$/.test(code)) return null;
  const read = readAmount(node.text, ".", decimalsOf(code));
  return read.ok ? { amount: read.amount, isoCurrencyCode: code } : null;
}

/** Reads `CdtDbtInd` next to an amount: true for money out. */
export function isDebit(node: XmlNode | null): boolean {
  return /^DBIT$/i.test(textAt(node, "CdtDbtInd") ?? "");
}

/** Returns the day in an element with `Dt` or `DtTm`, as printed. */
export function camtDate(node: XmlNode | null): string | null {
  return isoDay(textAt(node, "Dt") ?? textAt(node, "DtTm"));
}

/** Returns the day of an ISO 8601 date or time, without converting its zone. */
export function isoDay(text: string | null): string | null {
  const [, year = "", month = "", day = ""] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text ?? "") ?? [];
  return plainDate(year, month, day);
}

/** Returns the first balance of one of these kinds (`OPBD`, `PRCD`, `CLBD` …), with its sign. */
export function camtBalance(
  balances: readonly XmlNode[],
  kinds: readonly string[],
  currency: string | null,
): Balance | null {
  for (const kind of kinds) {
    const found = balances.find((balance) => textAt(balance, "Tp", "CdOrPrtry", "Cd") === kind);
    const amount = camtAmount(nodeAt(found ?? null, "Amt"), currency);
    if (found === undefined || amount === null) continue;
    return {
      amount: isDebit(found) ? 0 - amount.amount : amount.amount,
      date: camtDate(nodeAt(found, "Dt")),
    };
  }
  return null;
}
