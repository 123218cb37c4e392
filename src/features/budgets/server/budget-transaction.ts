import type { Database, Transaction } from "#server/db.ts";

const attempts = 3;

/** Postgres' deadlock_detected, however deep the driver has wrapped it. */
function isDeadlock(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === "40P01") || isDeadlock(error.cause);
}

/**
 * A change by a person. A sync may hold rows of the same ledger in another order; when the two wait for each other the
 * database ends one of them, which has then changed nothing: the change is made again.
 */
export async function changeAsUser<Result>(
  database: Pick<Database, "asUser">,
  userId: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.asUser(userId, work);
    } catch (error) {
      if (attempt === attempts || !isDeadlock(error)) throw error;
    }
  }
}
