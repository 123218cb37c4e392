import { addMonths, monthWords } from "#shared/time/plain-dates.ts";
import { Skeleton } from "#ui/status/skeleton.tsx";
import { StepLink } from "./step-link.tsx";
import styles from "./month-steps.module.css";

type MonthStepsProps = {
  hrefOf: (month: string) => string;
  month: string | null;
  isLoading: boolean;
};

/** Current month with links to the previous and next one, also where the side navigation is hidden. */
export function MonthSteps({ hrefOf, month, isLoading }: MonthStepsProps) {
  const step = (to: string, direction: "left" | "right") => (
    <StepLink to={hrefOf(to)} label={monthWords(to)} direction={direction} />
  );
  return (
    <p className={styles.steps} aria-busy={isLoading || undefined}>
      {month === null ? (
        <Skeleton width="12rem" height="var(--size-control-small)" />
      ) : (
        <>
          {step(addMonths(month, -1), "left")}
          <span className={styles.month} aria-live="polite">
            {monthWords(month)}
          </span>
          {step(addMonths(month, 1), "right")}
        </>
      )}
    </p>
  );
}
