import { queryOptions } from "@tanstack/react-query";
import type { Api } from "#client/data/api.ts";

type Days = { from?: string; to: string };

/** Net worth over a period. The last answer stays visible while another period loads. */
export function netWorthQuery(api: Api, days: Days) {
  return queryOptions({
    queryKey: ["reports", "net-worth", days],
    queryFn: () => api.get("/api/GetNetWorth", days),
    placeholderData: (previous) => previous,
  });
}

/** Income and spending over a period. */
export function cashFlowQuery(api: Api, days: Days) {
  return queryOptions({
    queryKey: ["reports", "cash-flow", days],
    queryFn: () => api.get("/api/GetCashFlow", days),
    placeholderData: (previous) => previous,
  });
}

/** Spending over a period by category, by payee, or what is fixed. */
export function spendingQuery(api: Api, by: "category" | "payee" | "fixed", days: Days) {
  return queryOptions({
    queryKey: ["reports", "spending", by, days],
    queryFn: () => api.get("/api/GetSpendingReport", { ...days, by }),
    placeholderData: (previous) => (previous?.by === by ? previous : undefined),
  });
}
