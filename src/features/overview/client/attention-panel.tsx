import { useQuery } from "@tanstack/react-query";
import { failureText } from "#client/data/api-failure.ts";
import { endsScreen } from "#client/data/ends-screen.ts";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { transferSuggestionsQuery } from "#client/data/transfer-suggestions-query.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Icon } from "#ui/icon.tsx";
import {
  bankAttention,
  budgetAttention,
  byUrgency,
  incomeAttention,
  invitationAttention,
  sortingAttention,
  transferAttention,
} from "../domain/attention.ts";
import { AttentionList, type BankActions } from "./attention-list.tsx";
import styles from "./attention-panel.module.css";
import { overviewQuery } from "./attention-queries.ts";

/** Panel of what needs attention, most urgent first; one quiet line if there are none. */
export function AttentionPanel({ bankActions }: { bankActions: BankActions }) {
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
