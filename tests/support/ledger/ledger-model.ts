import type { Database } from "#server/database/db.ts";
import { fc } from "../properties.ts";
import { anyScript } from "./ledger-events.ts";
import { playScript } from "./ledger-run.ts";
import { problemsOf } from "./ledger-truth.ts";
import { createLedgerWorld } from "./ledger-world.ts";

export type ModelOptions = {
  scripts: number;
  /** How long a script is at most, and how much goes wrong in each of its rounds. */
  rounds: number;
  trouble: number;
  /** To play again what has failed: both are in its message. */
  seed?: number;
  path?: string;
  onScript?: (played: number) => void;
};

/**
 * Plays random scripts against the sandbox bank (docs/reference/money.md, "Proof"). After each one the ledger is exactly what the bank
 * lists, and no mark that was acknowledged is lost.
 * @throws with the shortest script that breaks this, in words, and what is wrong then
 */
export async function checkLedgerModel(database: Database, options: ModelOptions): Promise<void> {
  const { scripts, seed, path, onScript } = options;
  const world = createLedgerWorld(database);
  let played = 0;
  const property = fc.asyncProperty(anyScript(options), async (script) => {
    const outcome = await playScript(world, database, script);
    const problems = await problemsOf(database, world.control, outcome);
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
