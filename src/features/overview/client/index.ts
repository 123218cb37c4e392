import { useQuery } from "@tanstack/react-query";
import { useApi } from "#client/app-context.tsx";
import { firstData } from "#client/data/first-data.ts";
import type { Loading } from "#client/data/loading-context.ts";
import { transferSuggestionsQuery } from "#client/data/transfer-suggestions-query.ts";
import { overviewQuery } from "./attention-queries.ts";

export { AfterLink } from "./after-link.tsx";
export { OverviewTop } from "./overview-top.tsx";

/** Returns whether the overview has loaded or failed; the panel appears all at once, so that nothing below it moves. */
export function useIsOverviewReady(): boolean {
  // Not `isPending`: that returns when the panel of a failed overview appears and asks again.
  const api = useApi();
  const { isFetched } = useQuery(overviewQuery(api));
  return useQuery(transferSuggestionsQuery(api, null)).isFetched && isFetched;
}

/** Loads the overview, and the transfers that it counts, in the loader of a page with the panel, which is at the top. */
export async function overviewData({
  api,
  queryClient,
}: Pick<Loading, "api" | "queryClient">): Promise<void> {
  await Promise.all([
    firstData(queryClient, overviewQuery(api)),
    firstData(queryClient, transferSuggestionsQuery(api, null)),
  ]);
}
