import { useQuery } from "@tanstack/react-query";
import { useWatch, type Control } from "react-hook-form";
import { useEffect, useId, useState } from "react";
import type { RuleView, RulePreview } from "#features/transactions/contract.ts";
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
import { failureText } from "#client/data/api-failure.ts";
import { moneyText } from "#client/words/money-text.ts";
import { dateText } from "#shared/time/plain-dates.ts";
import { categoriesQuery, rulePreviewQuery } from "../budget-queries.ts";
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
import { useRuleActions } from "./use-rule-actions.ts";
import { transactionsText } from "../estimate/budget-progress.ts";
import { conflictText, nowText } from "./rule-preview-words.ts";
import styles from "./rules.module.css";

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

type RulePreviewPanelProps = { ruleId: number; control: Control<RuleInputs, unknown, RuleFields> };

const restMs = 300;

/** Shows what the rule in the form would do, once typing rests. */
function RulePreviewPanel({ ruleId, control }: RulePreviewPanelProps) {
  const titleId = useId();
  const fields = useRested(useWatch({ control }));
  const read = ruleSchema.safeParse(fields);
  const rule = read.success ? ruleOf(read.data) : null;
  const draft = rule === null ? null : { ruleId, conditions: rule.conditions, actions: rule.actions };
  const { data, error } = useQuery(rulePreviewQuery(useApi(), draft));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <section className={styles.preview} aria-labelledby={titleId} tabIndex={0}>
      <h3 id={titleId} className={styles.legend}>
        Preview
      </h3>
      <div aria-live="polite" className={styles.editor}>
        {draft === null ? (
          <p className={styles.hint}>Complete the rule to see which transactions it matches.</p>
        ) : data === undefined ? (
          <p className={styles.hint}>{error === null ? "Looking for transactions…" : failureText(error)}</p>
        ) : (
          <Preview preview={data} />
        )}
      </div>
    </section>
  );
}

function Preview({ preview }: { preview: RulePreview }) {
  const { total, sum, isoCurrencyCode, conflicts, transactions } = preview;
  if (total === 0) return <p>No transactions match yet.</p>;
  return (
    <>
      <p>
        Matches {transactionsText(total)}, {moneyText(sum, isoCurrencyCode)}. {nowText(preview)}
      </p>
      {conflicts.length === 0 ? null : (
        <ul className={styles.rows}>
          {conflicts.map((conflict) => (
            <li key={`${conflict.ruleId} ${conflict.field}`}>{conflictText(conflict)}</li>
          ))}
        </ul>
      )}
      <ul className={styles.rows}>
        {transactions.map(({ transactionId, date, payee, amount, isoCurrencyCode: code, category }) => (
          <li key={transactionId} className={styles.row}>
            <span className={styles.hint}>{dateText(date)}</span>
            <span>
              {payee} <span className={styles.hint}>{category?.name ?? "No category"}</span>
            </span>
            <span className={styles.amount}>{moneyText(amount, code)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns a value once it hasn't changed for a moment. */
function useRested<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  const [rested, setRested] = useState({ text, value });
  useEffect(() => {
    if (rested.text === text) return undefined;
    const timer = setTimeout(() => setRested({ text, value }), restMs);
    return () => clearTimeout(timer);
  }, [rested.text, text, value]);
  return rested.value;
}
