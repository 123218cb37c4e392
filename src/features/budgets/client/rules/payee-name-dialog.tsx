import { useId } from "react";
import { z } from "zod";
import { failureText } from "#client/data/api-failure.ts";
import { withGoneWords } from "#client/field-conflicts.tsx";
import { ApiError } from "#shared/envelope.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { Button } from "#ui/button.tsx";
import {
  applyServerErrors,
  Form,
  FormField,
  SubmitButton,
  useUnsavedGuard,
  useZodForm,
} from "#ui/form/form.tsx";
import { TextField } from "#ui/form/text-field.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { useRuleActions } from "./use-rule-actions.ts";

type PayeeNameDialogProps = { row: TransactionView; onClose: () => void };

const nameSchema = z.object({ name: z.string().trim().max(200, "Use at most 200 characters.") });

/** Dialog that renames a row's payee on all its transactions, or joins it to another payee of that name. */
export function PayeeNameDialog({ row, onClose }: PayeeNameDialogProps) {
  const formId = useId();
  const { renamePayee } = useRuleActions();
  const form = useZodForm(nameSchema, { name: row.payee });
  const { isDirty, isSubmitting } = form.formState;
  const guard = useUnsavedGuard(isDirty);

  async function save(name: string) {
    try {
      if (name !== row.payee) await renamePayee(row.transactionId, row.payee, name);
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      applyServerErrors(
        form,
        withGoneWords(error.errors ?? { save: [failureText(error)] }, "This transaction"),
      );
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Rename ${row.payee}`}
      width="estimate"
      guard={guard}
      footer={
        <>
          <Button onClick={() => guard.request(onClose)}>Cancel</Button>
          <SubmitButton form={formId} isPending={isSubmitting}>
            Rename
          </SubmitButton>
        </>
      }
    >
      <Form id={formId} form={form} onSubmit={({ name }) => save(name)}>
        <FormField control={form.control} name="name">
          {(field) => (
            <TextField
              label="Name"
              description={`The bank writes “${row.name}”. Payees with the same name become one. Leave blank for the bank’s name.`}
              autoComplete="off"
              maxLength={200}
              {...field}
            />
          )}
        </FormField>
      </Form>
    </Dialog>
  );
}
