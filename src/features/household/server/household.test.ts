import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { readEvents, type EventReader } from "../../../../tests/support/event-reader.ts";
import { createTestUser } from "../../../../tests/support/factories/auth-factory.ts";
import { createTestMember, showing } from "../../../../tests/support/factories/household-factory.ts";
import { createTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { ownMoneyOf } from "#shared/own-money.ts";
import { beginLeaving } from "#features/auth/server/index.ts";
import { householdContract } from "../contract.ts";
import { sweepJournals } from "./journal-sweep.ts";

type TestPerson = Awaited<ReturnType<typeof createTestUser>>;

const database = useTestDatabase();
let site: TestApp;
let avery: TestPerson;
let blake: TestPerson;
let streams: EventReader[] = [];

beforeEach(async () => {
  site = createTestApp(database());
  avery = await createTestUser(database(), { userDetails: "avery@example.com" });
  blake = await createTestUser(database(), { userDetails: "blake@example.com" });
});
afterEach(async () => {
  for (const stream of streams) await stream.close();
  streams = [];
});

const dataOf = async (response: Response) =>
  z.object({ data: z.unknown() }).parse(await response.json()).data;

async function household(cookie: string) {
  const response = await site.request("/api/GetHousehold", { headers: { cookie } });
  return householdContract.getHousehold.output.parse(await dataOf(response));
}

async function changes(cookie: string) {
  const response = await site.request("/api/GetHouseholdChanges", { headers: { cookie } });
  return householdContract.getHouseholdChanges.output.parse(await dataOf(response));
}

async function invite(owner: TestPerson, name: string, access: "read" | "write") {
  const { people } = await household(owner.cookie);
  const userId = people.find((person) => person.name === name)?.userId ?? "";
  return site.post("/api/InviteToHousehold", { userId, access }, owner);
}

async function share(access: "read" | "write"): Promise<string> {
  const made = householdContract.inviteToHousehold.output.parse(
    await dataOf(await invite(avery, "blake@example.com", access)),
  );
  const answer = { membershipId: made.membershipId, accept: true };
  expect((await site.post("/api/AnswerHouseholdInvitation", answer, blake)).status).toBe(200);
  return made.membershipId;
}

const saveBudget = (cookie: string, name = "November") =>
  site.post(
    "/api/SaveBudget",
    {
      budgetId: 0,
      name,
      startDate: "2026-11-01",
      endDate: "2026-11-30",
      categories: [],
      budgetAccessItems: [],
    },
    { cookie },
  );

const budgetNames = async (cookie: string) => {
  const response = await site.request("/api/GetBudgets", { headers: { cookie } });
  return z
    .array(z.object({ budgetName: z.string() }))
    .parse(await dataOf(response))
    .map(({ budgetName }) => budgetName);
};

async function invitations(cookie: string) {
  const response = await site.request("/api/GetOverview", { headers: { cookie } });
  return z.object({ invitations: z.array(z.string()) }).parse(await dataOf(response)).invitations;
}

describe("an invitation", () => {
  it("shows nothing until the member accepts it", async () => {
    await saveBudget(avery.cookie);
    const invited = await invite(avery, "blake@example.com", "read");
    expect(invited.status).toBe(200);
    const { seen } = await household(blake.cookie);
    expect(seen).toMatchObject([{ name: "avery@example.com", access: "read", acceptedAt: null }]);
    const membershipId = seen[0]?.membershipId ?? "";
    expect(await invitations(blake.cookie)).toEqual(["avery@example.com"]);
    expect((await site.post("/api/ShowMoney", { membershipId }, blake)).status).toBe(404);
    const early = await site.request("/api/GetBudgets", {
      headers: { cookie: showing(blake.cookie, membershipId) },
    });
    expect(early.status).toBe(403);
    await site.post("/api/AnswerHouseholdInvitation", { membershipId, accept: true }, blake);
    expect(await budgetNames(showing(blake.cookie, membershipId))).toEqual(["November"]);
    expect(await budgetNames(blake.cookie)).toEqual([]);
    expect(await invitations(blake.cookie)).toEqual([]);
  });

  it("disappears for both when it's declined", async () => {
    await invite(avery, "blake@example.com", "read");
    const { seen } = await household(blake.cookie);
    const answer = { membershipId: seen[0]?.membershipId, accept: false };
    expect((await site.post("/api/AnswerHouseholdInvitation", answer, blake)).status).toBe(200);
    expect((await household(blake.cookie)).seen).toEqual([]);
    expect((await household(avery.cookie)).shared).toEqual([]);
    expect((await site.post("/api/AnswerHouseholdInvitation", answer, blake)).status).toBe(404);
  });

  it("goes to a person once, never to yourself, and to ten people at most", async () => {
    await invite(avery, "blake@example.com", "read");
    const { people } = await household(avery.cookie);
    expect(people.map(({ name }) => name)).toEqual([]);
    const users = await site.request("/api/GetUsers", { headers: { cookie: avery.cookie } });
    const known = z
      .array(z.object({ userId: z.string(), userDetails: z.string() }))
      .parse(await dataOf(users));
    const statusFor = async (name: string) => {
      const userId = known.find(({ userDetails }) => userDetails === name)?.userId;
      return (await site.post("/api/InviteToHousehold", { userId, access: "read" }, avery)).status;
    };
    expect(await statusFor("blake@example.com")).toBe(409);
    expect(await statusFor("avery@example.com")).toBe(404);
    for (let made = 1; made < 10; made += 1) await createTestMember(database(), avery.userId, "read");
    await createTestUser(database(), { userDetails: "casey@example.com" });
    const full = await invite(avery, "casey@example.com", "read");
    expect(full.status).toBe(409);
  });

  it("goes to ten people at most if several are invited at once", async () => {
    for (let made = 0; made < 9; made += 1) await createTestMember(database(), avery.userId, "read");
    for (const name of ["casey", "drew"])
      await createTestUser(database(), { userDetails: `${name}@example.com` });
    const names = ["blake@example.com", "casey@example.com", "drew@example.com"];
    const answers = await Promise.all(names.map((name) => invite(avery, name, "read")));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  it.each([
    ["InviteToHousehold", { userId: "0".repeat(32), access: "read" }, 404],
    ["InviteToHousehold", { userId: "0".repeat(32), access: "own" }, 400],
    ["InviteToHousehold", { userId: "avery", access: "read" }, 400],
    ["AnswerHouseholdInvitation", { membershipId: crypto.randomUUID(), accept: true }, 404],
    ["SetHouseholdAccess", { membershipId: crypto.randomUUID(), access: "write" }, 404],
    ["EndHouseholdMembership", { membershipId: crypto.randomUUID() }, 404],
    ["EndHouseholdMembership", { membershipId: "1" }, 400],
    ["ShowMoney", { membershipId: crypto.randomUUID() }, 404],
  ])("call %s with %j answers %i", async (call, body, status) => {
    expect((await site.post(`/api/${call}`, body, avery)).status).toBe(status);
  });
});

describe("a membership", () => {
  it("can be changed by its owner only, and ended by both, but by nobody else", async () => {
    const membershipId = await share("read");
    const casey = await createTestUser(database());
    const set = (person: TestPerson) =>
      site.post("/api/SetHouseholdAccess", { membershipId, access: "write" }, person);
    expect([(await set(blake)).status, (await set(casey)).status]).toEqual([404, 404]);
    expect((await saveBudget(showing(blake.cookie, membershipId))).status).toBe(403);
    expect((await set(avery)).status).toBe(200);
    expect((await saveBudget(showing(blake.cookie, membershipId))).status).toBe(200);
    const end = (person: TestPerson) => site.post("/api/EndHouseholdMembership", { membershipId }, person);
    expect((await end(casey)).status).toBe(404);
    expect((await end(blake)).status).toBe(200);
    expect((await end(avery)).status).toBe(404);
  });

  it.each(["avery", "blake"])("leaves nothing with the member when %s ends it", async (who) => {
    const membershipId = await share("write");
    const cookie = showing(blake.cookie, membershipId);
    await saveBudget(cookie);
    await site.post("/api/EndHouseholdMembership", { membershipId }, who === "avery" ? avery : blake);
    const refused = await site.request("/api/GetBudgets", { headers: { cookie } });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      errors: { household: ["This money isn’t shared with you anymore."] },
    });
    expect(refused.headers.get("set-cookie")).toMatch(/^folio-money=; Path=\/; Max-Age=0/);
    expect(await budgetNames(blake.cookie)).toEqual([]);
    // What the member did stays, and the owner still sees who did it.
    expect(await budgetNames(avery.cookie)).toEqual(["November"]);
    expect(await changes(avery.cookie)).toMatchObject([{ name: "blake@example.com", isByYou: false }]);
    expect(await changes(blake.cookie)).toEqual([]);
  });

  it("ends with the account of either", async () => {
    await share("write");
    const leave = (userId: string) =>
      database().unsafeDb.transaction((tx) =>
        beginLeaving(tx, userId, { reference: `gone ${userId}`, at: new Date() }),
      );
    await leave(blake.userId);
    expect((await household(avery.cookie)).shared).toEqual([]);
    const casey = await createTestUser(database(), { userDetails: "casey@example.com" });
    await invite(avery, "casey@example.com", "read");
    await leave(avery.userId);
    expect((await household(casey.cookie)).seen).toEqual([]);
  });
});

describe("a browser", () => {
  it("shows the money that the person chose, until they choose their own", async () => {
    const membershipId = await share("read");
    const chosen = await site.post("/api/ShowMoney", { membershipId }, blake);
    const cookie = chosen.headers.get("set-cookie") ?? "";
    expect(cookie).toBe(`folio-money=${membershipId}; Path=/; Max-Age=2592000; SameSite=Lax`);
    const shown = async (its: string) =>
      dataOf(await site.request("/api/GetShownMoney", { headers: { cookie: its } }));
    expect(await shown(showing(blake.cookie, membershipId))).toEqual({
      membershipId,
      name: "avery@example.com",
      access: "read",
    });
    expect(await shown(blake.cookie)).toBeNull();
    expect(await shown(showing(avery.cookie, membershipId))).toBeNull();
    const own = await site.post("/api/ShowMoney", { membershipId: null }, blake);
    expect(own.headers.get("set-cookie")).toContain("Max-Age=0");
  });

  it("is refused if its page shows other money, so that nobody changes the wrong one", async () => {
    const membershipId = await share("write");
    const cookie = showing(blake.cookie, membershipId);
    const statusWith = async (shown: string, its: string) =>
      (await site.request("/api/GetBudgets", { headers: { cookie: its, "x-money": shown } })).status;
    expect(await statusWith("own", cookie)).toBe(409);
    expect(await statusWith(membershipId, blake.cookie)).toBe(409);
    expect(await statusWith(membershipId, cookie)).toBe(200);
    expect(await statusWith("own", blake.cookie)).toBe(200);
    await site.post("/api/EndHouseholdMembership", { membershipId }, avery);
    // A page kept for what is typed learns the reason, though the first refusal has taken the choice from its browser.
    expect(await statusWith(membershipId, blake.cookie)).toBe(403);
  });

  it("is refused if its page was opened by someone else, who signed out since", async () => {
    const statusWith = async (path: string, shown: string) =>
      (await site.request(path, { headers: { cookie: blake.cookie, "x-money": shown } })).status;
    // The second is about one's own things alone, whoever's money is shown.
    for (const path of ["/api/GetBudgets", "/api/GetHousehold"]) {
      expect(await statusWith(path, ownMoneyOf("avery@example.com"))).toBe(409);
      expect(await statusWith(path, ownMoneyOf("blake@example.com"))).toBe(200);
    }
  });

  it("hears the owner's changes, and stops when the membership ends", async () => {
    const membershipId = await share("write");
    const listen = async (cookie: string) => {
      const stream = readEvents(await site.request("/api/Events", { headers: { cookie } }));
      streams.push(stream);
      return stream;
    };
    const cookie = showing(blake.cookie, membershipId);
    const [theirs, members] = [await listen(avery.cookie), await listen(cookie)];
    await saveBudget(avery.cookie);
    await expect.poll(() => members.topics()).toContain("budgets");
    await saveBudget(cookie, "December");
    await expect.poll(() => theirs.topics().filter((topic) => topic === "budgets")).toHaveLength(2);
    await site.post("/api/EndHouseholdMembership", { membershipId }, avery);
    await members.ended();
    expect(members.topics()).toContain("all");
    const again = await site.request("/api/Events", { headers: { cookie } });
    expect(again.status).toBe(403);
  });
});

describe("the journal", () => {
  it("names who changed what, for both, and only while the money is shared", async () => {
    await saveBudget(avery.cookie, "Alone");
    expect(await changes(avery.cookie)).toEqual([]);
    const membershipId = await share("write");
    const cookie = showing(blake.cookie, membershipId);
    await saveBudget(avery.cookie, "Hers");
    await saveBudget(cookie, "His");
    const seen = (isBlake: boolean) => [
      { call: "/api/SaveBudget", name: "blake@example.com", isByYou: isBlake },
      { call: "/api/SaveBudget", name: "avery@example.com", isByYou: !isBlake },
    ];
    expect(await changes(avery.cookie)).toMatchObject(seen(false));
    expect(await changes(cookie)).toMatchObject(seen(true));
  });

  it("has no line for a refused change", async () => {
    const cookie = showing(blake.cookie, await share("write"));
    expect((await site.post("/api/DeleteBudget", { budgetId: 99 }, { cookie })).status).toBe(404);
    expect(await changes(avery.cookie)).toEqual([]);
  });

  it("is listed a hundred lines at a time, and kept for 400 days and 10,000 lines", async () => {
    const { unsafeDb } = database();
    const addMany = () =>
      unsafeDb.execute(sql`
        insert into household_changes (user_id, actor_id, actor_name, is_by_owner, call, things, at)
        select ${avery.userId}::uuid, ${avery.userId}::uuid, 'Avery', true, '/api/SaveBudget', '{}'::jsonb, now() - interval '401 days'
        union all select ${avery.userId}::uuid, ${avery.userId}::uuid, 'Avery', true, '/api/SaveBudget', '{}'::jsonb, now()
        from generate_series(1, 10150)`);
    // Postgres has counted last when there were none, and plans for none.
    await addMany();
    await unsafeDb.execute(sql`delete from household_changes`);
    await unsafeDb.execute(sql`analyze household_changes`);
    await addMany();
    expect(await sweepJournals(database(), new Date())).toEqual({ changes: 151 });
    const newest = await changes(avery.cookie);
    expect(newest).toHaveLength(100);
    const before = newest.at(-1)?.changeId ?? 0;
    const older = await site.request(`/api/GetHouseholdChanges?before=${before}`, { headers: avery });
    expect(await dataOf(older)).toMatchObject([
      { changeId: before - 1 },
      ...Array.from({ length: 99 }, () => ({})),
    ]);
  });
});
