import { useEffect, useEffectEvent, useRef } from "react";
import { useQuery } from "@tanstack/react-query";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { useApi } from "#client/app-context.tsx";
import { Checkbox } from "#ui/choice/checkbox.tsx";
import { Combobox } from "#ui/choice/combobox.tsx";
import type { Option } from "#ui/choice/option.ts";
import { DateField } from "#ui/date/date-field.tsx";
import { FormField } from "#ui/form/form.tsx";
import { MoneyField } from "#ui/form/money-field.tsx";
import { SuggestField } from "#ui/form/suggest-field.tsx";
import { payeesQuery } from "../budget-queries.ts";
import { categoryOfPayee, type TypedFields, type TypedInputs } from "./typed-form.ts";
import styles from "./typed.module.css";

type TypedFormFieldsProps = {
  form: UseFormReturn<TypedInputs, unknown, TypedFields>;
  isoCurrencyCode: string;
  /** Categories to choose, and none. */
  options: readonly Option<number>[];
};

/** Fields of a typed transaction. In the amount, + makes it money in, − money out. */
export function TypedFormFields({ form, isoCurrencyCode, options }: TypedFormFieldsProps) {
  const { control, setValue, getValues, getFieldState } = form;
  const { data: known } = useQuery(payeesQuery(useApi(), true));
  const payees = known?.payees ?? [];
  const isIn = useWatch({ control, name: "isIn" });

  function suggestCategory(name: string, direction: boolean): void {
    if (!getFieldState("category").isDirty) setValue("category", categoryOfPayee(payees, name, direction));
  }

  const amount = useRef<HTMLDivElement>(null);
  useSignKeys(amount, (next) => {
    setValue("isIn", next, { shouldDirty: true });
    suggestCategory(getValues("name"), next);
  });
  return (
    <>
      <FormField control={control} name="date">
        {(field) => <DateField label="Date" isRequired {...field} />}
      </FormField>
      <FormField control={control} name="name">
        {(field) => (
          <SuggestField
            label="Payee"
            isRequired
            maxLength={200}
            suggestions={[...new Set(payees.map(({ payee }) => payee))]}
            {...field}
            onChange={(name) => {
              field.onChange(name);
              suggestCategory(name, isIn);
            }}
          />
        )}
      </FormField>
      <div ref={amount} className={styles.amount}>
        <FormField control={control} name="amount">
          {(field) => (
            <MoneyField
              label={isIn ? "Amount in" : "Amount out"}
              isRequired
              currency={isoCurrencyCode}
              {...field}
            />
          )}
        </FormField>
        <FormField control={control} name="isIn">
          {(field) => (
            <Checkbox
              label="Money in"
              {...field}
              onChange={(next) => {
                field.onChange(next);
                suggestCategory(getValues("name"), next);
              }}
            />
          )}
        </FormField>
      </div>
      <FormField control={control} name="category">
        {(field) => <Combobox label="Category" options={options} placeholder="Automatic" {...field} />}
      </FormField>
    </>
  );
}

/** Reads + and − in the amount as money in and money out, before they are typed. */
function useSignKeys(place: { current: HTMLDivElement | null }, onSign: (isIn: boolean) => void): void {
  const read = useEffectEvent((event: KeyboardEvent) => {
    const isText = event.target instanceof HTMLInputElement && event.target.type === "text";
    if (!isText || (event.key !== "+" && event.key !== "-")) return;
    event.preventDefault();
    onSign(event.key === "+");
  });
  useEffect(() => {
    const { current } = place;
    current?.addEventListener("keydown", read);
    return () => current?.removeEventListener("keydown", read);
  }, [place]);
}
