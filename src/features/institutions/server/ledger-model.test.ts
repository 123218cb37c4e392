import fc from "fast-check";
import { expect, it } from "vitest";
import { anyScript } from "../../../../tests/support/ledger-events.ts";
import { playScript } from "../../../../tests/support/ledger-run.ts";
import { problemsOf } from "../../../../tests/support/ledger-truth.ts";
import { createLedgerWorld } from "../../../../tests/support/ledger-world.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";

const database = useTestDatabase();

it("the ledger is the bank's, and no mark is lost, whatever happens", { timeout: 600_000 }, async () => {
  const world = createLedgerWorld(database());
  await fc.assert(
    fc.asyncProperty(anyScript(16), async (script) => {
      const outcome = await playScript(world, database(), script);
      expect(await problemsOf(database(), world.control, outcome)).toEqual([]);
    }),
    { numRuns: Number(process.env["RUNS"] ?? 40) },
  );
});
