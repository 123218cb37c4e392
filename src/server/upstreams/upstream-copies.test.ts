import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { useTestDatabase } from "../../../tests/support/test-database.ts";
import type { Database } from "../database/db.ts";
import { createLogger } from "../log.ts";
import { createUpstreamCopies, type FetchedCopy } from "./upstream-copies.ts";

const database = useTestDatabase();
const schema = z.object({ stars: z.number() });
type Value = z.output<typeof schema>;
const minuteMs = 60_000;

function setUp(options: { source?: string; maxCopies?: number; database?: Database } = {}) {
  const clock = { at: new Date("2026-11-21T12:00:00Z") };
  const logged: string[] = [];
  const log = createLogger({ level: "warn", destination: { write: (line) => void logged.push(line) } });
  const kernel = { database: options.database ?? database(), log, now: () => clock.at };
  const copies = createUpstreamCopies(kernel, {
    source: options.source ?? "https://api.example",
    maxCopies: options.maxCopies ?? 1_000,
  });
  const etags: (string | null)[] = [];
  let answer: () => Promise<FetchedCopy<Value>> = async () => ({ value: { stars: 1 } });
  return {
    copies,
    etags,
    logged,
    passMinutes: (minutes: number) => void (clock.at = new Date(clock.at.getTime() + minutes * minuteMs)),
    answerWith: (next: () => Promise<FetchedCopy<Value>>) => void (answer = next),
    read: (more: { waitWhenOlderThanMs?: number; changedAt?: Date; key?: string } = {}) =>
      copies.read({
        key: "repo",
        schema,
        freshMs: 10 * minuteMs,
        ...more,
        fetch: (etag) => {
          etags.push(etag);
          return answer();
        },
      }),
  };
}

