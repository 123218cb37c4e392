import { mayGoBetter } from "#client/data/api-failure.ts";
import { ApiError } from "#shared/envelope.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";

/** What a row needs to become a payment. */
export type LinkableRow = Pick<
  TransactionView,
  "transactionId" | "name" | "date" | "authorized_date" | "amount" | "isoCurrencyCode"
>;

/** How far a Save has come: rows are linked one after another (docs/reference/http-api.md, "Income"). */
export type RunProgress = { done: number; total: number };

/** What a Save came to. `failed` were refused, each for its own reason; `untried` are left because of `stopped`. */
export type RunResult = {
  linked: { row: LinkableRow; incomePaymentId: number | null }[];
  failed: { row: LinkableRow; error: Error }[];
  untried: LinkableRow[];
};

type LinkRow = (row: LinkableRow) => Promise<{ incomePaymentId: number }>;

/**
 * Links rows one after another. A row that is refused does not keep the others from being linked; a failure that would
 * meet them all (no connection, the server's own, too many calls, no session) stops the run. `incomePaymentId` is null
 * for a row that had been linked already: the answer of an earlier try was lost.
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
      if (isLinkedAlready(error, incomeSourceId)) {
        result.linked.push({ row, incomePaymentId: null });
        continue;
      }
      result.failed.push({ row, error });
      if (mayGoBetter(error)) {
        result.untried.push(...rows.slice(index + 1));
        break;
      }
    }
  }
  return result;
}

/** SaveIncomePayment answers 409 with the payment that the transaction has: is it the one that was wanted? */
function isLinkedAlready(error: Error, incomeSourceId: number): boolean {
  if (!(error instanceof ApiError) || error.statusCode !== 409) return false;
  const { data } = error;
  return (
    typeof data === "object" &&
    data !== null &&
    "incomeSourceId" in data &&
    data.incomeSourceId === incomeSourceId
  );
}

/** What another try may link: a refusal of the row itself would only be said again. */
export function rowsToTryAgain({ failed, untried }: RunResult): LinkableRow[] {
  return [...failed.filter(({ error }) => mayGoBetter(error)).map(({ row }) => row), ...untried];
}

/** `1 transaction`, `3 transactions` */
export function rowsText(count: number): string {
  return count === 1 ? "1 transaction" : `${count} transactions`;
}

/** What came of the rows that could be linked, beside those that could not. */
export function linkedText(count: number): string {
  return `${rowsText(count)} ${count === 1 ? "was" : "were"} linked.`;
}

/** The body of SaveIncomePayment for a row (docs/reference/http-api.md, "Income"). */
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
