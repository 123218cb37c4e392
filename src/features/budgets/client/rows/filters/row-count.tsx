import type { ReactNode } from "react";
import { SkeletonWords } from "#ui/status/skeleton.tsx";
import { transactionsText } from "../../estimate/budget-progress.ts";
import styles from "../budget-rows.module.css";

type RowCountProps = {
  /** Undefined while loading. */
  total: number | undefined;
  /** Words as long as those to come. */
  skeleton: string;
  /** More about the rows, such as their sums. */
  children?: ReactNode;
};

/** Number of matching rows, and their sums. */
export function RowCount({ total, skeleton, children }: RowCountProps) {
  return (
    <p className={styles.sum} aria-live="polite">
      {total === undefined ? (
        <SkeletonWords>{skeleton}</SkeletonWords>
      ) : (
        <>
          <strong>{transactionsText(total)}</strong>
          {children}
        </>
      )}
    </p>
  );
}
