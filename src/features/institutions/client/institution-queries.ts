import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { endsScreen } from "#client/data/ends-screen.ts";
import type { Api } from "#client/data/api.ts";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import type { AccessItemView } from "../contract.ts";

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
    // Queries of a single bank would fail once that bank is gone.
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
