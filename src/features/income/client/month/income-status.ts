import { moneyText, sumText } from "#client/money-text.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import type { IconName } from "#ui/icon.tsx";
import type { Tone } from "#ui/status/tone.ts";
import type { IncomeSourceListItem } from "../../contract.ts";

/** The words of a status (docs/reference/product.md, "Income screens"). */
export type IncomeStatus = IncomeSourceListItem["status"];

/** Colour and icon of a status; its word always stands with them. */
export const statusFaces: Record<IncomeStatus, { tone: Tone; icon: IconName }> = {
  Paid: { tone: "positive", icon: "success" },
  "Partially Paid": { tone: "warning", icon: "clock" },
  "Past Due": { tone: "negative", icon: "warning" },
  "No Payment": { tone: "neutral", icon: "minus" },
};

/** A source in a month, as far as its status needs it; amounts in currency units. */
export type StatusFigures = {
  status: IncomeStatus;
  due: number;
  paid: number;
  dueDate: string;
  isoCurrencyCode: string;
};

/** What a chip's tooltip says: the paid total where it is paid, the due date where it is late (docs/reference/product.md, "Income screens"). */
export function statusTip({ status, due, paid, dueDate, isoCurrencyCode }: StatusFigures): string {
  const total = moneyText(paid, isoCurrencyCode);
  if (status === "Paid") return paid > due && due > 0 ? `${total} paid, more than was due` : `${total} paid`;
  if (status === "Past Due") return `Was due ${dateWords(dueDate)}`;
  if (status === "Partially Paid")
    return `${total} of ${moneyText(due, isoCurrencyCode)} paid, due ${dateWords(dueDate)}`;
  return `Due ${dateWords(dueDate)}`;
}

/** The figures of a row of the dashboard. */
export function figuresOf(item: IncomeSourceListItem): StatusFigures {
  return {
    status: item.status,
    due: item.currentMonthDue,
    paid: item.currentMonthPaymentTotal,
    dueDate: item.dueDate,
    isoCurrencyCode: item.incomeSource.isoCurrencyCode,
  };
}

type DeletedSource = Pick<IncomeSourceListItem, "paymentHistory"> & {
  incomeSource: Pick<IncomeSourceListItem["incomeSource"], "isoCurrencyCode">;
};

/** What goes with a deleted source, named before it goes (docs/reference/product.md, "Undo"). */
export function deletionConsequences({ incomeSource, paymentHistory }: DeletedSource): string[] {
  const months = paymentHistory.length;
  if (months === 0) return ["No payment is linked to it."];
  const total = sumText(
    paymentHistory.map(({ paidAmount }) => paidAmount),
    incomeSource.isoCurrencyCode,
  );
  const span = months === 1 ? "1 month" : `${months} months`;
  return [`Payments of ${span}, ${total} in all, are unlinked.`, "The transactions stay."];
}
