import { queryOptions, useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { ownersAloneReason, readOnlyReason, type HouseholdAccess } from "#shared/household.ts";
import type { Api } from "../data/api.ts";
import { useApi } from "../app-context.tsx";
import { shownMembership } from "./shown-membership.ts";

export type ShownMoney = { membershipId: string; name: string; access: HouseholdAccess };

/** Query for whose money this browser shows instead of the person's own. */
export function shownMoneyQuery(api: Api) {
  return queryOptions({
    queryKey: ["household", "shown"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: (): Promise<ShownMoney | null> => api.get("/api/GetShownMoney"),
  });
}

/** Returns another person's money that this browser shows; null for one's own, and until it's known. */
export function useShownMoney(): ShownMoney | null {
  const { data } = useQuery({ ...shownMoneyQuery(useApi()), enabled: shownMembership() !== null });
  return data ?? null;
}

/** Returns why this page can't do what is the owner's alone; null with one's own money. */
export function useOwnersAlone(): string | null {
  const money = useShownMoney();
  return money === null ? null : ownersAloneReason(money.name);
}

/** Returns why nothing can be changed on this page; null if it can, or the page isn't about money. */
export function useReadOnlyMoney(): string | null {
  const money = useShownMoney();
  const { pathname } = useLocation();
  const isMoney = /^\/(?:accounts?|transactions|spending|due|reports|budget|recently-deleted)(?:\/|$)/.test(
    pathname,
  );
  if (money?.access !== "read" || !isMoney) return null;
  return readOnlyReason(money.name);
}
