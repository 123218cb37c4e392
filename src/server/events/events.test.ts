import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestUser, liveTestSettings } from "../../../tests/support/factories/auth-factory.ts";
import { sessions } from "#server/tables/auth-tables.ts";
import { readEvents, type EventReader } from "../../../tests/support/event-reader.ts";
import { createTestApp, type TestApp } from "../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../tests/support/test-database.ts";
import { createBus } from "./bus.ts";
import { contracts } from "../contracts.ts";
import { createLogger } from "../log.ts";

const database = useTestDatabase();
const minuteMs = 60_000;
const closing: (() => Promise<unknown>)[] = [];
let now: Date;
let site: TestApp;
let avery: { userId: string; cookie: string };

beforeEach(async () => {
  now = new Date("2026-11-20T12:00:00Z");
  site = createTestApp(database(), { now: () => now });
  avery = await createTestUser(database(), { now: () => now });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closing.splice(0).toReversed()) await close();
});

const ask = (cookie: string, headers: Record<string, string> = {}, at = site) =>
  at.request("/api/Events", { headers: { cookie, ...headers } });

async function listen(cookie: string, headers: Record<string, string> = {}, at = site): Promise<EventReader> {
  const stream = readEvents(await ask(cookie, headers, at));
  closing.push(() => stream.close());
  await stream.until(() => expect(stream.events()[0]?.event).toBe("hello"));
  return stream;
}

async function addCategory(
  cookie: string,
  name: string,
  headers: Record<string, string> = {},
): Promise<void> {
  const body = { financialCategoryId: 0, name };
  expect((await site.post("/api/SaveFinancialCategory", body, { cookie, headers })).status).toBe(200);
}

async function addProduct(cookie: string): Promise<void> {
  const body = { productId: 0, name: "Lamp", serialNumber: "LAMP-1", grade: "A", description: "" };
  expect((await site.post("/api/SaveProduct", body, { cookie })).status).toBe(200);
}

/** Starts another server on the same database. */
async function startOther(): Promise<TestApp> {
  const buses = [0, 1].map(() => createBus({ database: database(), log: createLogger({ level: "silent" }) }));
  const [own, others] = buses;
  for (const bus of buses) {
    await bus.start();
    closing.push(() => bus.stop());
  }
  site = createTestApp(database(), { now: () => now, ...(own === undefined ? {} : { bus: own }) });
  return createTestApp(database(), { now: () => now, ...(others === undefined ? {} : { bus: others }) });
}

describe("the stream of changes", () => {
  it("is for signed-in members; others get 401 or 403 in the envelope", async () => {
    const nobody = await site.request("/api/Events");
    expect(nobody.status).toBe(401);
    expect(await nobody.json()).toMatchObject({ success: false, statusCode: 401 });
    const live = createTestApp(database(), { environment: liveTestSettings, now: () => now });
    const stranger = await createTestUser(database(), { mode: "live", member: false, now: () => now });
    expect((await ask(stranger.cookie, {}, live)).status).toBe(403);
  });

  it("is not cached, compressed or buffered", async () => {
    const response = await ask(avery.cookie, { "accept-encoding": "gzip, br" });
    closing.push(() => readEvents(response).close());
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    expect(response.headers.get("content-encoding")).toBeNull();
  });

  it("reports what a call of the person changed, and which tab made it", async () => {
    const stream = await listen(avery.cookie);
    await addCategory(avery.cookie, "Ferry", { "x-tab": "tab1" });
    await addCategory(avery.cookie, "Harbour", { "x-tab": "no\ttab" });
    await stream.until(() =>
      expect(stream.events().map(({ event, data }) => ({ event, data }))).toEqual([
        { event: "hello", data: {} },
        { event: "changed", data: { topic: "categories", by: "tab1" } },
        { event: "changed", data: { topic: "categories" } },
      ]),
    );
  });

  it("reports no refused calls, reads or changes of another person", async () => {
    const stream = await listen(avery.cookie);
    const blake = await createTestUser(database(), { now: () => now });
    await addCategory(blake.cookie, "Ferry");
    const refused = await site.post("/api/SaveFinancialCategory", {}, { cookie: avery.cookie });
    expect(refused.status).toBe(400);
    await site.request("/api/FinancialCategories", { headers: { cookie: avery.cookie } });
    await addProduct(avery.cookie);
    await stream.until(() => expect(stream.topics()).toEqual(["products"]));
  });

  it("reports changes of products, which all share, to everybody", async () => {
    const blake = await createTestUser(database(), { now: () => now });
    const stream = await listen(blake.cookie);
    await addProduct(avery.cookie);
    await stream.until(() => expect(stream.topics()).toEqual(["products"]));
  });

  it("reports a change on another server within two seconds", async () => {
    const other = await startOther();
    const stream = await listen(avery.cookie, {}, other);
    await addCategory(avery.cookie, "Ferry", { "x-tab": "tab1" });
    await stream.until(() =>
      expect(stream.events().at(-1)?.data).toEqual({ topic: "categories", by: "tab1" }),
    );
  });

  it("reports that anything may have changed after losing touch with other servers", async () => {
    const stream = await listen(avery.cookie);
    site.kernel.bus.tellAll("person");
    await stream.until(() => expect(stream.topics()).toEqual(["all"]));
  });

  it("sends a heartbeat every 25 seconds so that proxies keep it open", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const stream = await listen(avery.cookie);
    vi.advanceTimersByTime(50_000);
    await vi.waitFor(() => expect(stream.text().match(/^:$/gm)).toHaveLength(2));
  });
});

