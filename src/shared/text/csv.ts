/** A number's digits, as `moneyDigits` writes them: the one kind of cell that may begin with a minus. */
export type CsvNumber = { digits: `${number}` };

/** What spreadsheets take for the beginning of a formula, in ASCII and in the wide forms that some of them fold. */
const formula = /^[\s\p{Cc}]*[=+\-@|%\uff1d\uff0b\uff0d\uff20\u2212]|^[\t\r\n]/u;

/**
 * A file of comma-separated values (RFC 4180): every text in quotes, lines ended by CRLF. Text that a spreadsheet would
 * run as a formula gets an apostrophe before it (OWASP, "CSV Injection"). Begins with the mark of UTF-8, without which
 * Excel reads names in the system's old encoding.
 */
export function csvFile(rows: readonly (readonly (string | CsvNumber)[])[]): string {
  return `\uFEFF${csvLines(rows)}`;
}

/** Lines of such a file, for one that is written a piece at a time. */
export function csvLines(rows: readonly (readonly (string | CsvNumber)[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

function csvCell(cell: string | CsvNumber): string {
  if (typeof cell !== "string") return cell.digits;
  const safe = formula.test(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}

/**
 * `Content-Disposition` of a download (RFC 6266): the name in UTF-8 and, for what does not read that, in ASCII.
 * `extension` without its dot.
 */
export function attachmentHeader(name: string, extension: string): string {
  const tidy = name
    .replaceAll(/[\p{C}\\/:*?"<>|]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/^[ .]+|[ .]+$/g, "");
  const title = tidy === "" ? "export" : tidy.slice(0, 120).trim();
  const plain = title
    .normalize("NFKD")
    .replaceAll(/[^\u0020-\u007e]|%/g, "")
    .trim();
  const encoded = encodeURIComponent(`${title}.${extension}`.toWellFormed()).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain === "" ? "export" : plain}.${extension}"; filename*=UTF-8''${encoded}`;
}
