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
  params: LoaderFunctionArgs["params"];
  search: URLSearchParams;
  /** Loads part of the screen's first data (`firstData`). */
  first: <Answer, Data, Key extends QueryKey>(
    query: EnsureQueryDataOptions<Answer, Error, Data, Key>,
  ) => Promise<void>;
};

/** Creates the loader of a member's screen. Checks access first, then loads what `firstOf` requests. */
export function memberLoader(firstOf: (asked: ScreenLoading) => Promise<void>[]) {
  return async ({ context, params, request }: LoaderFunctionArgs): Promise<null> => {
    const { api, config, queryClient } = await requireMember(context);
    const { searchParams: search } = new URL(request.url);
    return paintedWith(
      ...firstOf({ api, config, params, search, first: (query) => firstData(queryClient, query) }),
    );
  };
}

/** Creates such a loader for the item whose id is the route parameter `idName`. The screen itself handles an invalid id. */
export function itemLoader(idName: string, firstOf: (asked: ScreenLoading, id: number) => Promise<void>[]) {
  return memberLoader((asked) => {
    const id = readRouteId(asked.params[idName]);
    return id === null ? [] : firstOf(asked, id);
  });
}
