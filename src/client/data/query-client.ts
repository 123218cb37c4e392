import { notifyManager, QueryClient } from "@tanstack/react-query";
import { ApiError } from "#shared/envelope.ts";

const freshMs = 60_000;
const maxRetries = 2;

/** Retrying cannot help a call that was refused; it can help one that was lost or met a failing upstream. */
function isWorthRetrying(failureCount: number, error: Error): boolean {
  if (failureCount >= maxRetries) return false;
  return !(error instanceof ApiError) || error.statusCode === 500 || error.statusCode === 503;
}

// An answer is shown in the frame in which it arrives: by default its news waits for a timer, and a frame slips in between.
notifyManager.setScheduler(queueMicrotask);

/** One cache per browser tab, and one per rendered page on the server (which never retries). */
export function createQueryClient(options: { isServer: boolean }): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        retry: options.isServer ? false : isWorthRetrying,
        refetchOnWindowFocus: false,
      },
      dehydrate: {
        // A query marked so is the source of slices that the page carries instead.
        shouldDehydrateQuery: (query) =>
          query.state.status === "success" && query.meta?.["dehydrate"] !== false,
      },
    },
  });
}
