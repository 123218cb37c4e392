import { StatementError } from "../statement.ts";
import type { StatementFormat } from "../statement.ts";

/** First characters of a file that decide its format. */
const sniffedCharacters = 64 * 1024;

/** Files that are recognized only to say what to do instead, by their first bytes. */
const otherFiles: [start: string, message: string][] = [
  [
    "%PDF",
    "This is a PDF, which can’t be read reliably. Download the statement as OFX, CAMT, or CSV instead.",
  ],
  ["\u00D0\u00CF\u0011\u00E0", "This is an Excel file. Open it and save it as CSV."],
  ["\u001F\u008B", "This file is compressed. Unpack it first, or put it into a ZIP."],
  ["\u0089PNG", "This is a picture. Download the statement as OFX, CAMT, or CSV instead."],
  ["\u00FF\u00D8\u00FF", "This is a picture. Download the statement as OFX, CAMT, or CSV instead."],
  ["GIF8", "This is a picture. Download the statement as OFX, CAMT, or CSV instead."],
  ["{\\rtf", "This is a text document. Download the statement as OFX, CAMT, or CSV instead."],
  ["Rar!", "This file is compressed. Unpack it first, or put it into a ZIP."],
  ["7z\u00BC\u00AF", "This file is compressed. Unpack it first, or put it into a ZIP."],
];

export function isZip(bytes: Uint8Array): boolean {
  return startsWith(bytes, "PK\u0003\u0004") || startsWith(bytes, "PK\u0005\u0006");
}

/** Throws a {@link StatementError} that says what to do if the file is of a kind that no statement is. */
export function refuseOtherFiles(bytes: Uint8Array): void {
  const found = otherFiles.find(([start]) => startsWith(bytes, start));
  if (found !== undefined) throw new StatementError(found[1]);
}

function startsWith(bytes: Uint8Array, start: string): boolean {
  return Array.from(start, (character) => character.charCodeAt(0)).every(
    (code, index) => bytes[index] === code,
  );
}

/**
 * Recognizes a format by the file's content, never by its name (docs/reference/import.md, "Formats"). What nothing else claims
 * is read as a table. Throws a {@link StatementError} for formats that can't be read.
 */
export function formatOf(text: string): StatementFormat {
  const head = text.slice(0, sniffedCharacters).trimStart();
  if (/OFXHEADER\s{0,9}[:=]|<\?OFX\b|<OFX[\s>]/i.test(head)) return "ofx";
  if (/^!(?:Type:|Account|Option|Clear)/im.test(head)) return "qif";
  if (/^(?:\{1:[^\n]*)?:20:/m.test(head) && /^:(?:25|60[FM]|61):/m.test(head)) return "mt940";
  if (head.startsWith("<")) return xmlFormat(head);
  if (/^(?:\{\s*"|\[\s*[{[])/.test(head)) {
    throw new StatementError("This is a JSON file. Download the statement as OFX, CAMT, or CSV instead.");
  }
  return "csv";
}

function xmlFormat(head: string): StatementFormat {
  if (/camt\.054|BkToCstmrDbtCdtNtfctn/.test(head)) {
    throw new StatementError(
      "This is a list of single notifications (CAMT.054), which repeats parts of a statement. Download the statement itself (CAMT.053).",
    );
  }
  if (/camt\.05[23]|BkToCstmr(?:Stmt|AcctRpt)\b/.test(head)) return "camt";
  if (/<!doctype html|<html\b/i.test(head)) {
    throw new StatementError(
      "This is a web page. Your bank may have signed you out; download the statement again.",
    );
  }
  throw new StatementError("This is an XML file, but not a bank statement (CAMT.052 or CAMT.053).");
}
