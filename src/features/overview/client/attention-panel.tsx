import { useQuery } from "@tanstack/react-query";
import { failureText } from "#client/data/api-failure.ts";
import { endsScreen } from "#client/data/ends-screen.ts";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { useMinute } from "#client/words/use-minute.ts";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { transferSuggestionsQuery } from "#client/data/transfer-suggestions-query.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Icon } from "#ui/icon.tsx";
import {
  bankAttention,
  budgetAttention,
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
  const today = dateInZone(new Date(useMinute()), timeZone);
  const institutions = useQuery({ ...institutionsQuery(api), throwOnError: endsScreen });
  const overview = useQuery(overviewQuery(api));
  const transfers = useQuery(transferSuggestionsQuery(api, null));
  const entries = [
    ...bankAttention(institutions.data ?? [], timeZone),
    ...incomeAttention(overview.data?.reminders ?? []),
    ...budgetAttention(overview.data?.budgetsOverEstimate ?? [], today),
    ...sortingAttention(overview.data?.unsortedCount ?? 0),
    ...transferAttention(transfers.data?.length ?? 0),
    ...invitationAttention(overview.data?.invitations ?? []),
  ];
  // Most urgent first, then banks before income before budgets before sorting before transfers before invitations.
  const ordered = [
    ...entries.filter(({ urgency }) => urgency === "urgent"),
    ...entries.filter(({ urgency }) => urgency === "soon"),
  ];
  if (overview.error !== null && overview.data === undefined) {
    return (
      <section aria-label="Needs attention" className={styles.panel}>
        {ordered.length > 0 ? (
          <AttentionList entries={ordered} bankActions={bankActions} />
        ) : null}
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
  return ordered.length === 0 ? (
    <section aria-label="Needs attention" className={styles.nothing}>
      <Icon name="success" size="small" className={styles.good} />
      <p>You’re all caught up.</p>
    </section>
  ) : (
    <Card as="section" title="Needs attention">
      <AttentionList entries={ordered} bankActions={bankActions} />
    </Card>
  );
}
