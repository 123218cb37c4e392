import { describe, expect, test } from "vitest";
import { byDay } from "../../../../tests/support/night.ts";
import { fc } from "../../../../tests/support/properties.ts";
import { onlyAccount, readBytes } from "../../../../tests/support/statements/read-text.ts";
import {
  writeCamt,
  writeCsv,
  writeMt940,
  writeOfx,
  writeQif,
} from "../../../../tests/support/statements/write-statement.ts";
import {
  arbitraryStatement,
  charsets,
  closingOf,
  encoded,
} from "../../../../tests/support/statements/written-statement.ts";
import type {
  Charset,
  WrittenRow,
  WrittenStatement,
} from "../../../../tests/support/statements/written-statement.ts";
import type { ReadOptions } from "./reading.ts";
import { areOpen, type Statement } from "./statement.ts";

/** Writing a statement and reading it back gives the same statement, in every format and charset. */

const numRuns = byDay(60, 2000);
const allMarks = "&<>\"';,|=+-@#()?/[]{}^~:%*!";

/** Returns what a format keeps of a statement's rows. */
function kept(rows: readonly Partial<WrittenRow>[], fields: readonly (keyof WrittenRow)[]) {
  return rows.map((row) => Object.fromEntries(fields.map((field) => [field, row[field]])));
}

type Check = {
  statement: WrittenStatement;
  text: string;
  charset: Charset;
  fields: readonly (keyof WrittenRow)[];
  options?: Partial<ReadOptions>;
};

function readBack({ statement, text, charset, fields, options = {} }: Check): Statement {
  const read = readBytes(encoded(text, charset), { isoCurrencyCode: statement.isoCurrencyCode, ...options });
  const { rows, refused } = onlyAccount(read);
  expect(refused).toEqual([]);
  expect(areOpen(read.questions)).toBe(false);
  expect(kept(rows, fields)).toEqual(kept(statement.rows, fields));
  expect(new Set(rows.map(({ isoCurrencyCode }) => isoCurrencyCode))).toEqual(
    new Set([statement.isoCurrencyCode]),
  );
  return read;
}

/** True if money is written as eight digits, which can be a day as well ("20010301"), so that a table leaves its columns open. */
function hasDateLikeMoney({ isoCurrencyCode, opening, rows }: WrittenStatement): boolean {
  if (isoCurrencyCode !== "JPY") return false;
  const balances = rows.map((_row, index) =>
    rows.slice(0, index + 1).reduce((sum, { amount }) => sum + amount, opening),
  );
  return [...rows.map(({ amount }) => amount), ...balances].some(
    (money) => String(Math.abs(money)).length === 8,
  );
}

const everything = [
  "date",
  "authorizedDate",
  "amount",
  "payee",
  "memo",
  "externalId",
  "checkNumber",
] as const;

