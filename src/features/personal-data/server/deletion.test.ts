import { eq, ne, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestUser, liveTestSettings } from "../../../../tests/support/factories/auth-factory.ts";
import { identities, users } from "#server/tables/auth-tables.ts";
import { IdentityStore } from "#features/auth/server/identity-store.ts";
import { SessionStore } from "#features/auth/server/session-store.ts";
import { institutionAccessItems, pendingLinks } from "#server/tables/institution-tables.ts";
import { jobs } from "#server/tables/job-tables.ts";
import { createBankSite, type BankSite, type Person } from "../../../../tests/support/sites/bank-site.ts";
import { createKillableDatabase } from "../../../../tests/support/breakage/killable-database.ts";
import { createTestApp } from "../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { everyRow, fillPerson, gitHubToken } from "../../../../tests/support/whole-person.ts";
import type { Deletion, PersonalData } from "../contract.ts";
import { personalDataRecords } from "#server/tables/personal-data-tables.ts";

const database = useTestDatabase();
/** Timeout for creating a person with all data on a busy machine. */
const busyMachineMs = 120_000;
const minuteMs = 60_000;
let site: BankSite;
let avery: Person;

beforeEach(async () => {
  site = createBankSite(database());
  avery = await site.signInLater();
});

async function addressOf({ userId }: Person): Promise<string> {
  const [user] = await database().unsafeDb.select().from(users).where(eq(users.userId, userId));
  return user?.userDetails ?? "";
}

async function ask(person: Person, confirmation?: string) {
  return person.post<Deletion>("/api/DeletePersonalData", {
    confirmation: confirmation ?? (await addressOf(person)),
  });
}

/** Reads a deletion's status without a session. */
async function deletionStatus(reference: string): Promise<Deletion> {
  const response = await site.server().request(`/api/GetPersonalDataDeletion?reference=${reference}`);
  return ((await response.json()) as { data: Deletion }).data;
}

const bankAway = () =>
  site.intercept(({ path }) =>
    path === "/item/remove" ? Promise.resolve(new Response("", { status: 502 })) : undefined,
  );
const endedAtBank = () =>
  new Set(site.calls.filter(({ path }) => path === "/item/remove").map(({ body }) => body["access_token"]));

/** Returns all tables as text, except the site's own records. */
async function everythingSaid(): Promise<string> {
  const { personal_data_records: _, ...rows } = await everyRow(database());
  return JSON.stringify(rows);
}

