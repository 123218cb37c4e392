import { z } from "zod";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { FormField, useZodForm } from "#ui/form/form.tsx";
import { TextField } from "#ui/form/text-field.tsx";
import { FormDialog } from "#client/forms/form-dialog.tsx";
import { useRuleActions } from "./use-rule-actions.ts";

type PayeeNameDialogProps = { row: TransactionView; onClose: () => void };

const nameSchema = z.object({ name: z.string().trim().max(200, "Use at most 200 characters.") });

/** Dialog that renames a row's payee on all its transactions, or joins it to another payee of that name. */
export function PayeeNameDialog({ row, onClose }: PayeeNameDialogProps) {
  const { renamePayee } = useRuleActions();
  const form = useZodForm(nameSchema, { name: row.payee });

  return (
    <FormDialog
      form={form}
      title={`Rename ${row.payee}`}
      width="estimate"
      action="Rename"
      onSubmit={async ({ name }) => {
        if (name !== row.payee) await renamePayee(row.transactionId, row.payee, name);
        onClose();
      }}
      onClose={onClose}
      thing="This transaction"
    >
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
    </FormDialog>
  );
}
