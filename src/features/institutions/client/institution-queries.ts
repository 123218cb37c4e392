import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { isAboutAccess } from "#client/data/api-failure.ts";
import type { Api } from "#client/data/api.ts";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { ApiError } from "#shared/envelope.ts";
import type { AccessItemView } from "../contract.ts";

/** How often a first import or an unlink under way is looked at; more seldom once a look has failed. */
export const watchMs = 2000;
const watchAfterFailureMs = 10_000;

/**
 * Looks at one institution again and again while something happens to it, not while the tab is hidden. What it sees goes
 * into the list; null once the institution is gone.
 */
export function watchQuery(api: Api, institutionAccessItemId: number) {
  return queryOptions({
    queryKey: ["institutions", "watch", institutionAccessItemId],
    queryFn: async ({ client }): Promise<AccessItemView | null> => {
      try {
        const item = await api.get("/api/GetUserAccessItem", { userAccessItemId: institutionAccessItemId });
        putItem(client, api, item);
        return item;
      } catch (error) {
        if (!(error instanceof ApiError) || error.statusCode !== 404) throw error;
        // Unlinked from elsewhere.
        await client.invalidateQueries({ queryKey: institutionsQuery(api).queryKey });
        return null;
      }
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    throwOnError: isAboutAccess,
    refetchInterval: ({ state }) => (state.status === "error" ? watchAfterFailureMs : watchMs),
  });
}

/** What hangs on an institution, for the question before it is unlinked. */
export function usageQuery(api: Api, institutionAccessItemId: number) {
  return queryOptions({
    queryKey: ["institutions", "usage", institutionAccessItemId],
    queryFn: () => api.get("/api/GetAccessItemUsage", { institutionAccessItemId }),
    staleTime: 0,
  });
}

/** Puts what the server said of one institution into the list: in its place, or at the end until the list is read anew. */
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

/** The list is asked for anew, and whatever else shows a bank's money asks again when it is next seen. */
export async function forgetInstitutions(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({
    // What is asked of one institution alone is asked anew by itself, and must not be once that institution is gone.
    predicate: ({ queryKey: [feature, part] }) =>
      !untouched.has(String(feature)) && (feature !== "institutions" || part === "list"),
  });
}

/** Keys of what no bank can change; money may stand under any other. */
const untouched = new Set([
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
