import { describe, expect, it } from "vitest";
import { closePglite, openMemoryPglite } from "./pglite.ts";
import { upkeep } from "./pglite-upkeep.ts";
import { isFullRun } from "../../../tests/support/night.ts";

describe.runIf(isFullRun)("the upkeep of the embedded database", () => {
  it("checkpoints after a good amount of writing and leaves an idle database alone", async () => {
    const pglite = await openMemoryPglite();
    try {
      const start = await upkeep(pglite, undefined);
      const before = await lastCheckpoint();
      expect(await upkeep(pglite, start)).toEqual(start);
      expect(await lastCheckpoint()).toBe(before);

      await pglite.exec("create table filler (body text)");
      await pglite.exec("insert into filler select repeat('x', 200) from generate_series(1, 90000)");
      const after = await upkeep(pglite, start);
      expect(after.checkpointed).not.toBe(start.checkpointed);
      expect(after.vacuumed).toBe(start.vacuumed);
      expect(await lastCheckpoint()).not.toBe(before);
    } finally {
      await closePglite(pglite);
    }

    async function lastCheckpoint(): Promise<string | undefined> {
      const { rows } = await pglite.query<{ at: string }>(
        "select redo_lsn::text as at from pg_control_checkpoint()",
      );
      return rows[0]?.at;
    }
  });
});
