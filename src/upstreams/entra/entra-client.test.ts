import { beforeEach, describe, expect, test } from "vitest";
import { failureOf } from "../../../tests/support/failure-of.ts";
import {
  acmeTenant,
  createFakeMicrosoft,
  otherTenant,
  type Mischief,
} from "../../../tests/support/stand-ins/fake-microsoft.ts";
import { providerOf } from "../../../tests/support/stand-ins/provider-of.ts";
import { IdentityProviderError, type IdentityProvider } from "./index.ts";

const clientId = "6a1c9c0e-0000-4000-8000-folio-test";
const redirectUri = "https://folio.example/.auth/login/aad/callback";
const personalTenant = "9188040d-6c67-4c5b-b112-36a304b66dad";
let microsoft: Awaited<ReturnType<typeof createFakeMicrosoft>>;
let provider: IdentityProvider;
let nowMs: number;

function providerFor(tenant: string): IdentityProvider {
  return providerOf(
    {
      settings: {
        modes: { entra: "live" },
        ENTRA_CLIENT_ID: clientId,
        ENTRA_CLIENT_SECRET: "a-secret",
        ENTRA_TENANT: tenant,
        ENTRA_AUTHORITY: "https://login.microsoftonline.com",
      },
      fetch: microsoft.fetch,
      now: () => new Date(nowMs),
    },
    { selfOrigin: () => "", timeoutMs: 200 },
  );
}

beforeEach(async () => {
  nowMs = Date.now();
  microsoft = await createFakeMicrosoft(clientId);
  provider = providerFor("organizations");
});

/** Runs a whole sign-in: to Microsoft and back with its answer. */
async function signIn(mischief: Mischief = {}, using = provider, answerQuery?: Record<string, string>) {
  const { url, ...secrets } = await using.authorizationUrl({ redirectUri });
  microsoft.behave(mischief);
  const callbackUrl = new URL(microsoft.callbackFor(url, answerQuery));
  return using.exchange({ callbackUrl, ...secrets });
}

async function problemOf(promise: Promise<unknown>): Promise<string> {
  const error = await failureOf(IdentityProviderError, promise);
  expect(error.reason).not.toMatch(/eyJ|a-secret|\n/);
  return error.problem;
}

