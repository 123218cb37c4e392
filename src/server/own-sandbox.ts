import type { Settings } from "./settings.ts";

/** Where this server is: its public origin, and the address at which it reaches itself. */
export type OwnAddress = { selfOrigin: () => string; internalOrigin: () => string };

/**
 * A `fetch` to the outside and to this server's own sandboxes. What they say of themselves holds the public address,
 * which may lie behind a proxy that this process cannot reach: it asks itself at its inner one.
 */
export function fetchWithOwnSandboxes(
  outside: typeof fetch,
  settings: Pick<Settings, "modes">,
  address: OwnAddress,
): typeof fetch {
  if (!Object.values(settings.modes).includes("sandbox")) return outside;
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const isOwn = url.origin === address.selfOrigin() && url.pathname.startsWith("/sandbox/");
    return isOwn
      ? outside(`${address.internalOrigin()}${url.pathname}${url.search}`, init)
      : outside(input, init);
  };
}
