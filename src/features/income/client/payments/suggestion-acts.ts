import type { Api } from "#client/data/api.ts";
import { moneyText } from "#client/money-text.ts";
import type { Act } from "#client/use-undoable.ts";
import type { IncomeSuggestion } from "../../contract.ts";
import { deletePayment } from "../income-acts.ts";

/** A month of a source that is not paid yet, with what may pay it. */
export type UnpaidMonth = {
  incomeSourceId: number;
  incomeSourceName: string;
  month: string;
  text: string;
  dueDate: string;
  paid: number;
  outstanding: number;
  isoCurrencyCode: string;
  suggestions: readonly IncomeSuggestion[];
};

/** Months with something to suggest: those of the month on show first, then the newest. */
export function orderedMonths(months: readonly UnpaidMonth[], shownMonth: string | null): UnpaidMonth[] {
  const isFirst = ({ month }: UnpaidMonth) => month === shownMonth;
  return months
    .filter(({ suggestions }) => suggestions.length > 0)
    .toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)) || compare(b.month, a.month));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Links the transaction to the month that it was suggested for. */
export function acceptSuggestion(api: Api, unpaid: UnpaidMonth, suggestion: IncomeSuggestion): Act {
  const { transactionId, amount, name } = suggestion;
  const words = moneyText(amount, unpaid.isoCurrencyCode);
  return {
    failedText: `${words} could not be linked to ${unpaid.incomeSourceName}.`,
    run: async () => {
      const { incomePaymentId } = await api.post("/api/SaveIncomePayment", {
        incomePaymentId: 0,
        transactionId,
        incomeSourceId: unpaid.incomeSourceId,
        amount,
        paymentMemo: name.slice(0, 200),
        isManualAdjustment: false,
        creditedMonth: unpaid.month,
      });
      return {
        text: `Linked ${words} to ${unpaid.incomeSourceName}, ${unpaid.text}.`,
        undo: deletePayment(api, { incomePaymentId, label: words }, "unlinked"),
      };
    },
  };
}

/** Has the transaction never suggested again for the source; its undo lets it be. */
export function dismissSuggestion(api: Api, unpaid: UnpaidMonth, suggestion: IncomeSuggestion): Act {
  const { incomeSourceId, incomeSourceName } = unpaid;
  const { transactionId, name } = suggestion;
  return {
    failedText: `The suggestion for ${incomeSourceName} could not be dismissed.`,
    run: async () => {
      await api.post("/api/DismissIncomeSuggestion", { incomeSourceId, transactionId });
      return {
        text: `${name} is not suggested for ${incomeSourceName} any more.`,
        undo: {
          failedText: "The dismissal could not be taken back.",
          run: async () => {
            await api.post("/api/UndismissIncomeSuggestion", { incomeSourceId, transactionId });
            return { text: `${name} may be suggested for ${incomeSourceName} again.` };
          },
        },
      };
    },
  };
}
