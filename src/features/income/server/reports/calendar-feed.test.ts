import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestUser, liveTestSettings } from "../../../../../tests/support/factories/auth-factory.ts";
import { users } from "#server/tables/auth-tables.ts";
import { createIncomeSite, type IncomeSite } from "../../../../../tests/support/sites/income-site.ts";
import { createTestApp } from "../../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { calendarFeeds } from "#server/tables/income-tables.ts";

const database = useTestDatabase();
const now = () => new Date("2026-11-21T17:00:00Z");
let site: IncomeSite;

beforeEach(async () => {
  site = await createIncomeSite(database(), { now });
});

async function create(cookie?: string): Promise<string> {
  const { data } = await site.post<{ url: string }>("/api/CreateCalendarFeed", {}, cookie);
  return data.url;
}

const pathOf = (url: string) => new URL(url).pathname;

describe("a calendar feed", () => {
  it("gives due dates, amounts, and status to anyone with its address", async () => {
    const incomeSourceId = await site.source({
      name: "Unit 2; upstairs",
      startDate: "2026-10-01",
      endDate: "2026-12-31",
      amountDue: 1_250,
    });
    const [transactionId = 0] = await site.rows([{ amount: 1_250_00, date: "2026-10-14" }]);
    await site.link(incomeSourceId, transactionId, 1_250);
    const response = await site.app.request(pathOf(await create()));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    const text = (await response.text()).replaceAll("\r\n ", "");
    expect(text.startsWith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")).toBe(true);
    expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
    const lines = text.split("\r\n");
    const of = (name: string) => lines.filter((line) => line.startsWith(name));
    expect(of("DTSTART")).toEqual([
      "DTSTART;VALUE=DATE:20261015",
      "DTSTART;VALUE=DATE:20261115",
      "DTSTART;VALUE=DATE:20261215",
    ]);
    expect(of("SUMMARY")).toEqual([
      "SUMMARY:Unit 2\\; upstairs: $1\\,250.00 (Paid)",
      "SUMMARY:Unit 2\\; upstairs: $1\\,250.00 (Past Due)",
      "SUMMARY:Unit 2\\; upstairs: $1\\,250.00 due",
    ]);
    expect(of("UID")[0]).toMatch(new RegExp(`^UID:income-${incomeSourceId}-2026-10@`));
    expect(of("URL")[0]).toBe(`URL:http://localhost:3000/account/${site.itemId}/income?month=2026-10`);
  });

  it("stores only the hash of its secret, which is shown once and never logged", async () => {
    const url = await create();
    const token = pathOf(url).slice("/calendar/".length, -".ics".length);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await database().unsafeDb.select().from(calendarFeeds))).not.toContain(token);
    const { data } = await site.get("/api/GetCalendarFeed");
    expect(data).toEqual({ calendarFeed: { createdAt: now().toISOString() } });
    await site.app.request(pathOf(url));
    await site.app.request(`/calendar/${token}`);
    await site.post("/api/RevokeCalendarFeed", {});
    await site.app.request(pathOf(url));
    expect(JSON.stringify(site.app.logged)).not.toContain(token.slice(0, 20));
    expect(JSON.stringify(site.app.logged)).toContain("/calendar/:secret");
  });

  it.each(["GET", "HEAD", "POST", "PUT", "OPTIONS", "PROPFIND", "REPORT"])(
    "keeps its secret out of the log for any spelling of its address (%s)",
    async (method) => {
      const path = pathOf(await create());
      const token = path.slice("/calendar/".length, -".ics".length);
      const spellings = [
        path,
        `${path}/`,
        `/${path}`,
        `//${path}//`,
        path.replace("/calendar/", "/calendar//"),
        path.replace("calendar", "CALENDAR"),
        path.replace("calendar", "Calendar").replace(".ics", ".ICS"),
        path.replace("calendar", "%63alendar"),
        path.replace("calendar", "%2563alendar"),
        path.replace("/calendar/", "/calendar%2F"),
        path.replace("/calendar/", "/%2Fcalendar%5C"),
        path.replace(".ics", "%2eics"),
        `/x/..${path}`,
        `/api${path}`,
        `${path}/more`,
        `${path};version=1`,
      ];
      for (const spelling of spellings) await site.app.request(spelling, { method });
      const logged = JSON.stringify(site.app.logged);
      expect(logged).not.toContain(token.slice(0, 20));
      expect(site.app.logged.filter(({ msg }) => msg === "request").length).toBeGreaterThan(spellings.length);
    },
  );

  it("returns 404 once revoked or replaced, or for an invalid secret", async () => {
    const first = pathOf(await create());
    const second = pathOf(await create());
    const status = async (path: string) => (await site.app.request(path)).status;
    expect([await status(first), await status(second)]).toEqual([404, 200]);
    expect((await site.post("/api/RevokeCalendarFeed", {})).status).toBe(200);
    expect((await site.post("/api/RevokeCalendarFeed", {})).status).toBe(200);
    expect((await site.get("/api/GetCalendarFeed")).data).toEqual({ calendarFeed: null });
    const others = [
      second,
      "/calendar/x.ics",
      "/calendar/.ics",
      `/calendar/${"a".repeat(43)}.ics`,
      "/calendar/%00.ics",
    ];
    for (const path of others) expect([path, await status(path)]).toEqual([path, 404]);
    const gone = await site.app.request(second);
    expect(gone.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(gone.headers.get("cache-control")).toBe("no-store");
  });

  it("shows nobody else's income", async () => {
    await site.source({ name: "Mine" });
    const theirs = await site.stranger();
    const { institutionAccessItemId } = theirs.account;
    await site.saveSource({ name: "Theirs", institutionAccessItemId }, theirs.cookie);
    const text = await (await site.app.request(pathOf(await create(theirs.cookie)))).text();
    expect(text).toContain("SUMMARY:Theirs");
    expect(text).not.toContain("Mine");
  });

  it("ends when its person loses access", async () => {
    const live = createTestApp(database(), { now, environment: liveTestSettings });
    const person = await createTestUser(database(), { mode: "live", now });
    const answer = await live.post("/api/CreateCalendarFeed", {}, { cookie: person.cookie });
    const { data } = (await answer.json()) as { data: { url: string } };
    expect((await live.request(pathOf(data.url))).status).toBe(200);
    const other = "a4c9e8d7-1b2f-4e3a-8d5c-6f7a8b9c0d02";
    const shut = createTestApp(database(), {
      now,
      environment: { ...liveTestSettings, ALLOWED_USERS: other },
    });
    expect((await shut.request(pathOf(data.url))).status).toBe(404);
    await database().unsafeDb.delete(users).where(eq(users.userId, person.userId));
    expect((await live.request(pathOf(data.url))).status).toBe(404);
  });

  it("counts toward the caller's rate limit for reads", async () => {
    const small = createTestApp(database(), { now, environment: { READS_PER_MINUTE: "2" } });
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await small.request("/calendar/guess.ics")).status);
    expect(statuses).toEqual([404, 404, 429]);
  });
});
