import { useQuery } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router";
import { endsScreen } from "#client/data/ends-screen.ts";
import { useApi } from "#client/app-context.tsx";
import { readRouteId } from "#client/routing/route-id.ts";
import { isPlainMonth } from "#shared/time/plain-dates.ts";
import { accountHeadQuery, incomeMonthQuery } from "./income-queries.ts";

/** Returns the bank's id in the URL, for screens inside the shell, which renders them only with a valid id. */
export function useItemId(): number {
  return readRouteId(useParams()["institutionAccessItemId"]) ?? 0;
}

/** Returns the month in a URL, or null for anything that isn't a month in a supported year. */
export function readMonth(text: string | null): string | null {
  if (text === null || !isPlainMonth(text)) return null;
  return text >= "1900-01" && text <= "2199-12" ? text : null;
}

/** Returns the month in the current URL. */
export function useMonthOfPage(): string | null {
  const [search] = useSearchParams();
  return readMonth(search.get("month"));
}

/** Reads the bank's name and badge; the shell and its screens share one query. */
export function useAccountHead(institutionAccessItemId: number) {
  return useQuery({
    ...accountHeadQuery(useApi(), institutionAccessItemId),
    enabled: institutionAccessItemId > 0,
    throwOnError: endsScreen,
  });
}

/** Reads the income of a month; the shell, whose selector lists the months, and the dashboard share one query. */
export function useIncomeMonth(institutionAccessItemId: number, month: string | null) {
  return useQuery({
    ...incomeMonthQuery(useApi(), institutionAccessItemId, month),
    enabled: institutionAccessItemId > 0,
    throwOnError: endsScreen,
  });
}
