import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

/** Settings for signing in with this provider, except its address. */
export const standInClient = { clientId: "folio-behind-faults", clientSecret: "not-a-secret" } as const;
/** The only person there is. */
export const standInAddress = "avery@lanternfish-works.example";

/**
 * Creates a minimal OpenID Connect provider, for tests and benchmarks that break it: everybody is the same person and is asked
 * nothing. `origin` is its issuer.
 */
export async function createStandInProvider(
  origin: () => string,
): Promise<(request: Request) => Promise<Response>> {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "RS256", use: "sig" };
  const nonces = new Map<string, string>();

  function authorize(query: URLSearchParams): Response {
    const code = randomBytes(16).toString("hex");
    nonces.set(code, query.get("nonce") ?? "");
    const back = new URL(query.get("redirect_uri") ?? "");
    back.searchParams.set("code", code);
    back.searchParams.set("state", query.get("state") ?? "");
    return new Response(null, { status: 302, headers: { location: back.href } });
  }

  async function token(form: URLSearchParams): Promise<Response> {
    const code = form.get("code") ?? "";
    const nonce = nonces.get(code);
    nonces.delete(code);
    if (nonce === undefined) return Response.json({ error: "invalid_grant" }, { status: 400 });
    const idToken = await new SignJWT({ nonce, email: standInAddress, email_verified: true, name: "Avery" })
      .setProtectedHeader({ alg: "RS256", kid: "one" })
      .setIssuer(origin())
      .setSubject("avery")
      .setAudience(standInClient.clientId)
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(privateKey);
    return Response.json({ token_type: "Bearer", access_token: code, expires_in: 3600, id_token: idToken });
  }

  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/authorize") return authorize(searchParams);
    if (pathname === "/token") return token(new URLSearchParams(await request.text()));
    if (pathname === "/keys") return Response.json({ keys: [jwk] });
    if (pathname !== "/.well-known/openid-configuration") return new Response(null, { status: 404 });
    return Response.json({
      issuer: origin(),
      authorization_endpoint: `${origin()}/authorize`,
      token_endpoint: `${origin()}/token`,
      jwks_uri: `${origin()}/keys`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    });
  };
}
