import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  createPasskeySite,
  tokenOf,
  type PasskeyBrowser,
  type PasskeySite,
} from "../../../../../tests/support/sites/passkey-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { invitations, passkeys, sessions, users } from "#server/tables/auth-tables.ts";

const database = useTestDatabase();
const dayMs = 24 * 60 * 60_000;
let now: Date;
let site: PasskeySite;
let owner: PasskeyBrowser;

beforeEach(async () => {
  now = new Date("2026-11-20T12:00:00Z");
  site = createPasskeySite(database(), { now: () => now });
  owner = (await site.owner()).browser;
});

async function invite(name: string, role: "member" | "visitor" = "member"): Promise<string> {
  const { body } = await owner.post("/api/InvitePerson", { name, role });
  return tokenOf(z.string().parse(body["link"]));
}

/** Invites a person and lets them make their passkey. */
async function arrive(name: string, role: "member" | "visitor" = "member") {
  const [browser, key] = [site.browser(), site.authenticator()];
  expect((await browser.register(key, { invitation: await invite(name, role) })).status).toBe(200);
  return { browser, key };
}

const usersSchema = z.object({
  list: z.array(z.looseObject({ userId: z.string(), userDetails: z.string(), role: z.string() })),
});

async function publicIdOf(name: string): Promise<string> {
  const { list } = usersSchema.parse((await owner.get("/api/GetUsers")).body);
  return list.find(({ userDetails }) => userDetails === name)?.userId ?? "";
}

const over = { invitation: ["This link has expired or was already used. Ask for a new one."] };

describe("an invitation", () => {
  it.each([
    ["member", ["anonymous", "authenticated", "member"]],
    ["visitor", ["anonymous", "authenticated"]],
  ] as const)("makes one passkey of a %s, once", async (role, userRoles) => {
    const invitation = await invite("Wren", role);
    const [browser, key] = [site.browser(), site.authenticator()];
    const opened = await browser.post("/api/OpenInvitation", { invitation });
    expect(opened.body).toEqual({ name: "Wren", isForOwner: false });
    // The invited person doesn't choose who they are.
    const made = await browser.register(key, { invitation, name: "Robin" });
    expect(made.body["clientPrincipal"]).toMatchObject({ userDetails: "Wren", userRoles });
    const again = await site.browser().register(site.authenticator(), { invitation });
    expect([again.status, again.errors]).toEqual([400, over]);
    expect(await database().unsafeDb.$count(invitations)).toBe(0);
    expect((await site.browser().signIn(key)).status).toBe(200);
  });

  it("is listed, withdrawn, and expires after a week", async () => {
    const [kept, withdrawn] = [await invite("Wren"), await invite("Ada")];
    const listSchema = z.object({
      list: z.array(z.looseObject({ invitationId: z.string(), name: z.string() })),
    });
    const { list } = listSchema.parse((await owner.get("/api/GetInvitations")).body);
    expect(list.map(({ name }) => name).toSorted()).toEqual(["Ada", "Wren"]);
    const invitationId = list.find(({ name }) => name === "Ada")?.invitationId;
    expect((await owner.post("/api/WithdrawInvitation", { invitationId })).status).toBe(200);
    expect((await owner.post("/api/WithdrawInvitation", { invitationId })).status).toBe(404);
    expect((await site.browser().post("/api/OpenInvitation", { invitation: withdrawn })).errors).toEqual(
      over,
    );
    now = new Date(now.getTime() + 7 * dayMs);
    expect((await site.browser().post("/api/OpenInvitation", { invitation: kept })).errors).toEqual(over);
  });

  it("expires while its person looks for their finger", async () => {
    const invitation = await invite("Wren");
    const [browser, key] = [site.browser(), site.authenticator()];
    const options = await browser.optionsOf("/.auth/passkey/register/options", { invitation });
    await database().unsafeDb.delete(invitations);
    const late = await browser.post("/.auth/passkey/register/verify", key.create(options));
    expect([late.status, late.errors]).toEqual([400, over]);
    expect(await database().unsafeDb.$count(users)).toBe(1);
  });

  it("comes from the owner only", async () => {
    const { browser } = await arrive("Wren");
    for (const answer of [
      await browser.post("/api/InvitePerson", { name: "Eve", role: "member" }),
      await browser.get("/api/GetInvitations"),
      await browser.post("/api/RemovePerson", { userId: await publicIdOf("Robin") }),
    ])
      expect(answer.status).toBe(403);
  });

  it("can't make an owner", async () => {
    const answer = await owner.post("/api/InvitePerson", { name: "Eve", role: "owner" });
    expect(answer.status).toBe(400);
  });
});

describe("removing a person", () => {
  it("ends their sessions and passkeys at once, and deletes their data", async () => {
    const { browser, key } = await arrive("Wren");
    const removed = await owner.post("/api/RemovePerson", { userId: await publicIdOf("Wren") });
    expect(removed.status).toBe(200);
    expect(await browser.me()).toBeNull();
    expect((await site.browser().signIn(key)).status).toBe(400);
    await site.app.jobs.runDue();
    expect(await database().unsafeDb.select().from(users)).toMatchObject([{ userDetails: "Robin" }]);
    expect(await database().unsafeDb.$count(passkeys)).toBe(1);
    expect(await database().unsafeDb.$count(sessions)).toBe(1);
    expect(await publicIdOf("Wren")).toBe("");
  });

  it("doesn't remove the owner, or someone who isn't there", async () => {
    for (const userId of [await publicIdOf("Robin"), "0".repeat(32)])
      expect((await owner.post("/api/RemovePerson", { userId })).status).toBe(404);
  });
});
