import { parseArgs } from "node:util";
import { endWith } from "./support/command-end.ts";
import { examine } from "./support/doctor/doctor.ts";
import { reportOf, reportTable } from "./support/doctor/doctor-report.ts";

/** `npm run doctor`: reports what keeps this site from working and what is worth knowing; `-- --json` for programs. */

await endWith(async () => {
  const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });
  const checks = await examine({ environment: process.env, fetch: globalThis.fetch });
  const report = reportOf(checks, new Date());
  const text = values.json ? JSON.stringify(report, null, 2) : reportTable(report);
  // Exits at once, because a service that hasn't answered by now may still hold a connection open.
  return new Promise<never>(() => process.stdout.write(`${text}\n`, () => process.exit(report.ok ? 0 : 1)));
});
