import type { EnsureQueryDataOptions, QueryKey } from "@tanstack/react-query";
import type { LoaderFunctionArgs } from "react-router";
import type { PublicConfig } from "#shared/site-config.ts";
import type { Api } from "../data/api.ts";
import { firstData, paintedWith } from "../data/first-data.ts";
import { requireMember } from "./require-member.ts";
import { readRouteId } from "./route-id.ts";

/** Services for loading a member's screen. */
type ScreenLoading = {
  api: Api;
  config: PublicConfig;
  search: URLSearchParams;
  /** Loads part of the screen's first data (`firstData`). */
  first: <Answer, Data, Key extends QueryKey>(
    query: EnsureQueryDataOptions<Answer, Error, Data, Key>,
  ) => Promise<void>;
};

/**
 * Creates the loader of a member's screen for the item whose id is the route parameter `idName`. Checks access first,
 * then loads what `firstOf` requests. The screen itself handles an invalid id.
 */
export function memberLoader(idName: string, firstOf: (asked: ScreenLoading, id: number) => Promise<void>[]) {
  return async ({ context, params, request }: LoaderFunctionArgs): Promise<null> => {
    const { api, config, queryClient } = await requireMember(context);
    const id = readRouteId(params[idName]);
    if (id === null) return null;
    const { searchParams: search } = new URL(request.url);
    return paintedWith(
      ...firstOf({ api, config, search, first: (query) => firstData(queryClient, query) }, id),
    );
  };
}
