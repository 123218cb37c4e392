import type { Database } from "#server/database/db.ts";
import { fc } from "../properties.ts";
import { anyScript } from "./ledger-events.ts";
import { playScript } from "./ledger-run.ts";
import { problemsOf } from "./ledger-truth.ts";
import { createLedgerSite } from "./ledger-site.ts";

export type ModelOptions = {
  scripts: number;
  /** Maximum number of rounds, and of failures in each. */
  rounds: number;
  trouble: number;
  /** Repeats a failed run; its message has both. */
  seed?: number;
  path?: string;
  onScript?: (played: number) => void;
};

/**
 * Plays random scripts against the sandbox bank (docs/reference/money.md, "Proof"). After each, the ledger must match the
 * bank's list exactly, and no acknowledged edit may be lost.
 * @throws Error with the shortest failing script and its problems, in words
 */
export async function checkLedgerModel(database: Database, options: ModelOptions): Promise<void> {
  const { scripts, seed, path, onScript } = options;
  const site = createLedgerSite(database);
  let played = 0;
  const property = fc.asyncProperty(anyScript(options), async (script) => {
    const outcome = await playScript(site, database, script);
    const problems = await problemsOf(database, site.control, outcome);
    if (problems.length > 0) throw new Error(problems.join("\n"));
    played += 1;
    onScript?.(played);
  });
  await fc.assert(property, {
    numRuns: scripts,
    ...(seed === undefined ? {} : { seed }),
    ...(path === undefined ? {} : { path }),
  });
}
