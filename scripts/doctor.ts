import { parseArgs } from "node:util";
import { examine } from "./support/doctor.ts";
import { reportTable } from "./support/doctor-report.ts";

/** `npm run doctor`: what keeps this site from working, and what is worth knowing; `-- --json` for programs. */

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });
const results = await examine({ environment: process.env, fetch: globalThis.fetch });
const isWell = results.every(({ state }) => state !== "fail");
console.log(values.json ? JSON.stringify({ ok: isWell, checks: results }, null, 2) : reportTable(results));
process.exitCode = isWell ? 0 : 1;
