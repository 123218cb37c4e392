import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import {
  onlyAccount,
  readBytes,
  readText,
  refusalOf,
} from "../../../../tests/support/statements/read-text.ts";

const utf8 = new TextEncoder();
const row = "Café Żółw – naïve";

/** A table whose payee is the given bytes. */
function tableWith(payee: Uint8Array): Uint8Array {
  return Uint8Array.from([
    ...utf8.encode("Date,Payee,Amount\n2026-11-02,"),
    ...payee,
    ...utf8.encode(",-1.00\n2026-11-03,Ash,-2.00\n"),
  ]);
}

function payeeOf(bytes: Uint8Array): string | undefined {
  return onlyAccount(readBytes(bytes)).rows[0]?.payee;
}

function utf16(text: string, isLittle: boolean): Uint8Array {
  return Uint8Array.from(
    Array.from(text, (character) => character.charCodeAt(0)).flatMap((code) =>
      isLittle ? [code & 0xff, code >> 8] : [code >> 8, code & 0xff],
    ),
  );
}

describe("charsets", () => {
  const text = `Date,Payee,Amount\n2026-11-02,${row},-1.00\n2026-11-03,Ash,-2.00\n`;

  test.each([
    ["UTF-8", utf8.encode(text)],
    ["UTF-8 with a mark", utf8.encode(`\uFEFF${text}`)],
    ["UTF-16LE with a mark", utf16(`\uFEFF${text}`, true)],
    ["UTF-16BE with a mark", utf16(`\uFEFF${text}`, false)],
    ["UTF-16LE without a mark", utf16(text, true)],
    ["UTF-16BE without a mark", utf16(text, false)],
  ])("%s", (_case, bytes) => {
    expect(payeeOf(bytes)).toBe(row);
  });

  test("Windows-1252 if it isn't UTF-8", () => {
    expect(payeeOf(tableWith(Uint8Array.of(0x43, 0x61, 0x66, 0xe9, 0x20, 0x80)))).toBe("Café €");
  });

  test("Windows-1250 if bytes occur that 1252 doesn't have", () => {
    expect(payeeOf(tableWith(Uint8Array.of(0x8d, 0x9d, 0xbf)))).toBe("Ťťż");
  });

  const ofx = (header: string, payee: Uint8Array) =>
    Uint8Array.from([
      ...utf8.encode(
        `${header}<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKTRANLIST><STMTTRN><DTPOSTED>20261102<TRNAMT>-1.00<NAME>`,
      ),
      ...payee,
      ...utf8.encode("</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>"),
    ]);

  test.each([
    ["1251", 0xc6, "Ж"],
    ["ISO-8859-15", 0xa4, "€"],
    ["8859-1", 0xe9, "é"],
    ["1252", 0x80, "€"],
    ["NONE", 0xe9, "é"],
    ["x-made-up", 0xe9, "é"],
  ])("the declared charset %s", (charset, byte, payee) => {
    expect(payeeOf(ofx(`OFXHEADER:100\nCHARSET:${charset}\n\n`, Uint8Array.of(byte)))).toBe(payee);
  });

  test("a header that says 1252 above UTF-8 is wrong", () => {
    expect(payeeOf(ofx("OFXHEADER:100\nENCODING:USASCII\nCHARSET:1252\n\n", utf8.encode("Żółw")))).toBe(
      "Żółw",
    );
  });

  test("an XML declaration counts, too", () => {
    const camt = Uint8Array.from([
      ...utf8.encode(
        '<?xml version="1.0" encoding="iso-8859-2"?><Document xmlns="camt.053"><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="PLN">1</Amt>',
      ),
      ...utf8.encode("<CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-11-02</Dt></BookgDt><AddtlNtryInf>"),
      0xaf,
      ...utf8.encode("</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>"),
    ]);
    expect(payeeOf(camt)).toBe("Ż");
  });

  test("padding at the end of old systems is dropped", () => {
    expect(payeeOf(Uint8Array.from([...utf8.encode(text), 0x1a, 0, 0, 0]))).toBe(row);
  });

  test.each(["\r", "\r\n"])("lines that end with %j", (lineEnd) => {
    expect(onlyAccount(readText(text.replaceAll("\n", lineEnd))).rows.map(({ line }) => line)).toEqual([
      2, 3,
    ]);
  });
});

