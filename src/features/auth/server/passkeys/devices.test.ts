import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestUser } from "../../../../../tests/support/factories/auth-factory.ts";
import {
  createPasskeySite,
  type PasskeyBrowser,
  type PasskeySite,
} from "../../../../../tests/support/sites/passkey-site.ts";
import type { Authenticator } from "../../../../../tests/support/stand-ins/authenticator.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";

const database = useTestDatabase();
const minuteMs = 60_000;
let now: Date;
let site: PasskeySite;
let browser: PasskeyBrowser;
let key: Authenticator;

beforeEach(async () => {
  now = new Date("2026-11-20T12:00:00Z");
  site = createPasskeySite(database(), { now: () => now });
  ({ browser, key } = await site.owner());
});

function wait(ms: number): void {
  now = new Date(now.getTime() + ms);
}

const shownSchema = z.looseObject({
  passkeys: z.array(z.looseObject({ passkeyId: z.string(), name: z.string() })),
  sessions: z.array(z.looseObject({ sessionId: z.string(), isCurrent: z.boolean() })),
  isVerified: z.boolean(),
});

async function devices(of = browser) {
  return shownSchema.parse((await of.get("/api/GetDevices")).body);
}

async function firstPasskey(of = browser): Promise<string> {
  return (await devices(of)).passkeys[0]?.passkeyId ?? "";
}

const unverified = { VERIFICATION_REQUIRED: ["Confirm that it’s you, then try again."] };

