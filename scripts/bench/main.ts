import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { repoRoot, toolPath } from "../support/repo-paths.ts";
import { measureBeside } from "./beside.ts";
import { measureBills } from "./bills.ts";
import { measureBytes } from "./bytes.ts";
import { measureCode } from "./code.ts";
import { measureFaults } from "./faults/faults.ts";
import { measureImports } from "./imports.ts";
import { measureLedger } from "./ledger.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { operationsPath, withBlock } from "./operations-table.ts";
import { measureLoad } from "./load/load.ts";
import { measurePages } from "./pages.ts";
import { markdownTable, textTable, type PartOptions, type PartReport } from "./results.ts";
import { measureStart } from "./start.ts";

/**
 * `npm run bench`: measures every part of docs/benchmarks.md; `npm run bench -- pages` measures one part; `-- --write` saves
 * the tables in docs. Parts of docs/operations.md run only by name, and `-- load --write` saves that table.
 */

/** The document in docs that `--write` saves a part's results in. */
type Kept = "benchmarks" | "operations";
type Part = { measure: (options: PartOptions) => Promise<PartReport>; kept: Kept };

const parts: Record<string, Part> = {
  start: { measure: measureStart, kept: "benchmarks" },
  pages: { measure: measurePages, kept: "benchmarks" },
  lighthouse: { measure: measureLighthouse, kept: "benchmarks" },
  bills: { measure: measureBills, kept: "benchmarks" },
  ledger: { measure: measureLedger, kept: "benchmarks" },
  imports: { measure: measureImports, kept: "benchmarks" },
  code: { measure: measureCode, kept: "benchmarks" },
  bytes: { measure: measureBytes, kept: "benchmarks" },
  load: { measure: measureLoad, kept: "operations" },
  faults: { measure: measureFaults, kept: "operations" },
  beside: { measure: measureBeside, kept: "operations" },
};
const documentPath = "docs/benchmarks.md";
/** Limit of runnable processes per core at the start; above it, times reflect other work. */
const quietLoadPerCore = 0.5;

function machine(): string {
  const cores = availableParallelism();
  const busy = (loadavg()[0] ?? 0) / cores;
  const load =
    busy > quietLoadPerCore
      ? ` The machine was busy with other work (${busy.toFixed(1)} processes per core at the start), so times are too long and rates too low.`
      : "";
  return `${process.platform} ${process.arch}, ${cores} cores, ${Math.round(totalmem() / 2 ** 30)} GB memory, Node ${process.versions.node}.${load}`;
}

function benchmarks(tables: string[], where: string): string {
  const names = Object.keys(parts).filter((name) => parts[name]?.kept === "benchmarks");
  return `# Benchmarks

Written by \`npm run bench -- --write\`; do not edit. \`npm run bench\` prints the same tables,
\`npm run bench -- <part>\` one of them: ${names.map((name) => `\`${name}\``).join(", ")}.
Load and faults are in [operations.md](operations.md#load-and-faults).

Everything runs on one machine over loopback, so compare values within a run, not between machines.
“Promised” is what the site has to keep; a row without it is there to be watched.

Measured on ${where}

${tables.join("\n")}`;
}

async function writeTidy(path: string, text: string): Promise<void> {
  const absolute = join(repoRoot, path);
  await writeFile(absolute, text);
  spawnSync(process.execPath, [toolPath("oxfmt"), absolute], { cwd: repoRoot });
}

/** Writes a part's table into its block of docs/operations.md, with the command and machine of this run. */
async function writeBlock(name: string, table: string, where: string): Promise<void> {
  const text = await readFile(join(repoRoot, operationsPath), "utf8");
  const origin = `\`npm run bench -- ${name} --write\` on ${where}`;
  await writeTidy(operationsPath, withBlock(text, name, `${table}\n${origin}\n`));
}

/** Returns the named parts, or those of docs/benchmarks.md, and whether to save their tables. */
function readCommand() {
  const { values, positionals } = parseArgs({
    options: {
      write: { type: "boolean", default: false },
      quick: { type: "boolean", default: false },
      only: { type: "string" },
      beside: { type: "string" },
    },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => parts[name] === undefined);
  if (unknown.length > 0)
    throw new Error(`Unknown part ${unknown.join(", ")}. Choose from ${Object.keys(parts).join(", ")}.`);
  const { quick: isQuick, only = null, beside } = values;
  const options: PartOptions = { isQuick, only, ...(beside === undefined ? {} : { beside }) };
  if (values.write && (options.isQuick || options.only !== null))
    throw new Error("--write requires a full run, without --quick or --only.");
  if (values.write && positionals.some((name) => parts[name]?.kept !== "operations"))
    throw new Error(
      "--write requires all parts of docs/benchmarks.md, or named parts of docs/operations.md.",
    );
  const chosen = Object.entries(parts).filter(([name, { kept }]) =>
    positionals.length === 0 ? kept === "benchmarks" : positionals.includes(name),
  );
  return { chosen, options, isWritten: values.write };
}

async function run(): Promise<void> {
  const { chosen, options, isWritten } = readCommand();
  const where = machine();
  console.log(where);
  // Reports a missing block before minutes of measuring.
  const operations = await readFile(join(repoRoot, operationsPath), "utf8");
  for (const [name, { kept }] of chosen) if (kept === "operations") withBlock(operations, name, "");
  const reports: PartReport[] = [];
  for (const [name, { measure, kept }] of chosen) {
    const report = await measure(options);
    reports.push(report);
    console.log(textTable(report));
    if (isWritten && kept === "operations") await writeBlock(name, markdownTable(report, 3), where);
  }
  const document = reports.map((report) => markdownTable(report));
  if (isWritten && chosen.some(([, { kept }]) => kept === "benchmarks"))
    await writeTidy(documentPath, benchmarks(document, where));
  const missed = reports.flatMap(({ results }) => results).filter(({ isMet }) => isMet === false);
  if (missed.length > 0)
    console.log(`Missed: ${missed.map(({ name, value }) => `${name} (${value})`).join("; ")}`);
}

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
