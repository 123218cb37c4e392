import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from "jose";

const origin = "https://login.microsoftonline.com";

export const acmeTenant = "3e1b7c52-8a4d-4f06-b9d2-7c5e0f1a6d01";
export const otherTenant = "a4c9e8d7-1b2f-4e3a-8d5c-6f7a8b9c0d02";

/** Differences of the next answers from Microsoft's. */
export type Mischief = {
  /** Changes to the id token's claims; undefined removes one. */
  claims?: Record<string, unknown>;
  /** Signs with an unpublished key. */
  isForeignKey?: boolean;
  /** Omits the signature. */
  isUnsigned?: boolean;
  /** Answers by the end of an endpoint's path. */
  answers?: Record<string, () => Response | Promise<Response>>;
};

/** Each key takes a tenth of a second, so all stand-ins begin with the same. */
const firstPublished = await generateKeyPair("RS256");
const foreign = await generateKeyPair("RS256");

/**
 * Replaces login.microsoftonline.com behind `fetch`: the template issuer of organizations, one published key, and a token
 * endpoint that signs what `mischief` says. Nothing leaves the machine. It uses the real address because the library only fills
 * in the issuer's tenant for that one (docs/reference/upstreams.md, "Microsoft sign-in").
 */
export async function createFakeMicrosoft(clientId: string) {
  let published = firstPublished;
  let kid = "one";
  const publicKeyOf = async () => ({
    ...(await exportJWK(published.publicKey)),
    kid,
    alg: "RS256",
    use: "sig",
  });
  const calls: { url: URL; body: URLSearchParams; redirect: RequestRedirect | undefined }[] = [];
  let mischief: Mischief = {};
  let nonce = "";

  function metadata(tenant: string): unknown {
    const issuerTenant = ["organizations", "common"].includes(tenant) ? "{tenantid}" : acmeTenant;
    return {
      issuer: `${origin}/${issuerTenant}/v2.0`,
      authorization_endpoint: `${origin}/${tenant}/oauth2/v2.0/authorize`,
      token_endpoint: `${origin}/${tenant}/oauth2/v2.0/token`,
      jwks_uri: `${origin}/${tenant}/discovery/v2.0/keys`,
      end_session_endpoint: `${origin}/${tenant}/oauth2/v2.0/logout`,
      response_types_supported: ["code"],
      subject_types_supported: ["pairwise"],
      id_token_signing_alg_values_supported: ["RS256"],
    };
  }

  async function idToken(): Promise<string> {
    const seconds = Math.floor(Date.now() / 1000);
    const claims: JWTPayload = {
      iss: `${origin}/${acmeTenant}/v2.0`,
      aud: clientId,
      sub: "pairwise-subject",
      tid: acmeTenant,
      oid: "0d4b6a52-7d3f-4c0e-a1c7-2f9d1b6e8a01",
      name: "Avery Quillfeather",
      preferred_username: "Avery@Lanternfish-Works.example",
      nonce,
      iat: seconds,
      nbf: seconds - 5,
      exp: seconds + 3600,
      ver: "2.0",
      ...mischief.claims,
    };
    if (mischief.isUnsigned === true) return new UnsecuredJWT(claims).encode();
    const { privateKey } = mischief.isForeignKey === true ? foreign : published;
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid }).sign(privateKey);
  }

  async function answer(url: URL): Promise<Response> {
    const special = Object.entries(mischief.answers ?? {}).find(([end]) => url.pathname.endsWith(end));
    if (special !== undefined) return special[1]();
    if (url.pathname.endsWith("/openid-configuration"))
      return Response.json(metadata(url.pathname.split("/")[1] ?? ""));
    if (url.pathname.endsWith("/keys")) return Response.json({ keys: [await publicKeyOf()] });
    if (url.pathname.endsWith("/token")) {
      return Response.json({
        token_type: "Bearer",
        access_token: "at",
        expires_in: 3600,
        id_token: await idToken(),
      });
    }
    return new Response("nothing here", { status: 404 });
  }

  return {
    calls,
    /** Returns the address with which a browser returns from Microsoft's pages. */
    callbackFor(authorizationUrl: string, answerQuery: Record<string, string> = { code: "a-code" }): string {
      const sent = new URL(authorizationUrl).searchParams;
      nonce = sent.get("nonce") ?? "";
      const query = new URLSearchParams({ ...answerQuery, state: sent.get("state") ?? "" });
      return `${sent.get("redirect_uri")}?${query.toString()}`;
    },
    /** Signs with a new published key from now on. */
    async rotateKey(): Promise<void> {
      published = await generateKeyPair("RS256");
      kid = `${kid}+`;
    },
    behave(next: Mischief): void {
      mischief = next;
    },
    fetch: (async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (url.origin !== origin) return fetch(input, init);
      const body = new URLSearchParams(init?.body instanceof URLSearchParams ? init.body : "");
      calls.push({ url, body, redirect: init?.redirect });
      return untilAborted(answer(url), init?.signal ?? null);
    }) satisfies typeof fetch,
  };
}

/** Aborts like the real fetch. */
function untilAborted(answer: Promise<Response>, signal: AbortSignal | null): Promise<Response> {
  if (signal === null) return answer;
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    answer.then(resolve, reject);
  });
}
