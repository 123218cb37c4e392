import { describe, expect, it } from "vitest";
import { fc } from "../../../tests/support/properties.ts";
import { attachmentHeader, csvFile } from "./csv.ts";
import { moneyDigits, money } from "../money.ts";

/** Parses RFC 4180, strict about quotes and line ends. */
function readCsv(file: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /"((?:[^"]|"")*)"(,|\r\n)|([^",\r\n]*)(,|\r\n)/y;
  while (cell.lastIndex < file.length) {
    const match = cell.exec(file);
    if (match === null) throw new Error("not RFC 4180");
    row.push(match[1]?.replaceAll('""', '"') ?? match[3] ?? "");
    if ((match[2] ?? match[4]) === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

function withoutMark(file: string): string {
  expect(file.startsWith("\uFEFF")).toBe(true);
  return file.slice(1);
}

describe("a CSV file", () => {
  it("quotes texts, doubles quotes, and ends lines with CRLF", () => {
    const file = csvFile([
      ["Name", "Amount"],
      ['Say "hi", Bob', { digits: moneyDigits(money(-1250), "USD") }],
      ["two\nlines", { digits: "3" }],
    ]);
    expect(withoutMark(file)).toBe('"Name","Amount"\r\n"Say ""hi"", Bob",-12.50\r\n"two\nlines",3\r\n');
  });

  it.each([
    "=1+1",
    "+1",
    "-1+2",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    " =1",
    "\n@x",
    "\uFF1D1+1",
    "\uFF0B1",
    "|calc",
    "\u22121",
  ])("keeps spreadsheets from running %j", (text) => {
    expect(readCsv(withoutMark(csvFile([[text]])))).toEqual([[`'${text}`]]);
  });

  it.each(["plain", "a=b", "1-2", "", "'quoted'", "é", "日本"])("leaves %j unchanged", (text) => {
    expect(readCsv(withoutMark(csvFile([[text]])))).toEqual([[text]]);
  });

  it("preserves any text except for the apostrophe", () => {
    const table = fc.array(fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 4 }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(table, (rows) => {
        const read = readCsv(withoutMark(csvFile(rows)));
        expect(read.map((row) => row.map((text) => text.replace(/^'/, "")))).toEqual(
          rows.map((row) => row.map((text) => text.replace(/^'/, ""))),
        );
        for (const text of read.flat()) expect(text).not.toMatch(/^[=+\-@\t\r\n]/);
      }),
    );
  });
});

describe("the name of a download", () => {
  it("is given in ASCII and in UTF-8", () => {
    expect(attachmentHeader("Café — November 2026", "csv")).toBe(
      `attachment; filename="Cafe  November 2026.csv"; filename*=UTF-8''Caf%C3%A9%20%E2%80%94%20November%202026.csv`,
    );
  });

  it("can't escape its header or folder", () => {
    expect(attachmentHeader('../..\\x"; filename=evil\r\nSet-Cookie: a', "csv")).toBe(
      `attachment; filename="x ; filename=evil Set-Cookie a.csv"; filename*=UTF-8''x%20%3B%20filename%3Devil%20Set-Cookie%20a.csv`,
    );
    expect(attachmentHeader("...", "csv")).toMatch(/^attachment; filename="export\.csv"/);
  });

  it("has a generic fallback if nothing is ASCII", () => {
    expect(attachmentHeader("予算", "csv")).toBe(
      `attachment; filename="export.csv"; filename*=UTF-8''%E4%BA%88%E7%AE%97.csv`,
    );
  });

  it("is a valid header for any name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const header = attachmentHeader(name, "csv");
        expect(header).toMatch(/^attachment; filename="[^"\\\r\n]*"; filename\*=UTF-8''[A-Za-z0-9\-._~!%]+$/);
        expect(new Headers({ "content-disposition": header }).get("content-disposition")).toBe(header);
      }),
    );
  });
});