describe("deleting all data", { timeout: busyMachineMs }, () => {
  it("ends bank links, revokes GitHub access, and leaves only an anonymous record", async () => {
    await fillPerson(database(), site, avery);
    const address = await addressOf(avery);
    site.calls.length = 0;
    const { status, data } = await ask(avery);
    expect(status).toBe(200);
    expect(data).toMatchObject({ state: "under-way", banksLeft: 2 });
    await site.settle();
    expect(await deletionStatus(data.reference)).toMatchObject({
      state: "done",
      banksLeft: 0,
      linksNotEnded: 0,
    });
    expect(site.accessTokens).toHaveLength(2);
    expect(endedAtBank()).toEqual(new Set(site.accessTokens));
    expect(
      site.calls.some(({ body }) => body["access_token"] === gitHubToken),
      "revoked at GitHub",
    ).toBe(true);
    const left = await everythingSaid();
    for (const trace of [avery.userId, address, "Lanternfish", "Attic", ...site.accessTokens])
      expect(left.includes(trace), trace).toBe(false);
    const [record] = await database().unsafeDb.select().from(personalDataRecords);
    expect(record).toMatchObject({
      act: "deleted",
      outcome: "done",
      finishedAt: site.now(),
      counts: { banks: 1, budgets: 1, "income-sources": 1, "pending-links": 1 },
    });
    expect(JSON.stringify(record)).not.toMatch(new RegExp(`${avery.userId}|${address}`));
  });

  it("works for people who aren't members, as do viewing and downloading", async () => {
    const live = createTestApp(database(), { environment: liveTestSettings });
    const stranger = await createTestUser(database(), { mode: "live", member: false });
    await createTestUser(database(), { mode: "live", member: false });
    const headers = { cookie: stranger.cookie };
    expect((await live.request("/api/GetBudgets", { headers })).status, "no member").toBe(403);
    const seen = await live.request("/api/GetPersonalData", { headers });
    const { data } = (await seen.json()) as { data: PersonalData };
    expect(data.held.map(({ name }) => name)).toContain("sign-ins");
    const taken = await live.request("/api/ExportPersonalData", { headers });
    expect([taken.status, taken.headers.get("content-type")]).toEqual([200, "application/zip"]);
    await taken.arrayBuffer();
    const body = { confirmation: data.confirmWith };
    expect((await live.post("/api/DeletePersonalData", body, headers)).status).toBe(200);
    await live.jobs.runDue();
    const left = await database().unsafeDb.select().from(users);
    expect(left.map(({ userId }) => userId)).not.toContain(stranger.userId);
    expect(left, "another person's stay").toHaveLength(2);
    expect((await live.request("/api/GetPersonalData", { headers })).status).toBe(401);
  });

  it("keeps the data of other people and of the site", async () => {
    const morgan = await site.signIn();
    await fillPerson(database(), site, morgan);
    const before = await everyRow(database());
    await fillPerson(database(), site, avery);
    await ask(avery);
    await site.settle();
    const { personal_data_records: records, ...after } = await everyRow(database());
    expect(records).toHaveLength(1);
    for (const [table, rows] of Object.entries(before)) {
      if (table === "personal_data_records") continue;
      expect(after[table], table).toEqual(rows.filter((row) => !row.includes(avery.userId)));
    }
  });

  it("requires the person's own address, and changes nothing without it", async () => {
    await site.link(avery);
    const before = await everythingSaid();
    const morgan = await site.signIn();
    const withMorgan = await everythingSaid();
    for (const typed of ["", "delete everything", await addressOf(morgan)]) {
      const refused = await ask(avery, typed);
      expect(refused.status).toBe(400);
      expect(Object.keys(refused.errors ?? {})).toEqual(["confirmation"]);
    }
    expect(await everythingSaid()).toBe(withMorgan);
    expect(before).toContain(avery.userId);
    expect(await database().unsafeDb.$count(personalDataRecords)).toBe(0);
  });

  it("signs the person out everywhere; a new sign-in with the same identity starts fresh", async () => {
    await site.link(avery);
    const [before] = await database().unsafeDb.select().from(identities);
    if (before === undefined) throw new Error("nobody is signed in");
    bankAway();
    const asked = await site
      .server()
      .post("/api/DeletePersonalData", { confirmation: await addressOf(avery) }, { cookie: avery.cookie });
    expect(asked.headers.get("set-cookie"), "the cookie goes as well").toMatch(/^folio=;.*Max-Age=0/i);
    await site.settle();
    expect((await avery.get("/api/GetPersonalData")).status).toBe(401);
    const again = await signInAs(before);
    expect(again.userId).not.toBe(avery.userId);
    const { data } = await again.get<PersonalData>("/api/GetPersonalData");
    expect(data.banks).toEqual([]);
    expect(data.deletion, "they see that it is under way").toMatchObject({
      state: "under-way",
      banksLeft: 1,
    });
    site.intercept(null);
    await site.pass(60 * minuteMs);
    expect((await again.get<PersonalData>("/api/GetPersonalData")).data.deletion).toBeNull();
    const { data: listed } = await again.get<unknown[]>("/api/GetUsers");
    expect(listed, "the new person, and nobody without a name").toHaveLength(1);
  });

  it("runs once if the button is pressed twice", async () => {
    await site.link(avery);
    const address = await addressOf(avery);
    const answers = await Promise.all([ask(avery, address), ask(avery, address)]);
    const done = answers.filter(({ status }) => status === 200).map(({ data }) => data.reference);
    expect(new Set(done).size).toBe(1);
    expect(answers.filter(({ status }) => status !== 200 && status !== 401)).toEqual([]);
    await site.settle();
    expect(await database().unsafeDb.$count(personalDataRecords)).toBe(1);
    expect(endedAtBank().size).toBe(1);
  });

  it("returns 401 without an active session, and 404 for an unknown reference", async () => {
    const anonymous = await site.server().post("/api/DeletePersonalData", { confirmation: "x" });
    expect(anonymous.status).toBe(401);
    const address = await addressOf(avery);
    site.clock.nowMs += 13 * 60 * minuteMs;
    expect((await ask(avery, address)).status).toBe(401);
    const unknown = "/api/GetPersonalDataDeletion?reference=00000000-0000-4000-8000-000000000000";
    expect((await site.server().request(unknown)).status).toBe(404);
    const cut = await site.server().request("/api/GetPersonalDataDeletion?reference=abc");
    expect(await cut.text()).toContain("This address isn’t complete. Copy all of it.");
    expect(await database().unsafeDb.$count(users)).toBe(1);
  });
});

