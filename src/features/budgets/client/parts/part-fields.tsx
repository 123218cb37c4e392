import { useWatch, type UseFormReturn } from "react-hook-form";
import { moneyText } from "#client/words/money-text.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { addMoney, formatMoney, money, toUnits, type Money } from "#shared/money.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { Checkbox } from "#ui/choice/checkbox.tsx";
import { Combobox } from "#ui/choice/combobox.tsx";
import type { Option } from "#ui/choice/option.ts";
import { FormField } from "#ui/form/form.tsx";
import { MoneyField } from "#ui/form/money-field.tsx";
import { NumberField } from "#ui/form/number-field.tsx";
import { TextField } from "#ui/form/text-field.tsx";
import { leftOf, percentParts, wholeOf, type SplitFields, type SplitInputs } from "./split-form.ts";
import styles from "./split-dialog.module.css";

type PartFieldsProps = {
  form: UseFormReturn<SplitInputs, unknown, SplitFields>;
  index: number;
  row: TransactionView;
  /** Categories to choose, and none. */
  options: readonly Option<number>[];
  isByPercent: boolean;
  /** Null if there have to be as many parts. */
  onRemove: (() => void) | null;
};

const shares = { maximumFractionDigits: 2 };

/** Fields of one part of a transaction. */
export function PartFields({ form, index, row, options, isByPercent, onRemove }: PartFieldsProps) {
  const { control, getValues, setValue } = form;
  const { isoCurrencyCode } = row;
  const parts = useWatch({ control, name: "parts" });
  const own = parts[index];
  const whole = wholeOf(row);
  const left = leftOf(whole, parts);
  const number = index + 1;

  function setAmount(at: number, amount: Money): void {
    setValue(`parts.${at}.amount`, amount, { shouldDirty: true, shouldValidate: true });
  }

  function takeRest(): void {
    setValue(`parts.${index}.percent`, null);
    setAmount(index, addMoney(left, readable(own?.amount)));
  }

  /** Sets the amounts of all parts that have a percentage, since they are rounded together. */
  function setPercent(percent: number | null): void {
    setValue(`parts.${index}.percent`, percent, { shouldDirty: true });
    const percents = getValues("parts").map((part) => part.percent);
    const amounts = percentParts(whole, percents);
    for (const [at, amount] of amounts.entries())
      if (percents[at] !== null && percents[at] !== undefined) setAmount(at, amount);
  }

  return (
    <li className={styles.part} aria-label={`Part ${number}`}>
      {isByPercent ? (
        <FormField control={control} name={`parts.${index}.percent`}>
          {(field) => (
            <NumberField
              label={`Percent ${number}`}
              min={0}
              max={100}
              format={shares}
              {...field}
              onChange={setPercent}
              description={formatMoney(readable(own?.amount), isoCurrencyCode)}
            />
          )}
        </FormField>
      ) : (
        <FormField control={control} name={`parts.${index}.amount`}>
          {(field) => (
            <MoneyField
              label={`Amount ${number}`}
              isRequired
              allowsNegative
              currency={isoCurrencyCode}
              {...field}
              onChange={(amount) => {
                setValue(`parts.${index}.percent`, null);
                field.onChange(amount);
              }}
            />
          )}
        </FormField>
      )}
      <FormField control={control} name={`parts.${index}.category`}>
        {(field) => (
          <Combobox label={`Category ${number}`} options={options} placeholder="No category" {...field} />
        )}
      </FormField>
      <IconButton
        icon="close"
        label={`Remove part ${number}`}
        disabled={onRemove === null}
        onClick={onRemove ?? undefined}
      />
      <FormField control={control} name={`parts.${index}.note`}>
        {(field) => <TextField label={`Note ${number}`} maxLength={500} autoComplete="off" {...field} />}
      </FormField>
      <div className={styles.more}>
        <FormField control={control} name={`parts.${index}.leftOut`}>
          {(field) => <Checkbox label="Leave out of totals" {...field} />}
        </FormField>
        <Button
          size="small"
          variant="quiet"
          disabled={left === 0}
          aria-label={`Use the rest for part ${number}`}
          onClick={takeRest}
        >
          {left === 0
            ? "Use the rest"
            : `Use the rest (${moneyText(toUnits(left, isoCurrencyCode), isoCurrencyCode)})`}
        </Button>
      </div>
    </li>
  );
}

function readable(amount: number | null | undefined): Money {
  return money(amount === null || amount === undefined || Number.isNaN(amount) ? 0 : amount);
}
