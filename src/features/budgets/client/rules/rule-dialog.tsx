import { useQuery } from "@tanstack/react-query";
import { useWatch, type Control } from "react-hook-form";
import type { RuleView } from "#features/transactions/contract.ts";
import { useApi } from "#client/app-context.tsx";
import { rowKinds } from "#shared/row-kinds.ts";
import { useFieldConflicts } from "#client/forms/field-conflicts.tsx";
import { Checkbox } from "#ui/choice/checkbox.tsx";
import { Combobox } from "#ui/choice/combobox.tsx";
import { Select } from "#ui/choice/select.tsx";
import { DateField } from "#ui/date/date-field.tsx";
import { FormField, useZodForm } from "#ui/form/form.tsx";
import { TextArea, TextField } from "#ui/form/text-field.tsx";
import { FormDialog } from "#client/forms/form-dialog.tsx";
import { categoriesQuery } from "../budget-queries.ts";
import { chooserOptions } from "../rows/choosing/use-category-choice.ts";
import { TagField } from "../tags/tag-field.tsx";
import { ConditionList } from "./condition-list.tsx";
import {
  fieldsOf,
  kindLabels,
  placedRefusal,
  ruleOf,
  ruleSchema,
  type RuleFields,
  type RuleInputs,
  type RuleStart,
} from "./rule-fields.ts";
import { RulePreviewPanel } from "./rule-preview-panel.tsx";
import styles from "./rules.module.css";
import { useRuleActions } from "./use-rule-actions.ts";

type RuleDialogProps = {
  /** Null to create one. */
  rule: RuleView | null;
  /** A new rule to start with. */
  start?: RuleStart | undefined;
  onClose: () => void;
};

const kindOptions = [
  { id: "" as const, label: "Leave as it is" },
  ...rowKinds.map((kind) => ({ id: kind, label: kindLabels[kind] })),
];

/** Dialog that creates or changes a rule, with a preview of what it would do. */
export function RuleDialog({ rule, start, onClose }: RuleDialogProps) {
  const { saveRule } = useRuleActions();
  const conflicts = useFieldConflicts();
  const form = useZodForm(ruleSchema, fieldsOf(rule ?? start ?? null));
  const { control } = form;
  const reachesPast = useWatch({ control, name: "reachesPast" });

  return (
    <FormDialog
      form={form}
      title={rule === null ? "New rule" : "Edit rule"}
      width="budget"
      action="Save rule"
      onSubmit={async (fields) => {
        try {
          await saveRule(rule, ruleOf(fields), conflicts.takeDecided());
        } catch (error) {
          throw placedRefusal(error, fields);
        }
        onClose();
      }}
      onClose={onClose}
      thing="This rule"
      conflicts={conflicts}
    >
      <ConditionList form={form} />
      <SettingFields control={control} />
      <fieldset className={styles.group}>
        <legend className={styles.legend}>Applies to</legend>
        <FormField control={control} name="reachesPast">
          {(field) => (
            <Checkbox
              label="Transactions that are already here, too"
              description="What you set by hand stays."
              {...field}
            />
          )}
        </FormField>
        {reachesPast ? (
          <FormField control={control} name="from">
            {(field) => <DateField label="From" description="Leave blank for all of them." {...field} />}
          </FormField>
        ) : null}
        <FormField control={control} name="name">
          {(field) => (
            <TextField
              label="Name of the rule"
              description="Leave blank to name it after its conditions."
              autoComplete="off"
              {...field}
            />
          )}
        </FormField>
      </fieldset>
      <RulePreviewPanel ruleId={rule?.ruleId ?? 0} control={control} />
    </FormDialog>
  );
}

/** Fields for what the rule does with the transactions that it matches. */
function SettingFields({ control }: { control: Control<RuleInputs, unknown, RuleFields> }) {
  const { data: categories = [] } = useQuery(categoriesQuery(useApi()));
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Then set</legend>
      <FormField control={control} name="category">
        {(field) => (
          <Combobox
            label="Category"
            placeholder="Leave as it is"
            options={chooserOptions(categories)}
            {...field}
          />
        )}
      </FormField>
      <div className={styles.pair}>
        <FormField control={control} name="kind">
          {(field) => <Select label="Kind" options={kindOptions} {...field} />}
        </FormField>
        <FormField control={control} name="payee">
          {(field) => (
            <TextField label="Payee’s name" placeholder="Leave as it is" autoComplete="off" {...field} />
          )}
        </FormField>
      </div>
      <FormField control={control} name="tags">
        {(field) => <TagField label="Add tags" {...field} />}
      </FormField>
      <FormField control={control} name="note">
        {(field) => <TextArea label="Note, if there is none" rows={2} maxLength={500} {...field} />}
      </FormField>
    </fieldset>
  );
}
