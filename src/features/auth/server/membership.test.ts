import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { siteConfig } from "#site-config";
import { createCookieBrowser } from "../../../../tests/support/cookie-browser.ts";
import {
  acmeTenant,
  createFakeMicrosoft,
  otherTenant,
} from "../../../../tests/support/stand-ins/fake-microsoft.ts";
import { startSignInSite, type SignInSite } from "../../../../tests/support/sites/sign-in-site.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { createTestUser, liveTestSettings } from "../../../../tests/support/factories/auth-factory.ts";
import { identities, sessions, usedSignIns, users } from "#server/tables/auth-tables.ts";

const database = useTestDatabase();
const sites: SignInSite[] = [];
const hourMs = 60 * 60 * 1000;
let now: Date;

beforeEach(() => {
  now = new Date("2026-11-20T12:00:00Z");
});

afterEach(async () => {
  for (const site of sites.splice(0)) await site.stop();
});

async function start(
  environment: Record<string, string> = {},
  more: { fetch?: typeof fetch; timeoutMs?: number } = {},
): Promise<SignInSite> {
  const site = await startSignInSite({ database: database(), now: () => now, environment, ...more });
  sites.push(site);
  return site;
}

async function rolesOf(site: SignInSite, cookie: string): Promise<string[] | null> {
  const answer = await fetch(`${site.origin}/.auth/me`, { headers: { cookie } });
  expect(answer.status).toBe(200);
  const body: { clientPrincipal: { userRoles: string[] } | null } = await answer.json();
  return body.clientPrincipal?.userRoles ?? null;
}

async function statusOf(site: SignInSite, cookie: string): Promise<number> {
  return (await fetch(`${site.origin}/api/GetUsers`, { headers: { cookie } })).status;
}

describe("access to the private area", () => {
  test("is denied without a session, and granted to everyone with the sandbox sign-in", async () => {
    const site = await start();
    expect(await statusOf(site, "")).toBe(401);
    const { cookie } = await createTestUser(database(), { now: () => now });
    expect(await statusOf(site, cookie)).toBe(200);
    expect(await rolesOf(site, cookie)).toEqual(["anonymous", "authenticated", "member"]);
  });

  test("is granted to people on the list; others are signed in but get 403", async () => {
    const site = await start(liveTestSettings);
    const member = await createTestUser(database(), { mode: "live", now: () => now });
    const stranger = await createTestUser(database(), { mode: "live", member: false, now: () => now });
    expect(await statusOf(site, member.cookie)).toBe(200);
    expect(await rolesOf(site, stranger.cookie)).toEqual(["anonymous", "authenticated"]);
    const refused = await fetch(`${site.origin}/api/GetUsers`, { headers: { cookie: stranger.cookie } });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ errors: { ACCESS_DENIED: ["Access Denied"] } });
  });

  test("ends at once for a person removed from the list", async () => {
    const { cookie } = await createTestUser(database(), { mode: "live", now: () => now });
    const before = await start(liveTestSettings);
    const after = await start({ ...liveTestSettings, ALLOWED_USERS: "" });
    expect(await statusOf(before, cookie)).toBe(200);
    expect(await statusOf(after, cookie)).toBe(403);
  });

  test("ignores sandbox sessions in live mode, and live ones in the sandbox", async () => {
    const sandboxUser = await createTestUser(database(), { now: () => now });
    const liveUser = await createTestUser(database(), { mode: "live", now: () => now });
    const [sandbox, live] = [await start(), await start(liveTestSettings)];
    expect(await rolesOf(live, sandboxUser.cookie)).toBeNull();
    expect(await rolesOf(sandbox, liveUser.cookie)).toBeNull();
    expect(await rolesOf(live, liveUser.cookie)).not.toBeNull();
  });

  test("requires the tenant used for the sign-in", async () => {
    const { cookie } = await createTestUser(database(), { mode: "live", now: () => now });
    const narrowed = await start({
      ...liveTestSettings,
      ENTRA_TENANT: otherTenant,
      ALLOWED_USERS: "@lanternfish-works.example",
    });
    expect(await rolesOf(narrowed, cookie)).toBeNull();
  });
});

describe("a cookie set by a sibling subdomain", () => {
  test("isn't accepted as the session, even with a no-break space before its name or as a duplicate", async () => {
    const site = await start(liveTestSettings);
    const own = await createTestUser(database(), { mode: "live", now: () => now });
    const theirs = await createTestUser(database(), { mode: "live", member: false, now: () => now });
    const ids = async (cookie: string) => {
      const answer = await fetch(`${site.origin}/.auth/me`, { headers: { cookie } });
      const body: { clientPrincipal: { userId: string } | null } = await answer.json();
      return body.clientPrincipal?.userId ?? null;
    };
    const mine = await ids(own.cookie);
    expect(mine).not.toBeNull();
    expect(await ids(`\u00A0${theirs.cookie}; ${own.cookie}`)).toBe(mine);
    expect(await ids(`\u00A0${theirs.cookie}`)).toBeNull();
    expect(await ids(`${theirs.cookie}; ${own.cookie}`)).toBeNull();
  });
});

