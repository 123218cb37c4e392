import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { whenIdle } from "#ui/when-idle.ts";
import { GitHubCallError, type CallFailure } from "../github-calls.ts";
import { withNextPage, type Listing, type Panel, type PanelQuery } from "../github-queries.ts";

/** State of a part of a page: loading (neither panel nor failure), failed, or filled. */
export type PanelState<Value> = {
  panel: Panel<Value> | null;
  /** Reason the last call failed; a panel beside it is an older copy. */
  failure: CallFailure | null;
  isFetching: boolean;
  /** Render time of the panel, so that relative times hydrate as the server rendered them. */
  renderedAtMs: number;
  /** Asks GitHub again, bypassing the cached answer; never rejects. */
  renew: () => void;
};

/**
 * Reads a part of a page. Whatever the server sent, the browser asks GitHub itself, as soon as it has nothing else to do. Only
 * a component that reads `isFetching` is drawn again when that changes.
 */
export function usePanel<Value>(query: PanelQuery<Value>): PanelState<Value> {
  const queryClient = useQueryClient();
  const result = useQuery(query.options);
  const { data, error } = result;
  const [renderedAtMs] = useState(result.dataUpdatedAt);
  useIdleFetch(query, data?.isSeed === true);
  return {
    panel: data ?? null,
    failure: error === null ? null : failureOf(error),
    get isFetching() {
      return result.isFetching;
    },
    renderedAtMs,
    // The query holds the failure, and the call has logged it.
    renew: () => void query.renew(queryClient).catch(() => undefined),
  };
}

/** Asks GitHub, if wanted, as soon as the browser has nothing else to do; nothing waits for it. */
export function useIdleFetch<Value>({ options }: PanelQuery<Value>, isWanted: boolean): void {
  const queryClient = useQueryClient();
  const fetchNow = useEffectEvent(() => void queryClient.prefetchQuery(options));
  useEffect(() => {
    return isWanted ? whenIdle(fetchNow) : undefined;
  }, [isWanted]);
}

function failureOf(error: Error): CallFailure {
  return error instanceof GitHubCallError ? error.failure : { kind: "unavailable" };
}

type ListState<Item> = {
  /** Items to show. */
  items: Item[];
  hasMore: boolean;
  showMore: () => void;
  isLoadingMore: boolean;
  /** Reason the next page failed to load. */
  moreFailure: CallFailure | null;
};

/** Shows a list in steps: loaded items first, then further pages from GitHub (docs/reference/http-api.md, "Public calls"). */
export function useListSteps<Item>(
  query: PanelQuery<Listing<Item>>,
  state: PanelState<Listing<Item>>,
  options: { first: number; step: number; pick: (json: unknown) => Item[] },
): ListState<Item> {
  const queryClient = useQueryClient();
  const [wanted, setWanted] = useState(options.first);
  const [loading, setLoading] = useState<"no" | "yes" | CallFailure>("no");
  const { panel, renew } = state;
  const list = panel?.value;
  const items = list?.items.slice(0, wanted) ?? [];

  async function showMore() {
    const next = wanted + options.step;
    setWanted(next);
    if (list === undefined || panel === null || list.items.length >= next || !list.hasMore) return;
    if (panel.isSeed) {
      renew();
      return;
    }
    setLoading("yes");
    try {
      const longer = await withNextPage(list, options.pick);
      queryClient.setQueryData(query.options.queryKey, { ...panel, value: longer });
      setLoading("no");
    } catch (error) {
      setWanted(wanted);
      setLoading(error instanceof Error ? failureOf(error) : { kind: "unavailable" });
    }
  }

  return {
    items,
    hasMore: list !== undefined && (list.items.length > items.length || list.hasMore),
    showMore: () => void showMore(),
    isLoadingMore:
      loading === "yes" || (panel?.isSeed === true && wanted > options.first && state.isFetching),
    moreFailure: typeof loading === "object" ? loading : null,
  };
}
