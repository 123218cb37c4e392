import { useQuery } from "@tanstack/react-query";
import { useFieldArray, useWatch, type UseFormReturn } from "react-hook-form";
import { useApi } from "#client/app-context.tsx";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { CheckboxGroup } from "#ui/choice/checkbox-group.tsx";
import { Select } from "#ui/choice/select.tsx";
import { FormField } from "#ui/form/form.tsx";
import { NumberField } from "#ui/form/number-field.tsx";
import { TextArea } from "#ui/form/text-field.tsx";
import { bankCategoriesQuery, tagsQuery } from "../budget-queries.ts";
import { emptyCondition, testOf, testOptions, type RuleFields, type RuleInputs } from "./rule-fields.ts";
import styles from "./rules.module.css";

type RuleForm = UseFormReturn<RuleInputs, unknown, RuleFields>;

/** Conditions of the rule's form, to add, change, and remove. */
export function ConditionList({ form }: { form: RuleForm }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "conditions" });
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>If all of these are true</legend>
      {fields.map(({ id }, index) => (
        <ConditionFields
          key={id}
          form={form}
          index={index}
          onRemove={fields.length === 1 ? null : () => remove(index)}
        />
      ))}
      <div>
        <Button size="small" icon="plus" onClick={() => append(emptyCondition)}>
          Add a condition
        </Button>
      </div>
    </fieldset>
  );
}

type ConditionProps = { form: RuleForm; index: number; onRemove: (() => void) | null };

function ConditionFields({ form, index, onRemove }: ConditionProps) {
  const { control } = form;
  const number = index + 1;
  return (
    <div className={styles.condition}>
      <FormField control={control} name={`conditions.${index}.test`}>
        {(field) => <Select label={`Condition ${number}`} options={testOptions} {...field} />}
      </FormField>
      <ConditionValues form={form} index={index} />
      <IconButton
        icon="close"
        label={`Remove condition ${number}`}
        disabled={onRemove === null}
        onClick={onRemove ?? undefined}
      />
    </div>
  );
}

const wholeNumbers = { maximumFractionDigits: 0 };
const ranges = {
  amounts: { min: 0, format: { maximumFractionDigits: 4, useGrouping: false } },
  codes: {
    min: 0,
    max: 9999,
    format: { minimumIntegerDigits: 4, maximumFractionDigits: 0, useGrouping: false },
  },
  days: { min: 1, max: 31, format: wholeNumbers },
};

function ConditionValues({ form: { control }, index }: Omit<ConditionProps, "onRemove">) {
  const test = testOf(useWatch({ control, name: `conditions.${index}.test` }));
  if (test.takes === "nothing") return <span />;
  if (test.takes === "accounts") return <AccountChoice control={control} index={index} />;
  if (test.takes === "tags") return <TagChoice control={control} index={index} />;
  if (test.takes === "bankCodes") return <BankCodeChoice control={control} index={index} />;
  if (test.takes === "lines")
    return (
      <FormField control={control} name={`conditions.${index}.values`}>
        {(field) => (
          <TextArea label={`Values of condition ${index + 1}`} rows={2} description={test.hint} {...field} />
        )}
      </FormField>
    );
  const isShare = test.takes === "share";
  const range = ranges[isShare ? "amounts" : test.takes];
  return (
    <div className={styles.pair}>
      <FormField control={control} name={`conditions.${index}.first`}>
        {(field) => <NumberField label={isShare ? "Amount" : "From"} {...range} {...field} />}
      </FormField>
      <FormField control={control} name={`conditions.${index}.last`}>
        {(field) =>
          isShare ? (
            <NumberField label="± Percent" min={0} max={100} format={wholeNumbers} {...field} />
          ) : (
            <NumberField label="To" {...range} {...field} />
          )
        }
      </FormField>
    </div>
  );
}

type ChoiceProps = { control: RuleForm["control"]; index: number };

function AccountChoice({ control, index }: ChoiceProps) {
  const { data: banks } = useQuery(institutionsQuery(useApi()));
  const chosen = useWatch({ control, name: `conditions.${index}.accountIds` });
  const known = (banks ?? []).flatMap(({ institution, accounts }) =>
    accounts.map(({ accountId, official_name }) => ({
      id: accountId,
      label: official_name,
      description: institution.name,
    })),
  );
  const removed = banks === undefined ? [] : chosen.filter((id) => known.every((one) => one.id !== id));
  const options = [...known, ...removed.map((id) => ({ id, label: "A removed account" }))];
  return (
    <FormField control={control} name={`conditions.${index}.accountIds`}>
      {(field) => <CheckboxGroup label="Accounts" options={options} {...field} />}
    </FormField>
  );
}

function BankCodeChoice({ control, index }: ChoiceProps) {
  const { data: known = [] } = useQuery(bankCategoriesQuery(useApi()));
  const chosen = useWatch({ control, name: `conditions.${index}.bankCodes` });
  const codes = new Set([...known.map(({ bankCode }) => bankCode), ...chosen]);
  const options = [...codes].map((code) => ({ id: code, label: code.toLowerCase().replaceAll("_", " ") }));
  return (
    <FormField control={control} name={`conditions.${index}.bankCodes`}>
      {(field) => <CheckboxGroup label="Your bank’s categories" options={options} {...field} />}
    </FormField>
  );
}

function TagChoice({ control, index }: ChoiceProps) {
  const { data: tags = [] } = useQuery(tagsQuery(useApi()));
  const chosen = useWatch({ control, name: `conditions.${index}.tagIds` });
  const names = new Map(tags.map(({ tagId, name }) => [tagId, `#${name}`]));
  const options = [...new Set([...names.keys(), ...chosen])].map((id) => ({
    id,
    label: names.get(id) ?? "A deleted tag",
  }));
  return (
    <FormField control={control} name={`conditions.${index}.tagIds`}>
      {(field) => (
        <CheckboxGroup
          label="Tags"
          description={options.length === 0 ? "You don’t have any tags yet." : undefined}
          options={options}
          {...field}
        />
      )}
    </FormField>
  );
}
