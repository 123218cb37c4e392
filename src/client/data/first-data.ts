import type { EnsureQueryDataOptions, QueryClient, QueryKey } from "@tanstack/react-query";

/** Longest wait for a screen's first data; after that, it shows its loading state. */
const maxWaitMs = 1000;

/** Loads a screen's first data; cached data is used at once and refreshed in the background. Never rejects. */
export async function firstData<Answer, Data, Key extends QueryKey>(
  queryClient: QueryClient,
  query: EnsureQueryDataOptions<Answer, Error, Data, Key>,
): Promise<void> {
  await queryClient.ensureQueryData({ ...query, revalidateIfStale: true }).catch(() => undefined);
}

/**
 * Waits in a loader for a screen's first data, for at most a second, so that the screen appears complete without layout
 * shifts. The screen itself shows failures.
 */
export async function paintedWith(...answers: Promise<void>[]): Promise<null> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, maxWaitMs);
  await Promise.race([Promise.all(answers), late]);
  clearTimeout(timer);
  return null;
}
