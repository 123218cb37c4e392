import type { Api } from "#client/data/api.ts";
import { moneyText } from "#client/words/money-text.ts";
import type { Act } from "#client/use-undoable.ts";
import type { IncomeSuggestion } from "../../contract.ts";
import { deletePayment } from "../income-acts.ts";

/** An unpaid month of a source with its suggested payments. */
export type UnpaidMonth = {
  incomeSourceId: number;
  incomeSourceName: string;
  month: string;
  /** The month, or for a rhythm other than monthly the due date. */
  period: string;
  text: string;
  dueDate: string;
  paid: number;
  outstanding: number;
  isoCurrencyCode: string;
  suggestions: readonly IncomeSuggestion[];
};

/** Returns the months with suggestions: the shown month first, then newest first. */
export function orderedMonths(months: readonly UnpaidMonth[], shownMonth: string | null): UnpaidMonth[] {
  const isFirst = ({ month }: UnpaidMonth) => month === shownMonth;
  return months
    .filter(({ suggestions }) => suggestions.length > 0)
    .toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)) || compare(b.month, a.month));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Links a transaction to the month, or the due date, it was suggested or found for. */
export function acceptSuggestion(
  api: Api,
  unpaid: Omit<UnpaidMonth, "dueDate" | "paid" | "outstanding" | "suggestions">,
  suggestion: Pick<IncomeSuggestion, "transactionId" | "amount" | "name">,
): Act {
  const { transactionId, amount, name } = suggestion;
  const words = moneyText(amount, unpaid.isoCurrencyCode);
  return {
    failedText: `Couldn’t link ${words} to ${unpaid.incomeSourceName}.`,
    run: async () => {
      const { incomePaymentId } = await api.post("/api/SaveIncomePayment", {
        incomePaymentId: 0,
        transactionId,
        incomeSourceId: unpaid.incomeSourceId,
        amount,
        paymentMemo: name.slice(0, 200),
        isManualAdjustment: false,
        creditedMonth: unpaid.month,
        ...(unpaid.period === unpaid.month ? {} : { dueDate: unpaid.period }),
      });
      return {
        text: `Linked ${words} to ${unpaid.incomeSourceName}, ${unpaid.text}.`,
        undo: deletePayment(api, { incomePaymentId, label: words }, "unlink"),
      };
    },
  };
}

/** Stops suggesting a transaction for a source; the undo allows it again. */
export function dismissSuggestion(api: Api, unpaid: UnpaidMonth, suggestion: IncomeSuggestion): Act {
  const { incomeSourceId, incomeSourceName } = unpaid;
  const { transactionId, payee } = suggestion;
  return {
    failedText: `Couldn’t dismiss the suggestion for ${incomeSourceName}.`,
    run: async () => {
      await api.post("/api/DismissIncomeSuggestion", { incomeSourceId, transactionId });
      return {
        text: `${payee} won’t be suggested for ${incomeSourceName} again.`,
        undo: {
          failedText: "Couldn’t undo the dismissal.",
          run: async () => {
            await api.post("/api/UndismissIncomeSuggestion", { incomeSourceId, transactionId });
            return { text: `${payee} can be suggested for ${incomeSourceName} again.` };
          },
        },
      };
    },
  };
}