describe("signing in with Microsoft", () => {
  async function signIn(site: SignInSite, microsoft: Awaited<ReturnType<typeof createFakeMicrosoft>>) {
    const browser = createCookieBrowser();
    const sent = await browser.visit(`${site.origin}/.auth/login/aad?post_login_redirect_uri=/users`);
    const back = await browser.visit(microsoft.callbackFor(sent.headers.get("location") ?? ""));
    return { browser, back, location: back.headers.get("location") };
  }

  test("works for an account not on the list, as a guest", async () => {
    now = new Date();
    const microsoft = await createFakeMicrosoft(liveTestSettings.ENTRA_CLIENT_ID);
    const site = await start(liveTestSettings, { fetch: microsoft.fetch });
    expect((await signIn(site, microsoft)).location).toBe("/users");
    microsoft.behave({
      claims: { tid: otherTenant, iss: `https://login.microsoftonline.com/${otherTenant}/v2.0` },
    });
    const guest = await signIn(site, microsoft);
    expect(guest.location).toBe("/users");
    const cookie = guest.browser.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    expect(await rolesOf(site, cookie)).toEqual(["anonymous", "authenticated"]);
    const rows = await database().unsafeDb.select().from(identities);
    expect(rows.map(({ mode, tenantId, userDetails }) => ({ mode, tenantId, userDetails }))).toEqual(
      expect.arrayContaining([
        { mode: "live", tenantId: acmeTenant, userDetails: "Avery@Lanternfish-Works.example" },
        { mode: "live", tenantId: otherTenant, userDetails: "Avery@Lanternfish-Works.example" },
      ]),
    );
  });

  test.each([
    ["a personal account", { claims: { tid: "9188040d-6c67-4c5b-b112-36a304b66dad" } }, "bad-answer"],
    [
      "a personal account of the personal tenant",
      {
        claims: {
          tid: "9188040d-6c67-4c5b-b112-36a304b66dad",
          iss: "https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0",
        },
      },
      "personal-account",
    ],
    [
      "a provider that is down",
      { answers: { "/token": () => new Response("", { status: 503 }) } },
      "provider-down",
    ],
    [
      "a provider that is slow",
      { answers: { "/token": () => new Promise<Response>(() => {}) } },
      "provider-down",
    ],
  ])("returns to the sign-in page for %s and logs the reason", async (_, mischief, problem) => {
    now = new Date();
    const microsoft = await createFakeMicrosoft(liveTestSettings.ENTRA_CLIENT_ID);
    const site = await start(liveTestSettings, { fetch: microsoft.fetch, timeoutMs: 200 });
    microsoft.behave(mischief);
    const { location } = await signIn(site, microsoft);
    expect(location).toBe(`/sign-in?problem=${problem}&return=%2Fusers`);
    expect(site.logLines).toContainEqual(expect.objectContaining({ msg: "A sign-in failed.", problem }));
    expect(JSON.stringify(site.logLines)).not.toMatch(/eyJ|a-code|folio-test-secret/);
  });

  test("returns to the sign-in page if Microsoft can't be reached at the start", async () => {
    const microsoft = await createFakeMicrosoft(liveTestSettings.ENTRA_CLIENT_ID);
    microsoft.behave({ answers: { "/openid-configuration": () => new Response("", { status: 500 }) } });
    const site = await start(liveTestSettings, { fetch: microsoft.fetch });
    const answer = await createCookieBrowser().visit(
      `${site.origin}/.auth/login/aad?post_login_redirect_uri=/users`,
    );
    expect(answer.headers.get("location")).toBe("/sign-in?problem=provider-down&return=%2Fusers");
  });
});

