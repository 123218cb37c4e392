import type { EnsureQueryDataOptions, QueryClient, QueryKey } from "@tanstack/react-query";

/** How long a screen stays away for its first data; after that it comes with its own loading faces. */
const patienceMs = 1000;

/** Asks for what a screen shows first; what is known already is shown at once and renewed meanwhile. Never rejects. */
export async function firstData<Answer, Data, Key extends QueryKey>(
  queryClient: QueryClient,
  query: EnsureQueryDataOptions<Answer, Error, Data, Key>,
): Promise<void> {
  await queryClient.ensureQueryData({ ...query, revalidateIfStale: true }).catch(() => undefined);
}

/**
 * For a loader: waits for what its screen shows first, so that the screen is painted whole and nothing moves. A failure is
 * the screen's own to show, and a slow answer is not waited for longer than a second.
 */
export async function paintedWith(...answers: Promise<void>[]): Promise<null> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, patienceMs);
  await Promise.race([Promise.all(answers), late]);
  clearTimeout(timer);
  return null;
}
