import { describe, expect, test } from "vitest";
import type { IdentityProvider } from "./index.ts";
import { providerOf } from "../../../tests/support/stand-ins/provider-of.ts";

/** Creates a provider whose metadata names `issuer`, with a setting that lost its trailing slash. */
function providerSaying(issuer: string): IdentityProvider {
  return providerOf(
    {
      settings: {
        modes: { entra: "live" },
        ENTRA_CLIENT_ID: "folio",
        ENTRA_CLIENT_SECRET: "a-secret",
        ENTRA_TENANT: "organizations",
        ENTRA_AUTHORITY: "https://id.lanternfish.example/realms/main",
      },
      fetch: () =>
        Promise.resolve(
          Response.json({ issuer, authorization_endpoint: "https://id.lanternfish.example/authorize" }),
        ),
      now: () => new Date(),
    },
    { selfOrigin: () => "" },
  );
}

const issuer = "https://id.lanternfish.example/realms/main";

/** Creates a provider that requires pushed requests, and records them. */
function providerWithPushedRequests(answer: () => Response) {
  const asked: { path: string; body: URLSearchParams }[] = [];
  const provider = providerOf(
    {
      settings: {
        modes: { entra: "live" },
        ENTRA_CLIENT_ID: "folio",
        ENTRA_CLIENT_SECRET: "a-secret",
        ENTRA_TENANT: "organizations",
        ENTRA_AUTHORITY: issuer,
      },
      fetch: async (input, init) => {
        const { pathname } = new URL(input instanceof Request ? input.url : input);
        const body = new URLSearchParams(init?.body instanceof URLSearchParams ? init.body : "");
        asked.push({ path: pathname, body });
        if (pathname.endsWith("/par")) return answer();
        return Response.json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          pushed_authorization_request_endpoint: `${issuer}/par`,
          require_pushed_authorization_requests: true,
        });
      },
      now: () => new Date(),
    },
    { selfOrigin: () => "" },
  );
  return { asked, start: () => provider.authorizationUrl({ redirectUri: "https://folio.example/back" }) };
}

describe("an issuer that requires pushed authorization requests (PAR)", () => {
  test("gets the request first, and the browser carries its URI", async () => {
    const { asked, start } = providerWithPushedRequests(() =>
      Response.json({ request_uri: "urn:ietf:params:oauth:request_uri:1", expires_in: 60 }, { status: 201 }),
    );
    const { url, state, nonce } = await start();
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      client_id: "folio",
      request_uri: "urn:ietf:params:oauth:request_uri:1",
    });
    const pushed = asked.find(({ path }) => path.endsWith("/par"))?.body ?? new URLSearchParams();
    expect(Object.fromEntries(pushed)).toMatchObject({
      client_id: "folio",
      client_secret: "a-secret",
      redirect_uri: "https://folio.example/back",
      code_challenge_method: "S256",
      state,
      nonce,
    });
  });

  test("that refuses it is reported", async () => {
    const { start } = providerWithPushedRequests(() =>
      Response.json({ error: "invalid_client" }, { status: 401 }),
    );
    await expect(start()).rejects.toThrow("misconfigured");
  });
});

describe("any other OpenID Connect issuer", () => {
  test.each(["https://id.lanternfish.example/realms/main", "https://id.lanternfish.example/realms/main/"])(
    "works through ENTRA_AUTHORITY, also as %s",
    async (issuer) => {
      const provider = providerSaying(issuer);
      const { url } = await provider.authorizationUrl({ redirectUri: "https://folio.example/back" });
      expect(url).toMatch(/^https:\/\/id\.lanternfish\.example\/authorize\?/);
      expect(provider.realm).toBe("https://id.lanternfish.example/realms/main");
    },
  );

  test("with a different issuer in its metadata is rejected", async () => {
    const asked = providerSaying("https://evil.example").authorizationUrl({
      redirectUri: "https://folio.example/back",
    });
    await expect(asked).rejects.toThrow("misconfigured");
  });

  test("without a sign-out address leaves signing out to this site", async () => {
    const provider = providerSaying("https://id.lanternfish.example/realms/main");
    expect(await provider.logoutUrl({ postLogoutRedirectUri: "https://folio.example/" })).toBeNull();
  });
});
