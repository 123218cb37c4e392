import type { PGlite } from "@electric-sql/pglite";
import type { Logger } from "../log.ts";

/** Often, since everybody waits while a checkpoint writes: after five minutes of fifty people it took ten seconds. */
const checkEveryMs = 60_000;
const checkpointAfterBytes = 16 * 1024 * 1024;
const vacuumAfterBytes = 256 * 1024 * 1024;

/** The log position at the last checkpoint and the last vacuum. */
export type UpkeepState = { checkpointed: string; vacuumed: string };

/**
 * Does what Postgres' background processes would do, since the embedded one has none: without checkpoints its
 * write-ahead log grows for ever and every start after a crash replays it all; without vacuum tables only grow.
 * Both wait for a good amount of writing, so an idle site touches nothing. Returns the function that stops it.
 */
export function startPgliteUpkeep(pglite: PGlite, log?: Pick<Logger, "info" | "warn" | "error">): () => void {
  let state: UpkeepState | undefined;
  const timer = setInterval(() => {
    upkeep(pglite, state).then(
      (next) => (state = next),
      (error: unknown) =>
        log?.warn({ error }, "The upkeep of the embedded database failed; it is tried again later."),
    );
  }, checkEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** One round: checkpoints after 16 MB of log, vacuums after 256 MB; the first round checkpoints only. */
export async function upkeep(pglite: PGlite, state: UpkeepState | undefined): Promise<UpkeepState> {
  const { rows } = await pglite.query<{ at: string; written: string; unvacuumed: string }>(
    `select lsn::text as at, pg_wal_lsn_diff(lsn, $1::pg_lsn)::text as written, pg_wal_lsn_diff(lsn, $2::pg_lsn)::text as unvacuumed
     from pg_current_wal_insert_lsn() as lsn`,
    [state?.checkpointed ?? "0/0", state?.vacuumed ?? "0/0"],
  );
  const [position] = rows;
  if (!position) return state ?? { checkpointed: "0/0", vacuumed: "0/0" };
  const next = state ?? { checkpointed: "0/0", vacuumed: position.at };
  const vacuums = state !== undefined && Number(position.unvacuumed) >= vacuumAfterBytes;
  if (vacuums) await vacuum(pglite);
  if (!vacuums && Number(position.written) < checkpointAfterBytes) return next;
  await pglite.exec("CHECKPOINT");
  return { checkpointed: position.at, vacuumed: vacuums ? position.at : next.vacuumed };
}

/** Table by table: others have their turn in between. */
async function vacuum(pglite: PGlite): Promise<void> {
  const { rows } = await pglite.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relkind = 'r' and relpersistence <> 't' order by oid",
  );
  for (const { name } of rows) await pglite.exec(`VACUUM (ANALYZE) ${name}`);
}
