import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { readBytes, readText, refusalOf } from "../../../../tests/support/statements/read-text.ts";

/** Files made to exhaust a reader. Each test ends in seconds only if reading is linear in the file's size. */

const megabyte = 1024 * 1024;
const most = 10 * megabyte;

function filled(start: string, piece: string, end = ""): string {
  return start + piece.repeat(Math.floor((most - start.length - end.length) / piece.length)) + end;
}

const camt = '<Document xmlns="camt.053"><BkToCstmrStmt><Stmt>';
const ofx = "<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKTRANLIST>";

test("a file above 10 MB isn't even looked into", () => {
  expect(refusalOf(() => readBytes(new Uint8Array(most + 1))).message).toBe(
    "This file is larger than 10 MB. Export a shorter period.",
  );
});

describe("10 MB of", () => {
  test.each([
    ["one line", filled("", "x"), /isn’t a bank statement/],
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
    ["transactions in each other", filled(ofx, "<STMTTRN>"), /isn’t OFX|50,000/],
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
  ])("%s end in words, in linear time", (_case, text, message) => {
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

describe("a ZIP bomb", () => {
  test("is refused while it's unpacked", () => {
    const zeros = new Uint8Array(60 * megabyte);
    expect(refusalOf(() => readBytes(zipSync({ "a.csv": zeros }))).message).toMatch(/^This ZIP is too large/);
  });

  test("that lies about its size is, too", () => {
    const zip = zipSync({ "a.csv": new Uint8Array(60 * megabyte) });
    const view = new DataView(zip.buffer);
    // The uncompressed size in the local header.
    view.setUint32(22, 1000, true);
    expect(refusalOf(() => readBytes(zip)).message).toMatch(/^This ZIP is too large/);
  });
});

test("50,000 rows are read, one more is refused", () => {
  const rows = (count: number) => `Date,Payee,Amount\n${"2026-11-02,A,-1.00\n".repeat(count)}`;
  expect(readText(rows(50_000)).accounts[0]?.rows).toHaveLength(50_000);
  expect(refusalOf(() => readText(rows(50_001)))).toEqual({
    message: "This file has more than 50,000 transactions. Export a shorter period.",
    line: 50_002,
  });
});
