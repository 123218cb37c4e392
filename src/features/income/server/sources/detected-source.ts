import { sql } from "drizzle-orm";
import { incomePayments } from "#server/tables/income-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { toUnits, type Money } from "#shared/money.ts";
import type { SourceInput } from "./source-merge.ts";
import type { IncomeScope } from "./source-rows.ts";
import { saveSource } from "./source-store.ts";

/** A source that rows suggest, and the rows that pay it; the amount is in minor units. */
type DetectedSource = Omit<
  SourceInput,
  "incomeSourceId" | "description" | "endDate" | "amountDue" | "expectedPaymentMemos"
> & {
  isoCurrencyCode: string;
  amountDue: Money;
  payments: readonly { transactionId: number; date: string; creditedMonth: string; name: string }[];
};

const memoLength = 200;

/** Condition for rows that somebody may owe: interest and dividends are nobody's debt. */
export const maybeOwed = sql`coalesce(${transactions.bankCategoryDetailed}, '') not in ('INCOME_INTEREST_EARNED', 'INCOME_DIVIDENDS')`;

/** Creates a source with its past rows as payments, and returns its ID. @throws AppError as `saveSource` */
export async function createDetectedSource(
  scope: IncomeScope,
  { payments, amountDue, ...source }: DetectedSource,
  at: { now: Date; today: string },
): Promise<number> {
  const { incomeSourceId } = await saveSource(
    scope,
    {
      ...source,
      incomeSourceId: 0,
      description: "",
      endDate: null,
      amountDue: toUnits(amountDue, source.isoCurrencyCode),
      expectedPaymentMemos: [],
    },
    at,
  );
  await scope.tx.insert(incomePayments).values(
    payments.map(({ transactionId, date, creditedMonth, name }) => ({
      userId: scope.userId,
      incomeSourceId,
      transactionId,
      paymentDate: date,
      creditedMonth,
      manualAmount: null,
      paymentMemo: name.slice(0, memoLength),
      isManualAdjustment: false,
      createdAt: at.now,
    })),
  );
  return incomeSourceId;
}
