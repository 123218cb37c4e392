import type { Database, Transaction } from "#server/db.ts";

const attempts = 3;

/** Postgres' deadlock_detected and foreign_key_violation. */
const passing = new Set<unknown>(["40P01", "23503"]);

/** Whether that is what happened, however deep the driver has wrapped it. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && passing.has(error.code)) || isPassing(error.cause);
}

/**
 * A change by a person, made again where a sync came in between and it has changed nothing: the two held rows of the
 * ledger in different orders and waited for each other, or the bank took a row back after it was looked up, which the
 * next try says in words.
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
      if (attempt === attempts || !isPassing(error)) throw error;
    }
  }
}
