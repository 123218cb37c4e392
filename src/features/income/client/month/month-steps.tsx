import { addMonths, monthWords } from "#shared/time/plain-dates.ts";
import { iconButtonClassName } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import { Skeleton } from "#ui/status/skeleton.tsx";
import styles from "./month-steps.module.css";

type MonthStepsProps = {
  hrefOf: (month: string) => string;
  month: string | null;
  isLoading: boolean;
};

/** Current month with links to the previous and next one, also where the side navigation is hidden. */
export function MonthSteps({ hrefOf, month, isLoading }: MonthStepsProps) {
  return (
    <p className={styles.steps} aria-busy={isLoading || undefined}>
      {month === null ? (
        <Skeleton width="12rem" height="var(--size-control-small)" />
      ) : (
        <>
          <Step hrefOf={hrefOf} month={addMonths(month, -1)} direction="left" />
          <span className={styles.month} aria-live="polite">
            {monthWords(month)}
          </span>
          <Step hrefOf={hrefOf} month={addMonths(month, 1)} direction="right" />
        </>
      )}
    </p>
  );
}

type StepProps = { hrefOf: (month: string) => string; month: string; direction: "left" | "right" };

function Step({ hrefOf, month, direction }: StepProps) {
  return (
    <Link
      to={hrefOf(month)}
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
