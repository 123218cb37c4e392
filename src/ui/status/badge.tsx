import { countText } from "#shared/text/counts.ts";
import styles from "./badge.module.css";
import { VisuallyHidden } from "../visually-hidden.tsx";

type BadgeProps = {
  count: number;
  /** Counted items, for assistive technology: "transactions". */
  label?: string;
};

/** A count in a pill, up to "99+" with the exact number as its name; hidden for 0. */
export function Badge({ count, label }: BadgeProps) {
  if (count <= 0) return null;
  const isCut = badgeText(count) !== String(count);
  const exact = countText(count);
  return (
    <span className={styles.badge} title={isCut ? exact : undefined}>
      {isCut ? <span aria-hidden>{badgeText(count)}</span> : badgeText(count)}
      {isCut ? <VisuallyHidden>{exact}</VisuallyHidden> : null}
      {label !== undefined && <VisuallyHidden> {label}</VisuallyHidden>}
    </span>
  );
}

/** Returns "7", "99", or "99+". */
export function badgeText(count: number): string {
  return count > 99 ? "99+" : String(count);
}
