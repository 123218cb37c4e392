import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
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

/** Reads a part of a page. The browser asks GitHub after the first render, whatever the server sent. */
export function usePanel<Value>(query: PanelQuery<Value>): PanelState<Value> {
  const queryClient = useQueryClient();
  const { data, error, isFetching, dataUpdatedAt } = useQuery(query.options);
  return {
    panel: data ?? null,
    failure: error === null ? null : failureOf(error),
    isFetching,
    renderedAtMs: dataUpdatedAt,
    // The query holds the failure, and the call has logged it.
    renew: () => void query.renew(queryClient).catch(() => undefined),
  };
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
  { panel, isFetching, renew }: PanelState<Listing<Item>>,
  options: { first: number; step: number; pick: (json: unknown) => Item[] },
): ListState<Item> {
  const queryClient = useQueryClient();
  const [wanted, setWanted] = useState(options.first);
  const [loading, setLoading] = useState<"no" | "yes" | CallFailure>("no");
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
    isLoadingMore: loading === "yes" || (panel?.isSeed === true && wanted > options.first && isFetching),
    moreFailure: typeof loading === "object" ? loading : null,
  };
}
