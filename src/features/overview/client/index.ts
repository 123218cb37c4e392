import { useQuery } from "@tanstack/react-query";
import { useApi } from "#client/app-context.tsx";
import { firstData } from "#client/data/first-data.ts";
import type { Loading } from "#client/data/loading-context.ts";
import { overviewQuery } from "./attention-queries.ts";

export { AttentionPanel } from "./attention-panel.tsx";

/** Whether the panel has what it tells, or the reason why not: it comes whole, so that nothing below it moves. */
export function useIsOverviewReady(): boolean {
  return !useQuery(overviewQuery(useApi())).isPending;
}

/** For the loader of the page that shows the panel: what it tells stands above everything else. */
export function overviewData({ api, queryClient }: Pick<Loading, "api" | "queryClient">): Promise<void> {
  return firstData(queryClient, overviewQuery(api));
}
