import { useState } from "react";
import { Input } from "react-aria-components/Input";
import { TextField as AriaTextField } from "react-aria-components/TextField";
import { money } from "#shared/money.ts";
import { FieldHelp, FieldLabel, fieldState, type FieldProps } from "./field.tsx";
import { moneyInputText, readMoneyInput, type MoneyValue } from "./money-input.ts";
import styles from "./field.module.css";

export type MoneyFieldProps = FieldProps & {
  /** Integer minor units; null for nothing; NaN while the text is no amount. */
  value: MoneyValue;
  /** Gets minor units, null, or NaN for text that is no amount (zod refuses it). */
  onChange: (value: MoneyValue) => void;
  /** ISO 4217 code. */
  currency?: string | undefined;
  allowsNegative?: boolean | undefined;
  placeholder?: string | undefined;
};

function shownText(value: MoneyValue, currency: string): string {
  return value === null || Number.isNaN(value) ? "" : moneyInputText(money(value), currency);
}

/** An amount of money: takes "1,234.5", shows "$1,234.50" when left; text that is no amount stays and says why. */
export function MoneyField(props: MoneyFieldProps) {
  const { value, onChange, onBlur, currency = "USD", allowsNegative = false, placeholder, ref } = props;
  const [text, setText] = useState(() => shownText(value, currency));
  const [known, setKnown] = useState({ value, currency });
  const [isTouched, setTouched] = useState(false);

  // The form put in another amount (reset, loaded data) or another currency: show that, forget what was typed.
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
