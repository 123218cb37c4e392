import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { failureText } from "#client/data/api-failure.ts";
import { endsScreen } from "#client/data/ends-screen.ts";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { transferSuggestionsQuery } from "#client/data/transfer-suggestions-query.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Icon } from "#ui/icon.tsx";
import { type BankActions, AttentionList } from "./attention-list.tsx";
import { overviewQuery } from "./attention-queries.ts";
import { firstSteps, GetStarted } from "./get-started.tsx";
import { HeadlineNumber, OverviewPanels } from "./overview-panels.tsx";
import {
  bankAttention,
  budgetAttention,
  byUrgency,
  incomeAttention,
  invitationAttention,
  sortingAttention,
  transferAttention,
} from "../domain/attention.ts";
import styles from "./overview-top.module.css";

type OverviewTopProps = {
  bankActions: BankActions;
  linkButton: ReactNode;
  /** Without any bank, linked or not, only the first steps and invitations are shown. */
  hasBanks: boolean;
  /** True once a bank is linked, which the list of banks knows before the overview does. */
  isLinked: boolean;
};

/** The part of Accounts above the banks: the one number, first steps, what needs attention, and the latest figures. */
export function OverviewTop({ bankActions, linkButton, hasBanks, isLinked }: OverviewTopProps) {
  const { data: overview } = useQuery(overviewQuery(useApi()));
  const known = overview?.getStarted ?? null;
  const steps = known === null ? null : { ...known, hasBank: isLinked };
  if (!hasBanks)
    return (
      <>
        <GetStarted steps={steps ?? firstSteps} linkButton={linkButton} />
        {overview === undefined || overview.invitations.length === 0 ? null : (
          <AttentionPanel bankActions={bankActions} />
        )}
      </>
    );
  return (
    <>
      {overview === undefined ? null : <HeadlineNumber overview={overview} />}
      {steps === null ? null : <GetStarted steps={steps} linkButton={linkButton} />}
      <AttentionPanel bankActions={bankActions} />
      {overview === undefined ? null : <OverviewPanels overview={overview} />}
    </>
  );
}

/** Panel of what needs attention, most urgent first; one quiet line if there are none. */
function AttentionPanel({ bankActions }: { bankActions: BankActions }) {
  const api = useApi();
  const { timeZone } = usePublicConfig();
  const institutions = useQuery({ ...institutionsQuery(api), throwOnError: endsScreen });
  const overview = useQuery(overviewQuery(api));
  const transfers = useQuery(transferSuggestionsQuery(api, null));
  // Of the same urgency, banks before income before budgets before sorting before transfers before invitations.
  const entries = byUrgency([
    ...bankAttention(institutions.data ?? [], timeZone),
    ...incomeAttention(overview.data?.reminders ?? []),
    ...budgetAttention(overview.data?.budgetsOverEstimate ?? []),
    ...sortingAttention(overview.data?.unsortedCount ?? 0),
    ...transferAttention(transfers.data?.length ?? 0),
    ...invitationAttention(overview.data?.invitations ?? []),
  ]);
  const list = <AttentionList entries={entries} bankActions={bankActions} />;
  if (overview.error !== null && overview.data === undefined) {
    return (
      <section aria-label="Needs attention" className={styles.panel}>
        {entries.length > 0 ? list : null}
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
      </section>
    );
  }
  return entries.length === 0 ? (
    <section aria-label="Needs attention" className={styles.nothing}>
      <Icon name="success" size="small" className={styles.good} />
      <p>You’re all caught up.</p>
    </section>
  ) : (
    <Card as="section" title="Needs attention">
      {list}
    </Card>
  );
}
