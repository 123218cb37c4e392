import type { HandlerContext, Handlers } from "#server/feature.ts";
import { accessDenied, invalid, notFound, signInRequired } from "#shared/errors.ts";
import type { authContract, AuthenticationAnswer } from "../../contract.ts";
import { passkeyCopied, passkeyRefused } from "./passkey-errors.ts";
import type { PasskeyOptions } from "./passkey-making.ts";
import { newSession, openerOf } from "../session-cookie.ts";
import { requestOptions, verifiedUse } from "./webauthn.ts";

/** Creates the calls that use passkeys (docs/reference/product.md, "Passkeys"; WebAuthn Level 3, 7.2). */
export function createPasskeyUse(
  options: PasskeyOptions,
): Pick<Handlers<typeof authContract>, "passkeySignInOptions" | "passkeySignIn"> {
  const { stores, ways, attempts, principalOf } = options;
  return {
    async passkeySignInOptions({ verify }, context) {
      if (ways.site === null) throw notFound();
      if (!verify) {
        const challenge = await attempts.begin(context, { purpose: "sign-in", userId: null });
        return requestOptions(ways.site, { challenge, allowed: [] });
      }
      if (context.session === null) throw signInRequired();
      const { userId } = context.session;
      const allowed = (await stores.passkeys?.list(userId)) ?? [];
      // Without any, the browser would offer the passkeys of other people.
      if (allowed.length === 0) throw accessDenied();
      const challenge = await attempts.begin(context, { purpose: "verify", userId });
      return requestOptions(ways.site, { challenge, allowed });
    },
    async passkeySignIn(answer, context) {
      return { clientPrincipal: await principalOf(await accept(options, context, answer)) };
    },
  };
}

/** Opens a session for a valid answer, or notes that its person is here; returns the person. */
async function accept(
  { kernel, stores, ways, attempts }: PasskeyOptions,
  context: HandlerContext,
  answer: AuthenticationAnswer,
): Promise<string> {
  const { passkeys, sessions } = stores;
  const { site } = ways;
  if (site === null || passkeys === null) throw notFound();
  const attempt = await attempts.take(context, answer, ["sign-in", "verify"]);
  const found = await passkeys.find(answer.id);
  if (found === null) throw passkeyRefused();
  const { passkey, user } = found;
  const { userId } = user;
  const { userHandle } = answer.response;
  // An authenticator may leave the handle out if it was asked for certain passkeys.
  const isTheirs =
    userHandle === undefined
      ? attempt.purpose === "verify"
      : Buffer.from(userHandle, "base64url").toString("hex") === user.handle;
  const use = await verifiedUse(site, answer, { passkey, challenge: attempt.id });
  if (use === null || !isTheirs) throw passkeyRefused();
  const verified = attempt.purpose === "verify" ? context.session : null;
  if (attempt.purpose === "verify" && (attempt.userId !== userId || verified?.userId !== userId))
    throw invalid({ passkey: ["This passkey is somebody else’s. Use one of yours."] });
  const { session, setCookie } = newSession(openerOf(context), ways.passkeyRealm);
  const isUsed = await kernel.database.unsafeDb.transaction(async (tx) => {
    if (!(await passkeys.use(tx, passkey.passkeyId, use))) return false;
    if (verified !== null) await sessions.markVerified(tx, verified.sessionId);
    else await sessions.openSession(tx, userId, { ...session, passkeyId: passkey.passkeyId });
    return true;
  });
  if (!isUsed) {
    const { passkeyId } = passkey;
    await passkeys.markRefused(passkeyId);
    kernel.log.warn({ userId, passkeyId }, "Refused a passkey whose counter went back.");
    throw passkeyCopied();
  }
  if (verified !== null) return userId;
  context.setHeader("set-cookie", setCookie);
  kernel.log.info({ userId }, "signed in");
  return userId;
}
