import { notifyManager, QueryClient } from "@tanstack/react-query";
import { ApiError } from "#shared/envelope.ts";

const freshMs = 60_000;
const maxRetries = 2;
/**
 * Calls even if the browser says that it's offline: the site may be on this machine or in this house, and a call that fails says so,
 * while one that waits for the Internet says nothing.
 */
const networkMode = "always";

/** Returns whether to retry: after a network failure or a server error, but not a rejected call. */
function isWorthRetrying(failureCount: number, error: Error): boolean {
  if (failureCount >= maxRetries) return false;
  return !(error instanceof ApiError) || error.statusCode === 500 || error.statusCode === 503;
}

// Shows an answer in the frame in which it arrives; by default, a timer delays it by a frame.
notifyManager.setScheduler(queueMicrotask);

/** Creates the cache of a browser tab, or of a page rendered on the server, which never retries. */
export function createQueryClient(options: { isServer: boolean }): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        retry: options.isServer ? false : isWorthRetrying,
        refetchOnWindowFocus: false,
        networkMode,
        refetchOnReconnect: true,
      },
      mutations: { networkMode },
      dehydrate: {
        // The page carries parts of these queries instead.
        shouldDehydrateQuery: (query) =>
          query.state.status === "success" && query.meta?.["dehydrate"] !== false,
      },
    },
  });
}
