import { Button } from "react-aria-components/Button";
import { Group } from "react-aria-components/Group";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { Input } from "react-aria-components/Input";
import { NumberField as AriaNumberField } from "react-aria-components/NumberField";
import { FieldHelp, FieldLabel, fieldState, type FieldProps } from "./field.tsx";
import { Icon } from "../icon.tsx";
import styles from "./field.module.css";

export type NumberFieldProps = FieldProps & {
  /** Number; null if empty. */
  value: number | null;
  onChange: (value: number | null) => void;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  /** Format in US English: `{ style: "percent" }`, `{ maximumFractionDigits: 0 }`. */
  format?: Intl.NumberFormatOptions | undefined;
};

/** A number with step buttons. For money use MoneyField, because this one uses floats. */
export function NumberField(props: NumberFieldProps) {
  const { value, onChange, onBlur, min, max, step, format, ref } = props;
  return (
    <I18nProvider locale="en-US">
      <AriaNumberField
        {...fieldState(props)}
        value={value ?? Number.NaN}
        onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
        onBlur={onBlur}
        minValue={min}
        maxValue={max}
        step={step}
        formatOptions={format}
        className={styles.field}
      >
        <FieldLabel {...props} />
        <Group className={styles.box}>
          <Input ref={ref} className={styles.input} />
          <Button slot="decrement" className={styles.inBox}>
            <Icon name="minus" size="small" />
          </Button>
          <Button slot="increment" className={styles.inBox}>
            <Icon name="plus" size="small" />
          </Button>
        </Group>
        <FieldHelp {...props} />
      </AriaNumberField>
    </I18nProvider>
  );
}
