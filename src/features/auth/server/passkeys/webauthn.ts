import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { COSEALG } from "@simplewebauthn/server/helpers";
import { z } from "zod";
import { passkeyMaxAgeMs } from "../../domain/session-rules.ts";
import type {
  AuthenticationAnswer,
  CreationOptions,
  RegistrationAnswer,
  RequestOptions,
} from "../../contract.ts";
import type { NewPasskey, Passkey } from "./passkey-store.ts";

/** The site as authenticators know it. */
export type RelyingParty = { host: string; origin: string; name: string };

/** EdDSA, ES256, and RS256, which cover all common authenticators. */
const algorithms = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

/** Returns the options of `navigator.credentials.create()` for a passkey of this person. */
export function creationOptions(
  site: RelyingParty,
  person: { challenge: string; handle: string; name: string; existing: readonly Passkey[] },
): CreationOptions {
  const { challenge, handle, name, existing } = person;
  return {
    rp: { id: site.host, name: site.name },
    user: { id: Buffer.from(handle, "hex").toString("base64url"), name, displayName: name },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: "public-key" })),
    timeout: passkeyMaxAgeMs,
    attestation: "none",
    excludeCredentials: existing.map(descriptor),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
  };
}

/** Returns the options of `navigator.credentials.get()`: for any passkey of the site, or one of `allowed`. */
export function requestOptions(
  { host }: RelyingParty,
  { challenge, allowed }: { challenge: string; allowed: readonly Passkey[] },
): RequestOptions {
  return {
    challenge,
    rpId: host,
    timeout: passkeyMaxAgeMs,
    userVerification: "required",
    ...(allowed.length === 0 ? {} : { allowCredentials: allowed.map(descriptor) }),
  };
}

/** Returns the new passkey; null if the answer doesn't fit the challenge, the site, or the rules. */
export async function verifiedPasskey(
  site: RelyingParty,
  answer: RegistrationAnswer,
  challenge: string,
): Promise<Omit<NewPasskey, "userId" | "name"> | null> {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  if (!verified || registrationInfo === undefined) return null;
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    host: site.host,
    counter: credential.counter,
    transports: (credential.transports ?? []).join(","),
    isSynced: credentialBackedUp,
  };
}

/** Returns the counter and backup state of a valid answer; null if the signature, challenge, or site is wrong. */
export async function verifiedUse(
  site: RelyingParty,
  answer: AuthenticationAnswer,
  { passkey, challenge }: { passkey: Passkey; challenge: string },
): Promise<{ counter: number; isSynced: boolean } | null> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {}, response: withoutUndefined(answer.response) },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
    // Compared with the stored counter by `PasskeyStore.use`, so that two servers can't both accept the same one.
    credential: { id: passkey.credentialId, publicKey: bytesOf(passkey.publicKey), counter: 0 },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || authenticationInfo === undefined) return null;
  return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp };
}

const clientDataSchema = z.object({ challenge: z.string().min(1).max(200) });

/** Returns the challenge that an answer claims to answer, unverified; null if it is malformed. */
export function challengeOf({ response }: RegistrationAnswer | AuthenticationAnswer): string | null {
  try {
    const text = Buffer.from(response.clientDataJSON, "base64url").toString("utf8");
    return clientDataSchema.parse(JSON.parse(text)).challenge;
  } catch {
    return null;
  }
}

function bytesOf(base64url: string) {
  return new Uint8Array(Buffer.from(base64url, "base64url"));
}

function descriptor({ credentialId, transports }: Passkey) {
  const type = "public-key" as const;
  return { id: credentialId, type, ...(transports === "" ? {} : { transports: transports.split(",") }) };
}

/** Leaves an absent handle out, as the library's types have it. */
function withoutUndefined({ userHandle, ...rest }: AuthenticationAnswer["response"]) {
  return userHandle === undefined ? rest : { ...rest, userHandle };
}
