import type { z } from "zod";
import type { Api } from "#client/data/api.ts";
import { moneyText } from "#client/words/money-text.ts";
import { calling, takingBack, type Act } from "#client/use-undoable.ts";
import { countWords } from "#shared/text/counts.ts";
import { compareDates } from "#shared/time/compare-dates.ts";
import type { incomeContract, IncomeSuggestion } from "../../contract.ts";
import { deletePayment } from "../income-acts.ts";
import { paymentBefore } from "./payment-run.ts";

/** An unpaid month of a source with its suggested payments. */
export type UnpaidMonth = Omit<
  z.output<typeof incomeContract.getIncomeSuggestions.output>["months"][number],
  "due"
>;

/** Number of unpaid months shown at first. */
const fewMonths = 3;

/**
 * Returns the unpaid months to show, the number of the others, and the strong matches to accept at once: only those that are
 * shown, because nothing is linked unseen.
 */
export function shownMonths(
  months: readonly UnpaidMonth[],
  { shownMonth, isAll }: { shownMonth: string | null; isAll: boolean },
): { shown: UnpaidMonth[]; rest: number; strong: StrongMatch[] } {
  const all = orderedMonths(months, shownMonth);
  const shown = isAll ? all : all.slice(0, fewMonths);
  return { shown, rest: all.length - shown.length, strong: strongMatches(shown) };
}

/** Returns the months with suggestions: the shown month first, then newest first. */
export function orderedMonths(months: readonly UnpaidMonth[], shownMonth: string | null): UnpaidMonth[] {
  const isFirst = ({ month }: UnpaidMonth) => month === shownMonth;
  return months
    .filter(({ suggestions }) => suggestions.length > 0)
    .toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)) || compareDates(b.month, a.month));
}

type Unpaid = Omit<UnpaidMonth, "dueDate" | "paid" | "outstanding" | "suggestions">;
type Suggested = Pick<IncomeSuggestion, "transactionId" | "amount" | "name">;

/** Suggestions to accept at once, each transaction for one month. */
type StrongMatch = { unpaid: UnpaidMonth; suggestion: IncomeSuggestion };

/** Returns each month's best match if it's strong (docs/reference/money.md, "Suggestions"). */
export function strongMatches(months: readonly UnpaidMonth[]): StrongMatch[] {
  const used = new Set<number>();
  return months.flatMap((unpaid) => {
    const [suggestion] = unpaid.suggestions;
    if (suggestion === undefined || !suggestion.isStrong || used.has(suggestion.transactionId)) return [];
    used.add(suggestion.transactionId);
    return [{ unpaid, suggestion }];
  });
}

/** Links one match after another; after a failure, a retry skips those already linked. */
export function acceptMatches(api: Api, matches: readonly { unpaid: Unpaid; suggestion: Suggested }[]): Act {
  const ids = new Set<number>();
  return {
    failedText: "Couldn’t link all of these payments.",
    run: async () => {
      for (const { unpaid, suggestion } of matches) {
        try {
          ids.add(await linkSuggestion(api, unpaid, suggestion));
        } catch (error) {
          const incomePaymentId = paymentBefore(error, unpaid.incomeSourceId);
          if (incomePaymentId === null) throw error;
          ids.add(incomePaymentId);
        }
      }
      const unlinkAll = async () => {
        for (const incomePaymentId of ids) await api.post("/api/DeleteIncomePayment", { incomePaymentId });
      };
      const payments = countWords(ids.size, "payment");
      return { text: `Linked ${payments}.`, undo: takingBack(unlinkAll, `Unlinked ${payments}.`) };
    },
  };
}

async function linkSuggestion(api: Api, unpaid: Unpaid, suggestion: Suggested): Promise<number> {
  const { transactionId, amount, name } = suggestion;
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
  return incomePaymentId;
}

/** Links a transaction to the month, or the due date, it was suggested or found for. */
export function acceptSuggestion(api: Api, unpaid: Unpaid, suggestion: Suggested): Act {
  const words = moneyText(suggestion.amount, unpaid.isoCurrencyCode);
  return {
    failedText: `Couldn’t link ${words} to ${unpaid.incomeSourceName}.`,
    run: async () => {
      const incomePaymentId = await linkSuggestion(api, unpaid, suggestion);
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
  return calling({
    call: () => api.post("/api/DismissIncomeSuggestion", { incomeSourceId, transactionId }),
    text: `${payee} won’t be suggested for ${incomeSourceName} again.`,
    failedText: `Couldn’t dismiss the suggestion for ${incomeSourceName}.`,
    undo: calling({
      call: () => api.post("/api/UndismissIncomeSuggestion", { incomeSourceId, transactionId }),
      text: `${payee} can be suggested for ${incomeSourceName} again.`,
      failedText: "Couldn’t undo the dismissal.",
    }),
  });
}
