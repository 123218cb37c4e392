import { classNames } from "../class-names.ts";
import styles from "./spinner.module.css";
import { VisuallyHidden } from "../visually-hidden.tsx";

type SpinnerProps = {
  /** Announced politely; leave it out if the surroundings already say that something is loading. */
  label?: string;
  size?: "medium" | "large";
};

/** A spinning ring for waits of unknown length; it doesn't spin with reduced motion. */
export function Spinner({ label, size = "medium" }: SpinnerProps) {
  const ring = (
    <span className={classNames(styles.ring, size === "large" && styles.large)} aria-hidden="true" />
  );
  if (label === undefined) return ring;
  return (
    <output className={styles.status}>
      {ring}
      <VisuallyHidden>{label}</VisuallyHidden>
    </output>
  );
}
