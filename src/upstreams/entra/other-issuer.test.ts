import { describe, expect, test } from "vitest";
import { createIdentityProvider, type IdentityProvider } from "./index.ts";

/** A provider whose description says that it is `issuer`; the setting has lost its trailing slash. */
function providerSaying(issuer: string): IdentityProvider {
  return createIdentityProvider(
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

  test("that calls itself something else is not taken", async () => {
    const asked = providerSaying("https://evil.example").authorizationUrl({
      redirectUri: "https://folio.example/back",
    });
    await expect(asked).rejects.toThrow("misconfigured");
  });

  test("without a place to sign out leaves signing out to this site", async () => {
    const provider = providerSaying("https://id.lanternfish.example/realms/main");
    expect(await provider.logoutUrl({ postLogoutRedirectUri: "https://folio.example/" })).toBeNull();
  });
});
