import { Link } from "react-router";
import { paths } from "#client/routing/paths.ts";
import { addMonths, monthWords } from "#shared/time/plain-dates.ts";
import { iconButtonClassName } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Skeleton } from "#ui/status/skeleton.tsx";
import styles from "./month-steps.module.css";

type MonthStepsProps = { itemId: number; month: string | null; isLoading: boolean };

/** Current month with links to the previous and next one, also where the side navigation is hidden. */
export function MonthSteps({ itemId, month, isLoading }: MonthStepsProps) {
  return (
    <p className={styles.steps} aria-busy={isLoading || undefined}>
      {month === null ? (
        <Skeleton width="12rem" height="var(--size-control-small)" />
      ) : (
        <>
          <Step itemId={itemId} month={addMonths(month, -1)} direction="left" />
          <span className={styles.month} aria-live="polite">
            {monthWords(month)}
          </span>
          <Step itemId={itemId} month={addMonths(month, 1)} direction="right" />
        </>
      )}
    </p>
  );
}

type StepProps = { itemId: number; month: string; direction: "left" | "right" };

function Step({ itemId, month, direction }: StepProps) {
  return (
    <Link
      to={paths.accountIncome(itemId, { month })}
      className={iconButtonClassName({ size: "small" })}
      aria-label={monthWords(month)}
      title={monthWords(month)}
      preventScrollReset
      replace
    >
      <Icon name={`chevron-${direction}`} size="small" />
    </Link>
  );
}
