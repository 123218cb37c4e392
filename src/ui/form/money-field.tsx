import { useState } from "react";
import { Input } from "react-aria-components/Input";
import { TextField as AriaTextField } from "react-aria-components/TextField";
import { money } from "#shared/money.ts";
import { FieldHelp, FieldLabel, fieldState, type FieldProps } from "./field.tsx";
import { moneyInputText, readMoneyInput, type MoneyValue } from "./money-input.ts";
import styles from "./field.module.css";

export type MoneyFieldProps = FieldProps & {
  /** Integer minor units; null if empty; NaN if the text isn't an amount. */
  value: MoneyValue;
  /** Receives minor units, null, or NaN for text that isn't an amount (which zod rejects). */
  onChange: (value: MoneyValue) => void;
  /** ISO 4217 code. */
  currency?: string | undefined;
  allowsNegative?: boolean | undefined;
  placeholder?: string | undefined;
};

function shownText(value: MoneyValue, currency: string): string {
  return value === null || Number.isNaN(value) ? "" : moneyInputText(money(value), currency);
}

/** Field for an amount of money: accepts "1,234.5", shows "$1,234.50" on leaving; keeps invalid text and shows an error. */
export function MoneyField(props: MoneyFieldProps) {
  const { value, onChange, onBlur, currency = "USD", allowsNegative = false, placeholder, ref } = props;
  const [text, setText] = useState(() => shownText(value, currency));
  const [known, setKnown] = useState({ value, currency });
  const [isTouched, setTouched] = useState(false);

  // The form set another amount (by reset or loaded data) or currency: show that and discard the typed text.
  if (!Object.is(known.value, value) || known.currency !== currency) {
    setKnown({ value, currency });
    setText(shownText(value, currency));
    setTouched(false);
  }

  const rules = { currency, allowsNegative };
  const reading = readMoneyInput(text, rules);
  const errorMessage = isTouched && reading.error !== null ? reading.error : props.errorMessage;

  function type(next: string): void {
    const read = readMoneyInput(next, rules);
    setText(next);
    setKnown({ value: read.value, currency });
    onChange(read.value);
  }

  function leave(): void {
    setTouched(true);
    if (reading.value !== null && reading.error === null) setText(shownText(reading.value, currency));
    onBlur?.();
  }

  return (
    <AriaTextField
      {...fieldState({ ...props, errorMessage })}
      value={text}
      onChange={type}
      onBlur={leave}
      inputMode="decimal"
      autoComplete="off"
      className={styles.field}
    >
      <FieldLabel {...props} />
      <div className={styles.box}>
        <Input ref={ref} placeholder={placeholder} data-align="end" className={styles.input} />
      </div>
      <FieldHelp {...props} errorMessage={errorMessage} />
    </AriaTextField>
  );
}
