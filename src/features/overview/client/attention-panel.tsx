import { useQuery } from "@tanstack/react-query";
import { failureText } from "#client/api-failure.ts";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { useMinute } from "#client/use-minute.ts";
import { dateInZone } from "#shared/plain-dates.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Icon } from "#ui/icon.tsx";
import { LoadingRegion, Skeleton } from "#ui/skeleton.tsx";
import { bankAttention, budgetAttention, incomeAttention } from "../domain/attention.ts";
import { AttentionList, type BankCures } from "./attention-list.tsx";
import styles from "./attention-panel.module.css";
import { budgetsQuery, incomeRemindersQuery, institutionsQuery } from "./attention-queries.ts";

/** What needs attention now, over banks, income and budgets, worst first; each part fails alone. */
export function AttentionPanel({ bankCures }: { bankCures: BankCures }) {
  const api = useApi();
  const { timeZone } = usePublicConfig();
  const today = dateInZone(new Date(useMinute()), timeZone);
  const institutions = useQuery(institutionsQuery(api));
  const reminders = useQuery(incomeRemindersQuery(api));
  const budgets = useQuery(budgetsQuery(api));
  const parts = [
    { name: "income", query: reminders },
    { name: "budgets", query: budgets },
  ];
  const entries = [
    ...bankAttention(institutions.data ?? [], timeZone),
    ...incomeAttention(reminders.data?.reminders ?? []),
    ...budgetAttention(budgets.data ?? [], today),
  ];
  // The worst of all parts first; within that banks, then income, then budgets.
  const ordered = [
    ...entries.filter(({ urgency }) => urgency === "urgent"),
    ...entries.filter(({ urgency }) => urgency === "soon"),
  ];
  const isLoading = parts.some(({ query }) => query.isPending);
  const failed = parts.filter(({ query }) => query.isError && query.data === undefined);
  return (
    <Card as="section" title="What needs attention now">
      {ordered.length > 0 ? (
        <AttentionList entries={ordered} label="What needs attention now" bankCures={bankCures} />
      ) : null}
      {isLoading ? (
        <LoadingRegion label="Looking what needs attention">
          <Skeleton height="1.5rem" width="60%" />
        </LoadingRegion>
      ) : null}
      {!isLoading && ordered.length === 0 && failed.length === 0 ? (
        <p className={styles.nothing}>
          <Icon name="success" size="small" className={styles.good} />
          Nothing: no bank to repair, no income overdue, no budget over its estimate.
        </p>
      ) : null}
      {failed.map(({ name, query }) => (
        <p key={name} role="alert" className={styles.failed}>
          <span>
            Your {name} could not be looked at. {query.error === null ? "" : failureText(query.error)}
          </span>
          <Button
            size="small"
            icon="refresh"
            isPending={query.isFetching}
            onClick={() => void query.refetch()}
          >
            Try again
          </Button>
        </p>
      ))}
    </Card>
  );
}
