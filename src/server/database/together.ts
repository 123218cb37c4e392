import { abortedTransaction, hasState } from "./transaction-retries.ts";

/**
 * Waits for reads of one transaction that start together: the connection sends each without waiting for the answers to those
 * before it, and Postgres works while the next ones are prepared. All are waited for even if one fails, so that none is still
 * under way when the transaction is rolled back.
 * @throws what the first one that failed by itself throws
 */
export async function together<const Reads extends readonly unknown[]>(
  reads: Reads,
): Promise<{ [Index in keyof Reads]: Awaited<Reads[Index]> }> {
  const settled = await Promise.allSettled(reads);
  const failures = settled.filter((read) => read.status === "rejected");
  const [failure] = failures;
  if (failure !== undefined) {
    // After a statement has failed, Postgres refuses all others of the transaction.
    const own = failures.find(({ reason }) => !hasState(reason, [abortedTransaction])) ?? failure;
    throw own.reason;
  }
  const values = settled.map((read) => (read.status === "fulfilled" ? read.value : undefined));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `map` loses the tuple
  return values as { [Index in keyof Reads]: Awaited<Reads[Index]> };
}
