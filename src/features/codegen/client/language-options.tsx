import { useId } from "react";
import { LoadingRegion, SkeletonText } from "#ui/status/skeleton.tsx";
import { detections, type Detection, type LanguageOption, type LanguageOptions } from "../domain/codegen.ts";
import styles from "./generate-code-page.module.css";

type DetectionsProps = { chosen: Detection[]; onChange: (chosen: Detection[]) => void };

/** Checkboxes for what to detect in the samples. */
export function DetectionOptions({ chosen, onChange }: DetectionsProps) {
  return (
    <fieldset className={styles.options}>
      <legend className={styles.legend}>Detect</legend>
      {detections.map(({ name, label }) => (
        <CheckOption
          key={name}
          label={label}
          isChecked={chosen.includes(name)}
          onChange={(isChecked) =>
            onChange(isChecked ? [...chosen, name] : chosen.filter((other) => other !== name))
          }
        />
      ))}
    </fieldset>
  );
}

type LanguageOptionsProps = {
  label: string;
  /** Null while loading. */
  options: LanguageOption[] | null;
  values: LanguageOptions;
  onChange: (values: LanguageOptions) => void;
};

/** Options of the target language, common ones first. */
export function LanguageOptionFields({ label, options, values, onChange }: LanguageOptionsProps) {
  if (options === null)
    return (
      <LoadingRegion label={`Loading options for ${label}`}>
        <SkeletonText lines={6} />
      </LoadingRegion>
    );
  if (options.length === 0) return null;
  const primary = options.filter(({ isPrimary }) => isPrimary);
  const secondary = options.filter(({ isPrimary }) => !isPrimary);

  function fields(some: LanguageOption[]) {
    return some.map((option) => (
      <LanguageOptionField
        key={option.name}
        option={option}
        value={values[option.name]}
        onChange={(value) => onChange(withOption(values, option, value))}
      />
    ));
  }

  return (
    <fieldset className={styles.options}>
      <legend className={styles.legend}>{label}</legend>
      {fields(primary)}
      {secondary.length === 0 ? null : (
        <details className={styles.more}>
          <summary>More options</summary>
          <div className={styles.options}>{fields(secondary)}</div>
        </details>
      )}
    </fieldset>
  );
}

/** Keeps only values that differ from the default, so that links stay short and new quicktype defaults apply. */
function withOption(
  values: LanguageOptions,
  option: LanguageOption,
  value: string | boolean,
): LanguageOptions {
  const others = Object.entries(values).filter(([name]) => name !== option.name);
  return Object.fromEntries(value === option.defaultValue ? others : [...others, [option.name, value]]);
}

type FieldProps = {
  option: LanguageOption;
  value: string | boolean | undefined;
  onChange: (value: string | boolean) => void;
};

function LanguageOptionField({ option, value = option.defaultValue, onChange }: FieldProps) {
  const id = useId();
  if (option.type === "boolean")
    return <CheckOption label={option.description} isChecked={value === true} onChange={onChange} />;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.fieldLabel}>
        {option.description}
      </label>
      {option.type === "text" ? (
        <input
          id={id}
          className={styles.input}
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <select
          id={id}
          className={styles.input}
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        >
          {option.values.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      )}
    </div>
  );
}

type CheckOptionProps = { label: string; isChecked: boolean; onChange: (isChecked: boolean) => void };

function CheckOption({ label, isChecked, onChange }: CheckOptionProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  );
}
