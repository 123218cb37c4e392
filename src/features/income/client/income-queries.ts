import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Api } from "#client/data/api.ts";
import type { TransactionSort } from "#shared/finance-shapes.ts";

/** Whose account area it is, and how many rows came in there (the badge; docs/reference/product.md, "Income screens"). */
export function accountHeadQuery(api: Api, institutionAccessItemId: number) {
  return queryOptions({
    queryKey: ["income", "head", institutionAccessItemId],
    queryFn: () =>
      api.get("/api/GetTransactions", { institutionAccessItemId, flow: "in", page: 1, pageSize: 1 }),
    select: ({ institutionName, inflowCount }) => ({ institutionName, inflowCount }),
  });
}

/** What is due, paid and late in a month; null is the month that the server thinks it is (docs/reference/product.md, "Income screens"). */
export function incomeMonthQuery(api: Api, institutionAccessItemId: number, month: string | null) {
  return queryOptions({
    queryKey: ["income", "month", institutionAccessItemId, month],
    queryFn: () => api.get("/api/GetIncomeSources", { institutionAccessItemId, ...monthAndYear(month) }),
    // The month before stays while the next one comes, but never another institution's.
    placeholderData: (previous, query) =>
      query?.queryKey[2] === institutionAccessItemId ? previous : undefined,
  });
}

function monthAndYear(month: string | null): { month?: number; year?: number } {
  return month === null ? {} : { month: Number(month.slice(5, 7)), year: Number(month.slice(0, 4)) };
}

/** A source as its form shows it: what is due is that of the current month. */
export function incomeSourceQuery(api: Api, incomeSourceId: number) {
  return queryOptions({
    queryKey: ["income", "source", incomeSourceId],
    queryFn: () => api.get("/api/GetIncomeSource", { incomeSourceId }),
  });
}

/** A source month by month, newest first, with its payments. */
export function paymentHistoryQuery(api: Api, incomeSourceId: number) {
  return queryOptions({
    queryKey: ["income", "history", incomeSourceId],
    queryFn: () => api.get("/api/GetIncomePaymentHistory", { incomeSourceId }),
  });
}

/** Due and paid of twelve months, oldest first. */
export function incomeByMonthQuery(api: Api, institutionAccessItemId: number, from: string) {
  return queryOptions({
    queryKey: ["income", "by-month", institutionAccessItemId, from],
    queryFn: () => api.get("/api/GetIncomeByMonth", { institutionAccessItemId, from, months: 12 }),
    placeholderData: (previous, query) =>
      query?.queryKey[2] === institutionAccessItemId ? previous : undefined,
  });
}

/** Likely payments of every unpaid month. */
export function suggestionsQuery(api: Api, institutionAccessItemId: number) {
  return queryOptions({
    queryKey: ["income", "suggestions", institutionAccessItemId],
    queryFn: () => api.get("/api/GetIncomeSuggestions", { institutionAccessItemId }),
  });
}

/** Sources by twelve months from `from` on; without it those of this year. */
export function rentRollQuery(api: Api, institutionAccessItemId: number, from: string | undefined) {
  return queryOptions({
    queryKey: ["income", "rent-roll", institutionAccessItemId, from ?? null],
    queryFn: () =>
      api.get("/api/GetRentRoll", { institutionAccessItemId, ...(from === undefined ? {} : { from }) }),
    placeholderData: (previous, query) =>
      query?.queryKey[2] === institutionAccessItemId ? previous : undefined,
  });
}

/** Which inflows a list asks for, as the call takes them. */
export type InflowsInput = {
  startDate?: string;
  endDate?: string;
  linked?: "true" | "false";
  removed?: "true" | "false";
  q?: string;
  sort?: TransactionSort;
  direction?: "asc" | "desc";
  page: number;
  pageSize: number;
};

/** Money that came in at an institution; each filter, sort and page is an answer of its own. */
export function inflowsQuery(api: Api, institutionAccessItemId: number, input: InflowsInput) {
  return queryOptions({
    queryKey: ["income", "inflows", institutionAccessItemId, input],
    queryFn: () => api.get("/api/GetTransactions", { institutionAccessItemId, flow: "in", ...input }),
    placeholderData: (previous, query) =>
      query?.queryKey[2] === institutionAccessItemId ? previous : undefined,
  });
}

/** Whether there is a calendar feed, and since when. */
export function calendarFeedQuery(api: Api) {
  return queryOptions({
    queryKey: ["income", "calendar-feed"],
    queryFn: () => api.get("/api/GetCalendarFeed"),
  });
}

/**
 * After an action: everything of income is asked for anew, and so are budgets, since a linked row counts as income there, and the
 * palette.
 * Resolves when what is on show has come.
 */
export async function reloadIncome(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["income"] }),
    queryClient.invalidateQueries({ queryKey: ["budgets"] }),
    queryClient.invalidateQueries({ queryKey: ["palette", "income"] }),
  ]);
}

/** `YYYY-MM` of an entry of the timeline. */
export function monthOfEntry({ month, year }: { month: number; year: number }): string {
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}`;
}
