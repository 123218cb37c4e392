import type { QueryClient } from "@tanstack/react-query";
import { moneyHeader } from "#shared/household.ts";
import { ownMoneyOf } from "#shared/own-money.ts";
import { authQuery } from "../auth-state.ts";
import type { Api } from "../data/api.ts";
import { moneyHeaders, shownMembership } from "./shown-membership.ts";

let isFollowing = false;
let isDeparting = false;

/**
 * Does what signs the person out here, too, after which the page leaves by itself: opening it anew before its answer is there would
 * lose what it says.
 */
export async function departing<Result>(act: () => Promise<Result>): Promise<Result> {
  isDeparting = true;
  try {
    return await act();
  } catch (error) {
    isDeparting = false;
    throw error;
  }
}

/**
 * Opens the page anew once someone else has signed in, or the person has signed out, in another tab, so that nothing of theirs
 * stays on the screen. The browser asks first if something is unsaved; meanwhile the page's calls say for whom they are, and the
 * server refuses them for anybody else.
 */
export function followSession(queryClient: QueryClient, api: Api): void {
  const { queryKey } = authQuery(api);
  const person = queryClient.getQueryData(queryKey)?.userDetails;
  if (isFollowing || person === undefined || person === null) return;
  isFollowing = true;
  if (shownMembership() === null) moneyHeaders[moneyHeader] = ownMoneyOf(person);
  queryClient.getQueryCache().subscribe((event) => {
    // Only an answer: while it's asked again, the last one may be from before the person signed in again.
    if (event.type !== "updated" || event.action.type !== "success") return;
    if (String(event.query.queryKey) !== String(queryKey)) return;
    const now = queryClient.getQueryData(queryKey);
    if (now?.userDetails !== person && !isDeparting) location.reload();
  });
}
