import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { failureText, isAboutAccess } from "#client/data/api-failure.ts";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { paths } from "#client/routing/paths.ts";
import { useMinute } from "#client/use-minute.ts";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { dateInZone } from "#shared/time/plain-dates.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Icon } from "#ui/icon.tsx";
import { linkClassName } from "#ui/link.tsx";
import { bankAttention, budgetAttention, incomeAttention } from "../domain/attention.ts";
import { glanceOf, type Glance } from "../domain/glance.ts";
import { AttentionList, type BankActions } from "./attention-list.tsx";
import styles from "./attention-panel.module.css";
import { overviewQuery } from "./attention-queries.ts";

/** Panel of banks, income, and budgets that need attention, most urgent first, with a summary of the month. */
export function AttentionPanel({ bankActions }: { bankActions: BankActions }) {
  const api = useApi();
  const { timeZone } = usePublicConfig();
  const today = dateInZone(new Date(useMinute()), timeZone);
  const institutions = useQuery({ ...institutionsQuery(api), throwOnError: isAboutAccess });
  const overview = useQuery(overviewQuery(api));
  const entries = [
    ...bankAttention(institutions.data ?? [], timeZone),
    ...incomeAttention(overview.data?.reminders ?? []),
    ...budgetAttention(overview.data?.budgetsOverEstimate ?? [], today),
  ];
  // Most urgent first, then banks before income before budgets.
  const ordered = [
    ...entries.filter(({ urgency }) => urgency === "urgent"),
    ...entries.filter(({ urgency }) => urgency === "soon"),
  ];
  const glances =
    overview.data === undefined ? [] : glanceOf(overview.data.currentBudget, overview.data.figures);
  return (
    <Card as="section" title="Needs attention">
      {ordered.length > 0 ? (
        <AttentionList entries={ordered} label="Needs attention" bankActions={bankActions} />
      ) : null}
      {overview.data !== undefined && ordered.length === 0 ? (
        <p className={styles.nothing}>
          <Icon name="success" size="small" className={styles.good} />
          You’re all caught up.
        </p>
      ) : null}
      {overview.error !== null && overview.data === undefined ? (
        <p role="alert" className={styles.failed}>
          <span>Couldn’t check income and budgets. {failureText(overview.error)}</span>
          <Button
            size="small"
            icon="refresh"
            isPending={overview.isFetching}
            onClick={() => void overview.refetch()}
          >
            Try again
          </Button>
        </p>
      ) : null}
      {glances.length > 0 ? <Glances glances={glances} /> : null}
    </Card>
  );
}

function Glances({ glances }: { glances: readonly Glance[] }) {
  return (
    <dl className={styles.glances}>
      {glances.map(({ label, value, budgetId }) => (
        <div key={label}>
          <dt className={styles.label}>
            {budgetId === undefined ? (
              label
            ) : (
              <Link to={paths.budgetEstimate(budgetId)} className={linkClassName()}>
                {label}
              </Link>
            )}
          </dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
