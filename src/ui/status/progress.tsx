import { useId } from "react";
import { classNames } from "../class-names.ts";
import { progressPercent, progressText, type ProgressTone } from "./progress-percent.ts";
import styles from "./progress.module.css";

export { Spinner } from "./spinner.tsx";

type ProgressBarProps = {
  label: string;
  value: number;
  max: number;
  /** Use `progressTone(percent)` for budgets: red above 100 percent, else green. */
  tone?: ProgressTone;
  /** Replaces "82%", for example with "$820.00 of $1,000.00". */
  valueText?: string;
  /** Hides the label visually, if a heading beside the bar says the same. */
  isLabelHidden?: boolean;
};

/** A bar with its label and amount in text; the bar stops at 100 percent, the text doesn't. */
export function ProgressBar({
  label,
  value,
  max,
  tone = "accent",
  valueText,
  isLabelHidden,
}: ProgressBarProps) {
  const labelId = useId();
  const percent = progressPercent(value, max);
  const width = Math.min(100, percent);
  const text = valueText ?? progressText(percent);
  return (
    <div className={styles.progress}>
      <div className={styles.words}>
        <span id={labelId} className={isLabelHidden ? "visually-hidden" : styles.label}>
          {label}
        </span>
        <span className={styles.value} aria-hidden="true">
          {text}
        </span>
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native <progress> can't be colored in forced-colors mode or Firefox
        role="progressbar"
        aria-labelledby={labelId}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(width)}
        aria-valuetext={text}
        className={styles.track}
      >
        <div className={classNames(styles.fill, styles[tone])} style={{ inlineSize: `${width}%` }} />
      </div>
    </div>
  );
}
