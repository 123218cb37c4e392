import { addMoney, negateMoney, ofUnits, zeroMoney, type Money } from "#shared/money.ts";
import { moneyText, sumText } from "#client/words/money-text.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import type { IconName } from "#ui/icon.tsx";
import type { Tone } from "#ui/status/tone.ts";
import type { IncomeSourceListItem } from "../../contract.ts";

/** Label of a status (docs/reference/product.md, "Income screens"). */
export type IncomeStatus = IncomeSourceListItem["status"];

/** Color and icon of a status, always shown with its label. */
export const statusStyles: Record<IncomeStatus, { tone: Tone; icon: IconName }> = {
  Paid: { tone: "positive", icon: "success" },
  "Partially Paid": { tone: "warning", icon: "clock" },
  "Past Due": { tone: "negative", icon: "warning" },
  "No Payment": { tone: "neutral", icon: "minus" },
};

/** Figures of a source's month that its status shows; amounts in currency units. */
export type StatusFigures = {
  status: IncomeStatus;
  due: number;
  paid: number;
  dueDate: string;
  isoCurrencyCode: string;
};

/** Returns a chip's tooltip: the paid total, or the due date if late (docs/reference/product.md, "Income screens"). */
export function statusTip({ status, due, paid, dueDate, isoCurrencyCode }: StatusFigures): string {
  const total = moneyText(paid, isoCurrencyCode);
  if (status === "Paid") return paid > due && due > 0 ? `${total} paid, more than was due` : `${total} paid`;
  if (status === "Past Due") return `Was due ${dateWords(dueDate)}`;
  if (status === "Partially Paid")
    return `${total} of ${moneyText(due, isoCurrencyCode)} paid, due ${dateWords(dueDate)}`;
  return `Due ${dateWords(dueDate)}`;
}

/** Returns the figures of a dashboard row. */
export function figuresOf(item: IncomeSourceListItem): StatusFigures {
  return {
    status: item.status,
    due: item.currentMonthDue,
    paid: item.currentMonthPaymentTotal,
    dueDate: item.dueDate,
    isoCurrencyCode: item.incomeSource.isoCurrencyCode,
  };
}

/** Returns what a month still lacks, in minor units; 0 if it is paid or nothing is due. */
export function outstandingOf(item: IncomeSourceListItem): Money {
  const { isActive, currentMonthPaid, currentMonthDue, currentMonthPaymentTotal, incomeSource } = item;
  if (!isActive || currentMonthPaid) return zeroMoney;
  const inMinor = (units: number) => ofUnits(units, incomeSource.isoCurrencyCode);
  return addMoney(inMinor(currentMonthDue), negateMoney(inMinor(currentMonthPaymentTotal)));
}

type DeletedSource = Pick<IncomeSourceListItem, "paymentHistory"> & {
  incomeSource: Pick<IncomeSourceListItem["incomeSource"], "isoCurrencyCode">;
};

/** Lists the consequences of deleting a source, for its confirmation (docs/reference/product.md, "Undo"). */
export function deletionConsequences({ incomeSource, paymentHistory }: DeletedSource): string[] {
  const months = paymentHistory.length;
  if (months === 0) return ["No payments are linked to it"];
  const total = sumText(
    paymentHistory.map(({ paidAmount }) => paidAmount),
    incomeSource.isoCurrencyCode,
  );
  const span = months === 1 ? "1 month" : `${months} months`;
  return [`Unlinks payments for ${span}, ${total} in total`, "Keeps the transactions"];
}
