/** A table of the download: the name of its files, what a row is, and how many there are. */
export type ReadmeTable = { name: string; about: string; rows: number };

/** README.txt of a download, for somebody who opens it in ten years. `madeAt` is ISO 8601. */
export function readmeText({
  site,
  madeAt,
  tables,
  leftOut,
}: {
  site: string;
  madeAt: string;
  tables: readonly ReadmeTable[];
  /** What is not in it, and why. */
  leftOut: readonly string[];
}): string {
  const width = Math.max(...tables.map(({ name }) => name.length)) + 2;
  return [
    `Everything that ${site} holds of you, as it was at ${madeAt} (UTC).`,
    "",
    "Each table is here twice: in json/ for programs, in csv/ for spreadsheets. A file without rows says that there is nothing.",
    "",
    ...tables.map(({ name, about, rows }) => `${name.padEnd(width)}${rowsOf(rows)}. ${about}`),
    "",
    "How to read it",
    "",
    "- Amounts are in units of the currency in isoCurrencyCode (12.50 is twelve dollars and fifty cents).",
    "- Days are YYYY-MM-DD and months YYYY-MM. Instants are ISO 8601 in UTC.",
    "- Rows point at each other by their ids: accountId of a transaction is that of a row in accounts.",
    "- In csv/ a text that a spreadsheet would run as a formula has an apostrophe before it; json/ has it as it is.",
    "- Lists and objects in csv/ are JSON. Nothing between two commas means that there is no value.",
    "",
    "What is not in it",
    "",
    ...leftOut.map((line) => `- ${line}`),
    "",
  ].join("\r\n");
}

function rowsOf(rows: number): string {
  return rows === 1 ? "1 row" : `${rows.toLocaleString("en-US")} rows`;
}
