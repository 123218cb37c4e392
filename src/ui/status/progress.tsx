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
  /** Replaces "82%", for instance "$820.00 of $1,000.00". */
  valueText?: string;
  /** Keeps the label for assistive technology only, where a heading beside the bar already says it. */
  isLabelHidden?: boolean;
};

/** A bar with its name and its amount in words; the bar stops at its end, the words go on. */
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
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native <progress> takes no tone in forced colours or Firefox
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
