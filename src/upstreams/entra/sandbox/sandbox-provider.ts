import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair } from "jose";
import Provider, {
  interactionPolicy,
  type Account,
  type Configuration,
  type KoaContextWithOIDC,
  type Adapter,
  type AdapterPayload,
} from "oidc-provider";
import { sandboxPagePolicy } from "#shared/sandbox-page.ts";
import { siblingOrigins } from "#shared/sibling-origins.ts";
import { sandboxClient } from "../entra-sandbox-client.ts";
import { findSandboxAccount, sandboxTenantId } from "./sandbox-accounts.ts";
import { messagePage } from "./sandbox-pages.ts";

export const sessionCookie = "folio-sandbox-session";

const daySeconds = 24 * 60 * 60;
const ttlSeconds = {
  AccessToken: 60 * 60,
  AuthorizationCode: 60,
  IdToken: 60 * 60,
  Interaction: 10 * 60,
  Grant: daySeconds,
  Session: daySeconds,
};

/** Returns true for an address of the site itself, which is where a sign-out may return. */
export function isOwnAddress(address: string, origin: string): boolean {
  return URL.canParse(address) && siblingOrigins(origin).includes(new URL(address).origin);
}

let keyPair: ReturnType<typeof generateKeyPair> | undefined;

/** Returns the key of all providers of this process; making one takes a tenth of a second. */
function sandboxKeys() {
  keyPair ??= generateKeyPair("RS256", { extractable: true });
  return keyPair;
}

/**
 * Creates a provider that behaves like Entra: the same paths, RS256, and the claims tid, oid and preferred_username. Anyone may
 * choose a person; it asks for no password or consent.
 */
export async function createSandboxProvider(origin: string): Promise<Provider> {
  const { privateKey } = await sandboxKeys();
  const signingKey = { ...(await exportJWK(privateKey)), use: "sig", alg: "RS256", kid: "sandbox" };
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);
  const cookie = { httpOnly: true, sameSite: "lax", signed: true, path: sandboxClient.path } as const;
  const configuration: Configuration = {
    adapter: createMemoryAdapter(() => Date.now()),
    jwks: { keys: [signingKey] },
    clients: [
      {
        client_id: sandboxClient.clientId,
        client_secret: sandboxClient.clientSecret,
        token_endpoint_auth_method: "client_secret_post",
        redirect_uris: siblingOrigins(origin).map((own) => `${own}${sandboxClient.callbackPath}`),
      },
    ],
    routes: {
      authorization: "/oauth2/v2.0/authorize",
      token: "/oauth2/v2.0/token",
      jwks: "/discovery/v2.0/keys",
      end_session: "/oauth2/v2.0/logout",
    },
    cookies: {
      keys: [randomBytes(32).toString("hex")],
      names: {
        session: sessionCookie,
        interaction: "folio-sandbox-interaction",
        resume: "folio-sandbox-resume",
      },
      long: cookie,
      short: { httpOnly: true, sameSite: "lax", signed: true },
    },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    interactions: { policy, url: (_, { uid }) => `${sandboxClient.path}/choose/${uid}` },
    scopes: ["openid", "profile", "email"],
    claims: {
      openid: ["sub", "tid", "oid", "ver"],
      profile: ["name", "preferred_username"],
      email: ["email"],
    },
    conformIdTokenClaims: false,
    clientBasedCORS: () => false,
    ttl: ttlSeconds,
    findAccount: (_, accountId) => findAccount(accountId),
    loadExistingGrant,
    renderError: (ctx) => {
      ctx.type = "html";
      ctx.set("content-security-policy", sandboxPagePolicy([origin]));
      ctx.body = messagePage(
        "This sign-in can’t continue",
        "The sandbox provider rejected the request. Go back to the site and sign in again.",
      );
    },
  };
  const provider = new Provider(`${origin}${sandboxClient.path}`, configuration);
  // Its addresses and cookies use the site's public origin, which the app sets on each request.
  provider.proxy = true;
  return provider;
}

/** Returns the claims of Entra's id tokens for an invented person. */
function findAccount(accountId: string): Account | undefined {
  const account = findSandboxAccount(accountId);
  if (account === undefined) return undefined;
  return {
    accountId,
    claims: () => ({
      sub: accountId,
      oid: account.objectId,
      tid: sandboxTenantId,
      ver: "2.0",
      name: account.name,
      preferred_username: account.address,
      email: account.address,
    }),
  };
}

/** Grants everything requested, without asking for consent. */
async function loadExistingGrant(ctx: KoaContextWithOIDC) {
  const { client, session, provider } = ctx.oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope("openid profile email");
  await grant.save();
  return grant;
}

/** Enough for any sandbox; beyond it the oldest entries are dropped. */
const maxEntries = 20_000;

type Entry = { payload: AdapterPayload; expiresAtMs: number };

/** Creates the provider's storage: in memory, with one map for all kinds of entries. */
function createMemoryAdapter(nowMs: () => number): (kind: string) => Adapter {
  const entries = new Map<string, Entry>();
  const keysByUid = new Map<string, string>();

  function find(key: string | undefined): AdapterPayload | undefined {
    const entry = key === undefined ? undefined : entries.get(key);
    if (entry === undefined || key === undefined) return undefined;
    if (entry.expiresAtMs > nowMs()) return entry.payload;
    drop(key);
    return undefined;
  }

  function drop(key: string): void {
    const uid = entries.get(key)?.payload.uid;
    if (uid !== undefined) keysByUid.delete(uid);
    entries.delete(key);
  }

  function upsert(key: string, payload: AdapterPayload, expiresInSeconds = 0): void {
    drop(key);
    entries.set(key, { payload, expiresAtMs: nowMs() + expiresInSeconds * 1000 });
    if (payload.uid !== undefined) keysByUid.set(payload.uid, key);
    const oldest = entries.keys().next();
    if (entries.size > maxEntries && oldest.done !== true) drop(oldest.value);
  }

  return (kind) => ({
    upsert: async (id, payload, expiresIn) => upsert(`${kind}:${id}`, payload, expiresIn),
    find: async (id) => find(`${kind}:${id}`),
    findByUid: async (uid) => find(keysByUid.get(uid)),
    // Only the device flow has user codes, and it is disabled.
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const payload = find(`${kind}:${id}`);
      if (payload !== undefined) payload.consumed = Math.floor(nowMs() / 1000);
    },
    destroy: async (id) => drop(`${kind}:${id}`),
    revokeByGrantId: async (grantId) => {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) drop(key);
    },
  });
}
