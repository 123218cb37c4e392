import { money, moneyDigits } from "#shared/money.ts";
import { addDays } from "#shared/time/plain-dates.ts";
import { fc } from "../properties.ts";

/** A statement before it's written in a format: what every format can say. */
export type WrittenStatement = {
  accountId: string;
  isoCurrencyCode: string;
  opening: number;
  /** Oldest first. */
  rows: WrittenRow[];
};

export type WrittenRow = {
  date: string;
  authorizedDate: string | null;
  amount: number;
  payee: string;
  memo: string | null;
  externalId: string | null;
  checkNumber: string | null;
};

/** Bytes that a text is written as. */
export type Charset = "utf-8" | "utf-8 with a mark" | "utf-16le" | "utf-16be" | "windows-1252";

export const charsets: readonly Charset[] = [
  "utf-8",
  "utf-8 with a mark",
  "utf-16le",
  "utf-16be",
  "windows-1252",
];

/** Letters that Windows-1252 has as one byte, and that never look like UTF-8. */
const western = Array.from("abcdefgXYZ0123456789éüßñÅÖ");
const anywhere = [...western, ...Array.from("Żółćж東京😀")];

/** Makes words of letters that a charset has, and of a format's `marks`. */
function wordsOf(charset: Charset, marks: string) {
  const letters = charset === "windows-1252" ? western : anywhere;
  const letter = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...letters) },
    { weight: 1, arbitrary: fc.constantFrom(...Array.from(marks), "a") },
  );
  const word = fc.array(letter, { minLength: 1, maxLength: 9 }).map((all) => all.join(""));
  // The first letter keeps texts from looking like numbers.
  return fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => `N${words.join(" ")}`);
}

/** Kinds of statements to generate. */
export type StatementKind = {
  charset: Charset;
  /** Characters besides letters and digits that the format can hold in texts. */
  marks: string;
  currencies: readonly string[];
};

/** Generates statements of up to 12 rows from 2024 on. */
export function arbitraryStatement({
  charset,
  marks,
  currencies,
}: StatementKind): fc.Arbitrary<WrittenStatement> {
  const words = wordsOf(charset, marks);
  const row = fc
    .record({
      day: fc.nat({ max: 5 }),
      authorizedBefore: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
      amount: fc.oneof(
        fc.integer({ min: -500_000, max: 500_000 }),
        fc.integer({ min: -999_999_999, max: 999_999_999 }),
      ),
      payee: words,
      memo: fc.option(words, { nil: null }),
      externalId: fc.option(fc.stringMatching(/^[A-Z]\d{1,12}$/), { nil: null }),
      checkNumber: fc.option(fc.stringMatching(/^[1-9]\d{0,5}$/), { nil: null }),
    })
    .filter(({ memo, payee }) => memo?.toLowerCase().startsWith(payee.toLowerCase()) !== true);
  return fc
    .record({
      accountId: fc.stringMatching(/^[1-9]\d{7,11}$/),
      isoCurrencyCode: fc.constantFrom(...currencies),
      opening: fc.integer({ min: -1_000_000, max: 1_000_000 }),
      start: fc.integer({ min: 0, max: 600 }).map((days) => addDays("2024-01-01", days)),
      rows: fc.array(row, { minLength: 1, maxLength: 12 }),
    })
    .map(({ start, rows, accountId, isoCurrencyCode, opening }) => ({
      accountId,
      isoCurrencyCode,
      opening,
      rows: dated(rows, start),
    }));
}

function dated(
  rows: readonly (Omit<WrittenRow, "date" | "authorizedDate"> & {
    day: number;
    authorizedBefore: number | null;
  })[],
  start: string,
): WrittenRow[] {
  let date = start;
  return rows.map(({ day, authorizedBefore, ...row }) => {
    date = addDays(date, day);
    return {
      ...row,
      date,
      authorizedDate: authorizedBefore === null ? null : addDays(date, -authorizedBefore),
    };
  });
}

export function closingOf({ opening, rows }: WrittenStatement): number {
  return rows.reduce((sum, { amount }) => sum + amount, opening);
}

/** Returns an amount's digits with a point: `-1234.50`. */
export function digits(amount: number, isoCurrencyCode: string): string {
  return moneyDigits(money(amount), isoCurrencyCode);
}

/** Returns the digits with another decimal sign, and with groups of three if `group` isn't empty. */
export function printed(amount: number, isoCurrencyCode: string, decimal: string, group = ""): string {
  const [whole = "", fraction] = digits(amount, isoCurrencyCode).split(".");
  const grouped = group === "" ? whole : whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group);
  return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`;
}

export function encoded(text: string, charset: Charset): Uint8Array {
  if (charset === "utf-16le") return new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le"));
  if (charset === "utf-16be") return new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le").swap16());
  if (charset === "windows-1252") return new Uint8Array(Buffer.from(text, "latin1"));
  return new TextEncoder().encode(charset === "utf-8" ? text : `\uFEFF${text}`);
}
