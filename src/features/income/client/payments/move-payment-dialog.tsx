import { useState } from "react";
import { usePublicConfig } from "#client/app-context.tsx";
import { addDays, addMonths, monthOf, monthsFrom, monthWords } from "#shared/time/plain-dates.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import type { Option } from "#ui/choice/option.ts";
import { Select } from "#ui/choice/select.tsx";
import type { IncomePaymentView, IncomeSourceView } from "../../contract.ts";
import { dueDatesFrom, type RhythmDates } from "../../domain/rhythm.ts";
import { paymentLabel, periodWords } from "./payment-words.ts";
import styles from "./payment-history-dialog.module.css";

/** Days before and after a payment whose due dates are offered. */
const daysAround = 366;

type MovePaymentDialogProps = {
  payment: IncomePaymentView;
  source: IncomeSourceView;
  /** Takes the month, or for a rhythm other than monthly the due date. */
  onMove: (period: string) => void;
  onClose: () => void;
};

/** Dialog that asks for the month, or the due date, to credit a payment to (docs/reference/money.md, "Payments"). */
export function MovePaymentDialog({ payment, source, onMove, onClose }: MovePaymentDialogProps) {
  const { timeZone } = usePublicConfig();
  const [period, setPeriod] = useState(payment.period);
  const [options] = useState(() =>
    source.rhythm === "monthly"
      ? monthOptions(payment, source, monthOf(dateInZone(new Date(), timeZone)))
      : dueDateOptions(payment, source),
  );
  const unit = source.rhythm === "monthly" ? "month" : "due date";
  return (
    <Dialog
      onClose={onClose}
      title={`Credit to another ${unit}`}
      width="estimate"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => (period === payment.period ? onClose() : onMove(period))}>
            Save
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <p>
          Choose the {unit} that {paymentLabel(payment)} pays for.
        </p>
        <Select
          label={unit === "month" ? "Month" : "Due date"}
          options={options}
          value={period}
          onChange={setPeriod}
        />
      </div>
    </Dialog>
  );
}

/**
 * Returns the months to choose from, newest first: from the source's first to a year ahead, always including the
 * payment's own.
 */
export function monthOptions(
  { creditedMonth, paymentDate }: Pick<IncomePaymentView, "creditedMonth" | "paymentDate">,
  { startDate }: Pick<IncomeSourceView, "startDate">,
  currentMonth: string,
): Option[] {
  const known = [
    creditedMonth,
    monthOf(paymentDate),
    monthOf(startDate),
    addMonths(currentMonth, 12),
  ].toSorted();
  return monthsFrom(known[0] ?? currentMonth, known.at(-1) ?? currentMonth)
    .toReversed()
    .map((month) => ({
      id: month,
      label: monthWords(month),
      description: month === monthOf(paymentDate) ? "When it was received" : undefined,
    }));
}

/** Returns the due dates to choose from, newest first: those within a year of the payment, always including its own period. */
export function dueDateOptions(
  { paymentDate, period }: Pick<IncomePaymentView, "paymentDate" | "period">,
  source: RhythmDates & Pick<IncomeSourceView, "terms" | "dayOfMonthDue">,
): Option[] {
  const { terms, dayOfMonthDue } = source;
  const dayIn = (month: string) =>
    (terms.findLast(({ effectiveFrom }) => effectiveFrom <= month) ?? terms[0])?.dayOfMonthDue ??
    dayOfMonthDue;
  const around = { from: addDays(paymentDate, -daysAround), to: addDays(paymentDate, daysAround) };
  return [...new Set([period, ...dueDatesFrom(source, dayIn, around)])]
    .toSorted()
    .toReversed()
    .map((id) => ({ id, label: periodWords(id) }));
}
