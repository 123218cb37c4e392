/** Digits of a number from `moneyDigits`, the only kind of cell that may begin with a minus. */
export type CsvNumber = { digits: `${number}` };

/** Characters that make spreadsheets treat a cell as a formula, in ASCII and in the full-width forms some of them normalize. */
const formula = /^[\s\p{Cc}]*[=+\-@|%\uff1d\uff0b\uff0d\uff20\u2212]|^[\t\r\n]/u;

/**
 * Returns a CSV file (RFC 4180) with every text quoted and CRLF line ends. Text that a spreadsheet would run as a formula gets
 * a leading apostrophe (OWASP, "CSV Injection"). The file starts with a UTF-8 byte order mark, without which Excel assumes a
 * legacy encoding.
 */
export function csvFile(rows: readonly (readonly (string | CsvNumber)[])[]): string {
  return `\uFEFF${csvLines(rows)}`;
}

/** Returns lines of such a file, to write it piece by piece. */
export function csvLines(rows: readonly (readonly (string | CsvNumber)[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

function csvCell(cell: string | CsvNumber): string {
  if (typeof cell !== "string") return cell.digits;
  const safe = formula.test(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}

/**
 * Returns the `Content-Disposition` of a download (RFC 6266), with the name in UTF-8 and an ASCII fallback. `extension` has no
 * dot.
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
