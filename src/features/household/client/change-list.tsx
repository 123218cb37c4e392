import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useApi } from "#client/app-context.tsx";
import { UntilLoaded } from "#client/until-loaded.tsx";
import { memberPaths } from "#client/routing/member-paths.ts";
import { paths } from "#client/routing/paths.ts";
import { Button } from "#ui/button.tsx";
import { Skeleton } from "#ui/status/skeleton.tsx";
import type { HouseholdChange } from "../contract.ts";
import { changeWords } from "../domain/change-words.ts";
import { changesQuery } from "./household-queries.ts";
import { Ago } from "./membership-entry.tsx";
import styles from "./household-page.module.css";

/** Who changed what in the money that is shown, newest first. */
export function ChangeList() {
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
