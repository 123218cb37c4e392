import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { endsScreen } from "#client/data/ends-screen.ts";
import { useApi } from "#client/app-context.tsx";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import type { AccessItemView, ItemState } from "../../contract.ts";
import { invalidateInstitutions } from "../institution-queries.ts";
import { isChanging, isUnhealthy } from "../accounts/state-display.ts";

/** Poll interval during a first import or an unlink, and for unhealthy banks: they may recover on their own, and a repair may cross with older data. */
const changingPollMs = 2_000;
const unhealthyPollMs = 10_000;

/** Loads the linked banks, and again until those that change are done, except in a hidden tab. */
export function useLinkedInstitutions() {
  const institutions = useQuery({
    ...institutionsQuery(useApi()),
    throwOnError: endsScreen,
    refetchInterval: ({ state: { data = [], status } }) => {
      if (data.some(isChanging)) return status === "error" ? unhealthyPollMs : changingPollMs;
      return data.some(isUnhealthy) ? unhealthyPollMs : false;
    },
  });
  useCompletionToasts(institutions.data);
  return institutions;
}

type Known = { state: ItemState; name: string };

/** Shows a toast when a first import or an unlink completes while the page is open. */
function useCompletionToasts(items: readonly AccessItemView[] | undefined): void {
  const queryClient = useQueryClient();
  const known = useRef<ReadonlyMap<number, Known>>(new Map());
  useEffect(() => {
    if (items === undefined) return;
    const before = known.current;
    known.current = mergeKnownStates(before, items);
    const news = completionMessages(before, items);
    for (const message of news) toastQueue.add({ message, tone: "positive" });
    // Budgets, income, and the list's order have changed.
    if (news.length > 0) void invalidateInstitutions(queryClient);
  }, [items, queryClient]);
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
