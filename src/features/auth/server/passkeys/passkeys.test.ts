import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestUser } from "../../../../../tests/support/factories/auth-factory.ts";
import type { Lies } from "../../../../../tests/support/stand-ins/authenticator.ts";
import { createPasskeySite, type PasskeySite } from "../../../../../tests/support/sites/passkey-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { invitations, passkeys, sessions, usedSignIns, users } from "#server/tables/auth-tables.ts";

const database = useTestDatabase();
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
let now: Date;
let site: PasskeySite;

beforeEach(() => {
  now = new Date("2026-11-20T12:00:00Z");
  site = createPasskeySite(database(), { now: () => now });
});

function wait(ms: number): void {
  now = new Date(now.getTime() + ms);
}

const refused = { passkey: ["This passkey doesn’t work here. It may have been removed."] };
const tooLate = { passkey: ["This took too long, or it was already used. Try again."] };
const linkOver = { invitation: ["This link has expired or was already used. Ask for a new one."] };

describe("the owner's link", () => {
  it("makes a passkey once; its person is signed in as the owner and a member", async () => {
    const invitation = await site.ownerToken();
    const [browser, key] = [site.browser(), site.authenticator()];
    expect((await browser.post("/api/OpenInvitation", { invitation })).body).toEqual({
      name: null,
      isForOwner: true,
    });
    const made = await browser.register(key, { invitation, name: " Robin " });
    expect(made.status).toBe(200);
    expect(made.body["clientPrincipal"]).toMatchObject({
      identityProvider: "passkey",
      userDetails: "Robin",
      userRoles: ["anonymous", "authenticated", "member"],
    });
    expect(await browser.me()).toEqual(made.body["clientPrincipal"]);
    const [owner] = await database().unsafeDb.select().from(users);
    expect(owner).toMatchObject({ role: "owner", mode: "live" });
    expect(owner?.handle).toMatch(/^[0-9a-f]{64}$/);
    const again = await site.browser().register(site.authenticator(), { invitation, name: "Eve" });
    expect([again.status, again.errors]).toEqual([400, linkOver]);
  });

  it("asks for a name, and survives looks at it", async () => {
    const invitation = await site.ownerToken();
    const browser = site.browser();
    for (let looks = 0; looks < 3; looks += 1) {
      const preview = await site.app.request(`/sign-in?invitation`);
      await preview.text();
      await browser.post("/api/OpenInvitation", { invitation });
    }
    const nameless = await browser.register(site.authenticator(), { invitation });
    expect([nameless.status, nameless.errors]).toEqual([400, { name: ["Enter a name."] }]);
    expect((await browser.register(site.authenticator(), { invitation, name: "Robin" })).status).toBe(200);
  });

  it("expires after an hour, and its hash is all that's kept", async () => {
    const invitation = await site.ownerToken();
    const [row] = await database().unsafeDb.select().from(invitations);
    expect(JSON.stringify(row)).not.toContain(invitation);
    wait(hourMs);
    const answer = await site.browser().post("/api/OpenInvitation", { invitation });
    expect([answer.status, answer.errors]).toEqual([400, linkOver]);
  });

  it("is used by only one of two at the same time, also on two servers", async () => {
    const other = createPasskeySite(database(), { now: () => now });
    const invitation = await site.ownerToken();
    const answers = await Promise.all(
      [site, other].map((one) => one.browser().register(one.authenticator(), { invitation, name: "Robin" })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(await database().unsafeDb.$count(users)).toBe(1);
  });

  it("gives an owner who has lost everything a further passkey, and ends the other links", async () => {
    const { browser } = await site.owner();
    const [first, second] = [await site.ownerToken(), await site.ownerToken()];
    const elsewhere = site.browser();
    expect((await elsewhere.post("/api/OpenInvitation", { invitation: first })).body["name"]).toBe("Robin");
    expect((await elsewhere.register(site.authenticator(), { invitation: first })).status).toBe(200);
    expect((await elsewhere.me())?.userDetails).toBe("Robin");
    expect((await browser.get("/api/GetDevices")).body["passkeys"]).toHaveLength(2);
    expect(await database().unsafeDb.$count(users)).toBe(1);
    const late = await site.browser().register(site.authenticator(), { invitation: second });
    expect(late.errors).toEqual(linkOver);
  });

  it("makes the signed-in member of a provider the owner, with all their data", async () => {
    const environment = { ENTRA_CLIENT_ID: "folio", ENTRA_CLIENT_SECRET: "a-secret" };
    const withProvider = createPasskeySite(database(), {
      now: () => now,
      environment: { ...environment, ALLOWED_USERS: "3e1b7c52-8a4d-4f06-b9d2-7c5e0f1a6d01" },
    });
    const member = await createTestUser(database(), {
      mode: "live",
      now: () => now,
      userDetails: "r@x.example",
    });
    const browser = withProvider.browser();
    browser.cookies.set("folio", member.cookie.replace("folio=", ""));
    const invitation = await withProvider.ownerToken();
    expect((await browser.register(withProvider.authenticator(), { invitation })).status).toBe(200);
    const [owner] = await database().unsafeDb.select().from(users);
    expect(owner).toMatchObject({ userId: member.userId, role: "owner", userDetails: "r@x.example" });
  });
});

describe("signing in with a passkey", () => {
  it("needs no name, opens a session, and signs out without a provider", async () => {
    const { browser, key } = await site.owner();
    const out = await browser.get("/.auth/logout", { "sec-fetch-site": "same-origin" });
    expect(out.headers.get("location")).toBe("/");
    expect(await browser.me()).toBeNull();
    const elsewhere = site.browser();
    const options = await elsewhere.optionsOf("/.auth/passkey/sign-in/options", {});
    expect(options).toMatchObject({ rpId: "localhost", userVerification: "required" });
    expect(options.allowCredentials, "nothing tells whose passkeys exist").toBeUndefined();
    expect(Buffer.from(options.challenge, "base64url")).toHaveLength(32);
    expect((await elsewhere.post("/.auth/passkey/sign-in/verify", key.get(options))).status).toBe(200);
    expect(await elsewhere.me()).toMatchObject({ userDetails: "Robin", identityProvider: "passkey" });
  });

  it("asks the authenticator for what the rules say when a passkey is made", async () => {
    const invitation = await site.ownerToken();
    const options = await site
      .browser()
      .optionsOf("/.auth/passkey/register/options", { invitation, name: "Robin" });
    expect(options).toMatchObject({
      rp: { id: "localhost" },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: "public-key" })),
    });
    expect(Buffer.from(options.user?.id ?? "", "base64url")).toHaveLength(32);
  });

  it.each<[string, Lies]>([
    ["another origin", { origin: "https://evil.example" }],
    ["another port of this machine", { origin: "http://localhost:4000" }],
    ["another RP ID", { rpId: "evil.example" }],
    ["nobody's PIN or finger", { withoutVerification: true }],
    ["a wrong signature", { signature: randomBytes(70) }],
    ["another person's handle", { userHandle: randomBytes(32).toString("base64url") }],
  ])("refuses %s with the same words as an unknown passkey", async (_case, lies) => {
    const { key } = await site.owner();
    const answer = await site.browser().signIn(key, lies);
    expect([answer.status, answer.errors]).toEqual([400, refused]);
    const stranger = site.authenticator();
    stranger.create({ challenge: "", user: { id: randomBytes(32).toString("base64url") } });
    const unknown = await site.browser().signIn(stranger);
    expect([unknown.status, unknown.errors]).toEqual([400, refused]);
    expect(await database().unsafeDb.$count(sessions)).toBe(1);
  });

  it.each<[string, Lies]>([
    ["another origin", { origin: "https://evil.example" }],
    ["another RP ID", { rpId: "evil.example" }],
    ["nobody's PIN or finger", { withoutVerification: true }],
  ])("makes no passkey for %s", async (_case, lies) => {
    const invitation = await site.ownerToken();
    const made = await site.browser().register(site.authenticator(), { invitation, name: "Eve" }, lies);
    expect([made.status, made.errors]).toEqual([400, refused]);
    expect(await database().unsafeDb.$count(users)).toBe(0);
  });

  it("refuses a wrong challenge, a replay, another browser, and an answer after five minutes", async () => {
    const { key } = await site.owner();
    const browser = site.browser();
    const options = await browser.optionsOf("/.auth/passkey/sign-in/options", {});
    const invented = { challenge: randomBytes(32).toString("base64url") };
    const answer = key.get(options);
    const verify = "/.auth/passkey/sign-in/verify";
    expect((await browser.post(verify, key.get(options, invented))).errors).toEqual(tooLate);
    expect((await site.browser().post(verify, answer)).errors, "a stolen answer").toEqual(tooLate);
    const cookies = [...browser.cookies];
    expect((await browser.post(verify, answer)).status).toBe(200);
    expect((await browser.post(verify, answer)).errors).toEqual(tooLate);
    const thief = site.browser();
    for (const [name, value] of cookies) thief.cookies.set(name, value);
    expect((await thief.post(verify, answer)).errors, "with the cookie, too").toEqual(tooLate);
    const slow = await browser.optionsOf("/.auth/passkey/sign-in/options", {});
    wait(5 * minuteMs + 1000);
    expect((await browser.post(verify, key.get(slow))).errors).toEqual(tooLate);
  });

  it("can't answer the challenge of one purpose for another", async () => {
    const { browser, key } = await site.owner();
    const options = await browser.optionsOf("/.auth/passkey/register/options", {});
    const answer = await browser.post("/.auth/passkey/sign-in/verify", key.get(options));
    expect(answer.errors).toEqual(tooLate);
  });

  it("refuses a counter that went back, and tells the person", async () => {
    const { browser, key } = await site.owner();
    expect((await site.browser().signIn(key, { counter: 10 })).status).toBe(200);
    for (const counter of [10, 3]) {
      const cloned = await site.browser().signIn(key, { counter });
      expect(cloned.errors?.["passkey"]?.[0]).toContain("may have been copied");
    }
    const { passkeys: shown } = (await browser.get("/api/GetDevices")).body;
    expect(shown).toMatchObject([{ refusedAt: now.toISOString() }]);
    expect(site.app.logged.map(({ msg }) => msg)).toContain("Refused a passkey whose counter went back.");
    expect((await site.browser().signIn(key, { counter: 11 })).status).toBe(200);
  });

  it("accepts synced passkeys, which count nothing", async () => {
    const invitation = await site.ownerToken();
    const key = site.authenticator({ isSynced: true });
    await site.browser().register(key, { invitation, name: "Robin" });
    for (let times = 0; times < 2; times += 1) expect((await site.browser().signIn(key)).status).toBe(200);
    expect(await database().unsafeDb.select().from(passkeys)).toMatchObject([{ isSynced: true, counter: 0 }]);
  });

  it("accepts a counter only once, on two servers at the same time", async () => {
    const { key } = await site.owner();
    const other = createPasskeySite(database(), { now: () => now });
    const answers = await Promise.all([site, other].map((one) => one.browser().signIn(key, { counter: 50 })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  it("is limited by address, and a flood of options writes nothing", async () => {
    const limited = createPasskeySite(database(), {
      now: () => now,
      environment: { WRITES_PER_MINUTE: "120" },
    });
    const browser = limited.browser();
    const statuses = [];
    for (let calls = 0; calls < 40; calls += 1)
      statuses.push((await browser.post("/.auth/passkey/sign-in/options")).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.slice(30)).toEqual(Array.from({ length: 10 }, () => 429));
    expect(await database().unsafeDb.$count(usedSignIns)).toBe(0);
    expect([...browser.cookies.keys()].filter((name) => name.startsWith("folio-passkey-"))).toHaveLength(5);
  });

  it("leaves no secret in the log", async () => {
    const invitation = await site.ownerToken();
    const key = site.authenticator();
    const made = await site.browser().register(key, { invitation, name: "Robin" });
    expect(made.status).toBe(200);
    const browser = site.browser();
    const options = await browser.optionsOf("/.auth/passkey/sign-in/options", {});
    const answer = key.get(options);
    await browser.post("/.auth/passkey/sign-in/verify", answer);
    const text = JSON.stringify(site.app.logged);
    expect(text).toContain("signed in");
    for (const secret of [
      invitation,
      options.challenge,
      answer.response.signature,
      browser.cookies.get("folio"),
    ])
      expect(text).not.toContain(secret);
  });
});

describe("the sandbox sign-in", () => {
  it("works with PUBLIC_URL on loopback until the first passkey, then it is off on all servers", async () => {
    const other = createPasskeySite(database(), { now: () => now });
    const { cookie } = await createTestUser(database(), { now: () => now });
    const signedIn = async (one: PasskeySite) => {
      const answer = await one.app.request("/.auth/me", { headers: { cookie } });
      return (await answer.json()).clientPrincipal !== null;
    };
    expect(await signedIn(site)).toBe(true);
    await site.owner();
    expect([await signedIn(site), await signedIn(other)]).toEqual([false, false]);
    expect(site.app.kernel.settings.modes.entra).toBe("live");
    const login = await site.app.request("/.auth/login/aad?post_login_redirect_uri=/users");
    expect(login.headers.get("location")).toBe("/sign-in?return=%2Fusers");
    const started = createPasskeySite(database(), { now: () => now });
    await started.app.start();
    expect(started.app.kernel.settings.modes.entra).toBe("live");
    await started.app.stop();
  });

  it("never begins where others can reach the site", async () => {
    const environment = { PUBLIC_URL: "https://folio.example" };
    const online = createPasskeySite(database(), { environment, origin: "https://folio.example" });
    const login = await online.app.request("/.auth/login/aad");
    expect(login.headers.get("location")).toBe("/sign-in");
    const { cookie } = await createTestUser(database(), { isHttps: true });
    const answer = await online.app.request("/.auth/me", { headers: { cookie } });
    expect(await answer.json()).toEqual({ clientPrincipal: null });
  });
});

it("a passkey doesn't work for another host of the same database", async () => {
  const { key } = await site.owner();
  const environment = { PUBLIC_URL: "http://folio.localhost:3000" };
  const moved = createPasskeySite(database(), {
    now: () => now,
    environment,
    origin: "http://folio.localhost:3000",
  });
  const lies = { origin: "http://folio.localhost:3000", rpId: "folio.localhost" };
  expect((await moved.browser().signIn(key, lies)).errors).toEqual(refused);
});

it("an unusual spelling of PUBLIC_URL means the same site", async () => {
  const environment = { PUBLIC_URL: "http://LOCALHOST:3000" };
  const spelled = createPasskeySite(database(), { now: () => now, environment });
  expect((await spelled.owner()).browser).toBeDefined();
});

it("a site without PUBLIC_URL has no passkeys", async () => {
  const without = createPasskeySite(database(), { environment: { PUBLIC_URL: "" } });
  for (const path of ["sign-in/options", "register/options"])
    expect([400, 401, 404]).toContain((await without.browser().post(`/.auth/passkey/${path}`)).status);
});
