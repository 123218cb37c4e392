/** One measured value. All values come from the same run on the same machine, so only ratios are portable. */
export type Result = {
  name: string;
  value: string;
  /** Target of the value in words; undefined if there is none. */
  budget?: string;
  isMet?: boolean;
};

/** Rows with their own columns; the first column names the row, the others are values. */
export type Table = { columns: string[]; rows: string[][] };

/** Results of one part of the benchmark; `remarks` are sentences about how it was measured. */
export type PartReport = { title: string; results: Result[]; tables?: Table[]; remarks: string[] };

/** Options of `npm run bench` besides the parts. */
export type PartOptions = {
  /** Small numbers, to check that the part works; such a run is never saved. */
  isQuick: boolean;
  /** Limits a divisible part to what this word names; null runs everything. */
  only: string | null;
  /** Folder of an older commit's checkout, to compare with. */
  beside?: string;
};

/** Returns the median; of an even number of values, the upper middle one. */
export function median(values: number[]): number {
  return percentile(values, 50);
}

/** Returns the smallest value that at least `percent` of all values don't exceed. */
export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))];
  if (value === undefined) throw new Error("nothing was measured");
  return value;
}

/** Times work, in ms. */
export async function timed<Value>(work: () => Promise<Value>): Promise<{ value: Value; ms: number }> {
  const startedAt = performance.now();
  const value = await work();
  return { value, ms: performance.now() - startedAt };
}

export function formatMb(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

export function formatMs(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}

export function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** Formats bytes as kB (1,000 bytes). */
export function formatKb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}

export function formatCount(count: number): string {
  return Math.round(count).toLocaleString("en-US");
}

/** Formats a value as a multiple of `base`. */
export function formatRatio(value: number, base: number): string {
  return `${(value / base).toFixed(2)} ×`;
}

/** Returns a result that must not exceed `most`. */
export function atMost(name: string, value: number, most: number, format: (value: number) => string): Result {
  return { name, value: format(value), budget: `≤ ${format(most)}`, isMet: value <= most };
}

/** Returns a result that must reach `least`. */
export function atLeast(name: string, value: number, least: number): Result {
  return { name, value: String(value), budget: least === 100 ? "100" : `≥ ${least}`, isMet: value >= least };
}

function mark({ isMet }: Result): string {
  if (isMet === undefined) return "";
  return isMet ? "✓" : "✗ missed";
}

/** Aligns columns of text, the first to the left, the others to the right. */
function alignedLines(rows: string[][]): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_unused, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) => {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    return `  ${cells.join("  ")}`.trimEnd();
  });
}

/** Formats a part's report as aligned text for a terminal. */
export function textTable({ title, results, tables = [], remarks }: PartReport): string {
  const rows = results.map((result) => [result.name, result.value, result.budget ?? "", mark(result)]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map(([name = "", value = "", budget = "", met = ""]) =>
    `  ${name.padEnd(widths[0] ?? 0)}  ${value.padStart(widths[1] ?? 0)}  ${budget.padEnd(widths[2] ?? 0)}  ${met}`.trimEnd(),
  );
  const wide = tables.map((table) => `${alignedLines([table.columns, ...table.rows]).join("\n")}\n\n`);
  return `\n${title}\n${wide.join("")}${lines.join("\n")}\n${remarks.map((remark) => `  (${remark})\n`).join("")}`;
}

function markdownRow(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function markdownRows(columns: string[], rules: string[], rows: string[][]): string {
  return `${[columns, rules, ...rows].map(markdownRow).join("\n")}\n`;
}

/** Formats a part's report as a section of Markdown with a heading of `level`. */
export function markdownTable({ title, results, tables = [], remarks }: PartReport, level = 2): string {
  const wide = tables.map(({ columns, rows }) =>
    markdownRows(
      columns,
      columns.map((_unused, column) => (column === 0 ? "---" : "---:")),
      rows,
    ),
  );
  const list = results.map((result) => [result.name, result.value, result.budget ?? "", mark(result)]);
  const narrow =
    list.length === 0
      ? []
      : [markdownRows(["What", "Measured", "Promised", ""], ["---", "---:", "---:", "---"], list)];
  const parts = [...wide, ...narrow, ...remarks.map((remark) => `${remark}\n`)];
  return `${"#".repeat(level)} ${title}\n\n${parts.join("\n")}`;
}
