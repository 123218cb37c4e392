import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isAboutAccess } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import type { AccessItemView, ItemState } from "../../contract.ts";
import { forgetInstitutions, watchMs, watchQuery } from "../institution-queries.ts";
import { isImporting, isLeaving, isTroubled } from "../accounts/item-state.ts";

/** Banks hand out the last weeks first; older transactions follow within about this time. */
const historyMs = 60_000;

/** A bank that is not well may be again without anybody's doing, and a repair may meet news from before it. */
const troubleMs = 10_000;

/**
 * The linked institutions; what happens to one by itself is watched until it is over. One that is being unlinked may be
 * gone at any moment, so there the list is looked at; `unlinking` is the one that the person is asked about.
 */
export function useLinkedInstitutions(unlinking: AccessItemView | null) {
  const api = useApi();
  const institutions = useQuery({
    ...institutionsQuery(api),
    throwOnError: isAboutAccess,
    refetchInterval: ({ state: { data } }) =>
      data?.some(isLeaving) === true ? watchMs : data?.some(isTroubled) === true ? troubleMs : false,
  });
  const items = institutions.data ?? noItems;
  const [imported, setImported] = useState<ReadonlySet<number>>(nobody);
  const watched = items
    .filter((item) => isImporting(item) || (imported.has(item.institutionAccessItemId) && !isLeaving(item)))
    .map((item) => item.institutionAccessItemId)
    .filter((id) => id !== unlinking?.institutionAccessItemId);
  useQueries({ queries: watched.map((id) => watchQuery(api, id)) });
  useNews(institutions.data, setImported);
  useHistoryEnd(imported, setImported);
  return institutions;
}

const nobody: ReadonlySet<number> = new Set();

/** What has come until then is all that is waited for; other screens ask anew. */
function useHistoryEnd(imported: ReadonlySet<number>, setImported: (ids: ReadonlySet<number>) => void): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (imported.size === 0) return undefined;
    const timer = setTimeout(() => {
      setImported(nobody);
      void forgetInstitutions(queryClient);
    }, historyMs);
    return () => clearTimeout(timer);
  }, [imported, setImported, queryClient]);
}

const noItems: AccessItemView[] = [];

type Known = { state: ItemState; name: string };

/** Tells what came to an end while the page was open: a first import, an unlink. */
function useNews(
  items: readonly AccessItemView[] | undefined,
  onImported: (ids: ReadonlySet<number>) => void,
): void {
  const queryClient = useQueryClient();
  const known = useRef<ReadonlyMap<number, Known>>(new Map());
  useEffect(() => {
    if (items === undefined) return;
    const before = known.current;
    known.current = knownAfter(before, items);
    const ids = items
      .filter((item) => isJustImported(before, item))
      .map((item) => item.institutionAccessItemId);
    if (ids.length > 0) onImported(new Set(ids));
    const news = newsOf(before, items);
    for (const message of news) toastQueue.add({ message, tone: "positive" });
    // Its rows are in budgets and income now, or not any more; unlinked ones stand last.
    if (news.length > 0) void forgetInstitutions(queryClient);
  }, [items, queryClient, onImported]);
}

/** What is known after a reading. One that was asked for before the last came, and arrives after it, takes nothing back. */
export function knownAfter(
  before: ReadonlyMap<number, Known>,
  items: readonly AccessItemView[],
): ReadonlyMap<number, Known> {
  return new Map(
    items.map(({ institutionAccessItemId, institution, item }) => {
      const was = before.get(institutionAccessItemId)?.state;
      const state = was !== undefined && isEarlier(item.state, was) ? was : item.state;
      return [institutionAccessItemId, { state, name: institution.name }];
    }),
  );
}

function isEarlier(state: ItemState, than: ItemState): boolean {
  if (state === "removing") return than === "unlinked";
  return state === "importing" && (than === "healthy" || than === "expiring");
}

function isJustImported(
  before: ReadonlyMap<number, Known>,
  { institutionAccessItemId, item: { state } }: AccessItemView,
): boolean {
  return (
    before.get(institutionAccessItemId)?.state === "importing" &&
    (state === "healthy" || state === "expiring")
  );
}

/** What is over, in sentences. What was not known before is no news. */
export function newsOf(before: ReadonlyMap<number, Known>, items: readonly AccessItemView[]): string[] {
  const arrived = items.flatMap((known) => {
    const { institutionAccessItemId, institution, item } = known;
    if (isJustImported(before, known)) {
      // No count: more of its history comes in while this is read.
      return [`${institution.name} is ready.`];
    }
    const was = before.get(institutionAccessItemId)?.state;
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
