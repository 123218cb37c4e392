import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { isAboutAccess } from "#client/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { toastQueue } from "#ui/toast-queue.ts";
import type { AccessItemView, ItemState } from "../contract.ts";
import { accessItemsQuery, forgetInstitutions, watchQuery } from "./institution-queries.ts";
import { countWords, isBusy } from "./item-state.ts";

/** The linked institutions; those that something happens to by itself are watched until it is over. */
export function useLinkedInstitutions() {
  const api = useApi();
  const institutions = useQuery({ ...accessItemsQuery(api), throwOnError: isAboutAccess });
  const items = institutions.data ?? noItems;
  useQueries({
    queries: items.filter(isBusy).map((item) => watchQuery(api, item.institutionAccessItemId)),
  });
  useNews(institutions.data);
  return institutions;
}

const noItems: AccessItemView[] = [];

type Known = { state: ItemState; name: string };

/** Tells what came to an end while the page was open: a first import, an unlink. */
function useNews(items: readonly AccessItemView[] | undefined): void {
  const queryClient = useQueryClient();
  const known = useRef<ReadonlyMap<number, Known>>(new Map());
  useEffect(() => {
    if (items === undefined) return;
    const before = known.current;
    known.current = new Map(
      items.map(({ institutionAccessItemId, institution, item }) => [
        institutionAccessItemId,
        { state: item.state, name: institution.name },
      ]),
    );
    const news = newsOf(before, items);
    for (const message of news) toastQueue.add({ message, tone: "positive" });
    // Its rows are in budgets and income now, or not any more; unlinked ones stand last.
    if (news.length > 0) void forgetInstitutions(queryClient);
  }, [items, queryClient]);
}

/** What is over, in sentences. What was not known before is no news. */
export function newsOf(before: ReadonlyMap<number, Known>, items: readonly AccessItemView[]): string[] {
  const arrived = items.flatMap(({ institutionAccessItemId, institution, item }) => {
    const was = before.get(institutionAccessItemId)?.state;
    if (was === "importing" && (item.state === "healthy" || item.state === "expiring")) {
      return [`${institution.name} is imported: ${countWords(item.transactionCount, "transaction")}.`];
    }
    return was === "removing" && item.state === "unlinked"
      ? [`${institution.name} is unlinked. Its history stays.`]
      : [];
  });
  const present = new Set(items.map(({ institutionAccessItemId }) => institutionAccessItemId));
  const gone = [...before].flatMap(([id, { state, name }]) =>
    state === "removing" && !present.has(id) ? [`${name} is unlinked and its history is deleted.`] : [],
  );
  return [...arrived, ...gone];
}
