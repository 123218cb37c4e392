import type { Api } from "#client/data/api.ts";
import { calling, type Act } from "#client/use-undoable.ts";
import { monthOf } from "#shared/time/plain-dates.ts";
import type { IncomePaymentView } from "../contract.ts";
import { isMonth, periodWords } from "./payments/payment-words.ts";

type NamedSource = { incomeSourceId: number; name: string };

/** Deletes a source; its undo reports payments that couldn't be restored. */
export function deleteSource(api: Api, { incomeSourceId, name }: NamedSource): Act {
  return calling({
    call: () => api.post("/api/DeleteIncomeSource", { incomeSourceId }),
    text: `Deleted ${name}.`,
    failedText: `Couldn’t delete ${name}.`,
    undo: restoreSource(api, { incomeSourceId, name }),
  });
}

function restoreSource(api: Api, { incomeSourceId, name }: NamedSource): Act {
  return {
    failedText: `Couldn’t restore ${name}.`,
    run: async () => {
      const { lostPayments } = await api.post("/api/RestoreIncomeSource", { incomeSourceId });
      const lost = lostPayments === 1 ? "1 payment" : `${lostPayments} payments`;
      const rest =
        lostPayments === 0
          ? ""
          : ` ${lost} couldn’t be linked again because the transactions are gone or linked elsewhere.`;
      return { text: `Restored ${name}.${rest}` };
    },
  };
}

/** A payment with its label for messages. */
export type NamedPayment = { incomePaymentId: number; label: string };

/** Unlinks a payment, or deletes cash that was recorded. */
export function deletePayment(api: Api, payment: NamedPayment, verb: "unlink" | "delete"): Act {
  const { incomePaymentId, label } = payment;
  return calling({
    call: () => api.post("/api/DeleteIncomePayment", { incomePaymentId }),
    text: `${verb === "unlink" ? "Unlinked" : "Deleted"} ${label}.`,
    failedText: `Couldn’t ${verb} ${label}.`,
    undo: calling({
      call: () => api.post("/api/RestoreIncomePayment", { incomePaymentId }),
      text: `Restored ${label}.`,
      failedText: `Couldn’t restore ${label}.`,
    }),
  });
}

type Credited = Pick<IncomePaymentView, "period" | "isMoved">;

/** Credits a payment to another month, such as rent paid on the 28th for the next month, or to another due date. */
export function movePayment(
  api: Api,
  payment: Credited & Pick<IncomePaymentView, "incomePaymentId" | "paymentDate">,
  { period, isMoved }: Credited,
): Act {
  const { incomePaymentId, paymentDate } = payment;
  const words = periodWords(period);
  // A payment in its own month, without a due date, pays the one nearest to it.
  const to = isMonth(period)
    ? { month: period }
    : isMoved
      ? { month: monthOf(period), dueDate: period }
      : { month: monthOf(paymentDate) };
  return {
    failedText: `Couldn’t credit the payment to ${words}.`,
    run: async () => {
      await api.post("/api/MoveIncomePayment", { incomePaymentId, ...to });
      return {
        text: `Credited to ${words}.`,
        undo: movePayment(api, { ...payment, period, isMoved }, payment),
      };
    },
  };
}
