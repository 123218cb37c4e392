import type { z } from "zod";
import { signInRequired } from "#shared/errors.ts";
import type { authContract } from "../contract.ts";
import type { SessionStore } from "./session-store.ts";
import type { MemberCheck } from "./session-resolver.ts";
import { publicUserId } from "./session-token.ts";

export type ClientPrincipal = NonNullable<z.input<typeof authContract.getMe.output>["clientPrincipal"]>;

/** Returns the principal of someone who has just used a passkey. */
export type PrincipalOf = (userId: string) => Promise<ClientPrincipal>;

/** Describes a person to the browser, in the shape of Azure Static Web Apps (docs/reference/http-api.md, "Sign-in"). */
export function clientPrincipal(
  person: { userId: string; userDetails: string; identityProvider: string; isMember: boolean },
  userIdKey: Buffer,
): ClientPrincipal {
  return {
    identityProvider: person.identityProvider,
    userId: publicUserId(userIdKey, person.userId),
    userDetails: person.userDetails,
    userRoles: person.isMember ? ["anonymous", "authenticated", "member"] : ["anonymous", "authenticated"],
  };
}

/** Creates a function that describes a person who has just used a passkey. */
export function principalByPasskey(
  sessions: SessionStore,
  { isMember, userIdKey }: { isMember: MemberCheck; userIdKey: Buffer },
): PrincipalOf {
  return async (userId) => {
    const found = await sessions.findUser(userId, "live");
    // Deleted in this very moment.
    if (found === null) throw signInRequired();
    const { userDetails } = found.user;
    const person = { userId, userDetails, identityProvider: "passkey", isMember: isMember(found) };
    return clientPrincipal(person, userIdKey);
  };
}