describe("formats by content", () => {
  const cases = {
    ofx: "<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>",
    qif: "!Type:Bank\nD11/13/2026\nT-1.00\n^\n",
    csv: "Date,Payee,Amount\n2026-11-02,Ash,-1.00\n",
    camt: '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt/></BkToCstmrStmt></Document>',
    mt940: ":20:A\n:25:1\n:60F:C261101EUR1,\n:62F:C261101EUR1,\n-\n",
  };

  test.each(Object.entries(cases))("%s", (format, text) => {
    expect(readText(text).format).toBe(format);
    expect(readText(`\uFEFF\n${text}`).format).toBe(format);
  });

  test.each([
    ["a PDF", "%PDF-1.7\n…", /PDF/],
    ["a web page", "<!DOCTYPE html><html><body>Sign in</body></html>", /web page/],
    ["JSON", '{ "transactions": [] }', /JSON/],
    ["rich text", "{\\rtf1 hello}", /text document/],
    ["nothing", "", /empty/],
    ["blanks", "  \n\t\n", /empty/],
  ])("%s is refused in words", (_case, text, message) => {
    expect(refusalOf(() => readText(text)).message).toMatch(message);
  });

  test.each([
    ["an old Excel file", [0xd0, 0xcf, 0x11, 0xe0, 0xa1], /save it as CSV/],
    ["a PNG", [0x89, 0x50, 0x4e, 0x47, 0x0d], /picture/],
    ["gzip", [0x1f, 0x8b, 8, 0], /compressed/],
    ["a database", [...utf8.encode("SQLite format 3"), 0, 16, 0, 1, 1], /isn’t a text file/],
    ["random bytes", Array.from({ length: 4000 }, (_, index) => (index * 7919) % 251), /isn’t a text file/],
    ["control characters", Array.from({ length: 400 }, (_, index) => (index % 8) + 1), /isn’t a text file/],
  ])("%s is refused in words", (_case, bytes, message) => {
    expect(refusalOf(() => readBytes(Uint8Array.from(bytes))).message).toMatch(message);
  });
});

describe("ZIP", () => {
  const day = (number: string, opening: string, closing: string, amount: string) =>
    utf8.encode(
      `:20:A\n:25:DE02120300000000202051\n:60F:C2611${number}EUR${opening}\n:61:2611${number}C${amount}NTRF\n:86:Ash\n:62F:C2611${number}EUR${closing}\n-\n`,
    );
  const first = day("03", "10,", "15,", "5,");
  const second = day("04", "15,", "22,", "7,");

  test("files of one account are one account, whatever their order", () => {
    const statement = readBytes(
      zipSync({ "b.sta": second, "a.sta": first, "__MACOSX/x": utf8.encode("junk") }),
    );
    expect(statement).toMatchObject({ format: "mt940", warnings: [] });
    expect(onlyAccount(statement)).toMatchObject({
      opening: { amount: 1000 },
      closing: { amount: 2200 },
      addsUp: true,
      rows: [{ amount: 500 }, { amount: 700 }],
    });
  });

  test("a copy counts once", () => {
    expect(onlyAccount(readBytes(zipSync({ "a.sta": first, "a (1).sta": first }))).rows).toHaveLength(1);
  });

  test("stored files are read like compressed ones", () => {
    expect(onlyAccount(readBytes(zipSync({ "a.sta": [first, { level: 0 }] }))).rows).toHaveLength(1);
  });

  test("problems name their file", () => {
    const bad = utf8.encode(":20:A\n:25:DE02120300000000202051\n:60F:C261104EUR15,\n:61:hello\n");
    const account = onlyAccount(readBytes(zipSync({ "a.sta": first, "b.sta": bad })));
    expect(account.refused).toEqual([{ line: 4, reason: "b.sta: “hello” isn’t a statement line." }]);
    const xml = utf8.encode("<rss/>");
    expect(refusalOf(() => readBytes(zipSync({ "a.sta": first, "c.xml": xml }))).message).toMatch(
      /^c\.xml: This is an XML file/,
    );
  });

  test.each([
    [
      "different formats",
      { "a.sta": first, "b.csv": utf8.encode("Date,Payee,Amount\n2026-11-02,Ash,-1.00\n") },
      /different formats/,
    ],
    ["a ZIP in it", { "a.zip": zipSync({ "a.sta": first }) }, /another ZIP in it \(a\.zip\)/],
    [
      "a workbook",
      { "[Content_Types].xml": utf8.encode("<a/>"), "xl/workbook.xml": utf8.encode("<a/>") },
      /save it as CSV/,
    ],
    [
      "a document",
      { "[Content_Types].xml": utf8.encode("<a/>"), "word/document.xml": utf8.encode("<a/>") },
      /office document/,
    ],
    ["nothing", {}, /no files in it/],
    ["only hidden files", { ".DS_Store": utf8.encode("x") }, /no files in it/],
    ["a PDF", { "a.pdf": utf8.encode("%PDF-1.7") }, /^a\.pdf: This is a PDF/],
  ])("with %s is refused", (_case, files, message) => {
    expect(refusalOf(() => readBytes(zipSync(files))).message).toMatch(message);
  });

  test("more than 100 files are refused", () => {
    const files = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`${index}.sta`, first]));
    expect(refusalOf(() => readBytes(zipSync(files))).message).toMatch(
      /^This ZIP is too large: at most 100 files/,
    );
  });

  test("a damaged one is refused", () => {
    const zip = zipSync({ "a.sta": first, "b.sta": second });
    expect(refusalOf(() => readBytes(zip.slice(0, 60))).message).toMatch(/damaged/);
    const broken = zip.map((byte, index) => (index > 40 && index < 60 ? 0xff : byte));
    expect(refusalOf(() => readBytes(broken)).message).toMatch(/damaged/);
  });
});
