import type { Api } from "#client/data/api.ts";
import type { Act } from "#client/use-undoable.ts";
import { monthWords } from "#shared/time/plain-dates.ts";
import type { IncomePaymentView } from "../contract.ts";

type NamedSource = { incomeSourceId: number; name: string };

/** Deletes a source; its undo says what could not be brought back with it. */
export function deleteSource(api: Api, { incomeSourceId, name }: NamedSource): Act {
  return {
    failedText: `${name} could not be deleted.`,
    run: async () => {
      await api.post("/api/DeleteIncomeSource", { incomeSourceId });
      return { text: `Deleted ${name}.`, undo: restoreSource(api, { incomeSourceId, name }) };
    },
  };
}

function restoreSource(api: Api, { incomeSourceId, name }: NamedSource): Act {
  return {
    failedText: `${name} could not be restored.`,
    run: async () => {
      const { lostPayments } = await api.post("/api/RestoreIncomeSource", { incomeSourceId });
      const lost = lostPayments === 1 ? "1 payment is" : `${lostPayments} payments are`;
      const rest =
        lostPayments === 0
          ? ""
          : ` ${lost} not linked any more: their transactions are gone or pay something else.`;
      return { text: `Restored ${name}.${rest}` };
    },
  };
}

/** What an unlink is told with. */
export type NamedPayment = { incomePaymentId: number; label: string };

/** Unlinks a payment, or deletes cash that was recorded. */
export function deletePayment(api: Api, payment: NamedPayment, verb: "unlinked" | "deleted"): Act {
  const { incomePaymentId, label } = payment;
  return {
    failedText: `${label} could not be ${verb}.`,
    run: async () => {
      await api.post("/api/DeleteIncomePayment", { incomePaymentId });
      return {
        text: `${verb === "unlinked" ? "Unlinked" : "Deleted"} ${label}.`,
        undo: {
          failedText: `${label} could not be brought back.`,
          run: async () => {
            await api.post("/api/RestoreIncomePayment", { incomePaymentId });
            return { text: `${label} is back.` };
          },
        },
      };
    },
  };
}

/** Credits a payment to another month, such as a rent paid on the 28th for the next one. */
export function movePayment(
  api: Api,
  payment: Pick<IncomePaymentView, "incomePaymentId" | "creditedMonth">,
  month: string,
): Act {
  const { incomePaymentId, creditedMonth } = payment;
  return {
    failedText: `The payment could not be credited to ${monthWords(month)}.`,
    run: async () => {
      await api.post("/api/MoveIncomePayment", { incomePaymentId, month });
      return {
        text: `Credited to ${monthWords(month)}.`,
        undo: movePayment(api, { incomePaymentId, creditedMonth: month }, creditedMonth),
      };
    },
  };
}
