import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  createPasskeySite,
  tokenOf,
  type PasskeyBrowser,
  type PasskeySite,
} from "../../../../../tests/support/sites/passkey-site.ts";
import {
  createStandInProvider,
  standInAddress,
  standInClient,
} from "../../../../../tests/support/stand-ins/stand-in-provider.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { users } from "#server/tables/auth-tables.ts";

/** One person with passkeys and an account at an OpenID Connect provider of their own. */

const database = useTestDatabase();
const issuer = "https://id.lanternfish.example";
let provider: (request: Request) => Promise<Response>;
let site: PasskeySite;

beforeEach(async () => {
  provider = await createStandInProvider(() => issuer);
  site = createPasskeySite(database(), {
    environment: {
      ENTRA_CLIENT_ID: standInClient.clientId,
      ENTRA_CLIENT_SECRET: standInClient.clientSecret,
      ENTRA_AUTHORITY: issuer,
    },
    fetch: (input, init) => provider(new Request(input, init)),
  });
});

/** Goes to the provider and comes back; returns where that ends. */
async function throughProvider(browser: PasskeyBrowser, url: string): Promise<string | null> {
  const back = await provider(new Request(url));
  const callback = new URL(back.headers.get("location") ?? "");
  return (await browser.get(callback.pathname + callback.search)).headers.get("location");
}

async function signInAtProvider(browser: PasskeyBrowser): Promise<string | null> {
  const start = await browser.get("/.auth/login/aad?post_login_redirect_uri=/users&way=provider");
  return throughProvider(browser, start.headers.get("location") ?? "");
}

async function startLinking(browser: PasskeyBrowser): Promise<string> {
  const { body, errors } = await browser.post("/api/LinkAccount");
  expect(errors).toBeNull();
  return z.string().parse(body["url"]);
}

const accountsSchema = z.looseObject({ accounts: z.array(z.looseObject({ userDetails: z.string() })) });

describe("a person with a passkey and an account", () => {
  it("is the same by either", async () => {
    const { browser, key } = await site.owner();
    expect(await throughProvider(browser, await startLinking(browser))).toBe("/your-devices?account=linked");
    const { accounts } = accountsSchema.parse((await browser.get("/api/GetDevices")).body);
    expect(accounts).toMatchObject([{ userDetails: standInAddress }]);
    const elsewhere = site.browser();
    expect(await signInAtProvider(elsewhere)).toBe("/users");
    expect(await elsewhere.me()).toMatchObject({
      userDetails: "Robin",
      identityProvider: "aad",
      userRoles: ["anonymous", "authenticated", "member"],
    });
    expect((await site.browser().signIn(key)).status).toBe(200);
    expect(await database().unsafeDb.$count(users)).toBe(1);
  });

  it("may remove the last passkey, and add one again", async () => {
    const { browser } = await site.owner();
    await throughProvider(browser, await startLinking(browser));
    const { passkeys } = z
      .looseObject({ passkeys: z.array(z.looseObject({ passkeyId: z.string() })) })
      .parse((await browser.get("/api/GetDevices")).body);
    expect((await browser.post("/api/RemovePasskey", passkeys[0])).status).toBe(200);
    const elsewhere = site.browser();
    await signInAtProvider(elsewhere);
    expect((await elsewhere.register(site.authenticator())).status).toBe(200);
  });
});

it("a person who came by the provider adds a passkey and stays a visitor until the list or the owner says otherwise", async () => {
  const [browser, key] = [site.browser(), site.authenticator()];
  await signInAtProvider(browser);
  expect((await browser.register(key)).status).toBe(200);
  const elsewhere = site.browser();
  await elsewhere.signIn(key);
  expect(await elsewhere.me()).toMatchObject({
    userDetails: standInAddress,
    identityProvider: "passkey",
    userRoles: ["anonymous", "authenticated"],
  });
  const listed = createPasskeySite(database(), {
    environment: {
      ENTRA_CLIENT_ID: standInClient.clientId,
      ENTRA_CLIENT_SECRET: standInClient.clientSecret,
      ENTRA_AUTHORITY: issuer,
      ALLOWED_USERS: `${issuer}/${standInAddress}`,
    },
  }).browser();
  await listed.signIn(key);
  expect((await listed.me())?.userRoles).toContain("member");
  // With another provider, the account says nothing about anyone on its list.
  const other = createPasskeySite(database(), {
    environment: {
      ENTRA_CLIENT_ID: "other",
      ENTRA_CLIENT_SECRET: "a-secret",
      ENTRA_AUTHORITY: "https://other.example",
      ALLOWED_USERS: `${issuer}/${standInAddress}`,
    },
  }).browser();
  await other.signIn(key);
  expect((await other.me())?.userRoles).not.toContain("member");
});

describe("linking an account", () => {
  it("never joins two people", async () => {
    const first = site.browser();
    await signInAtProvider(first);
    const { browser } = await site.owner();
    expect(await throughProvider(browser, await startLinking(browser))).toBe("/your-devices?account=taken");
    expect((await first.me())?.userDetails).toBe(standInAddress);
    expect((await browser.me())?.userDetails).toBe("Robin");
  });

  it("can't be finished in another session, or be started from another site", async () => {
    const { browser, key } = await site.owner();
    const url = await startLinking(browser);
    const [, wren] = [key, site.authenticator()];
    const invited = await browser.post("/api/InvitePerson", { name: "Wren", role: "member" });
    // Someone else signs in to the same browser meanwhile.
    await browser.register(wren, { invitation: tokenOf(z.string().parse(invited.body["link"])) });
    expect((await browser.me())?.userDetails).toBe("Wren");
    expect(await throughProvider(browser, url)).toBe("/sign-in?problem=expired&return=%2Fyour-devices");
    const { accounts } = accountsSchema.parse((await browser.get("/api/GetDevices")).body);
    expect(accounts).toEqual([]);
    const forged = await browser.post("/api/LinkAccount", {}, { origin: "https://evil.example" });
    expect(forged.status).toBe(403);
  });
});

it("the sign-in page asks which way to take as soon as someone has a passkey", async () => {
  const login = "/.auth/login/aad?post_login_redirect_uri=/users";
  const before = await site.browser().get(login);
  expect(before.headers.get("location")).toContain(`${issuer}/authorize`);
  await site.owner();
  expect((await site.browser().get(login)).headers.get("location")).toBe("/sign-in?return=%2Fusers");
  const chosen = await site.browser().get(`${login}&way=provider`);
  expect(chosen.headers.get("location")).toContain(`${issuer}/authorize`);
});
