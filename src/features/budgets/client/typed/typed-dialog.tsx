import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#client/app-context.tsx";
import { useFieldConflicts } from "#client/forms/field-conflicts.tsx";
import type { TransactionView } from "#shared/finance-shapes.ts";
import type { Option } from "#ui/choice/option.ts";
import { useZodForm } from "#ui/form/form.tsx";
import { FormDialog } from "#client/forms/form-dialog.tsx";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import { reloadTyped } from "./typed-acts.ts";
import { TypedFormFields } from "./typed-fields.tsx";
import { typedBasis, typedFieldsOf, typedSchema, typedToSave, type TypedFields } from "./typed-form.ts";

type TypedDialogProps = {
  row: TransactionView;
  /** Categories to choose, and none. */
  options: readonly Option<number>[];
  onClose: () => void;
};

/** Dialog that changes a typed transaction. */
export function TypedDialog({ row: shown, options, onClose }: TypedDialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  // As it was when the dialog opened, so that a reload changes neither the fields nor the basis of the save.
  const [row] = useState(shown);
  const conflicts = useFieldConflicts();
  const form = useZodForm(typedSchema, typedFieldsOf(row));

  async function save(fields: TypedFields) {
    const basedOn = typedBasis(row);
    const { financialCategoryId = basedOn.financialCategoryId, ...values } = typedToSave(
      fields,
      row.isoCurrencyCode,
    );
    // An automatic category stays automatic unless the person chose another one.
    const isChosen = form.getFieldState("category").isDirty;
    const category = fields.category === null ? -1 : financialCategoryId;
    const saved = await api.post("/api/SaveTransaction", {
      transactionId: row.transactionId,
      accountId: row.account.accountId,
      ...values,
      ...(isChosen ? { financialCategoryId: category } : {}),
      basedOn,
      ...conflicts.takeDecided(),
    });
    toastQueue.add({ message: `Saved ${saved.payee}.`, tone: "positive" });
    onClose();
    await reloadTyped(queryClient);
  }

  return (
    <FormDialog
      form={form}
      title="Edit transaction"
      width="estimate"
      action="Save"
      onSubmit={save}
      onClose={onClose}
      thing="This transaction"
      conflicts={conflicts}
    >
      <TypedFormFields form={form} isoCurrencyCode={row.isoCurrencyCode} options={options} />
    </FormDialog>
  );
}
