import { countWords } from "#shared/text/counts.ts";

/** Table of the download: file name, description of its rows, and their number. */
export type ReadmeTable = { name: string; about: string; rows: number };

/** Returns README.txt of a download. `madeAt` is ISO 8601. */
export function readmeText({
  site,
  madeAt,
  tables,
  leftOut,
}: {
  site: string;
  madeAt: string;
  tables: readonly ReadmeTable[];
  /** Data that isn't included, with reasons. */
  leftOut: readonly string[];
}): string {
  const width = Math.max(...tables.map(({ name }) => name.length)) + 2;
  return [
    `Everything that ${site} stores about you, as of ${madeAt} (UTC).`,
    "",
    "Each table comes twice: in json/ for programs and in csv/ for spreadsheets. A file without rows means there is no such data.",
    "",
    ...tables.map(({ name, about, rows }) => `${name.padEnd(width)}${countWords(rows, "row")}. ${about}`),
    "",
    "Reading the files",
    "",
    "- Amounts are in units of the currency in isoCurrencyCode (12.50 is twelve dollars and fifty cents).",
    "- Dates are YYYY-MM-DD, months YYYY-MM. Times are ISO 8601 in UTC.",
    "- Rows refer to each other by id: a transaction's accountId is the accountId of a row in accounts.",
    "- In csv/, text that a spreadsheet would run as a formula starts with an apostrophe; json/ has it unchanged.",
    "- In csv/, lists and objects are JSON, and an empty field means no value.",
    "",
    "Not included",
    "",
    ...leftOut.map((line) => `- ${line}`),
    "",
  ].join("\r\n");
}