describe("while a bank doesn't respond", { timeout: busyMachineMs }, () => {
  it("a deletion removes other data, keeps the token, and stays in progress", async () => {
    await fillPerson(database(), site, avery);
    bankAway();
    const { data } = await ask(avery);
    await site.settle();
    expect(await deletionStatus(data.reference)).toMatchObject({
      state: "under-way",
      banksLeft: 2,
      finishedAt: null,
    });
    const rows = await everyRow(database());
    for (const table of [
      "transactions",
      "accounts",
      "budgets",
      "income_sources",
      "github_accounts",
      "calendar_feeds",
    ])
      expect(rows[table], table).toEqual([]);
    const [item] = await database().unsafeDb.select().from(institutionAccessItems);
    expect(item).toMatchObject({ state: "removing", keepHistory: false });
    expect(item?.sealedAccessToken).not.toBeNull();
    for (let hour = 0; hour < 3; hour += 1) await site.pass(60 * minuteMs);
    expect((await deletionStatus(data.reference)).state).toBe("under-way");
    site.intercept(null);
    await site.pass(60 * minuteMs);
    expect((await deletionStatus(data.reference)).state).toBe("done");
    expect(endedAtBank()).toEqual(new Set(site.accessTokens));
    // The member of their household stays.
    expect(await database().unsafeDb.$count(users, ne(users.userDetails, "Wren"))).toBe(0);
  });

  it("a deletion keeps a live link until Plaid is live again", async () => {
    const { id } = await site.link(avery);
    await database()
      .unsafeDb.update(institutionAccessItems)
      .set({ mode: "live" })
      .where(eq(institutionAccessItems.institutionAccessItemId, id));
    const { data } = await ask(avery);
    await site.settle();
    expect(await deletionStatus(data.reference)).toMatchObject({ state: "under-way", banksLeft: 1 });
    const [record] = await database().unsafeDb.select().from(personalDataRecords);
    expect(record?.bankProblem).toBe("PLAID_NOT_LIVE");
    expect(await database().unsafeDb.$count(institutionAccessItems)).toBe(1);
  });

  it("a deletion reports links that can't be ended because their key is lost", async () => {
    await site.link(avery);
    await database().unsafeDb.update(institutionAccessItems).set({ keyId: "another" });
    const { data } = await ask(avery);
    await site.settle();
    expect(await deletionStatus(data.reference)).toMatchObject({ state: "done", linksNotEnded: 1 });
  });
});

