import { currencyDecimals } from "#shared/money.ts";
import { quoted, notAnAmount } from "../reading.ts";

export type DecimalSign = "." | ",";

/** Amount as printed: its sign, and the digits with whatever separates them. */
export type AmountParts = { isNegative: boolean; core: string };

/** An amount in minor units, or a sentence about what is wrong with it. */
export type AmountResult = { ok: true; amount: number } | { ok: false; reason: string };

/** Longer texts aren't amounts; nothing beyond is scanned. */
const mostCharacters = 60;
/** More digits wouldn't be exact in a JavaScript number. */
const mostDigits = 15;

/** Returns a currency's number of decimals; 2 if it isn't known. */
export function decimalsOf(isoCurrencyCode: string | null): number {
  return isoCurrencyCode !== null && /^[A-Z]{3}$/.test(isoCurrencyCode)
    ? currencyDecimals(isoCurrencyCode)
    : 2;
}

/**
 * Takes a printed amount apart (docs/reference/import.md, "Amounts"): `-12.30`, `12.30-`, `(12.30)`, `−12`, `1 234,56 €`,
 * `CHF 1'234.50`, `12,30 S`. Returns null for what isn't an amount, such as `1e400` or `Visa 1234`.
 */
export function amountParts(text: string): AmountParts | null {
  const trimmed = text.trim();
  if (trimmed.length > mostCharacters) return null;
  const { lead, core, tail } = splitAtDigits(trimmed);
  if (!/^[\d.,'’\u00A0\u202F\u2009 ]+$/.test(core)) return null;
  if (lead === "" && tail === "") return { isNegative: false, core };
  return withSign(lead, core, tail);
}

/** Splits before the first and after the last digit; separators without digits on one side belong to the amount (`,50`). */
function splitAtDigits(text: string): { lead: string; core: string; tail: string } {
  const from = text.search(/\d/);
  if (from === -1) return { lead: text, core: "", tail: "" };
  const to = lastDigit(text) + 1;
  const start = /(?:^|[^\p{L}.,])[.,]$/u.test(text.slice(0, from)) ? from - 1 : from;
  const end = /^[.,]/.test(text.slice(to)) ? to + 1 : to;
  const tail = end > to ? text.slice(end).replace(/^[-–—]{1,2}/, "") : text.slice(end);
  return { lead: text.slice(0, start), core: text.slice(start, end), tail };
}

function lastDigit(text: string): number {
  for (let index = text.length - 1; index >= 0; index -= 1) {
    const character = text.charAt(index);
    if (character >= "0" && character <= "9") return index;
  }
  return -1;
}

/** Minus signs and dashes of all kinds, also the wide ones of Shift_JIS. */
const minus = /[-\u2212\u2010-\u2015\uFE63\uFF0D]/g;
/** Words after an amount for money out, in banks' own words: `12.30 DR`, `12,30 D`, `12,30 S` (Soll). */
const debitMarks = new Set(["DR", "DB", "D", "S"]);
const creditMarks = new Set(["CR", "C", "H"]);

function withSign(lead: string, core: string, tail: string): AmountParts | null {
  const isBracketed = lead.includes("(") && tail.includes(")");
  const bareLead = bare(isBracketed ? lead.replace("(", "") : lead);
  const bareTail = bare(isBracketed ? tail.replace(")", "") : tail);
  const isDebit = debitMarks.has(bareTail.mark);
  const isMarked = isDebit || creditMarks.has(bareTail.mark);
  if (!isCurrencyMark(bareLead.mark) || !(isMarked || isCurrencyMark(bareTail.mark))) return null;
  const signs = bareLead.minuses + bareTail.minuses + Number(isBracketed) + Number(isDebit);
  return signs > 1 ? null : { isNegative: signs === 1, core };
}

function bare(text: string): { mark: string; minuses: number } {
  const minuses = text.match(minus)?.length ?? 0;
  return { mark: text.replaceAll(minus, "").replaceAll(/[\s+]/g, "").toUpperCase(), minuses };
}

/** Signs and words for currencies that aren't ISO codes, upper-case. */
const currencyWords = new Set(
  "KR KR. ZŁ KČ FT LEI RM RS RS. FR FR. S/ S/. ЛВ ЛВ. KN DIN BS SFR SFR. EURO EUROS DM L. NT HK".split(" "),
);
const isoCodes = new Set(Intl.supportedValuesOf("currency"));

function isCurrencyMark(mark: string): boolean {
  return (
    mark === "" ||
    isoCodes.has(mark) ||
    currencyWords.has(mark) ||
    /^(?:[A-Z]{0,3}\$|\$[A-Z]{0,3}|\p{Sc})$/u.test(mark)
  );
}

/**
 * Returns the decimal sign that an amount proves, `"either"` for one such as `1.000` that could be read both ways, and null for
 * one that says nothing. `decimals` is the currency's number of decimals.
 */
export function decimalEvidence(core: string, decimals: number): DecimalSign | "either" | null {
  const last = Math.max(core.lastIndexOf("."), core.lastIndexOf(","));
  if (last === -1) return null;
  const sign = core.charAt(last) === "." ? "." : ",";
  const other = sign === "." ? "," : ".";
  if (core.includes(other)) return sign;
  if (core.indexOf(sign) !== last) return other;
  const whole = core.slice(0, last);
  const fraction = core.slice(last + 1);
  if (fraction.length !== 3 || !/^[1-9]\d{0,2}$/.test(whole)) return sign;
  const canBeFraction = fraction.replace(/0+$/, "").length <= decimals;
  return canBeFraction && decimals > 0 ? "either" : other;
}

/** Reads a printed amount digit by digit, with the file's decimal sign and the currency's number of decimals. */
export function readAmount(text: string, decimal: DecimalSign, decimals: number): AmountResult {
  const parts = amountParts(text);
  if (parts === null) return { ok: false, reason: notAnAmount(text) };
  const { core, isNegative } = parts;
  const at = core.lastIndexOf(decimal);
  const whole = at === -1 ? core : core.slice(0, at);
  const fraction = (at === -1 ? "" : core.slice(at + 1)).replace(/0+$/, "");
  if (!isGrouped(whole, decimal) || /\D/.test(fraction) || whole + core.slice(at + 1) === "")
    return { ok: false, reason: notAnAmount(text) };
  if (fraction.length > decimals) {
    return { ok: false, reason: `${quoted(text)} has more decimals than its currency.` };
  }
  const digits = (whole.replaceAll(/\D/g, "") + fraction.padEnd(decimals, "0")).replace(/^0+/, "");
  if (digits.length > mostDigits) return { ok: false, reason: `${quoted(text)} is too large.` };
  const minor = Number(digits);
  return { ok: true, amount: isNegative && minor !== 0 ? -minor : minor };
}

/** Reads a printed amount like {@link readAmount}; null if it isn't one. */
export function amountOrNull(text: string, decimal: DecimalSign, decimals: number): number | null {
  const read = readAmount(text, decimal, decimals);
  return read.ok ? read.amount : null;
}

/** Returns true for digits without or with groups: of three, or in India of two before the last three. */
function isGrouped(whole: string, decimal: DecimalSign): boolean {
  if (/^\d*$/.test(whole)) return true;
  const [, separator = ""] = /^\d{1,3}(\D)/.exec(whole) ?? [];
  if (separator === "" || separator === decimal) return false;
  const [, ...groups] = whole.split(separator);
  const last = groups.pop() ?? "";
  return /^\d{3}$/.test(last) && groups.every((group) => /^\d{2,3}$/.test(group));
}
