import { useQuery } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router";
import { isAboutAccess } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { readRouteId } from "#client/routing/route-id.ts";
import { isPlainMonth } from "#shared/time/plain-dates.ts";
import { accountHeadQuery, incomeMonthQuery } from "./income-queries.ts";

/** For the screens inside the shell, which shows them only below an address that holds an id. */
export function useItemId(): number {
  return readRouteId(useParams()["institutionAccessItemId"]) ?? 0;
}

/** The month in an address; null for none, and for text that is no month of a calendar that people use. */
export function readMonth(text: string | null): string | null {
  if (text === null || !isPlainMonth(text)) return null;
  return text >= "1900-01" && text <= "2199-12" ? text : null;
}

/** The month that the address asks for. */
export function useMonthOfPage(): string | null {
  const [search] = useSearchParams();
  return readMonth(search.get("month"));
}

/** Institution and badge: the same answer in the shell and in its screens. */
export function useAccountHead(institutionAccessItemId: number) {
  return useQuery({
    ...accountHeadQuery(useApi(), institutionAccessItemId),
    enabled: institutionAccessItemId > 0,
    throwOnError: isAboutAccess,
  });
}

/** The income of a month: the same answer in the shell, whose selector lists the months, and on the dashboard. */
export function useIncomeMonth(institutionAccessItemId: number, month: string | null) {
  return useQuery({
    ...incomeMonthQuery(useApi(), institutionAccessItemId, month),
    enabled: institutionAccessItemId > 0,
    throwOnError: isAboutAccess,
  });
}
