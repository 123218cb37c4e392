import { canRetry } from "#client/data/api-failure.ts";
import { ApiError } from "#shared/envelope.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";

/** The part of a row that its payment needs. */
export type LinkableRow = Pick<
  TransactionView,
  "transactionId" | "payee" | "name" | "date" | "authorized_date" | "amount" | "isoCurrencyCode"
>;

/** Progress of linking rows one after another (docs/reference/http-api.md, "Income"). */
export type RunProgress = { done: number; total: number };

/** Result of linking rows: `failed` were refused, each for its own reason; `untried` were left when the run stopped. */
export type RunResult = {
  linked: { row: LinkableRow; incomePaymentId: number }[];
  failed: { row: LinkableRow; error: Error }[];
  untried: LinkableRow[];
};

type LinkRow = (row: LinkableRow) => Promise<{ incomePaymentId: number }>;

/**
 * Links rows one after another. A refused row doesn't stop the others, but a failure that would affect them all does (no
 * connection, a server error, too many calls, no session). A row that pays the source already counts as linked: an earlier
 * answer may have been lost.
 */
export async function linkOneByOne(
  rows: readonly LinkableRow[],
  incomeSourceId: number,
  link: LinkRow,
  onProgress: (progress: RunProgress) => void,
): Promise<RunResult> {
  const result: RunResult = { linked: [], failed: [], untried: [] };
  for (const [index, row] of rows.entries()) {
    onProgress({ done: index, total: rows.length });
    try {
      const { incomePaymentId } = await link(row);
      result.linked.push({ row, incomePaymentId });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const incomePaymentId = paymentBefore(error, incomeSourceId);
      if (incomePaymentId !== null) {
        result.linked.push({ row, incomePaymentId });
        continue;
      }
      result.failed.push({ row, error });
      if (canRetry(error)) {
        result.untried.push(...rows.slice(index + 1));
        break;
      }
    }
  }
  return result;
}

/** Returns the payment that a 409 names if it already links the transaction to this source. */
export function paymentBefore(error: unknown, incomeSourceId: number): number | null {
  if (!(error instanceof ApiError) || error.statusCode !== 409) return null;
  const { data } = error;
  const isOfSource =
    typeof data === "object" &&
    data !== null &&
    "incomeSourceId" in data &&
    data.incomeSourceId === incomeSourceId;
  return isOfSource && "incomePaymentId" in data && typeof data.incomePaymentId === "number"
    ? data.incomePaymentId
    : null;
}

/** Returns the rows worth retrying; a row refused for its own reason would be refused again. */
export function rowsToRetry({ failed, untried }: RunResult): LinkableRow[] {
  return [...failed.filter(({ error }) => canRetry(error)).map(({ row }) => row), ...untried];
}

/** `1 transaction`, `3 transactions` */
export function rowsText(count: number): string {
  return count === 1 ? "1 transaction" : `${count} transactions`;
}

/** Confirms the rows that were linked, beside those that weren't. */
export function linkedText(count: number): string {
  return `${rowsText(count)} ${count === 1 ? "was" : "were"} linked.`;
}

/** Builds the body of SaveIncomePayment for a row (docs/reference/http-api.md, "Income"). */
export function paymentOf(row: LinkableRow, incomeSourceId: number) {
  return {
    incomePaymentId: 0,
    transactionId: row.transactionId,
    incomeSourceId,
    paymentDate: row.authorized_date,
    amount: row.amount,
    paymentMemo: row.name.slice(0, 200),
    isManualAdjustment: false,
  };
}
