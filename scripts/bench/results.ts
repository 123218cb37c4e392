/** One measured value; all are of the same run on the same machine, so that only ratios travel. */
export type Result = {
  name: string;
  value: string;
  /** What the value has to be, in words; absent where nothing is promised. */
  budget?: string;
  isMet?: boolean;
};

/** What one part of the benchmark found; `remarks` are sentences about how it was measured. */
export type PartReport = { title: string; results: Result[]; remarks: string[] };

/** The middle value; of an even count the upper of the two. */
export function median(values: number[]): number {
  return percentile(values, 50);
}

/** The smallest value that at least `percent` of all values do not exceed. */
export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))];
  if (value === undefined) throw new Error("nothing was measured");
  return value;
}

export function formatMs(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}

export function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** Thousands of bytes, as the budgets count them. */
export function formatKb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}

export function formatCount(count: number): string {
  return Math.round(count).toLocaleString("en-US");
}

/** How many times `base` a value is. */
export function formatRatio(value: number, base: number): string {
  return `${(value / base).toFixed(2)} ×`;
}

/** A result that must not exceed `most`. */
export function atMost(name: string, value: number, most: number, format: (value: number) => string): Result {
  return { name, value: format(value), budget: `≤ ${format(most)}`, isMet: value <= most };
}

/** A result that must reach `least`. */
export function atLeast(name: string, value: number, least: number): Result {
  return { name, value: String(value), budget: least === 100 ? "100" : `≥ ${least}`, isMet: value >= least };
}

function mark({ isMet }: Result): string {
  if (isMet === undefined) return "";
  return isMet ? "✓" : "✗ missed";
}

/** The report of a part as aligned text for a terminal. */
export function textTable({ title, results, remarks }: PartReport): string {
  const rows = results.map((result) => [result.name, result.value, result.budget ?? "", mark(result)]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map(([name = "", value = "", budget = "", met = ""]) =>
    `  ${name.padEnd(widths[0] ?? 0)}  ${value.padStart(widths[1] ?? 0)}  ${budget.padEnd(widths[2] ?? 0)}  ${met}`.trimEnd(),
  );
  return `\n${title}\n${lines.join("\n")}\n${remarks.map((remark) => `  (${remark})\n`).join("")}`;
}

/** The report of a part as a section of Markdown. */
export function markdownTable({ title, results, remarks }: PartReport): string {
  const rows = results.map(
    (result) => `| ${result.name} | ${result.value} | ${result.budget ?? ""} | ${mark(result)} |`,
  );
  const table = ["| What | Measured | Promised | |", "| --- | ---: | ---: | --- |", ...rows].join("\n");
  return `## ${title}\n\n${table}\n${remarks.map((remark) => `\n${remark}\n`).join("")}`;
}
