import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from "@simplewebauthn/browser";
import type { Api } from "../data/api.ts";
import { failureText } from "../data/api-failure.ts";

export { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill };

/** Challenges live five minutes; a suggestion that waits longer gets a new one before that. */
const renewMs = 4 * 60_000;

/** Who has signed in, as far as it decides where to go next. */
export type SignedIn = { isMember: boolean };

/** Signs in with a passkey that the person chooses in the browser's dialog. */
export async function signInWithPasskey(api: Api): Promise<SignedIn> {
  const optionsJSON = await api.post("/.auth/passkey/sign-in/options");
  return finishSignIn(api, await startAuthentication({ optionsJSON }));
}

async function finishSignIn(
  api: Api,
  answer: Awaited<ReturnType<typeof startAuthentication>>,
): Promise<SignedIn> {
  const { clientPrincipal } = await api.post("/.auth/passkey/sign-in/verify", answer);
  return { isMember: clientPrincipal.userRoles.includes("member") };
}

/** Proves with a passkey that the signed-in person is here. */
export async function verifyWithPasskey(api: Api): Promise<void> {
  const optionsJSON = await api.post("/.auth/passkey/sign-in/options", { verify: true });
  await api.post("/.auth/passkey/sign-in/verify", await startAuthentication({ optionsJSON }));
}

/**
 * Lets the browser suggest passkeys in the field with `autocomplete="webauthn"`, until someone chooses one or `signal` ends it.
 * Resolves to null without a sign-in. A dialog that is opened meanwhile ends the suggestion.
 */
export async function suggestPasskeys(api: Api, signal: AbortSignal): Promise<SignedIn | null> {
  while (!signal.aborted) {
    const optionsJSON = await api.post("/.auth/passkey/sign-in/options");
    if (signal.aborted) return null;
    const renewal = setTimeout(() => WebAuthnAbortService.cancelCeremony(), renewMs);
    const startedAt = performance.now();
    try {
      return await finishSignIn(api, await startAuthentication({ optionsJSON, useBrowserAutofill: true }));
    } catch (error) {
      if (!wasCanceled(error)) throw error;
      if (performance.now() - startedAt < renewMs) return null;
    } finally {
      clearTimeout(renewal);
    }
  }
  return null;
}

/** Ends a suggestion or dialog of the browser. */
export function endPasskeyRequest(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** Makes a passkey: with an invitation for a new person, otherwise a further one of the signed-in person. */
export async function makePasskey(
  api: Api,
  input: { invitation?: string | undefined; name?: string | undefined } = {},
) {
  const optionsJSON = await api.post("/.auth/passkey/register/options", input);
  return api.post("/.auth/passkey/register/verify", await startRegistration({ optionsJSON }));
}

/** Returns whether the person or a newer request closed the browser's dialog, or nobody answered it. */
function wasCanceled(error: unknown): boolean {
  if (error instanceof WebAuthnError) return error.code === "ERROR_CEREMONY_ABORTED";
  return error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");
}

/** Returns the sentence for a failed request, of the browser or the server. */
export function passkeyFailure(error: Error): string {
  if (error instanceof WebAuthnError) {
    if (error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED")
      return "This device already has a passkey for you. Use another device, or sign in with it.";
    if (error.code === "ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT")
      return "This device can’t check who you are. Set up a PIN, fingerprint, or face, then try again.";
    if (error.code === "ERROR_INVALID_DOMAIN")
      return "Passkeys only work at this site’s own address. Check the address, then try again.";
  }
  if (wasCanceled(error) || error.name === "NotAllowedError")
    return "The request was canceled, or it took too long. Try again.";
  return failureText(error);
}
