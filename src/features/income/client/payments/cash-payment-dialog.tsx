import { useId, useState } from "react";
import { monthWords } from "#shared/time/plain-dates.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { SubmitButton, useUnsavedGuard } from "#ui/form/form.tsx";
import type { IncomeSourceView } from "../../contract.ts";
import { CashPaymentFields, untouchedCash } from "./cash-payment-fields.tsx";

type CashPaymentDialogProps = {
  source: IncomeSourceView;
  /** Month it is credited to; without it, the month of its date. */
  month: string | undefined;
  onClose: () => void;
};

/** Dialog that records a payment outside any bank account. */
export function CashPaymentDialog({ source, month, onClose }: CashPaymentDialogProps) {
  const formId = useId();
  const [{ isDirty, isSubmitting }, setState] = useState(untouchedCash);
  const guard = useUnsavedGuard(isDirty);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={month === undefined ? "Add cash payment" : `Add cash payment for ${monthWords(month)}`}
      width="estimate"
      guard={guard}
      footer={
        <>
          <Button onClick={() => guard.request(onClose)}>Cancel</Button>
          <SubmitButton form={formId} isPending={isSubmitting}>
            Save
          </SubmitButton>
        </>
      }
    >
      <CashPaymentFields id={formId} source={source} month={month} onState={setState} onSaved={onClose} />
    </Dialog>
  );
}
