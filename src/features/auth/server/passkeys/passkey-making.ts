import type { HandlerContext, Handlers, Kernel } from "#server/feature.ts";
import type { Session } from "#server/http/session.ts";
import { accessDenied, invalid, notFound, signInRequired, verificationRequired } from "#shared/errors.ts";
import type { authContract, RegistrationAnswer } from "../../contract.ts";
import { browserName } from "../../domain/browser-name.ts";
import type { AuthStores } from "../auth-stores.ts";
import { newHandle } from "../identity-store.ts";
import { useInvitation } from "./invitation-use.ts";
import type { PasskeyAttempt, PasskeyAttempts } from "./passkey-attempt.ts";
import { invitationOver, passkeyRefused, tooLate } from "./passkey-errors.ts";
import type { PrincipalOf } from "../principal.ts";
import { newSession, openerOf } from "../session-cookie.ts";
import { hashToken } from "../session-token.ts";
import type { SignInWays } from "../sign-in-ways.ts";
import { creationOptions, verifiedPasskey } from "./webauthn.ts";

export type PasskeyOptions = {
  kernel: Kernel;
  stores: AuthStores;
  ways: SignInWays;
  attempts: PasskeyAttempts;
  principalOf: PrincipalOf;
};

type Receiver = Pick<PasskeyAttempt, "userId" | "handle" | "name" | "invitationHash">;

/** Creates the calls that make passkeys (docs/reference/product.md, "Passkeys"; WebAuthn Level 3, 7.1). */
export function createPasskeyMaking(
  options: PasskeyOptions,
): Pick<Handlers<typeof authContract>, "passkeyRegisterOptions" | "passkeyRegister"> {
  const { stores, ways, attempts, principalOf } = options;
  return {
    async passkeyRegisterOptions(input, context) {
      if (ways.site === null || stores.passkeys === null) throw notFound();
      const receiver = await receiverOf(stores, input, context.session);
      const challenge = await attempts.begin(context, { ...receiver, purpose: "register" });
      const existing = receiver.userId === null ? [] : await stores.passkeys.list(receiver.userId);
      return creationOptions(ways.site, { ...receiver, challenge, existing });
    },
    async passkeyRegister(answer, context) {
      return { clientPrincipal: await principalOf(await register(options, context, answer)) };
    },
  };
}

/** Returns whom a new passkey is for: the person whom an invitation makes, or who is signed in. */
async function receiverOf(
  { invitations, sessions }: AuthStores,
  { invitation, name }: { invitation?: string | undefined; name?: string | undefined },
  session: Session | null,
): Promise<Receiver> {
  if (invitation === undefined) {
    const { user } = (await sessions.findUser(mayMakeOne(session).userId, "live")) ?? {};
    if (user === undefined) throw signInRequired();
    return { userId: user.userId, handle: user.handle, name: user.userDetails, invitationHash: null };
  }
  const invitationHash = hashToken(invitation);
  const found = await invitations.find(invitationHash);
  if (found === null) throw invitationOver();
  const owner = found.role === "owner" ? await ownerFor({ invitations, sessions }, session) : null;
  if (owner !== null)
    return { userId: owner.userId, handle: owner.handle, name: owner.userDetails, invitationHash };
  const given = found.name ?? name;
  if (given === undefined) throw invalid({ name: ["Enter a name."] });
  return { userId: null, handle: newHandle(), name: given, invitationHash };
}

/** Returns the person whom an owner's link is for: the owner there is, or the live member who opened it; null for a new one. */
async function ownerFor(
  { invitations, sessions }: Pick<AuthStores, "invitations" | "sessions">,
  session: Session | null,
) {
  const owner = await invitations.findOwner();
  if (owner !== null) return owner;
  if (session === null || session.mode !== "live" || !session.isMember || session.isIdle) return null;
  return (await sessions.findUser(session.userId, "live"))?.user ?? null;
}

/** Stores the passkey of a valid answer; returns its person. */
async function register(
  { kernel, stores, ways, attempts }: PasskeyOptions,
  context: HandlerContext,
  answer: RegistrationAnswer,
): Promise<string> {
  const { passkeys, sessions } = stores;
  const { site } = ways;
  if (site === null || passkeys === null) throw notFound();
  const attempt = await attempts.take(context, answer, ["register"]);
  const { invitationHash: tokenHash } = attempt;
  if (tokenHash === null && mayMakeOne(context.session).userId !== attempt.userId) throw tooLate();
  const made = await verifiedPasskey(site, answer, attempt.id);
  if (made === null) throw passkeyRefused();
  const opener = openerOf(context);
  const name = browserName(opener.browser.userAgent) || "Passkey";
  const { session, setCookie } = newSession(opener, ways.passkeyRealm);
  const userId = await kernel.database.unsafeDb.transaction(async (tx) => {
    const owner =
      tokenHash === null
        ? attempt.userId
        : await useInvitation(tx, stores, { ...attempt, tokenHash, at: kernel.now() });
    if (owner === null) throw invitationOver();
    const passkeyId = await passkeys.add(tx, { ...made, name, userId: owner });
    if (passkeyId === null) throw passkeyRefused();
    if (tokenHash !== null) await sessions.openSession(tx, owner, { ...session, passkeyId });
    return owner;
  });
  if (tokenHash !== null) context.setHeader("set-cookie", setCookie);
  ways.goLive();
  kernel.log.info({ userId }, "A passkey was made.");
  return userId;
}

/** Returns the session if its person may make a further passkey. @throws AppError 401 or 403 */
function mayMakeOne(session: Session | null): Session {
  if (session === null || session.isIdle) throw signInRequired();
  if (session.mode !== "live") throw accessDenied();
  if (!session.isVerified) throw verificationRequired();
  return session;
}
