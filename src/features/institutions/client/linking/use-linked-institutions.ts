import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { endsScreen } from "#client/data/ends-screen.ts";
import { useApi } from "#client/app-context.tsx";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import type { AccessItemView, ItemState } from "../../contract.ts";
import { invalidateInstitutions, pollMs, itemPollQuery } from "../institution-queries.ts";
import { isImporting, isUnlinking, isUnhealthy } from "../accounts/state-display.ts";

/** Time within which older transactions usually follow; banks deliver recent weeks first. */
const historyMs = 60_000;

/** Poll interval for unhealthy banks: they may recover on their own, and a repair may cross with older data. */
const unhealthyPollMs = 10_000;

/**
 * Loads the linked banks and polls those that change until they are done. A bank being unlinked may vanish at any time,
 * so the list is polled instead. `unlinking` is the bank in the unlink dialog and isn't polled.
 */
export function useLinkedInstitutions(unlinking: AccessItemView | null) {
  const api = useApi();
  const institutions = useQuery({
    ...institutionsQuery(api),
    throwOnError: endsScreen,
    refetchInterval: ({ state: { data } }) =>
      data?.some(isUnlinking) === true ? pollMs : data?.some(isUnhealthy) === true ? unhealthyPollMs : false,
  });
  const items = institutions.data ?? noItems;
  const [imported, setImported] = useState<ReadonlySet<number>>(noIds);
  const watched = items
    .filter((item) => isImporting(item) || (imported.has(item.institutionAccessItemId) && !isUnlinking(item)))
    .map((item) => item.institutionAccessItemId)
    .filter((id) => id !== unlinking?.institutionAccessItemId);
  useQueries({ queries: watched.map((id) => itemPollQuery(api, id)) });
  useCompletionToasts(institutions.data, setImported);
  useHistoryEnd(imported, setImported);
  return institutions;
}

const noIds: ReadonlySet<number> = new Set();

/** Stops polling imported banks after `historyMs` and reloads other screens. */
function useHistoryEnd(imported: ReadonlySet<number>, setImported: (ids: ReadonlySet<number>) => void): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (imported.size === 0) return undefined;
    const timer = setTimeout(() => {
      setImported(noIds);
      void invalidateInstitutions(queryClient);
    }, historyMs);
    return () => clearTimeout(timer);
  }, [imported, setImported, queryClient]);
}

const noItems: AccessItemView[] = [];

type Known = { state: ItemState; name: string };

/** Shows a toast when a first import or an unlink completes while the page is open. */
function useCompletionToasts(
  items: readonly AccessItemView[] | undefined,
  onImported: (ids: ReadonlySet<number>) => void,
): void {
  const queryClient = useQueryClient();
  const known = useRef<ReadonlyMap<number, Known>>(new Map());
  useEffect(() => {
    if (items === undefined) return;
    const before = known.current;
    known.current = mergeKnownStates(before, items);
    const ids = items
      .filter((item) => isJustImported(before, item))
      .map((item) => item.institutionAccessItemId);
    if (ids.length > 0) onImported(new Set(ids));
    const news = completionMessages(before, items);
    for (const message of news) toastQueue.add({ message, tone: "positive" });
    // Budgets, income, and the list's order have changed.
    if (news.length > 0) void invalidateInstitutions(queryClient);
  }, [items, queryClient, onImported]);
}

/** Merges an answer into the known states. An answer that arrives late doesn't undo a newer state. */
export function mergeKnownStates(
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

/** Returns messages for imports and unlinks that completed. Banks not known before are skipped. */
export function completionMessages(
  before: ReadonlyMap<number, Known>,
  items: readonly AccessItemView[],
): string[] {
  const arrived = items.flatMap((known) => {
    const { institutionAccessItemId, institution, item } = known;
    if (isJustImported(before, known)) {
      // No count, because more history is still arriving.
      return [`${institution.name} is ready.`];
    }
    const was = before.get(institutionAccessItemId)?.state;
    return was === "removing" && item.state === "unlinked"
      ? [`${institution.name} is unlinked. Its history is kept.`]
      : [];
  });
  const present = new Set(items.map(({ institutionAccessItemId }) => institutionAccessItemId));
  const gone = [...before].flatMap(([id, { state, name }]) =>
    state === "removing" && !present.has(id) ? [`${name} is unlinked and its history is deleted.`] : [],
  );
  return [...arrived, ...gone];
}
