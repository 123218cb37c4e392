import { and, eq } from "drizzle-orm";
import { incomeDismissals } from "#server/tables/income-tables.ts";
import { readTransaction } from "./payment-link.ts";
import { lockSource, type IncomeScope } from "../sources/source-rows.ts";

type Pair = { incomeSourceId: number; transactionId: number };

/** Stops suggesting a transaction for a source, idempotently. @throws AppError 404 for either */
export async function dismiss(scope: IncomeScope, pair: Pair, now: Date): Promise<void> {
  await lockSource(scope, pair.incomeSourceId);
  await readTransaction(scope, pair.transactionId);
  await scope.tx
    .insert(incomeDismissals)
    .values({ ...pair, userId: scope.userId, dismissedAt: now })
    .onConflictDoNothing();
}

/** Undoes a dismissal, idempotently. @throws AppError 404 for the source */
export async function undismiss(scope: IncomeScope, pair: Pair): Promise<void> {
  await lockSource(scope, pair.incomeSourceId);
  await scope.tx
    .delete(incomeDismissals)
    .where(
      and(
        eq(incomeDismissals.userId, scope.userId),
        eq(incomeDismissals.incomeSourceId, pair.incomeSourceId),
        eq(incomeDismissals.transactionId, pair.transactionId),
      ),
    );
}
