const attempts = 3;

/** Postgres ended this transaction to resolve a deadlock (deadlock_detected). */
export const deadlock = "40P01";
/** A referenced row was deleted in the meantime (foreign_key_violation). */
export const goneReference = "23503";
/** A statement came to write in a transaction that may only read (read_only_sql_transaction). */
export const readOnlyTransaction = "25006";
/** An earlier statement of the transaction has failed (in_failed_sql_transaction). */
export const abortedTransaction = "25P02";
/** A statement was ended at its time limit (query_canceled). */
export const outOfTime = "57014";

/**
 * Runs a transaction, up to three times if it fails with one of these SQLSTATEs, which leave nothing changed.
 * @throws the error of the last attempt, or any other error at once
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

/** Returns whether an error is a row that breaks this constraint, however deep the driver has wrapped it. */
export function violates(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false;
  return ("constraint" in error && error.constraint === constraint) || violates(error.cause, constraint);
}

/** Returns whether an error has one of these SQLSTATEs, however deep the driver has wrapped it. */
export function hasState(error: unknown, states: readonly string[]): boolean {
  if (!(error instanceof Error)) return false;
  const isOne = "code" in error && typeof error.code === "string" && states.includes(error.code);
  return isOne || hasState(error.cause, states);
}