describe("during a deletion", { timeout: busyMachineMs }, () => {
  it("a running sync brings nothing back", async () => {
    await site.link(avery);
    const address = await addressOf(avery);
    const asked: Promise<unknown>[] = [];
    site.intercept(({ path }) => {
      if (path !== "/transactions/sync") return undefined;
      site.intercept(null);
      asked.push(ask(avery, address));
      return undefined;
    });
    const [item] = await database().unsafeDb.select().from(institutionAccessItems);
    await database()
      .unsafeDb.insert(jobs)
      .values({
        kind: "bank-sync",
        key: String(item?.institutionAccessItemId),
        payload: {},
        dueAt: site.now(),
      });
    await site.settle();
    await Promise.all(asked);
    expect(asked).toHaveLength(1);
    await site.settle();
    const rows = await everyRow(database());
    for (const table of [
      "users",
      "institution_access_items",
      "accounts",
      "transactions",
      "provider_transactions",
    ])
      expect(rows[table], table).toEqual([]);
  });

  it("a link being created is ended at the bank, whether or not the person still exists", async () => {
    const address = await addressOf(avery);
    const token = () => site.control.link({ days: 5 });
    // The deletion starts during the token exchange: the link is stored for a person being deleted.
    site.intercept(({ path, body }) => {
      if (path !== "/item/public_token/exchange") return undefined;
      site.intercept(null);
      return ask(avery, address).then(() => site.askSandbox(path, body));
    });
    await avery.post("/api/SetInstitutionAccessToken", { public_token: token() });
    await site.settle();
    expect(endedAtBank()).toEqual(new Set(site.accessTokens));
    expect(await database().unsafeDb.$count(pendingLinks)).toBe(0);

    // The deletion is done before the token exchange: the person no longer exists.
    const morgan = await site.signIn();
    const second = await addressOf(morgan);
    site.intercept(({ path, body }) => {
      if (path !== "/item/public_token/exchange") return undefined;
      site.intercept(null);
      return ask(morgan, second)
        .then(() => site.settle())
        .then(() => site.askSandbox(path, body));
    });
    const refused = await morgan.post("/api/SetInstitutionAccessToken", { public_token: token() });
    expect(refused.status).not.toBe(200);
    expect(site.accessTokens).toHaveLength(2);
    expect(endedAtBank()).toEqual(new Set(site.accessTokens));
  });
});

describe("a server crash", { timeout: busyMachineMs }, () => {
  it("at any statement leaves a deletion that resumes, and no live token without its row", async () => {
    const killable = createKillableDatabase(database());
    site = createBankSite(killable);
    avery = await site.signIn();
    await fillPerson(database(), site, avery);
    const address = await addressOf(avery);

    let deaths = 0;
    let reference = "";
    for (let statement = 0; reference === ""; statement += 1) {
      killable.dieAtStatement(statement);
      const { status, data } = await ask(avery, address);
      const isDead = killable.isDead();
      killable.startAnew();
      if (status === 200) reference = data.reference;
      else {
        expect(isDead).toBe(true);
        deaths += 1;
        expect((await avery.get("/api/GetPersonalData")).status, "nothing has happened").toBe(200);
      }
    }
    expect(deaths).toBeGreaterThan(3);

    for (let statement = 0; ; statement += 1) {
      killable.dieAtStatement(statement);
      await site
        .server()
        .jobs.runDue()
        .catch(() => undefined);
      const isDead = killable.isDead();
      killable.startAnew();
      await expectTokensKept();
      if (!isDead) break;
      deaths += 1;
      // The next start releases the dead server's jobs and runs them at once.
      await database().unsafeDb.update(jobs).set({ holder: null, heldUntil: null, dueAt: site.now() });
    }
    expect(deaths).toBeGreaterThan(20);
    await site.settle();
    expect((await deletionStatus(reference)).state).toBe("done");
    expect(await database().unsafeDb.$count(users, eq(users.userId, avery.userId))).toBe(0);
    expect(endedAtBank()).toEqual(new Set(site.accessTokens));
  });

  /** Checks that every link not yet ended at the bank is still stored. */
  async function expectTokensKept(): Promise<void> {
    const held =
      (await database().unsafeDb.$count(institutionAccessItems)) +
      (await database().unsafeDb.$count(pendingLinks));
    expect(held + endedAtBank().size).toBeGreaterThanOrEqual(site.accessTokens.length);
  }
});

/** Opens a new session for an identity. */
async function signInAs({
  mode,
  identityKey,
}: {
  mode: "sandbox" | "live";
  identityKey: string;
}): Promise<Person> {
  const other = await site.signIn();
  const sessions = new SessionStore(database(), site.now);
  const details = {
    issuer: "https://login.example",
    tenantId: null,
    address: "again@lanternfish-works.example",
  };
  const { userId } = await new IdentityStore(database(), site.now).signIn(sessions, {
    browser: { userAgent: "", address: "" },
    person: { mode, identityKey, ...details, userDetails: details.address },
    realm: "sandbox",
    tokenHash: "another",
    replacesTokenHash: null,
  });
  await database().unsafeDb.execute(
    sql`update sessions set user_id = ${userId} where user_id = ${other.userId}`,
  );
  await database().unsafeDb.execute(sql`delete from users where user_id = ${other.userId}`);
  return { ...other, userId };
}
