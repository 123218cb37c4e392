import { useWatch, type UseFormReturn } from "react-hook-form";
import type { PlainAccessItem } from "#features/institutions/contract.ts";
import { moneyText } from "#client/words/money-text.ts";
import { isDebt } from "#shared/banks.ts";
import { Checkbox } from "#ui/choice/checkbox.tsx";
import { Select } from "#ui/choice/select.tsx";
import { DateField } from "#ui/date/date-field.tsx";
import { FormField, FormRow } from "#ui/form/form.tsx";
import { MoneyField } from "#ui/form/money-field.tsx";
import type { PlanFields as Fields } from "./plan-form.ts";
import { appliesToOptions, carryOptions } from "./repeat-choice.tsx";

type PlanFieldsProps = {
  form: UseFormReturn<Fields>;
  isoCurrencyCode: string;
  /** Of the budget, for a goal of a balance. */
  accessItems: readonly PlainAccessItem[];
};

/** Field for a category's estimate; empty means none. */
export function EstimateField({ form, isoCurrencyCode }: Omit<PlanFieldsProps, "accessItems">) {
  return (
    <FormField control={form.control} name="estimate">
      {(field) => (
        <MoneyField
          label="Estimate"
          description="For the whole budget period."
          currency={isoCurrencyCode}
          placeholder={moneyText(0, isoCurrencyCode)}
          {...field}
        />
      )}
    </FormField>
  );
}

/** Fields for what a category of a series carries, its goal, and the periods that a change is for. */
export function PlanFields({ form, isoCurrencyCode, accessItems }: PlanFieldsProps) {
  const { control } = form;
  const [carry, goal] = useWatch({ control, name: ["carry", "goal"] });
  const accounts = accessItems.flatMap((item) =>
    item.accounts.filter((one) => one.isoCurrencyCode === isoCurrencyCode && !isDebt(one)),
  );
  return (
    <>
      {goal === "none" || goal === "balance" ? (
        <EstimateField form={form} isoCurrencyCode={isoCurrencyCode} />
      ) : null}
      <FormRow>
        <FormField control={control} name="carry">
          {(field) => <Select label="Carry over" options={carryOptions} {...field} />}
        </FormField>
        {carry === "none" ? null : (
          <FormField control={control} name="cap">
            {(field) => (
              <MoneyField label="At most" placeholder="No limit" currency={isoCurrencyCode} {...field} />
            )}
          </FormField>
        )}
      </FormRow>
      {carry === "none" ? null : (
        <FormField control={control} name="startsFresh">
          {(field) => (
            <Checkbox label="Start fresh" description="Nothing is carried into this period." {...field} />
          )}
        </FormField>
      )}
      <FormRow>
        <FormField control={control} name="goal">
          {(field) => <Select label="Goal" options={goals} {...field} />}
        </FormField>
        {goal === "none" ? null : (
          <FormField control={control} name="amount">
            {(field) => <MoneyField label="Amount" currency={isoCurrencyCode} {...field} />}
          </FormField>
        )}
      </FormRow>
      {goal === "saveBy" ? (
        <FormField control={control} name="by">
          {(field) => <DateField label="By" {...field} />}
        </FormField>
      ) : null}
      {goal === "balance" ? (
        <FormField control={control} name="accountId">
          {(field) => (
            <Select
              label="Account"
              options={accounts.map(({ accountId, official_name: label }) => ({ id: accountId, label }))}
              {...field}
            />
          )}
        </FormField>
      ) : null}
      <FormField control={control} name="appliesTo">
        {(field) => <Select label="Changes apply to" options={appliesToOptions} {...field} />}
      </FormField>
    </>
  );
}

const goals = [
  { id: "none", label: "None" },
  { id: "saveBy", label: "Save up by a date" },
  { id: "refill", label: "Refill up to an amount" },
  { id: "perPeriod", label: "The same each period" },
  { id: "balance", label: "Account balance" },
] as const;
