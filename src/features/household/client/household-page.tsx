import { useQuery, useInfiniteQuery, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { useApi } from "#client/app-context.tsx";
import { endsScreen } from "#client/data/ends-screen.ts";
import { DocumentHead } from "#client/document-head.tsx";
import { LedgerSection } from "#client/ledger-section.tsx";
import { PageHeader } from "#client/pages/page-header.tsx";
import { UntilLoaded } from "#client/until-loaded.tsx";
import { memberLoader } from "#client/routing/member-loader.ts";
import { Callout } from "#ui/status/callout.tsx";
import { Skeleton } from "#ui/status/skeleton.tsx";
import { Link } from "#ui/link.tsx";
import { memberPaths } from "#client/routing/member-paths.ts";
import { paths } from "#client/routing/paths.ts";
import { Button } from "#ui/button.tsx";
import type { Api } from "#client/data/api.ts";
import { Ago } from "#client/words/ago.tsx";
import { SeenPanel } from "./seen-panel.tsx";
import { SharedPanel } from "./shared-panel.tsx";
import type { HouseholdChange } from "../contract.ts";
import { changeWords } from "../domain/change-words.ts";
import styles from "./household-page.module.css";

export const loader = memberLoader(({ api, first }) => [first(householdQuery(api))]);

/** Page on which people share their money (docs/reference/product.md, "Household"). */
export function Component() {
  const query = useQuery({ ...householdQuery(useApi()), throwOnError: endsScreen });
  const { data } = query;
  const hasEnded = useSearchParams()[0].get("ended") === "1";
  return (
    <div className={styles.page}>
      <DocumentHead title="Household" description="Who shares money with whom." isPrivate />
      <PageHeader title="Household" intro="Share your money with other members of this site." />
      {hasEnded ? (
        <Callout tone="warning">
          The money you looked at isn’t shared with you anymore. You’re back at your own.
        </Callout>
      ) : null}
      <UntilLoaded query={query} what="your household">
        <Skeleton width="14em" />
      </UntilLoaded>
      {data === undefined ? null : (
        <>
          <LedgerSection id="shared" title="Who may see your money">
            <SharedPanel shared={data.shared} people={data.people} onInvite={() => void query.refetch()} />
          </LedgerSection>
          <LedgerSection id="seen" title="Whose money you may see">
            <SeenPanel seen={data.seen} />
          </LedgerSection>
          <LedgerSection id="changes" title="Changes">
            <ChangeList />
          </LedgerSection>
        </>
      )}
    </div>
  );
}

/** The changes to the money that is shown, newest first, and who made them. */
function ChangeList() {
  const query = useInfiniteQuery(changesQuery(useApi()));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (data === undefined) {
    return (
      <UntilLoaded query={query} what="the changes">
        <Skeleton width="20em" />
      </UntilLoaded>
    );
  }
  const changes = data.pages.flat();
  if (changes.length === 0)
    return <p className={styles.panel}>While money is shared, everyone’s changes are listed here.</p>;
  return (
    <div className={styles.panel}>
      <ol className={styles.list}>
        {changes.map((change) => (
          <li key={change.changeId} className={styles.change}>
            <ChangeLine change={change} />
          </li>
        ))}
      </ol>
      {hasNextPage ? (
        <Button isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier changes
        </Button>
      ) : null}
    </div>
  );
}

function ChangeLine({ change }: { change: HouseholdChange }) {
  const { isByYou, name, call, things, at } = change;
  const href = placeOf(change);
  const what = changeWords(call, things);
  return (
    <>
      {isByYou ? "You" : name} {href === null ? what : <Link to={href}>{what}</Link>}{" "}
      <span className={styles.fact}>
        <Ago at={at} />
      </span>
    </>
  );
}

/** Returns the page of what was changed; null if the call named nothing with one. */
function placeOf({ things }: HouseholdChange): string | null {
  const { accountId, budgetId, incomeSourceId, institutionAccessItemId } = things;
  if (budgetId !== undefined) return memberPaths.budget(budgetId);
  if (institutionAccessItemId !== undefined) return memberPaths.account(institutionAccessItemId);
  if (accountId !== undefined) return paths.transactions({ account: accountId });
  if (incomeSourceId !== undefined) return paths.due();
  return null;
}

/** Query for who shares the person's money, and whose they may see. */
function householdQuery(api: Api) {
  return queryOptions({ queryKey: ["household", "members"], queryFn: () => api.get("/api/GetHousehold") });
}

/** Query for who changed what in the money that is shown, newest first. */
function changesQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: ["household", "changes"],
    queryFn: ({ pageParam }) =>
      api.get("/api/GetHouseholdChanges", pageParam === null ? {} : { before: pageParam }),
    initialPageParam: initialPage,
    getNextPageParam: (last) => (last.length < 100 ? null : (last.at(-1)?.changeId ?? null)),
  });
}

const initialPage: number | null = null;
