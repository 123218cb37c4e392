const attempts = 3;

/** Two transactions waited for each other and Postgres ended this one (deadlock_detected). */
export const deadlock = "40P01";
/** A row that was looked up is gone by the time it is pointed at (foreign_key_violation). */
export const goneReference = "23503";

/**
 * Runs a transaction; where it fails with one of these SQLSTATEs, and so has changed nothing, runs it again: three times
 * in all. @throws what the last try threw, or at once what is none of them
 */
export async function retried<Result>(
  states: readonly string[],
  transaction: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === attempts || !hasState(error, states)) throw error;
    }
  }
}

/** However deep the driver has wrapped it. */
function hasState(error: unknown, states: readonly string[]): boolean {
  if (!(error instanceof Error)) return false;
  const isOne = "code" in error && typeof error.code === "string" && states.includes(error.code);
  return isOne || hasState(error.cause, states);
}