describe("an interrupted stream of changes", () => {
  it("resumes with exactly what was missed", async () => {
    const first = await listen(avery.cookie);
    await addCategory(avery.cookie, "Ferry");
    await first.until(() => expect(first.topics()).toHaveLength(1));
    const id = first.lastId();
    await first.close();
    const blake = await createTestUser(database(), { now: () => now });
    await addCategory(blake.cookie, "Harbour");
    await addProduct(avery.cookie);
    const second = await listen(avery.cookie, { "last-event-id": id });
    expect(second.topics()).toEqual(["products"]);
    expect((await listen(avery.cookie, { "last-event-id": second.lastId() })).topics()).toEqual([]);
    const asked = readEvents(
      await site.request(`/api/Events?after=${id}`, { headers: { cookie: avery.cookie } }),
    );
    closing.push(() => asked.close());
    await asked.until(() => expect(asked.topics()).toEqual(["products"]));
  });

  it.each(["0a1b2c3d-7", "nonsense", "-", "99999999999999999999-1"])(
    "is told to reload everything if what it missed is unknown (%s)",
    async (id) => {
      expect((await listen(avery.cookie, { "last-event-id": id })).topics()).toEqual(["all"]);
    },
  );

  it("is told to reload everything after more changes than are kept", async () => {
    const first = await listen(avery.cookie);
    await first.close();
    for (let change = 0; change < 600; change += 1) site.kernel.bus.tellAll("person", "somebody budgets");
    expect((await listen(avery.cookie, { "last-event-id": first.lastId() })).topics()).toEqual(["all"]);
  });
});

describe("a stream of changes ends", () => {
  it("with its session, ended here or on another server", async () => {
    const other = await startOther();
    const here = await listen(avery.cookie);
    const there = await listen(avery.cookie, {}, other);
    await site.request("/.auth/logout", {
      headers: { cookie: avery.cookie, "sec-fetch-site": "same-origin" },
    });
    await Promise.all([here.ended(), there.ended()]);
    expect([here, there].map((stream) => stream.events().at(-1)?.event)).toEqual(["ended", "ended"]);
    expect((await ask(avery.cookie)).status).toBe(401);
  });

  it("when other sessions are ended, except the current one", async () => {
    const elsewhere = await listen(avery.cookie);
    const blake = await createTestUser(database(), { now: () => now });
    const [own] = await database()
      .unsafeDb.update(sessions)
      .set({ userId: avery.userId })
      .where(eq(sessions.userId, blake.userId))
      .returning({ sessionId: sessions.sessionId });
    expect(own).toBeDefined();
    const here = await listen(blake.cookie);
    const ended = await site.post("/api/EndOtherSessions", {}, { cookie: blake.cookie });
    expect(await ended.json()).toMatchObject({ data: { ended: 1 } });
    await elsewhere.ended();
    expect(elsewhere.events().at(-1)?.event).toBe("ended");
    await addProduct(blake.cookie);
    await here.until(() => expect(here.topics()).toEqual(["products"]));
  });

  it("when its session expires, at the next heartbeat", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const stream = await listen(avery.cookie);
    now = new Date(now.getTime() + 31 * 24 * 60 * minuteMs);
    vi.advanceTimersByTime(25_000);
    await stream.ended();
    expect(stream.events().at(-1)?.event).toBe("ended");
  });

  it("when the person opens a seventh, which closes the oldest with a notice", async () => {
    const streams: EventReader[] = [];
    for (let open = 0; open < 7; open += 1) streams.push(await listen(avery.cookie));
    await streams[0]?.ended();
    expect(streams[0]?.events().at(-1)?.event).toBe("full");
    expect(streams.map((stream) => stream.isEnded())).toEqual([
      true,
      ...Array.from({ length: 6 }, () => false),
    ]);
    const blake = await createTestUser(database(), { now: () => now });
    await listen(blake.cookie);
    expect(streams.filter((stream) => stream.isEnded())).toHaveLength(1);
  });

  it("when its reader stops reading", async () => {
    const response = await ask(avery.cookie);
    for (let change = 0; change < 200; change += 1)
      site.kernel.bus.tellAll("person", `${avery.userId} budgets`);
    const stream = readEvents(response);
    await stream.ended();
    expect(stream.topics().length).toBeLessThan(200);
  });
});

it("an open stream doesn't keep a session from becoming idle", async () => {
  const stream = await listen(avery.cookie);
  now = new Date(now.getTime() + 11 * 60 * minuteMs);
  await listen(avery.cookie, { "last-event-id": stream.lastId() });
  now = new Date(now.getTime() + 2 * 60 * minuteMs);
  const money = await site.request("/api/GetBudgets", { headers: { cookie: avery.cookie } });
  expect(money.status).toBe(401);
});

it("every call that changes data declares its topics or is known not to affect a screen", () => {
  const silent = Object.values(contracts)
    .flatMap((contract) => Object.values(contract))
    .filter(({ method, auth, changes }) => method === "POST" && auth !== "public" && changes.length === 0);
  expect(silent.map(({ path }) => path).toSorted()).toEqual([
    "/api/CreateFinancialLinkToken",
    "/api/DiscardPendingLink",
    "/api/GitHubOAuthCallback",
    "/api/GitHubUnlink",
    "/api/InvitePerson",
    "/api/LinkAccount",
    "/api/PreviewImport",
    "/api/PreviewRule",
    "/api/RemovePerson",
    "/api/RenamePasskey",
    "/api/ShowMoney",
    "/api/UploadProductImage",
    "/api/WithdrawInvitation",
  ]);
});
