import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { endsScreen } from "#client/data/ends-screen.ts";
import type { Api } from "#client/data/api.ts";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { ApiError } from "#shared/envelope.ts";
import type { AccessItemView } from "../contract.ts";

/** Poll interval during a first import or an unlink; longer after a failed poll. */
export const pollMs = 2000;
const pollAfterFailureMs = 10_000;

/**
 * Polls one bank while it changes, except in a hidden tab, and updates the cached list. Resolves to null once the bank
 * is gone.
 */
export function itemPollQuery(api: Api, institutionAccessItemId: number) {
  return queryOptions({
    queryKey: ["institutions", "watch", institutionAccessItemId],
    queryFn: async ({ client }): Promise<AccessItemView | null> => {
      try {
        const item = await api.get("/api/GetUserAccessItem", { userAccessItemId: institutionAccessItemId });
        putItem(client, api, item);
        return item;
      } catch (error) {
        if (!(error instanceof ApiError) || error.statusCode !== 404) throw error;
        // Unlinked in another tab.
        await client.invalidateQueries({ queryKey: institutionsQuery(api).queryKey });
        return null;
      }
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    throwOnError: endsScreen,
    refetchInterval: ({ state }) => (state.status === "error" ? pollAfterFailureMs : pollMs),
  });
}

/** Query for the data that depends on a bank, shown before it is unlinked. */
export function usageQuery(api: Api, institutionAccessItemId: number) {
  return queryOptions({
    queryKey: ["institutions", "usage", institutionAccessItemId],
    queryFn: () => api.get("/api/GetAccessItemUsage", { institutionAccessItemId }),
    staleTime: 0,
  });
}

/** Query for what linking a manual account would do. */
export function manualLinkQuery(api: Api, accountId: number, linkedAccountId: number) {
  return queryOptions({
    queryKey: ["institutions", "manual-link", accountId, linkedAccountId],
    queryFn: () => api.get("/api/GetManualAccountLink", { accountId, linkedAccountId }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    throwOnError: endsScreen,
  });
}

/** Updates one bank in the cached list, or appends it until the list is reloaded. */
export function putItem(queryClient: QueryClient, api: Api, item: AccessItemView): void {
  queryClient.setQueryData(institutionsQuery(api).queryKey, (items) => {
    if (items === undefined) return items;
    const isKnown = items.some((known) => isSame(known, item));
    return isKnown ? items.map((known) => (isSame(known, item) ? item : known)) : [...items, item];
  });
}

function isSame(a: AccessItemView, b: AccessItemView): boolean {
  return a.institutionAccessItemId === b.institutionAccessItemId;
}

/** Reloads the list of banks and marks every other query that shows bank data as stale. */
export async function invalidateInstitutions(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({
    // Queries of a single bank poll on their own, and would fail once that bank is gone.
    predicate: ({ queryKey: [feature, part] }) =>
      !unaffected.has(String(feature)) && (feature !== "institutions" || part === "list"),
  });
}

/** Query keys that bank data never affects. */
const unaffected = new Set([
  "auth",
  "bill",
  "bill-page",
  "bills",
  "code-search",
  "content",
  "content-view",
  "github",
  "github-link-callback",
  "github-readme",
  "products",
]);
