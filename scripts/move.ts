import { parseArgs } from "node:util";
import { readSettings, SettingsError } from "#server/settings/settings.ts";
import { wordsOf } from "./support/doctor/doctor-report.ts";
import { MoveRefused, moveDatabase, type MoveOptions } from "./support/move.ts";
import { movedLines, tableLine } from "./support/move-report.ts";

/**
 * `npm run move -- --to <DATABASE_URL>`: the whole site from the embedded database to Postgres; `--from` back.
 * Ends with 0 once everything is there and compared, 1 where nothing was moved, 2 where it was called wrongly.
 */

const usage = `Give one address, quoted:
  npm run move -- --to postgres://user:password@host/database     from DATA_DIR to an empty Postgres database
  npm run move -- --from postgres://user:password@host/database   back, into a DATA_DIR without a database
A password that is left out is read from PGPASSWORD.`;

try {
  const wanted = readArguments();
  if (wanted === null) {
    console.error(usage);
    process.exitCode = 2;
  } else {
    const moved = await moveDatabase({
      settings: readSettings({ ...process.env, DATABASE_URL: undefined }),
      onTable: (table) => console.log(tableLine(table)),
      ...wanted,
    });
    console.log(movedLines(moved).join("\n"));
  }
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

function readArguments(): Pick<MoveOptions, "direction" | "databaseUrl"> | null {
  try {
    const { values } = parseArgs({ options: { to: { type: "string" }, from: { type: "string" } } });
    const direction = values.to === undefined ? "from" : "to";
    const databaseUrl = values[direction];
    const isBoth = values.to !== undefined && values.from !== undefined;
    if (databaseUrl === undefined || isBoth || !isPostgres(databaseUrl)) return null;
    return { direction, databaseUrl };
  } catch {
    return null;
  }
}

function isPostgres(address: string): boolean {
  return URL.canParse(address) && /^postgres(?:ql)?:$/.test(new URL(address).protocol);
}

function explain(error: unknown): string {
  if (error instanceof SettingsError) return [error.message, ...error.problems].join("\n  ");
  if (error instanceof MoveRefused) return `${error.message}\nNothing was moved.`;
  return `${wordsOf(error)}\nThe move was broken off. Run it again: nothing is there by halves.`;
}
