import type { Kernel } from "#server/feature.ts";
import { IdentityStore } from "./identity-store.ts";
import { InvitationStore } from "./passkeys/invitation-store.ts";
import { PasskeyStore } from "./passkeys/passkey-store.ts";
import { SessionStore } from "./session-store.ts";

export type AuthStores = ReturnType<typeof createAuthStores>;

/** Creates the stores of sign-in; `passkeys` is null on a site without them. */
export function createAuthStores({ database, settings, now }: Pick<Kernel, "database" | "settings" | "now">) {
  const host = settings.passkeyHost;
  return {
    sessions: new SessionStore(database, now),
    identities: new IdentityStore(database, now),
    invitations: new InvitationStore(database, now),
    passkeys: host === null ? null : new PasskeyStore(database, now, host),
  };
}
