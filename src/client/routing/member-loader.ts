import type { EnsureQueryDataOptions, QueryKey } from "@tanstack/react-query";
import type { LoaderFunctionArgs } from "react-router";
import type { PublicConfig } from "#shared/site-config.ts";
import type { Api } from "../data/api.ts";
import { firstData, paintedWith } from "../data/first-data.ts";
import { loadingOf } from "../data/loading-context.ts";
import { requireMember } from "./require-member.ts";
import { readRouteId } from "./route-id.ts";

/** What a member's screen is loaded with. */
type Asked = {
  api: Api;
  config: PublicConfig;
  search: URLSearchParams;
  /** Asks for a part of what the screen shows first (`firstData`). */
  first: <Answer, Data, Key extends QueryKey>(
    query: EnsureQueryDataOptions<Answer, Error, Data, Key>,
  ) => Promise<void>;
};

/**
 * The loader of a member's screen about one thing, whose id the address has as `idName`: whoever may not see it is told so
 * first, and the screen is painted with what `firstOf` asks for. No id is the screen's own to say.
 */
export function memberLoader(idName: string, firstOf: (asked: Asked, id: number) => Promise<void>[]) {
  return async ({ context, params, request }: LoaderFunctionArgs): Promise<null> => {
    const loading = loadingOf(context);
    await requireMember(loading);
    const id = readRouteId(params[idName]);
    if (id === null) return null;
    const { api, config, queryClient } = loading;
    const { searchParams: search } = new URL(request.url);
    return paintedWith(
      ...firstOf({ api, config, search, first: (query) => firstData(queryClient, query) }, id),
    );
  };
}
