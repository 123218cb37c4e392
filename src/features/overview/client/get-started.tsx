import type { ReactNode } from "react";
import { memberPaths } from "#client/routing/member-paths.ts";
import { paths } from "#client/routing/paths.ts";
import { Card } from "#ui/card.tsx";
import { classNames } from "#ui/class-names.ts";
import { Icon } from "#ui/icon.tsx";
import { ButtonLink } from "#ui/link.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import type { GetStarted as Steps } from "../contract.ts";
import styles from "./get-started.module.css";

type Step = { title: string; text: string; isDone: boolean; action: ReactNode };

/** Steps of a person without a bank. */
export const firstSteps: Steps = {
  hasBank: false,
  isImporting: false,
  hasReviewedBudget: false,
  draftBudgetId: null,
  hasConfirmedIncome: false,
  incomeAt: null,
};

/** The three steps of the first day; `linkButton` performs the first. */
export function GetStarted({ steps, linkButton }: { steps: Steps; linkButton: ReactNode }) {
  const all = stepsOf(steps, linkButton);
  return (
    <Card as="section" title="Get started">
      <ol className={styles.steps}>
        {all.map(({ title, text, isDone, action }, index) => (
          <li key={title} className={styles.step}>
            <span className={classNames(styles.mark, isDone && styles.done)} aria-hidden="true">
              {isDone ? <Icon name="check" size="small" /> : index + 1}
            </span>
            <div className={styles.words}>
              <h3 className={styles.title}>
                {title}
                {isDone ? <VisuallyHidden>, done</VisuallyHidden> : null}
              </h3>
              <p className={styles.text}>{text}</p>
            </div>
            <div className={styles.action}>{isDone ? null : action}</div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function stepsOf(steps: Steps, linkButton: ReactNode): Step[] {
  const { hasBank, isImporting, hasReviewedBudget, draftBudgetId, hasConfirmedIncome } = steps;
  return [
    {
      title: "Link a bank",
      text: "We’ll import the last 24 months of transactions and keep them up to date. Or import files, or type them yourself.",
      isDone: hasBank,
      action: linkButton,
    },
    {
      title: "Review your budget",
      text:
        hasBank && draftBudgetId === null && isImporting
          ? "We’re drafting it from your transactions."
          : "We draft it from your latest transactions.",
      isDone: hasReviewedBudget,
      action: budgetAction(steps),
    },
    {
      title: "Confirm income",
      text: "Pick the regular deposits you expect.",
      isDone: hasConfirmedIncome,
      action: incomeAction(steps),
    },
  ];
}

function incomeAction({ incomeAt, hasReviewedBudget }: Steps): ReactNode {
  if (incomeAt === null) return null;
  return (
    <ButtonLink
      to={memberPaths.accountIncome(incomeAt)}
      variant={hasReviewedBudget ? "primary" : "secondary"}
      viewTransition
    >
      Confirm income
    </ButtonLink>
  );
}

function budgetAction({ hasBank, isImporting, draftBudgetId }: Steps): ReactNode {
  if (draftBudgetId !== null)
    return (
      <ButtonLink to={memberPaths.budgetEstimate(draftBudgetId)} variant="primary" viewTransition>
        Review your budget
      </ButtonLink>
    );
  return hasBank && !isImporting ? (
    <ButtonLink to={paths.spending()} variant="primary" viewTransition>
      Make a budget
    </ButtonLink>
  ) : null;
}
