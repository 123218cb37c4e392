import { useEffect, useState } from "react";
import { useFieldArray, useWatch, type UseFormReturn } from "react-hook-form";
import { failureText } from "#client/data/api-failure.ts";
import { withGoneWords } from "#client/forms/field-conflicts.tsx";
import { ApiError } from "#shared/envelope.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { addMoney, formatMoney, negateMoney, type Money } from "#shared/money.ts";
import type { Option } from "#ui/choice/option.ts";
import { RadioGroup } from "#ui/choice/radio-group.tsx";
import { Button } from "#ui/button.tsx";
import { applyServerErrors, useZodForm } from "#ui/form/form.tsx";
import { FormDialog } from "#client/forms/form-dialog.tsx";
import { PartFields } from "./part-fields.tsx";
import {
  evenParts,
  leftOf,
  mostParts,
  newPart,
  partsToSave,
  splitFieldsOf,
  splitSchema,
  wholeOf,
  type SplitFields,
  type SplitInputs,
} from "./split-form.ts";
import { usePartActions } from "./use-part-actions.ts";
import styles from "./split-dialog.module.css";

type SplitDialogProps = {
  row: TransactionView;
  /** Categories to choose, and none. */
  options: readonly Option<number>[];
  onClose: () => void;
};

/** Dialog that splits a transaction into parts, or changes them (docs/reference/money.md, "Parts"). */
export function SplitDialog({ row: shown, options, onClose }: SplitDialogProps) {
  // As it was when the dialog opened, so that a reload changes neither the fields nor the basis of the save.
  const [row] = useState(shown);
  const { split } = usePartActions();
  const form = useZodForm(splitSchema, splitFieldsOf(row));

  async function save(fields: SplitFields) {
    const left = leftOf(wholeOf(row), fields.parts);
    if (left !== 0) {
      applyServerErrors(form, {
        left: [`${leftText(left, row)}. Make the parts add up to the transaction.`],
      });
      return;
    }
    try {
      await split(row, partsToSave(fields, row));
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { parts, ...errors } = error.errors ?? { save: [failureText(error)] };
      applyServerErrors(
        form,
        withGoneWords(parts === undefined ? errors : { ...errors, all: parts }, "This transaction"),
      );
    }
  }

  return (
    <FormDialog
      form={form}
      title={`Split ${row.payee}`}
      width="budget"
      action="Split"
      onSubmit={save}
      onClose={onClose}
    >
      <Parts form={form} row={row} options={options} />
    </FormDialog>
  );
}

type SplitForm = UseFormReturn<SplitInputs, unknown, SplitFields>;
type PartsProps = { form: SplitForm; row: TransactionView; options: readonly Option<number>[] };

const ways: Option<"amounts" | "percents">[] = [
  { id: "amounts", label: "Amounts" },
  { id: "percents", label: "Percent" },
];

/** List of parts, with what is left to assign. */
function Parts({ form, row, options }: PartsProps) {
  const { control, getValues, setValue } = form;
  const { fields, append, remove } = useFieldArray({ control, name: "parts" });
  const [way, setWay] = useState<"amounts" | "percents">("amounts");
  const whole = wholeOf(row);

  function divide(): void {
    const amounts = evenParts(whole, fields.length);
    for (const [index, amount] of amounts.entries()) {
      setValue(`parts.${index}.amount`, amount, { shouldDirty: true, shouldValidate: true });
      setValue(`parts.${index}.percent`, null);
    }
  }

  function add(): void {
    const left = leftOf(whole, getValues("parts"));
    append({ ...newPart, amount: left === 0 ? null : left });
  }

  return (
    <>
      <div className={styles.head}>
        <RadioGroup label="Split by" orientation="horizontal" options={ways} value={way} onChange={setWay} />
        <Button size="small" onClick={divide}>
          Split evenly
        </Button>
      </div>
      <ol className={styles.parts}>
        {fields.map(({ id }, index) => (
          <PartFields
            key={id}
            form={form}
            index={index}
            row={row}
            options={options}
            isByPercent={way === "percents"}
            onRemove={fields.length <= 2 ? null : () => remove(index)}
          />
        ))}
      </ol>
      <div className={styles.foot}>
        <Button size="small" icon="plus" onClick={add} disabled={fields.length >= mostParts}>
          Add a part
        </Button>
        <Left form={form} row={row} />
      </div>
    </>
  );
}

/** Sum of the parts, and what is left. */
function Left({ form, row }: Omit<PartsProps, "options">) {
  const parts = useWatch({ control: form.control, name: "parts" });
  const whole = wholeOf(row);
  const left = leftOf(whole, parts);
  // Says no longer that the parts don't add up.
  useEffect(() => {
    if (left === 0) form.clearErrors("root");
  }, [left, form]);
  const sum = addMoney(whole, negateMoney(left));
  const words = (amount: Money) => formatMoney(amount, row.isoCurrencyCode);
  return (
    <p className={styles.left} data-whole={left === 0 || undefined} aria-live="polite">
      {words(sum)} of {words(whole)} · <strong>{leftText(left, row)}</strong>
    </p>
  );
}

function leftText(left: Money, { isoCurrencyCode }: TransactionView): string {
  if (left === 0) return "Adds up";
  return left > 0
    ? `${formatMoney(left, isoCurrencyCode)} left`
    : `${formatMoney(negateMoney(left), isoCurrencyCode)} too much`;
}
