/** Time that rendering waits for GitHub. A later answer is cached for the next page; the browser asks for itself. */
const patienceMs = 2_500;

/** Returns null if the work takes too long. */
export async function withinPatience<Value>(work: Promise<Value>): Promise<Value | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs);
  });
  return Promise.race([work, tooLong]).finally(() => clearTimeout(timer));
}
