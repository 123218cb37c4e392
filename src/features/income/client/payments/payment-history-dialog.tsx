import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { endsScreen } from "#client/data/ends-screen.ts";
import { useApi } from "#client/app-context.tsx";
import { moneyText } from "#client/words/money-text.ts";
import { RequestFailedDialog } from "#client/forms/request-failed-dialog.tsx";
import { useUndoable } from "#client/use-undoable.ts";
import { UntilLoaded } from "#client/until-loaded.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { Skeleton } from "#ui/status/skeleton.tsx";
import type { IncomePaymentView, IncomeSourceView } from "../../contract.ts";
import { deletePayment, movePayment } from "../income-acts.ts";
import { paymentHistoryQuery, reloadIncome } from "../income-queries.ts";
import { MovePaymentDialog } from "./move-payment-dialog.tsx";
import { PaymentMonths, type PaymentActions } from "./payment-months.tsx";
import styles from "./payment-history-dialog.module.css";
import { paymentLabel } from "./payment-words.ts";
import { monthWords } from "#shared/time/plain-dates.ts";
import { SubmitButton, useUnsavedGuard } from "#ui/form/form.tsx";
import { CashPaymentFields, untouchedCash } from "./cash-payment-fields.tsx";

type PaymentHistoryDialogProps = {
  incomeSourceId: number;
  name: string;
  /** Limits the dialog to one month, `YYYY-MM` (a cell of the rent roll). */
  month?: string;
  onClose: () => void;
};

type Open = { kind: "move"; payment: IncomePaymentView } | { kind: "cash" };

/**
 * Payments of a source by month (docs/reference/product.md, "Income screens"): each can be moved or unlinked, and cash
 * can be added.
 */
export function PaymentHistoryDialog({ incomeSourceId, name, month, onClose }: PaymentHistoryDialogProps) {
  const api = useApi();
  const history = useQuery({ ...paymentHistoryQuery(api, incomeSourceId), throwOnError: endsScreen });
  const [open, setOpen] = useState<Open | null>(null);
  const acts = useUndoable({ renew: reloadIncome });
  const { data } = history;
  const months = (data?.months ?? []).filter((one) => month === undefined || one.month === month);
  const actions: PaymentActions = {
    onMove: (payment) => setOpen({ kind: "move", payment }),
    onDelete: (payment) =>
      acts.perform(
        deletePayment(
          api,
          { incomePaymentId: payment.incomePaymentId, label: paymentLabel(payment) },
          payment.isManualAdjustment ? "delete" : "unlink",
        ),
      ),
  };
  return (
    <Dialog
      onClose={onClose}
      title={`Payment History, ${name}`}
      width="info"
      isDismissable={open === null}
      footer={
        <>
          <Button icon="plus" disabled={data === undefined} onClick={() => setOpen({ kind: "cash" })}>
            Add cash payment
          </Button>
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className={styles.content} aria-busy={acts.isPending || undefined}>
        <UntilLoaded query={history} what="the payments" headingLevel={3} className={styles.content}>
          {[1, 2, 3].map((line) => (
            <Skeleton key={line} height="calc(2 * var(--size-control))" />
          ))}
        </UntilLoaded>
        {data === undefined ? null : (
          <>
            {month === undefined ? (
              <p className={styles.total}>
                <span className={styles.hint}>Total paid</span>{" "}
                <strong>{moneyText(data.paidTotal, data.incomeSource.isoCurrencyCode)}</strong>
              </p>
            ) : null}
            {months.length === 0 ? (
              <EmptyState title="Nothing due or paid yet" headingLevel={3} icon="wallet">
                Payments appear here once you link a transaction or add cash.
              </EmptyState>
            ) : (
              <PaymentMonths source={data.incomeSource} months={months} actions={actions} />
            )}
          </>
        )}
      </div>
      {open?.kind === "cash" && data !== undefined ? (
        <CashPaymentDialog source={data.incomeSource} month={month} onClose={() => setOpen(null)} />
      ) : null}
      {open?.kind === "move" && data !== undefined ? (
        <MovePaymentDialog
          payment={open.payment}
          source={data.incomeSource}
          onMove={(to) => {
            setOpen(null);
            acts.perform(movePayment(api, open.payment, { period: to, isMoved: true }));
          }}
          onClose={() => setOpen(null)}
        />
      ) : null}
      <RequestFailedDialog failure={acts.failure} isPending={acts.isPending} />
    </Dialog>
  );
}

type CashPaymentDialogProps = {
  source: IncomeSourceView;
  /** Month it is credited to; without it, the month of its date. */
  month: string | undefined;
  onClose: () => void;
};

/** Dialog that records a payment outside any bank account. */
function CashPaymentDialog({ source, month, onClose }: CashPaymentDialogProps) {
  const formId = useId();
  const [{ isDirty, isSubmitting }, setState] = useState(untouchedCash);
  const guard = useUnsavedGuard(isDirty);
  return (
    <Dialog
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
