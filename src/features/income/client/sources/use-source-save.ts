import { useQueryClient } from "@tanstack/react-query";
import { failureText } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { useCreationKey } from "#client/data/creation-key.ts";
import { withGoneWords, type FieldConflicts } from "#client/forms/field-conflicts.tsx";
import { ApiError } from "#shared/envelope.ts";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import type { IncomeSourceView } from "../../contract.ts";
import type { Direction } from "../../domain/income-source.ts";
import { reloadIncome } from "../income-queries.ts";
import { sourceToSave, type SourceFields } from "./source-form.ts";

type SourceSave = {
  itemId: number;
  direction: Direction;
  /** Null to create one. */
  source: IncomeSourceView | null;
  conflicts: FieldConflicts;
  onClose: () => void;
  onRefused: (errors: Record<string, string[]>) => void;
};

/**
 * Returns a function that saves a source, closes the dialog, and refreshes the data. A refusal is logged
 * (docs/reference/product.md, "Failures") and shown on its fields.
 */
export function useSourceSave({ itemId, direction, source, conflicts, onClose, onRefused }: SourceSave) {
  const api = useApi();
  const queryClient = useQueryClient();
  const requestId = useCreationKey();

  return async (fields: SourceFields) => {
    const body = sourceToSave(itemId, source, fields, direction);
    try {
      await api.post("/api/SaveIncomeSource", {
        ...body,
        ...(source === null ? { requestId } : {}),
        ...conflicts.takeDecided(),
      });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const { logged, errors } = refusalOf(error);
      // oxlint-disable-next-line no-console -- docs/reference/product.md, "Failures": a failed save of a source is logged
      console.error(logged);
      if (!conflicts.show(error))
        onRefused(
          source === null ? errors : withGoneWords(errors, direction === "in" ? "This source" : "This bill"),
        );
      return;
    }
    toastQueue.add({ message: `Saved ${fields.name}.`, tone: "positive" });
    onClose();
    await reloadIncome(queryClient);
  };
}

/**
 * Message of a failed save without one from the server; its spelling is fixed (docs/reference/product.md, "Fixed
 * texts").
 */
const fallbackMessage = "An error ocurred saving";

/** Returns the server's message for the console and the form; for a server error, with its request id. */
function refusalOf(error: Error): { logged: string; errors: Record<string, string[]> } {
  if (!(error instanceof ApiError)) return { logged: fallbackMessage, errors: { save: [fallbackMessage] } };
  const { message, errors, statusCode } = error;
  const isOnFields = errors !== null && statusCode < 500;
  const logged = errors === null ? fallbackMessage : message;
  return { logged, errors: isOnFields ? errors : { save: [`${fallbackMessage}. ${failureText(error)}`] } };
}
