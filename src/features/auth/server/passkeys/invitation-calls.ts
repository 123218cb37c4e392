import type { Handlers, Kernel } from "#server/feature.ts";
import { notFound } from "#shared/errors.ts";
import type { authContract, OpenInvitation } from "../../contract.ts";
import type { AuthStores } from "../auth-stores.ts";
import type { Invitation } from "./invitation-store.ts";
import { invitationOver } from "./passkey-errors.ts";
import { hashToken } from "../session-token.ts";
import type { SignInWays } from "../sign-in-ways.ts";

type Calls = Pick<
  Handlers<typeof authContract>,
  "getInvitations" | "invitePerson" | "withdrawInvitation" | "openInvitation"
>;

/** Creates the calls for invitations, which only the owner makes (docs/reference/product.md, "Passkeys"). */
export function createInvitationCalls({
  kernel,
  stores: { invitations },
  ways,
}: {
  kernel: Pick<Kernel, "log">;
  stores: AuthStores;
  ways: SignInWays;
}): Calls {
  return {
    getInvitations: async (_, { session }) =>
      (await invitations.list(session.userId)).map((invitation) => shown(invitation)),
    async invitePerson({ name, role }, { session }) {
      const { userId } = session;
      if (ways.site === null) throw notFound();
      const { invitation, token } = await invitations.create({ userId, name, role });
      kernel.log.info({ invitationId: invitation.invitationId, role }, "The owner invited a person.");
      return { ...shown(invitation), link: invitationLink(ways.site.origin, token) };
    },
    async withdrawInvitation({ invitationId }, { session }) {
      if (!(await invitations.withdraw(session.userId, invitationId))) throw notFound();
    },
    async openInvitation({ invitation }) {
      const found = await invitations.find(hashToken(invitation));
      if (found === null) throw invitationOver();
      if (found.role !== "owner") return { name: found.name, isForOwner: false };
      return { name: (await invitations.findOwner())?.userDetails ?? null, isForOwner: true };
    },
  };
}

function shown({ invitationId, name, role, createdAt, expiresAt }: Invitation): OpenInvitation {
  return {
    invitationId,
    name: name ?? "",
    role,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

/** Returns the link of an invitation. Browsers send what follows # to no server, so it reaches neither logs nor previews. */
export function invitationLink(origin: string, token: string): string {
  return `${origin}/sign-in?invitation#${token}`;
}
