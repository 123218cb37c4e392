import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { isFullRun } from "../../../../tests/support/night.ts";
import { readBytes, readText, refusalOf } from "../../../../tests/support/statements/read-text.ts";

/** Files made to exhaust a reader, of 10 MB at night: with work that grows faster than the file, they would take hours. */

const megabyte = 1024 * 1024;
const most = 10 * megabyte;
const size = isFullRun ? most : megabyte;

function filled(start: string, piece: string, end = ""): string {
  return start + piece.repeat(Math.floor((size - start.length - end.length) / piece.length)) + end;
}

/** Returns a ZIP with only a file of zeros and its header, which may state another size. */
function bomb(bytes: number, stated: number): Uint8Array {
  const data = deflateRawSync(new Uint8Array(bytes));
  const zip = new Uint8Array(31 + data.length);
  const view = new DataView(zip.buffer);
  view.setUint32(0, 0x04034b50, true);
  view.setUint16(8, 8, true);
  view.setUint32(18, data.length, true);
  view.setUint32(22, stated, true);
  view.setUint16(26, 1, true);
  zip.set([0x61], 30);
  zip.set(data, 31);
  return zip;
}

const camt = '<Document xmlns="camt.053"><BkToCstmrStmt><Stmt>';
const ofx = "<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKTRANLIST>";

test("a file above 10 MB isn't even looked into", () => {
  expect(refusalOf(() => readBytes(new Uint8Array(most + 1))).message).toBe(
    "This file is larger than 10 MB. Export a shorter period.",
  );
});

describe(`${size / megabyte} MB of`, () => {
  test.each([
    ["one line", filled("", "x"), /^Line 1 is too long/],
    ["one line in a cell", filled("Date,Payee,Amount\n2026-11-02,", "x"), /^Line 2 is too long/],
    ["commas", filled("", ","), /too long/],
    ["quotes", filled("Date,Payee,Amount\n2026-11-02,", '"'), /never closes|too long/],
    ["an open quote", filled('Date,Payee,Amount\n2026-11-02,"', "a\n"), /never closes/],
    ["empty lines", filled("Date,Payee,Amount\n", "\n"), /no transactions/],
    ["short lines", filled("", "a\n"), /isn’t a bank statement|50,000/],
    ["rows", filled("Date,Payee,Amount\n", "2026-11-02,A,-1.00\n"), /more than 50,000 transactions/],
    ["tags", filled(ofx, "<A>"), /isn’t OFX/],
    ["nested tags", filled(ofx, "<A>", "</A>"), /isn’t OFX/],
    ["known tags in each other", filled("", "<OFX>"), /isn’t OFX|ends in the middle/],
    ["transactions without ends", filled(ofx, "<STMTTRN>"), /isn’t OFX|ends in the middle/],
    ["end tags", filled(ofx, "</A>"), /ends in the middle/],
    ["angle brackets", filled(`${ofx}<STMTTRN><NAME>`, "<"), /ends in the middle/],
    ["ampersands", filled(`${ofx}<STMTTRN><NAME>`, "&#"), /ends in the middle/],
    ["open CDATA", filled(`${ofx}<STMTTRN><NAME>`, "<![CDATA["), /ends in the middle/],
    ["comments", filled(ofx, "<!--"), /ends in the middle/],
    ["an attribute", filled(`${camt}<Ntry a="`, "x"), /damaged/],
    ["nested XML", filled(camt, "<a>"), /isn’t a bank statement/],
    ["XML text", filled(`${camt}<Ntry>`, "x"), /damaged/],
    ["XML entries", filled(camt, "<Ntry/>"), /more than 50,000/],
    ["statements", filled("", ":20:A\n:61:x\n"), /more than 50,000/],
    ["one description", filled(":20:A\n:25:1\n:61:2611031103C1,NTRF\n:86:", "?20"), null],
    ["description lines", filled(":20:A\n:25:1\n:61:2611031103C1,NTRF\n:86:\n", "/REMI/\n"), null],
    ["one amount", filled(":20:A\n:25:1\n:61:2611031103C", "1"), null],
    ["QIF records", filled("!Type:Bank\n", "D1\n^\n"), /more than 50,000/],
    ["one QIF record", filled("!Type:Bank\n", "Sx\n"), null],
    ["QIF sections", filled("", "!Type:Bank\n"), /no transactions/],
  ])("%s", (_case, text, message) => {
    if (message === null) {
      const { accounts } = readText(text);
      expect(accounts).toHaveLength(1);
      const [row] = accounts.flatMap(({ rows }) => rows);
      expect((row?.payee.length ?? 0) + (row?.memo?.length ?? 0)).toBeLessThanOrEqual(1000);
    } else {
      expect(refusalOf(() => readText(text)).message).toMatch(message);
    }
  });
});

test.each([
  ["", 60 * megabyte],
  [" that lies about its size", 1000],
])("a ZIP bomb%s is refused while it's unpacked", (_case, stated) => {
  expect(refusalOf(() => readBytes(bomb(60 * megabyte, stated))).message).toMatch(/^This ZIP is too large/);
});

test("50,000 rows are read, one more is refused", () => {
  const rows = (count: number) => `Date,Payee,Amount\n${"2026-11-02,A,-1.00\n".repeat(count)}`;
  expect(readText(rows(50_000)).accounts[0]?.rows).toHaveLength(50_000);
  expect(refusalOf(() => readText(rows(50_001)))).toEqual({
    message: "This file has more than 50,000 transactions. Export a shorter period.",
    line: 50_002,
  });
});