describe("sessions", () => {
  test("end 30 days after sign-in and are then deleted", async () => {
    const site = await start();
    const { cookie } = await createTestUser(database(), { now: () => now });
    now = new Date(now.getTime() + 30 * 24 * hourMs - 1000);
    expect(await rolesOf(site, cookie)).not.toBeNull();
    now = new Date(now.getTime() + 2000);
    expect(await rolesOf(site, cookie)).toBeNull();
    await database()
      .unsafeDb.insert(usedSignIns)
      .values({ stateHash: "x", usedAt: new Date(now.getTime() - hourMs) });
    await site.sweep();
    expect(await database().unsafeDb.$count(sessions)).toBe(0);
    expect(await database().unsafeDb.$count(usedSignIns)).toBe(0);
    expect(await database().unsafeDb.$count(users)).toBe(1);
  });

  test("update their last use once a minute, and not after 12 idle hours", async () => {
    const site = await start();
    const { cookie, userId } = await createTestUser(database(), { now: () => now });
    const lastSeen = async () => {
      await rolesOf(site, cookie);
      const [row] = await database().unsafeDb.select().from(sessions).where(eq(sessions.userId, userId));
      return row?.lastSeenAt.toISOString();
    };
    now = new Date("2026-11-20T12:00:59Z");
    expect(await lastSeen()).toBe("2026-11-20T12:00:00.000Z");
    now = new Date("2026-11-20T12:01:00Z");
    expect(await lastSeen()).toBe("2026-11-20T12:01:00.000Z");
    now = new Date("2026-11-21T00:01:00Z");
    expect(await lastSeen()).toBe("2026-11-20T12:01:00.000Z");
  });

  test("of one person can be ended in all other browsers without affecting other people", async () => {
    const site = await start();
    const mine = await createTestUser(database(), { now: () => now });
    const theirs = await createTestUser(database(), { now: () => now });
    await database()
      .unsafeDb.insert(sessions)
      .values(
        ["a", "b"].map((tokenHash) => ({
          tokenHash,
          userId: mine.userId,
          realm: "sandbox",
          createdAt: now,
          lastSeenAt: now,
          verifiedAt: now,
          expiresAt: new Date(now.getTime() + hourMs),
        })),
      );
    const answer = await fetch(`${site.origin}/api/EndOtherSessions`, {
      method: "POST",
      headers: { cookie: mine.cookie, "x-tenant": siteConfig.tenant, "content-type": "application/json" },
      body: "{}",
    });
    expect(await answer.json()).toMatchObject({ success: true, data: { ended: 2 } });
    expect(await statusOf(site, mine.cookie)).toBe(200);
    expect(await statusOf(site, theirs.cookie)).toBe(200);
  });

  test("that can't be read are logged, and the visitor is anonymous", async () => {
    const broken = {
      ...database(),
      unsafeDb: new Proxy(database().unsafeDb, {
        get: () => () => {
          throw new Error("the database is away");
        },
      }),
    };
    const site = await startSignInSite({ database: broken, now: () => now });
    sites.push(site);
    expect(await rolesOf(site, `folio=${"a".repeat(43)}`)).toBeNull();
    expect(site.logLines).toContainEqual(
      expect.objectContaining({ level: "error", msg: "Can't read a session." }),
    );
  });
});

test("users are listed by latest sign-in, only those of the current mode", async () => {
  const site = await start();
  const first = await createTestUser(database(), { userDetails: "first@x.example", now: () => now });
  const later = new Date(now.getTime() + hourMs);
  await createTestUser(database(), { userDetails: "second@x.example", now: () => later });
  await createTestUser(database(), { userDetails: "live@x.example", mode: "live", now: () => now });
  const answer = await fetch(`${site.origin}/api/GetUsers`, { headers: { cookie: first.cookie } });
  const id = expect.stringMatching(/^[0-9a-f]{32}$/);
  const common = { userId: id, identityProvider: "aad" };
  expect(await answer.json()).toMatchObject({
    data: [
      {
        ...common,
        userDetails: "second@x.example",
        firstSignIn: later.toISOString(),
        lastSignIn: later.toISOString(),
        isYou: false,
      },
      {
        ...common,
        userDetails: "first@x.example",
        firstSignIn: now.toISOString(),
        lastSignIn: now.toISOString(),
        isYou: true,
      },
    ],
  });
});

describe("a public demo", () => {
  test("gives each browser its own invented person and deletes them after a day", async () => {
    now = new Date();
    const site = await start({ FOLIO_DEMO: "1" });
    const people = [];
    for (const browser of [createCookieBrowser(), createCookieBrowser()]) {
      const page = await browser.follow(await browser.visit(`${site.origin}/.auth/login/aad`));
      expect(page.text.match(/name="account"/g)).toHaveLength(1);
      const chosen = await browser.press(page, { account: "avery" });
      await browser.visit((await browser.follow(chosen, "/.auth/login/aad/callback")).url);
      people.push(
        JSON.parse((await browser.visit(`${site.origin}/.auth/me`)).text).clientPrincipal.userDetails,
      );
      // The same browser gets the same person again.
      await browser.follow(
        await browser.visit(`${site.origin}/.auth/logout`, { headers: { "sec-fetch-site": "same-origin" } }),
        "/",
      );
      const again = await browser.follow(await browser.visit(`${site.origin}/.auth/login/aad`));
      expect(again.text).toContain(people.at(-1));
    }
    expect(people[0]).toMatch(/@visitors\.example$/);
    expect(people[0]).not.toBe(people[1]);
    await site.sweep();
    expect(await database().unsafeDb.$count(users)).toBe(2);
    now = new Date(now.getTime() + 24 * hourMs + 1000);
    await site.sweep();
    expect(await database().unsafeDb.$count(users)).toBe(0);
  });
});
