import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Api } from "#client/data/api.ts";
import type { TransactionSort } from "#shared/finance-shapes.ts";

/** Name of a bank and its number of deposits, for the badge (docs/reference/product.md, "Income screens"). */
export function accountHeadQuery(api: Api, institutionAccessItemId: number) {
  return queryOptions({
    queryKey: ["income", "head", institutionAccessItemId],
    queryFn: () =>
      api.get("/api/GetTransactions", { institutionAccessItemId, flow: "in", page: 1, pageSize: 1 }),
    select: ({ institutionName, inflowCount }) => ({ institutionName, inflowCount }),
  });
}

/**
 * Due, paid, and overdue amounts of a month; null is the server's current month (docs/reference/product.md, "Income
 * screens").
 */
export function incomeMonthQuery(api: Api, institutionAccessItemId: number, month: string | null) {
  return queryOptions({
    queryKey: ["income", "month", institutionAccessItemId, month],
    queryFn: () => api.get("/api/GetIncomeSources", { institutionAccessItemId, ...monthAndYear(month) }),
    // The previous month stays visible while the next one loads, unless it is another bank's.
    placeholderData: (previous, query) =>
      query?.queryKey[2] === institutionAccessItemId ? previous : undefined,
  });
}

function monthAndYear(month: string | null): { month?: number; year?: number } {
  return month === null ? {} : { month: Number(month.slice(5, 7)), year: Number(month.slice(0, 4)) };
}

/** A source as its form shows it, with the current month's term. */
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

/** Amounts due and paid in twelve months, oldest first. */
export function incomeByMonthQuery(api: Api, institutionAccessItemId: number, from: string) {
  return queryOptions({
    queryKey: ["income", "by-month", institutionAccessItemId, from],
    queryFn: () => api.get("/api/GetIncomeByMonth", { institutionAccessItemId, from, months: 12 }),
    placeholderData: (previous, query) =>
      query?.queryKey[2] === institutionAccessItemId ? previous : undefined,
  });
}

/** Likely payments for every unpaid month of a bank's income, or of one bill. */
export function suggestionsQuery(api: Api, institutionAccessItemId: number | null, billId?: number) {
  return queryOptions({
    queryKey: ["income", "suggestions", institutionAccessItemId, billId ?? null],
    queryFn: () =>
      api.get("/api/GetIncomeSuggestions", {
        ...(institutionAccessItemId === null ? {} : { institutionAccessItemId }),
        ...(billId === undefined ? {} : { incomeSourceId: billId }),
      }),
  });
}

/** Reads bills and income due in a month, and all bills; null is the server's current month. */
export function expectedQuery(api: Api, month: string | null) {
  return queryOptions({
    queryKey: ["income", "expected", month],
    queryFn: () => api.get("/api/GetExpected", month === null ? {} : { month }),
    placeholderData: (previous) => previous,
  });
}

/** Bills and income that regular transactions suggest, or the income at one bank. */
export function detectedSourcesQuery(api: Api, institutionAccessItemId: number | null) {
  return queryOptions({
    queryKey: ["income", "detected", institutionAccessItemId],
    queryFn: () =>
      api.get("/api/GetDetectedSources", institutionAccessItemId === null ? {} : { institutionAccessItemId }),
  });
}

/** Sources by twelve months starting with `from`, or with January of this year. */
export function rentRollQuery(api: Api, institutionAccessItemId: number, from: string | undefined) {
  return queryOptions({
    queryKey: ["income", "rent-roll", institutionAccessItemId, from ?? null],
    queryFn: () =>
      api.get("/api/GetRentRoll", { institutionAccessItemId, ...(from === undefined ? {} : { from }) }),
    placeholderData: (previous, query) =>
      query?.queryKey[2] === institutionAccessItemId ? previous : undefined,
  });
}

/** Filter, sort order, and page of a list of deposits, as GetTransactions takes them. */
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

/** Deposits at a bank, cached by filter, sort order, and page. */
export function inflowsQuery(api: Api, institutionAccessItemId: number, input: InflowsInput) {
  return queryOptions({
    queryKey: ["income", "inflows", institutionAccessItemId, input],
    queryFn: () => api.get("/api/GetTransactions", { institutionAccessItemId, flow: "in", ...input }),
    placeholderData: (previous, query) =>
      query?.queryKey[2] === institutionAccessItemId ? previous : undefined,
  });
}

/** Transactions at all banks that match words, the latest first. */
export function foundPaymentsQuery(api: Api, input: { q: string; isoCurrencyCode: string }) {
  return queryOptions({
    queryKey: ["income", "found-payments", input],
    queryFn: () => api.get("/api/GetLedger", { ...input, page: 1, pageSize: 100 }),
  });
}

/** Creation date of the calendar feed, if there is one. */
export function calendarFeedQuery(api: Api) {
  return queryOptions({
    queryKey: ["income", "calendar-feed"],
    queryFn: () => api.get("/api/GetCalendarFeed"),
  });
}

/**
 * Refetches income after an action, the palette, and budgets, where a linked row counts as income. Resolves once the
 * visible queries have loaded.
 */
export async function reloadIncome(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["income"] }),
    queryClient.invalidateQueries({ queryKey: ["budgets"] }),
    queryClient.invalidateQueries({ queryKey: ["overview"] }),
    queryClient.invalidateQueries({ queryKey: ["palette", "income"] }),
  ]);
}

/** Returns the month of a timeline entry, `YYYY-MM`. */
export function monthOfEntry({ month, year }: { month: number; year: number }): string {
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}`;
}
