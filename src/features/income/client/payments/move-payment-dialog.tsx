import { useState } from "react";
import { usePublicConfig } from "#client/app-context.tsx";
import { addMonths, dateInZone, monthOf, monthsFrom, monthWords } from "#shared/time/plain-dates.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import type { Option } from "#ui/choice/option.ts";
import { Select } from "#ui/choice/select.tsx";
import type { IncomePaymentView, IncomeSourceView } from "../../contract.ts";
import { paymentLabel } from "./payment-words.ts";
import styles from "./payment-history-dialog.module.css";

type MovePaymentDialogProps = {
  payment: IncomePaymentView;
  source: IncomeSourceView;
  onMove: (month: string) => void;
  onClose: () => void;
};

/** Dialog that asks for the month to credit a payment to (docs/reference/money.md, "Payments"). */
export function MovePaymentDialog({ payment, source, onMove, onClose }: MovePaymentDialogProps) {
  const { timeZone } = usePublicConfig();
  const [month, setMonth] = useState(payment.creditedMonth);
  const [options] = useState(() => monthOptions(payment, source, monthOf(dateInZone(new Date(), timeZone))));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Credit to another month"
      width="estimate"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            onClick={() => (month === payment.creditedMonth ? onClose() : onMove(month))}
          >
            Save
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <p>Choose the month that {paymentLabel(payment)} pays for.</p>
        <Select label="Month" options={options} value={month} onChange={setMonth} />
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
