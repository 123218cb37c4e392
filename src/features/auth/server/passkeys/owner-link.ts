import type { Kernel } from "#server/feature.ts";
import { invitationLink } from "./invitation-calls.ts";
import { InvitationStore } from "./invitation-store.ts";

/**
 * Makes a link that gives its first user the site, or the owner a further passkey (docs/reference/product.md, "Passkeys"). Null on
 * a site without passkeys, or with `ifMissing`, if there is an owner already.
 */
export async function makeOwnerLink(
  { database, settings, now }: Pick<Kernel, "database" | "settings" | "now">,
  { ifMissing }: { ifMissing: boolean },
): Promise<string | null> {
  if (settings.passkeyHost === null || settings.PUBLIC_URL === undefined) return null;
  const invitations = new InvitationStore(database, now);
  if (ifMissing && (await invitations.findOwner()) !== null) return null;
  return invitationLink(settings.PUBLIC_URL, await invitations.createForOwner());
}
