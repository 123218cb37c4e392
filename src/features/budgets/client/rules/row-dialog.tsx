import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { useApi } from "#client/app-context.tsx";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { lineSchema } from "#shared/text/text-schemas.ts";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { UntilLoaded } from "#client/until-loaded.tsx";
import { Skeleton } from "#ui/status/skeleton.tsx";
import { FormField, useZodForm } from "#ui/form/form.tsx";
import { TextField } from "#ui/form/text-field.tsx";
import { FormDialog } from "#client/forms/form-dialog.tsx";
import { ruleDraftQuery, rulesQuery } from "../budget-queries.ts";
import type { PayeeDialog } from "../rows/transaction-actions.ts";
import { everyDay } from "./rule-days.ts";
import { RuleDialog } from "./rule-dialog.tsx";
import { useRuleActions } from "./use-rule-actions.ts";

type RowDialogProps = { kind: PayeeDialog; row: TransactionView; onClose: () => void };

/** Dialog opened from a row's menu: its rule, a new one for its payee, or the payee's name. */
export function RowDialog({ kind, row, onClose }: RowDialogProps) {
  if (kind === "name") return <PayeeNameDialog row={row} onClose={onClose} />;
  return kind === "newRule" ? (
    <NewRule transactionId={row.transactionId} onClose={onClose} />
  ) : (
    <RuleOfRow ruleId={row.rule?.ruleId ?? 0} onClose={onClose} />
  );
}

function NewRule({ transactionId, onClose }: { transactionId: number; onClose: () => void }) {
  const draft = useQuery(ruleDraftQuery(useApi(), transactionId));
  if (draft.data === undefined) return <Opening title="New rule" query={draft} onClose={onClose} />;
  const { conditions, actions } = draft.data;
  const start = { name: "", conditions, actions, isOn: true, appliesFrom: everyDay };
  return <RuleDialog rule={null} start={start} onClose={onClose} />;
}

function RuleOfRow({ ruleId, onClose }: { ruleId: number; onClose: () => void }) {
  const rules = useQuery(rulesQuery(useApi()));
  const rule = rules.data?.find((one) => one.ruleId === ruleId);
  // If it's changed or deleted elsewhere, the form keeps what was typed, and saving it says so.
  const [opened, setOpened] = useState(rule);
  if (opened === undefined && rule !== undefined) setOpened(rule);
  if (opened !== undefined) return <RuleDialog rule={opened} onClose={onClose} />;
  if (rules.data === undefined) return <Opening title="Edit rule" query={rules} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title="Edit rule" width="budget" isDismissable>
      <p>This rule was deleted in the meantime.</p>
    </Dialog>
  );
}

/** The dialog while the rule loads, or couldn't. */
function Opening({ title, query, onClose }: { title: string; query: UseQueryResult; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={title} width="budget" isDismissable>
      <UntilLoaded query={query} what="the rule" headingLevel={3}>
        <Skeleton height="var(--size-control)" />
      </UntilLoaded>
    </Dialog>
  );
}

type PayeeNameDialogProps = { row: TransactionView; onClose: () => void };

const nameSchema = z.object({ name: lineSchema() });

/** Dialog that renames a row's payee on all its transactions, or joins it to another payee of that name. */
function PayeeNameDialog({ row, onClose }: PayeeNameDialogProps) {
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
      focused="name"
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