describe("Microsoft Entra for any organization", () => {
  test("identifies a person by tenant and object id", async () => {
    expect(await signIn()).toEqual({
      issuer: `https://login.microsoftonline.com/${acmeTenant}/v2.0`,
      tenantId: acmeTenant,
      subject: "0d4b6a52-7d3f-4c0e-a1c7-2f9d1b6e8a01",
      userDetails: "Avery@Lanternfish-Works.example",
      identityKey: `${acmeTenant}|0d4b6a52-7d3f-4c0e-a1c7-2f9d1b6e8a01`,
      address: "avery@lanternfish-works.example",
    });
  });

  test("accepts people of every tenant with that tenant's issuer", async () => {
    const claims = { tid: otherTenant, iss: `https://login.microsoftonline.com/${otherTenant}/v2.0` };
    expect((await signIn({ claims })).tenantId).toBe(otherTenant);
    expect((await signIn({ claims }, providerFor("common"))).tenantId).toBe(otherTenant);
  });

  test("isn't redirected, which would send the code and our secret elsewhere", async () => {
    await signIn();
    const asked = microsoft.calls.map(({ url }) => url.pathname.split("/").at(-1));
    expect(new Set(asked)).toEqual(new Set(["openid-configuration", "keys", "token"]));
    expect(microsoft.calls.map(({ redirect }) => redirect)).toEqual(asked.map(() => "manual"));
  });

  test("can rotate its key at any time; each is accepted at once", async () => {
    for (let times = 0; times < 3; times += 1) {
      expect((await signIn()).tenantId).toBe(acmeTenant);
      await microsoft.rotateKey();
    }
    expect(microsoft.calls.filter(({ url }) => url.pathname.endsWith("/keys"))).toHaveLength(3);
    expect(microsoft.calls.filter(({ url }) => url.pathname.endsWith("-configuration"))).toHaveLength(1);
  });

  test("can have a clock up to two minutes ahead or behind", async () => {
    const seconds = () => Math.floor(Date.now() / 1000);
    expect((await signIn({ claims: { nbf: seconds() + 100 } })).tenantId).toBe(acmeTenant);
    expect((await signIn({ claims: { exp: seconds() - 100 } })).tenantId).toBe(acmeTenant);
    expect(await problemOf(signIn({ claims: { nbf: seconds() + 150 } }))).toBe("bad-answer");
    expect(await problemOf(signIn({ claims: { exp: seconds() - 150 } }))).toBe("bad-answer");
  });

  test("sends the code with the PKCE verifier and the client secret", async () => {
    await signIn();
    const { body } = microsoft.calls.find(({ url }) => url.pathname.endsWith("/token")) ?? {
      body: new URLSearchParams(),
    };
    expect(Object.fromEntries(body)).toMatchObject({
      grant_type: "authorization_code",
      code: "a-code",
      redirect_uri: redirectUri,
      client_id: clientId,
      client_secret: "a-secret",
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test("fetches the provider's metadata once, even for many concurrent sign-ins", async () => {
    await Promise.all([signIn(), signIn(), signIn()].map((one) => one.catch(() => null)));
    await signIn();
    expect(microsoft.calls.filter(({ url }) => url.pathname.endsWith("/openid-configuration"))).toHaveLength(
      1,
    );
    nowMs += 25 * 60 * 60 * 1000;
    await signIn();
    expect(microsoft.calls.filter(({ url }) => url.pathname.endsWith("/openid-configuration"))).toHaveLength(
      2,
    );
  });

  const tenantOf = (tenant: string) => `https://login.microsoftonline.com/${tenant}/v2.0`;

  test.each<[string, Mischief, string]>([
    [
      "a personal account",
      { claims: { tid: personalTenant, iss: tenantOf(personalTenant) } },
      "personal-account",
    ],
    ["the issuer of another tenant", { claims: { iss: tenantOf(otherTenant) } }, "bad-answer"],
    ["an issuer elsewhere", { claims: { iss: `https://evil.example/${acmeTenant}/v2.0` } }, "bad-answer"],
    ["no tenant", { claims: { tid: undefined } }, "bad-answer"],
    ["a tenant that isn't an id", { claims: { tid: "acme", iss: tenantOf("acme") } }, "bad-answer"],
    ["another nonce", { claims: { nonce: "replayed" } }, "bad-answer"],
    ["no nonce", { claims: { nonce: undefined } }, "bad-answer"],
    ["another audience", { claims: { aud: "another-app" } }, "bad-answer"],
    ["an end an hour ago", { claims: { exp: Math.floor(Date.now() / 1000) - 3600 } }, "bad-answer"],
    ["a start in an hour", { claims: { nbf: Math.floor(Date.now() / 1000) + 3600 } }, "bad-answer"],
    ["no object id", { claims: { oid: undefined } }, "bad-answer"],
    ["no signature", { isUnsigned: true }, "bad-answer"],
    ["a signature by another key", { isForeignKey: true }, "bad-answer"],
  ])("rejects an id token with %s", async (_, mischief, problem) => {
    expect(await problemOf(signIn(mischief))).toBe(problem);
  });

  test.each<[string, Record<string, string>, string]>([
    [
      "Cancel",
      { error: "access_denied", error_description: "AADSTS65004: User declined to consent." },
      "denied",
    ],
    ["a missing consent", { error: "consent_required" }, "consent"],
    [
      "a needed administrator",
      { error: "access_denied", error_description: "AADSTS90094: Admin consent is required." },
      "consent",
    ],
    [
      "a user who is not assigned",
      { error: "access_denied", error_description: "AADSTS50105: not assigned to a role" },
      "wrong-tenant",
    ],
    [
      "a user of another tenant",
      { error: "invalid_request", error_description: "AADSTS50020: User account does not exist in tenant" },
      "wrong-tenant",
    ],
    ["a server in trouble", { error: "server_error" }, "provider-down"],
    ["a busy server", { error: "temporarily_unavailable" }, "provider-down"],
    ["a wrong registration", { error: "unauthorized_client" }, "misconfigured"],
    ["an unknown error", { error: "purple" }, "bad-answer"],
    ["no code", {}, "bad-answer"],
  ])("explains %s", async (_, answerQuery, problem) => {
    expect(await problemOf(signIn({}, provider, answerQuery))).toBe(problem);
  });

  const refusal = (error: string, description: string) => () =>
    Response.json({ error, error_description: description }, { status: 400 });

  test.each<[string, Mischief["answers"], string]>([
    [
      "an expired secret",
      { "/token": refusal("invalid_client", "AADSTS7000222: secret keys are expired.") },
      "misconfigured",
    ],
    [
      "a used code",
      { "/token": refusal("invalid_grant", "AADSTS54005: code was already redeemed.") },
      "expired",
    ],
    [
      "a broken token endpoint",
      { "/token": () => new Response("<h1>502</h1>", { status: 502 }) },
      "provider-down",
    ],
    [
      "a token response that isn't JSON",
      { "/token": () => new Response("<h1>hello</h1>", { headers: { "content-type": "text/html" } }) },
      "provider-down",
    ],
    [
      "a token response without an id token",
      { "/token": () => Response.json({ token_type: "Bearer", access_token: "at" }) },
      "bad-answer",
    ],
    ["unavailable keys", { "/keys": () => new Response("", { status: 503 }) }, "provider-down"],
    ["a token endpoint that hangs", { "/token": () => new Promise<Response>(() => {}) }, "provider-down"],
    ["a lost connection", { "/token": () => Promise.reject(new TypeError("fetch failed")) }, "provider-down"],
  ])("explains %s", async (_, answers, problem) => {
    expect(await problemOf(signIn({ answers: answers ?? {} }))).toBe(problem);
  });

  test.each<[string, () => Response | Promise<Response>, string]>([
    ["is down", () => new Response("", { status: 503 }), "provider-down"],
    ["hangs", () => new Promise<Response>(() => {}), "provider-down"],
    ["is unreachable", () => Promise.reject(new TypeError("fetch failed")), "provider-down"],
    [
      "answers a page",
      () => new Response("<html>", { headers: { "content-type": "text/html" } }),
      "provider-down",
    ],
    [
      "does not know the tenant",
      () => Response.json({ error: "invalid_tenant" }, { status: 400 }),
      "misconfigured",
    ],
  ])("reports that discovery %s, and works again once it is back", async (_, answer, problem) => {
    microsoft.behave({ answers: { "/openid-configuration": answer } });
    expect(await problemOf(provider.authorizationUrl({ redirectUri }))).toBe(problem);
    microsoft.behave({});
    expect((await signIn()).tenantId).toBe(acmeTenant);
  });
});

describe("Microsoft Entra for one organization", () => {
  test("accepts its own people, by tenant id or domain", async () => {
    expect((await signIn({}, providerFor(acmeTenant))).tenantId).toBe(acmeTenant);
    expect((await signIn({}, providerFor("lanternfish-works.example"))).tenantId).toBe(acmeTenant);
  });

  test("rejects people of other tenants", async () => {
    const claims = { tid: otherTenant, iss: `https://login.microsoftonline.com/${otherTenant}/v2.0` };
    expect(await problemOf(signIn({ claims }, providerFor(acmeTenant)))).toBe("bad-answer");
  });
});

describe("signing out", () => {
  test("redirects to Microsoft and back", async () => {
    const url = new URL(
      (await provider.logoutUrl({ postLogoutRedirectUri: "https://folio.example/" })) ?? "",
    );
    expect(url.pathname).toBe("/organizations/oauth2/v2.0/logout");
    expect(url.searchParams.get("post_logout_redirect_uri")).toBe("https://folio.example/");
  });

  test("stays on the site while Microsoft is unreachable", async () => {
    microsoft.behave({ answers: { "/openid-configuration": () => new Response("", { status: 503 }) } });
    expect(await provider.logoutUrl({ postLogoutRedirectUri: "https://folio.example/" })).toBeNull();
  });
});