describe("copies of an upstream's answers", () => {
  it("are fetched once and then served while they are fresh", async () => {
    const { read, etags, passMinutes } = setUp();
    expect(await read()).toEqual({
      value: { stars: 1 },
      asOf: new Date("2026-11-21T12:00:00Z"),
      isStale: false,
    });
    passMinutes(9);
    expect((await read()).asOf).toEqual(new Date("2026-11-21T12:00:00Z"));
    expect(etags).toHaveLength(1);
  });

  it("are fetched once for concurrent readers", async () => {
    const { read, etags } = setUp();
    await Promise.all([read(), read(), read()]);
    expect(etags).toHaveLength(1);
  });

  it.each([
    ["a NUL", "tree a\u0000b"],
    ["as many characters as a path can have", `file ${randomBytes(2_048).toString("hex")}`],
  ])("are kept and forgotten under a key with %s", async (_case, key) => {
    const { read, etags, copies } = setUp();
    await read({ key });
    await read({ key });
    expect(etags).toHaveLength(1);
    expect(await copies.peek(key, schema)).toMatchObject({ value: { stars: 1 } });
    await copies.forget([key]);
    expect(await copies.peek(key, schema)).toBeNull();
  });

  it("aren't fetched again by a reader who looked just before they were stored", async () => {
    const gate = Promise.withResolvers<undefined>();
    let looks = 0;
    const unsafeDb = new Proxy(database().unsafeDb, {
      get(target, name) {
        looks += name === "select" ? 1 : 0;
        // The first read finds nothing, and is delayed until another one has stored a copy.
        if (name === "select" && looks === 1)
          return () => ({ from: () => ({ where: () => gate.promise.then(() => []) }) });
        const found: unknown = Reflect.get(target, name);
        return typeof found === "function" ? found.bind(target) : found;
      },
    });
    const late = setUp({ database: { ...database(), unsafeDb } });
    const reading = late.read();
    await setUp().read();
    gate.resolve(undefined);
    expect(await reading).toMatchObject({ value: { stars: 1 } });
    expect(late.etags).toEqual([]);
  });

  it("are served stale at once while a new one is fetched", async () => {
    const { read, answerWith, passMinutes } = setUp();
    await read();
    passMinutes(11);
    answerWith(async () => ({ value: { stars: 2 } }));
    expect(await read()).toMatchObject({ value: { stars: 1 }, isStale: true });
    await vi.waitFor(async () => expect(await read()).toMatchObject({ value: { stars: 2 }, isStale: false }));
  });

  it("wait for a new one if older than the reader accepts", async () => {
    const { read, answerWith, passMinutes } = setUp();
    await read();
    passMinutes(60);
    answerWith(async () => ({ value: { stars: 2 } }));
    expect(await read({ waitWhenOlderThanMs: 30 * minuteMs })).toMatchObject({ value: { stars: 2 } });
  });

  it("are stale when the upstream is known to have changed since", async () => {
    const { read, etags, passMinutes } = setUp();
    await read();
    passMinutes(2);
    expect(await read({ changedAt: new Date("2026-11-21T12:01:00Z") })).toMatchObject({ isStale: true });
    expect(await read({ changedAt: new Date("2026-11-21T11:59:00Z") })).toMatchObject({
      value: { stars: 1 },
    });
    // The new copy is stored before the test ends; else the next test would find it.
    await vi.waitFor(async () =>
      expect(await read({ changedAt: new Date("2026-11-21T12:01:00Z") })).toMatchObject({ isStale: false }),
    );
    expect(etags).toHaveLength(2);
  });

  it("stay when the upstream fails, which is retried only after a pause", async () => {
    const { read, answerWith, passMinutes, etags, logged } = setUp();
    await read();
    passMinutes(60);
    answerWith(async () => Promise.reject(new Error("down")));
    const waiting = { waitWhenOlderThanMs: 0 };
    expect(await read(waiting)).toMatchObject({ value: { stars: 1 }, isStale: true });
    expect(await read(waiting)).toMatchObject({ value: { stars: 1 }, isStale: true });
    expect(etags).toHaveLength(2);
    expect(logged).toHaveLength(1);
    passMinutes(1);
    await read(waiting);
    expect(etags).toHaveLength(3);
  });

  it("fail with the upstream's own error if there are none", async () => {
    const { read, answerWith } = setUp();
    answerWith(async () => Promise.reject(new Error("down")));
    await expect(read()).rejects.toThrow("down");
  });

  it("are renewed by a 304 to their own ETag", async () => {
    const { read, answerWith, passMinutes, etags } = setUp();
    answerWith(async () => ({ value: { stars: 5 }, etag: 'W/"a"' }));
    await read();
    passMinutes(60);
    answerWith(async () => "not-modified");
    expect(await read({ waitWhenOlderThanMs: 0 })).toEqual({
      value: { stars: 5 },
      asOf: new Date("2026-11-21T13:00:00Z"),
      isStale: false,
    });
    expect(etags).toEqual([null, 'W/"a"']);
  });

  it("of an older schema are ignored", async () => {
    const { read, copies, etags } = setUp();
    await database().unsafeDb.execute(
      sql`insert into upstream_copies values ('https://api.example', 'repo', '{"stars":"many"}', 'W/"a"', now())`,
    );
    expect(await copies.peek("repo", schema)).toBeNull();
    expect(await read()).toMatchObject({ value: { stars: 1 } });
    expect(etags).toEqual([null]);
  });

  it("of one address are invisible to another, so sandbox and live never mix", async () => {
    await setUp().read();
    const live = setUp({ source: "https://live.example" });
    expect(await live.copies.peek("repo", schema)).toBeNull();
    await live.read();
    expect(live.etags).toEqual([null]);
  });

  it("can be read at any age, and removed", async () => {
    const { read, copies, passMinutes } = setUp();
    await read();
    passMinutes(10_000);
    expect(await copies.peek("repo", schema)).toEqual({
      value: { stars: 1 },
      asOf: new Date("2026-11-21T12:00:00Z"),
    });
    await copies.forget(["repo"]);
    expect(await copies.peek("repo", schema)).toBeNull();
  });

  it("are pruned, oldest first, when there are too many", async () => {
    const { read, passMinutes } = setUp({ maxCopies: 10 });
    for (let index = 0; index < 100; index += 1) {
      passMinutes(1);
      await read({ key: `repo ${index}` });
    }
    await vi.waitFor(async () => {
      const { rows } = await database().unsafeDb.execute<{ key: string }>(
        sql`select key from upstream_copies order by as_of`,
      );
      expect(rows.map(({ key }) => key)).toEqual(
        Array.from({ length: 10 }, (_, index) => `repo ${90 + index}`),
      );
    });
  });

  it("keep text that jsonb would refuse", async () => {
    const { copies } = setUp();
    const text = "a\u0000b\ud800";
    const wanted = {
      key: "file",
      schema: z.string(),
      freshMs: minuteMs,
      fetch: async () => ({ value: text }),
    };
    expect(await copies.read(wanted)).toMatchObject({ value: text });
    expect(await copies.read(wanted)).toMatchObject({ value: text });
  });
});
