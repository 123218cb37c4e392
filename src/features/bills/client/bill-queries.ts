import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Api } from "#client/data/api.ts";
import { ApiError } from "#shared/envelope.ts";
import { billPageView, type BillPageView } from "../domain/bill-page-view.ts";
import type { BillKey } from "../domain/bill-types.ts";
import type { BillsFilter } from "../domain/bills-filter.ts";

/** The server's copies stay fresh for 15 minutes, so asking more often than this returns nothing new. */
const freshMs = 5 * 60_000;

/** Returns true only if no answer arrived: the server has already retried everything else. */
function isWorthRetrying(failureCount: number, error: Error): boolean {
  return failureCount < 1 && (!(error instanceof ApiError) || error.requestId === null);
}

/** A whole bill (`CongressGetBill`). It isn't part of the page's data, which carries `billPageQuery`. */
export function billQuery(api: Api, { congress, billType, billNumber }: BillKey) {
  return queryOptions({
    queryKey: ["bill", congress, billType, billNumber],
    staleTime: freshMs,
    meta: { dehydrate: false },
    retry: isWorthRetrying,
    retryOnMount: false,
    queryFn: () => api.get("/api/CongressGetBill", { congress: String(congress), billType, billNumber }),
  });
}

/** The part of a bill that its page shows at first. A refetch asks the server and updates the whole bill. */
export function billPageQuery(api: Api, queryClient: QueryClient, key: BillKey) {
  return queryOptions({
    queryKey: ["bill-page", key.congress, key.billType, key.billNumber],
    staleTime: freshMs,
    retry: false,
    retryOnMount: false,
    queryFn: async (): Promise<BillPageView> =>
      billPageView(await queryClient.fetchQuery({ ...billQuery(api, key), staleTime: 0 })),
  });
}

/** A page of the list (`CongressGetBills`), with the Congress that `newest` resolved to. */
export function billsQuery(api: Api, filter: BillsFilter, sittingCongress: number) {
  return queryOptions({
    queryKey: ["bills", filter],
    retry: isWorthRetrying,
    retryOnMount: false,
    queryFn: async () => {
      if (filter.congress !== "newest") return readBills(api, filter, filter.congress);
      const sitting = await readBills(api, filter, sittingCongress);
      // In its first days a Congress may have no bills; then the previous one is the newest.
      const newest = sitting.facets.congresses[0]?.congress;
      return sitting.total > 0 || newest === undefined ? sitting : readBills(api, filter, newest);
    },
  });
}

async function readBills(api: Api, { billType, q, page }: BillsFilter, congress: number | "all") {
  const answer = await api.get("/api/CongressGetBills", {
    ...(congress === "all" ? {} : { congress: String(congress) }),
    ...(billType === null ? {} : { billType }),
    ...(q === "" ? {} : { q }),
    page: String(page),
  });
  return { ...answer, congress };
}

export type BillsAnswer = Awaited<ReturnType<typeof readBills>>;

/** Finds the bill for a citation, or null. A citation without a Congress means the preferred one, else the newest. */
export async function findCitedBill(
  api: Api,
  citation: string,
  preferredCongress: number | null,
): Promise<BillKey | null> {
  const attempts = preferredCongress === null ? [citation] : [`${preferredCongress} ${citation}`, citation];
  for (const attempt of attempts) {
    // oxlint-disable-next-line no-await-in-loop -- the second call is made only if the first finds nothing
    const found = await api.get("/api/CongressFindBill", { citation: attempt }).catch(nullWhereUnknown);
    if (found !== null) return found;
  }
  return null;
}

function nullWhereUnknown(error: unknown): null {
  if (error instanceof ApiError && (error.statusCode === 404 || error.statusCode === 400)) return null;
  throw error;
}
