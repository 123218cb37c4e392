import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { availableParallelism, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { repoRoot, toolPath } from "../support/repo-paths.ts";
import { measureBills } from "./bills.ts";
import { measureBytes } from "./bytes.ts";
import { measureCode } from "./code.ts";
import { measureDatabase } from "./database.ts";
import { measureIncome } from "./income.ts";
import { measureLedgerModel } from "./ledger-model.ts";
import { measureLedger } from "./ledger.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measurePages } from "./pages.ts";
import { markdownTable, textTable, type PartReport } from "./results.ts";
import { measureStart } from "./start.ts";

/** `npm run bench`: every part in turn but the longest; `npm run bench -- pages` one of them; `-- --write` keeps the tables in docs. */

const parts: Record<string, () => Promise<PartReport>> = {
  start: measureStart,
  pages: measurePages,
  database: measureDatabase,
  lighthouse: measureLighthouse,
  code: measureCode,
  bills: measureBills,
  income: measureIncome,
  ledger: measureLedger,
  "ledger-model": measureLedgerModel,
  bytes: measureBytes,
};
/** Proofs that take long and measure nothing. */
const onlyWhenNamed = new Set(["ledger-model"]);
const documentPath = "docs/benchmarks.md";
/** More than this many runnable processes a core at the start, and times tell more of the others than of us. */
const quietLoadPerCore = 0.5;

function machine(): string {
  const cores = availableParallelism();
  const busy = (loadavg()[0] ?? 0) / cores;
  const load =
    busy > quietLoadPerCore
      ? ` The machine was busy with other work (${busy.toFixed(1)} processes a core at the start): times are too long and rates too low.`
      : "";
  return `${process.platform} ${process.arch}, ${cores} cores, ${Math.round(totalmem() / 2 ** 30)} GB memory, Node ${process.versions.node}.${load}`;
}

function document(reports: PartReport[], where: string): string {
  return `# Benchmarks

Written by \`npm run bench -- --write\`; do not edit. \`npm run bench\` prints the same tables,
\`npm run bench -- <part>\` one of them: ${Object.keys(parts)
    .map((name) => `\`${name}\``)
    .join(", ")}.

Everything runs on one machine over loopback, so compare values within a run, not between machines.
“Promised” is what the site has to keep; a row without it is there to be watched.

Measured on ${where}

${reports.map(markdownTable).join("\n")}`;
}

async function writeDocument(text: string): Promise<void> {
  const path = join(repoRoot, documentPath);
  await writeFile(path, text);
  spawnSync(process.execPath, [toolPath("oxfmt"), path], { cwd: repoRoot });
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { write: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => parts[name] === undefined);
  if (unknown.length > 0)
    throw new Error(`No part ${unknown.join(", ")}; there are ${Object.keys(parts).join(", ")}.`);
  if (values.write && positionals.length > 0)
    throw new Error("--write takes all parts: a table of one run, not of several.");
  const where = machine();
  console.log(where);
  const reports: PartReport[] = [];
  for (const [name, measure] of Object.entries(parts)) {
    const isWanted = positionals.length === 0 ? !onlyWhenNamed.has(name) : positionals.includes(name);
    if (!isWanted) continue;
    const report = await measure();
    reports.push(report);
    console.log(textTable(report));
  }
  if (values.write) await writeDocument(document(reports, where));
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
