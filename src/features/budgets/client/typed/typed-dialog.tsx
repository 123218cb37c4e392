import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { ConflictPanel, useFieldConflicts, withGoneWords } from "#client/field-conflicts.tsx";
import { ApiError } from "#shared/envelope.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import type { Option } from "#ui/choice/option.ts";
import { Button } from "#ui/button.tsx";
import { applyServerErrors, Form, SubmitButton, useUnsavedGuard, useZodForm } from "#ui/form/form.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
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
  const formId = useId();
  // As it was when the dialog opened, so that a reload changes neither the fields nor the basis of the save.
  const [row] = useState(shown);
  const conflicts = useFieldConflicts();
  const form = useZodForm(typedSchema, typedFieldsOf(row));
  const { isDirty, isSubmitting } = form.formState;
  const guard = useUnsavedGuard(isDirty);

  async function save(fields: TypedFields) {
    const basedOn = typedBasis(row);
    const { financialCategoryId = basedOn.financialCategoryId, ...values } = typedToSave(
      fields,
      row.isoCurrencyCode,
    );
    // An automatic category stays automatic unless the person chose another one.
    const isChosen = form.getFieldState("category").isDirty;
    const category = fields.category === null ? -1 : financialCategoryId;
    try {
      const saved = await api.post("/api/SaveTransaction", {
        transactionId: row.transactionId,
        accountId: row.account.accountId,
        ...values,
        ...(isChosen ? { financialCategoryId: category } : {}),
        basedOn,
        ...conflicts.takeDecided(),
      });
      toastQueue.add({ message: `Saved ${saved.payee}.`, tone: "positive" });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (conflicts.show(error)) return;
      applyServerErrors(
        form,
        withGoneWords(error.errors ?? { save: [failureText(error)] }, "This transaction"),
      );
      return;
    }
    onClose();
    await reloadTyped(queryClient);
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Edit transaction"
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
      <Form id={formId} form={form} onSubmit={save}>
        <ConflictPanel conflicts={conflicts} isSaving={isSubmitting} />
        <TypedFormFields form={form} isoCurrencyCode={row.isoCurrencyCode} options={options} />
      </Form>
    </Dialog>
  );
}