describe.each(charsets)("in %s", (charset) => {
  test("OFX", () => {
    const style = fc.record({
      isXml: fc.boolean(),
      decimal: fc.constantFrom(".", ","),
      time: fc.constantFrom("", "120000", "235959.999[-8:PST]", "000000[+5.5:IST]"),
      lineEnd: fc.constantFrom("", "\n", "\r\n", "\r"),
    });
    const statements = arbitraryStatement({ charset, marks: allMarks, currencies: ["USD", "EUR", "JPY"] });
    fc.assert(
      fc.property(statements, style, (statement, ofx) => {
        const read = readBack({ statement, text: writeOfx(statement, ofx), charset, fields: everything });
        expect(onlyAccount(read)).toMatchObject({
          hint: { accountId: statement.accountId, bankId: "9", type: "checking" },
          closing: { amount: closingOf(statement) },
        });
      }),
      { numRuns },
    );
  });

  test("QIF", () => {
    const style = fc.record({
      dates: fc.constantFrom("ymd", "dmy", "mdy"),
      isApostrophe: fc.boolean(),
      decimal: fc.constantFrom(".", ","),
      endsLast: fc.boolean(),
      isGrouped: fc.boolean(),
    });
    const statements = arbitraryStatement({ charset, marks: allMarks, currencies: ["USD", "EUR"] });
    fc.assert(
      fc.property(statements, style, (statement, { isGrouped, ...qif }) => {
        const group = isGrouped ? (qif.decimal === "." ? "," : ".") : "";
        const fields = ["date", "amount", "payee", "memo", "checkNumber"] as const;
        const options = { answers: { dateOrder: qif.dates } };
        const read = readBack({
          statement,
          text: writeQif(statement, { ...qif, group }),
          charset,
          fields,
          options,
        });
        expect(onlyAccount(read)).toMatchObject({
          hint: { name: "Everyday" },
          opening: { amount: statement.opening },
          closing: { amount: closingOf(statement) },
          addsUp: true,
        });
      }),
      { numRuns },
    );
  });

  test("CSV", () => {
    const style = fc.record({
      delimiter: fc.constantFrom(",", ";", "\t", "|"),
      decimal: fc.constantFrom(".", ","),
      dates: fc.constantFrom("ymd", "dmy", "mdy"),
      separator: fc.constantFrom("-", "/", "."),
      layout: fc.constantFrom("signed", "split", "directed"),
      hasBalance: fc.boolean(),
      isDescending: fc.boolean(),
      isFramed: fc.boolean(),
      isGrouped: fc.boolean(),
    });
    const statements = arbitraryStatement({ charset, marks: allMarks, currencies: ["USD", "EUR", "JPY"] });
    fc.assert(
      fc.property(statements, style, (statement, { isGrouped, isDescending, ...rest }) => {
        fc.pre(!hasDateLikeMoney(statement));
        const dates = statement.rows.map(({ date }) => date);
        // Without different dates, nothing says in which order rows are.
        const csv = {
          ...rest,
          isDescending: isDescending && new Set(dates).size === dates.length,
          group: isGrouped ? (rest.decimal === "." ? "," : ".") : "",
        };
        const fields = ["date", "authorizedDate", "amount", "payee", "memo", "checkNumber"] as const;
        const options = { answers: { dateOrder: csv.dates, sign: "negativeIsOut" } };
        const read = readBack({ statement, text: writeCsv(statement, csv), charset, fields, options });
        const isProven = csv.hasBalance && statement.rows.slice(1).some(({ amount }) => amount !== 0);
        if (isProven)
          expect(onlyAccount(read)).toMatchObject({
            addsUp: true,
            closing: { amount: closingOf(statement) },
          });
      }),
      { numRuns },
    );
  });

  test("CAMT", () => {
    const style = fc.record({ version: fc.constantFrom("02", "08"), prefix: fc.constantFrom("", "ns2") });
    const statements = arbitraryStatement({
      charset,
      marks: allMarks,
      currencies: ["EUR", "CHF", "JPY", "KWD"],
    });
    fc.assert(
      fc.property(statements, style, (statement, camt) => {
        const read = readBack({ statement, text: writeCamt(statement, camt), charset, fields: everything });
        expect(onlyAccount(read)).toMatchObject({
          hint: { accountId: statement.accountId, isoCurrencyCode: statement.isoCurrencyCode },
          opening: { amount: statement.opening },
          closing: { amount: closingOf(statement) },
          addsUp: true,
        });
      }),
      { numRuns },
    );
  });

  test("MT940", () => {
    const style = fc.record({
      dialect: fc.constantFrom("German", "Dutch"),
      isEnveloped: fc.boolean(),
      lineEnd: fc.constantFrom("\n", "\r\n"),
    });
    // Dialects use the other marks themselves.
    const statements = arbitraryStatement({
      charset,
      marks: "&\"';,|=-@#().%*!",
      currencies: ["EUR", "PLN", "JPY", "KWD"],
    });
    fc.assert(
      fc.property(statements, style, (statement, mt940) => {
        const fields = ["date", "authorizedDate", "amount", "payee", "memo", "checkNumber"] as const;
        const read = readBack({ statement, text: writeMt940(statement, mt940), charset, fields });
        expect(onlyAccount(read)).toMatchObject({
          hint: { accountId: statement.accountId, isoCurrencyCode: statement.isoCurrencyCode },
          opening: { amount: statement.opening },
          closing: { amount: closingOf(statement) },
          addsUp: true,
        });
      }),
      { numRuns },
    );
  });
});
