import { dateInZone } from "#shared/time/date-in-zone.ts";
import { useMoments } from "#client/app-context.tsx";
import { LedgerSection } from "#client/ledger-section.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { LoadingRegion, Skeleton } from "#ui/status/skeleton.tsx";
import { commitsPerDay, groupCommitsByDay, type CommitDay } from "../../domain/commit-days.ts";
import type { Commit } from "../../domain/github-shapes.ts";
import { CommitChart, dayText } from "./commit-chart.tsx";
import { CommitEntry } from "./commit-entry.tsx";
import { failureText } from "../failure-text.ts";
import type { Listing, PanelQuery } from "../github-queries.ts";
import { pickCommits } from "./repo-guards.ts";
import { useListSteps, type PanelState } from "../home/use-panel.ts";
import styles from "./repo-commits.module.css";

type RepoCommitsProps = {
  name: string;
  query: PanelQuery<Listing<Commit>>;
  state: PanelState<Listing<Commit>>;
};

const shownFirst = 10;
const shownMore = 30;

/** Commits by day in the site's time zone, newest first (docs/reference/product.md, "Repositories"). */
export function RepoCommits(props: RepoCommitsProps) {
  const dateOf = useDateOf();
  const list = props.state.panel?.value;
  const days = groupCommitsByDay(list?.items ?? [], dateOf);
  const counts = commitsPerDay(days, { hasOlder: list?.hasMore ?? false });
  const firstDay = counts[0]?.date ?? "";
  const hasOlder = list?.hasMore === true || days.some(({ date }) => date !== null && date < firstDay);
  return (
    <LedgerSection
      id="commits"
      eyebrow="Activity"
      title="Commits"
      aside={counts.length < 2 ? null : <CommitChart counts={counts} hasOlder={hasOlder} />}
    >
      <Faces {...props} />
    </LedgerSection>
  );
}

/** Returns what tells an instant's date in the site's time zone. */
function useDateOf(): (instant: string) => string {
  const { timeZone, kept } = useMoments();
  return (instant) => kept(instant, () => dateInZone(new Date(instant), timeZone));
}

function Faces({ name, query, state }: RepoCommitsProps) {
  const dateOf = useDateOf();
  const list = useListSteps(query, state, { first: shownFirst, step: shownMore, pick: pickCommits });
  if (state.panel === null && state.failure !== null) {
    return (
      <ErrorPanel
        title="Could not load commits"
        headingLevel={3}
        message={failureText(state.failure)}
        onRetry={state.renew}
        isRetrying={state.isFetching}
      />
    );
  }
  if (state.panel === null) return <CommitsSkeleton />;
  if (list.items.length === 0) {
    return (
      <EmptyState title="No commits yet" headingLevel={3} icon="repository">
        <p>Commits appear here after the first push.</p>
      </EmptyState>
    );
  }
  return (
    <div className={styles.timeline}>
      {groupCommitsByDay(list.items, dateOf).map((day) => (
        <Day key={day.date ?? ""} name={name} day={day} />
      ))}
      {list.hasMore ? (
        <p>
          <Button onClick={list.showMore} isPending={list.isLoadingMore}>
            Show more
          </Button>
        </p>
      ) : null}
      {list.moreFailure === null ? null : <p role="alert">{failureText(list.moreFailure)}</p>}
    </div>
  );
}

function Day({ name, day }: { name: string; day: CommitDay }) {
  return (
    <section className={styles.day}>
      <h3 className={styles.date}>
        {day.date === null ? "Unknown date" : <time dateTime={day.date}>{dayText(day.date)}</time>}
      </h3>
      <ol className={styles.commits}>
        {day.commits.map((commit) => (
          <CommitEntry key={commit.sha} name={name} commit={commit} />
        ))}
      </ol>
    </section>
  );
}

function CommitsSkeleton() {
  return (
    <LoadingRegion label="Loading commits" className={styles.timeline}>
      {Array.from({ length: 3 }, (_, day) => (
        <div key={day} className={styles.day}>
          <span className={styles.date}>
            <Skeleton width="var(--size-field-min)" />
          </span>
          <div className={styles.commits}>
            {Array.from({ length: 2 }, (__, commit) => (
              <Skeleton key={commit} height="var(--size-row)" />
            ))}
          </div>
        </div>
      ))}
    </LoadingRegion>
  );
}
