import type { Kernel } from "#server/feature.ts";
import type { IdentityProvider } from "#upstreams/entra/index.ts";
import { hasAnyPasskey } from "./passkeys/passkey-store.ts";
import type { Realm } from "./session-store.ts";
import type { RelyingParty } from "./passkeys/webauthn.ts";

/** Ways to sign in that are on right now. */
export type SignInWays = {
  /** Realms whose sessions count. */
  realms: () => Realm[];
  /** The provider: Microsoft, another one, or the sandbox; null if there is none, or no longer. */
  provider: () => IdentityProvider | null;
  /** Realm of sessions that a passkey opened. */
  passkeyRealm: string;
  /** The site as authenticators know it; null without passkeys. */
  site: RelyingParty | null;
  /** Looks whether there are passkeys already, and follows the other servers. */
  start: () => Promise<void>;
  stop: () => void;
  /** Turns the sandbox sign-in off on all servers, because a passkey exists now. */
  goLive: () => void;
};

/**
 * Creates the ways to sign in. With PUBLIC_URL on loopback, the sandbox sign-in works until the first passkey is made
 * (docs/reference/product.md, "Sandboxes"). From then on `settings.modes.entra` is live. The store checks the same in SQL, so a
 * server that hasn't heard of the passkey yet accepts no sandbox session either.
 */
export function createSignInWays(kernel: Kernel, identityProvider: IdentityProvider | null): SignInWays {
  const { settings, site, bus, database } = kernel;
  const isSandbox = settings.modes.entra === "sandbox";
  const host = settings.passkeyHost;
  const passkeyRealm = `passkey ${host ?? ""}`;
  let stopHearing = () => {};

  function provider(): IdentityProvider | null {
    return isSandbox && settings.modes.entra === "live" ? null : identityProvider;
  }

  function turnLive(): void {
    if (settings.modes.entra === "live") return;
    settings.modes.entra = "live";
    kernel.publicPagesChanged();
    kernel.log.info({}, "There is a passkey now, so the sandbox sign-in is off.");
  }

  return {
    passkeyRealm,
    provider,
    realms: () => {
      const current = provider();
      return [
        ...(host === null ? [] : [{ realm: passkeyRealm, mode: "live" as const }]),
        ...(current === null ? [] : [{ realm: current.realm, mode: settings.modes.entra }]),
      ];
    },
    site: host === null ? null : { host, origin: ownOrigin(settings), name: site.ownerName },
    async start() {
      if (host === null || settings.modes.entra === "live") return;
      stopHearing = bus.onNews("sign-in", turnLive);
      if (await hasAnyPasskey(database)) turnLive();
    },
    stop: () => stopHearing(),
    goLive() {
      turnLive();
      bus.tell("sign-in");
    },
  };
}

/** Returns the origin of PUBLIC_URL as browsers spell it: in lower case, without a usual port. */
function ownOrigin({ PUBLIC_URL = "" }: Kernel["settings"]): string {
  return URL.parse(PUBLIC_URL)?.origin ?? "";
}