describe("your devices", () => {
  it("shows passkeys, and sessions with their browser and address", async () => {
    await site.browser().signIn(key);
    const shown = await devices();
    expect(shown).toMatchObject({
      passkeys: [{ name: "Firefox on Linux", isSynced: false, refusedAt: null }],
      accounts: [],
      canAddPasskey: true,
      canLinkAccount: false,
    });
    expect(shown.sessions).toHaveLength(2);
    expect(shown.sessions.filter(({ isCurrent }) => isCurrent)).toMatchObject([
      { browser: "Firefox on Linux", address: "127.0.0.1", signedInAt: now.toISOString() },
    ]);
  });

  it("renames passkeys, and removes all but the last", async () => {
    const passkeyId = await firstPasskey();
    expect((await browser.post("/api/RenamePasskey", { passkeyId, name: "Laptop" })).status).toBe(200);
    expect((await devices()).passkeys).toMatchObject([{ name: "Laptop" }]);
    const last = await browser.post("/api/RemovePasskey", { passkeyId });
    expect([last.status, last.errors]).toEqual([
      409,
      { passkeyId: ["This is your only way to sign in. Add another passkey first."] },
    ]);
    const phone = site.authenticator({ isSynced: true });
    expect((await browser.register(phone)).status).toBe(200);
    const lost = site.browser();
    await lost.signIn(key);
    expect((await browser.post("/api/RemovePasskey", { passkeyId })).status).toBe(200);
    expect(await lost.me(), "its other sessions end").toBeNull();
    expect(await browser.me(), "this one stays").not.toBeNull();
    expect((await site.browser().signIn(key)).status).toBe(400);
    expect((await site.browser().signIn(phone)).status).toBe(200);
  });

  it.each([
    [" ", "Enter a name."],
    ["x".repeat(81), "Use at most 80 characters."],
    ["\u0000", "Use only visible characters."],
    ["\u200b", "Use only visible characters."],
  ])("says what's wrong with the name %j, of a passkey or a person", async (name, problem) => {
    const input = { passkeyId: await firstPasskey(), name };
    for (const path of ["/api/RenamePasskey", "/api/InvitePerson"]) {
      const { status, errors } = await browser.post(path, { ...input, role: "member" });
      expect([path, status, errors]).toEqual([path, 400, { name: [problem] }]);
    }
  });

  it("doesn't remove the last two at the same time", async () => {
    await browser.register(site.authenticator());
    const { passkeys } = await devices();
    const answers = await Promise.all(
      passkeys.map(({ passkeyId }) => browser.post("/api/RemovePasskey", { passkeyId })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it("ends one session, or all others, on every server at once", async () => {
    const other = createPasskeySite(database(), { now: () => now });
    const [second, third] = [other.browser(), site.browser()];
    await second.signIn(key);
    await third.signIn(key);
    const ending = (await devices(second)).sessions.find(({ isCurrent }) => isCurrent);
    expect((await browser.post("/api/EndSession", { sessionId: ending?.sessionId })).status).toBe(200);
    expect(await second.me()).toBeNull();
    expect((await browser.post("/api/EndOtherSessions")).body).toEqual({ ended: 1 });
    expect(await third.me()).toBeNull();
    expect(await browser.me()).not.toBeNull();
  });

  it("belong to their person: others' don't exist", async () => {
    const { body } = await browser.post("/api/InvitePerson", { name: "Wren", role: "visitor" });
    const wren = site.browser();
    const invitation = new URL(z.string().parse(body["link"])).hash.slice(1);
    expect((await wren.register(site.authenticator(), { invitation })).status).toBe(200);
    const passkeyId = await firstPasskey();
    const [session] = (await devices()).sessions;
    expect((await wren.post("/api/EndSession", { sessionId: session?.sessionId })).status).toBe(404);
    expect((await wren.post("/api/RenamePasskey", { passkeyId, name: "Mine" })).status).toBe(404);
    await wren.register(site.authenticator());
    expect((await wren.post("/api/RemovePasskey", { passkeyId })).status).toBe(404);
    expect((await devices()).passkeys).toHaveLength(1);
  });
});

describe("what can't be undone", () => {
  const calls: [string, () => Promise<{ status: number; errors: unknown }>][] = [
    ["adding a passkey", () => browser.post("/.auth/passkey/register/options")],
    ["removing one", async () => browser.post("/api/RemovePasskey", { passkeyId: await firstPasskey() })],
    ["linking an account", () => browser.post("/api/LinkAccount")],
    ["deleting everything", () => browser.post("/api/DeletePersonalData", { confirmation: "Robin" })],
    ["removing a person", () => browser.post("/api/RemovePerson", { userId: "0".repeat(32) })],
  ];

  it.each(calls)("needs proof of the last five minutes: %s with a stolen cookie", async (_what, call) => {
    wait(5 * minuteMs + 1000);
    const { status, errors } = await call();
    expect([status, errors]).toEqual([403, unverified]);
    expect(await browser.me()).not.toBeNull();
  });

  it("works again after the passkey, of which the thief has none", async () => {
    wait(6 * minuteMs);
    expect((await devices()).isVerified).toBe(false);
    const options = await browser.optionsOf("/.auth/passkey/sign-in/options", { verify: true });
    expect(options.allowCredentials).toHaveLength(1);
    const cookie = browser.cookies.get("folio");
    expect((await browser.signIn(key, {}, { verify: true })).status).toBe(200);
    expect(browser.cookies.get("folio"), "the same session").toBe(cookie);
    expect((await devices()).isVerified).toBe(true);
    expect((await browser.register(site.authenticator())).status).toBe(200);
  });

  it("accepts no proof by somebody else's passkey", async () => {
    const { body } = await browser.post("/api/InvitePerson", { name: "Wren", role: "member" });
    const [wren, theirs] = [site.browser(), site.authenticator()];
    const invitation = new URL(z.string().parse(body["link"])).hash.slice(1);
    await wren.register(theirs, { invitation });
    wait(6 * minuteMs);
    const answer = await browser.signIn(theirs, {}, { verify: true });
    expect(answer.errors?.["passkey"]).toEqual(["This passkey is somebody else’s. Use one of yours."]);
    expect((await devices()).isVerified).toBe(false);
    expect((await browser.me())?.userDetails).toBe("Robin");
  });

  it("also wakes a session that was idle for twelve hours", async () => {
    wait(13 * 60 * minuteMs);
    expect((await browser.get("/api/GetDevices")).status).toBe(401);
    const login = await browser.get("/.auth/login/aad?post_login_redirect_uri=/users");
    expect(login.headers.get("location")).toBe("/sign-in?problem=idle&return=%2Fusers");
    expect((await browser.signIn(key, {}, { verify: true })).status).toBe(200);
    expect((await browser.get("/api/GetDevices")).status).toBe(200);
  });

  it("needs a new sign-in from someone without a passkey", async () => {
    const environment = { ENTRA_CLIENT_ID: "folio", ENTRA_CLIENT_SECRET: "a-secret" };
    const withProvider = createPasskeySite(database(), { now: () => now, environment });
    const { cookie } = await createTestUser(database(), { mode: "live", now: () => now });
    const person = withProvider.browser();
    person.cookies.set("folio", cookie.replace("folio=", ""));
    wait(6 * minuteMs);
    const asked = await person.post("/.auth/passkey/sign-in/options", { verify: true });
    expect(asked.status, "there's nothing to ask for").toBe(403);
    expect((await person.post("/api/DeletePersonalData", { confirmation: "x" })).errors).toEqual(unverified);
  });
});
