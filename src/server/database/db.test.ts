import { createServer } from "node:net";
import { sql } from "drizzle-orm";
import { pgPolicy, pgRole, pgTable, text } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { listen } from "../../../tests/support/ports.ts";
import { openEmptyDatabase, useTestDatabase } from "../../../tests/support/test-database.ts";
import { DatabaseBusyError, openDatabase } from "./db.ts";

const database = useTestDatabase();

/** Speaks just enough of Postgres' protocol to accept a login and answer every query with nothing, or not at all. */
async function startFreezablePostgres() {
  const ready = Buffer.from("5a0000000549", "hex");
  const nothing = Buffer.concat([Buffer.from("430000000853455400", "hex"), ready]);
  let isFrozen = false;
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write(Buffer.concat([Buffer.from("520000000800000000", "hex"), ready]));
      socket.on("data", ([kind]) => {
        if (!isFrozen && kind === 0x51) socket.write(nothing);
      });
    });
  });
  return {
    url: `postgresql://me@127.0.0.1:${await listen(server)}/folio`,
    freeze: () => void (isFrozen = true),
    thaw: () => void (isFrozen = false),
    stop: () => new Promise<void>((done) => void server.close(() => done())),
  };
}

/** A table like those of the features. */
const notes = pgTable(
  "test_notes",
  { userId: text("user_id").notNull(), body: text().notNull() },
  (table) => [
    pgPolicy("own_notes", {
      for: "all",
      to: pgRole("app_user").existing(),
      using: sql`${table.userId} = current_setting('app.user_id', true)`,
      withCheck: sql`${table.userId} = current_setting('app.user_id', true)`,
    }),
  ],
).enableRLS();

beforeAll(async () => {
  await database().unsafeDb.execute(sql`create table test_notes (user_id text not null, body text not null)`);
  await database().unsafeDb.execute(sql`alter table test_notes enable row level security`);
  await database().unsafeDb.execute(
    sql`create policy own_notes on test_notes to app_user using (user_id = current_setting('app.user_id', true)) with check (user_id = current_setting('app.user_id', true))`,
  );
});

afterAll(async () => void (await database().unsafeDb.execute(sql`drop table test_notes`)));

describe("a user's transaction", () => {
  beforeEach(async () => {
    await database()
      .unsafeDb.insert(notes)
      .values([
        { userId: "ana", body: "hers" },
        { userId: "ben", body: "his" },
      ]);
  });

  it("sees only that user's rows", async () => {
    expect(await database().asUser("ana", (tx) => tx.select().from(notes))).toEqual([
      { userId: "ana", body: "hers" },
    ]);
    expect(await database().asUser("nobody", (tx) => tx.select().from(notes))).toEqual([]);
  });

  it("cannot change, remove or write another's rows", async () => {
    await database().asUser("ana", (tx) => tx.update(notes).set({ body: "taken" }));
    await database().asUser("ana", (tx) => tx.delete(notes).where(sql`body = 'his'`));
    expect(await database().unsafeDb.select().from(notes).orderBy(notes.userId)).toEqual([
      { userId: "ana", body: "taken" },
      { userId: "ben", body: "his" },
    ]);
    await expect(
      database().asUser("ana", (tx) => tx.insert(notes).values({ userId: "ben", body: "forged" })),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining("row-level security") } });
  });

  it("keeps users apart when many run at once, and leaves no role or user behind", async () => {
    const seen = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        database().asUser(index % 2 ? "ana" : "ben", (tx) => tx.select().from(notes)),
      ),
    );
    for (const [index, rows] of seen.entries()) {
      expect(rows.map((row) => row.userId)).toEqual([index % 2 ? "ana" : "ben"]);
    }
    expect(await database().unsafeDb.select().from(notes)).toHaveLength(2);
  });

  it("is rolled back entirely when its work fails", async () => {
    const work = database().asUser("ana", async (tx) => {
      await tx.insert(notes).values({ userId: "ana", body: "half done" });
      throw new Error("stop");
    });
    await expect(work).rejects.toThrow("stop");
    expect(await database().unsafeDb.select().from(notes)).toHaveLength(2);
    const { rows } = await database().unsafeDb.execute(sql`select current_user <> 'app_user' as ours`);
    expect(rows).toEqual([{ ours: true }]);
  });

  it("reads and writes nothing if it could not begin, and fails", async () => {
    // What follows is sent before the answer to `begin`.
    const isolationLevel = z.any().parse("sideways");
    const seen: unknown[] = [];
    const work = database().asUser(
      "ana",
      async (tx) => {
        seen.push(await tx.select().from(notes));
        await tx.insert(notes).values({ userId: "ana", body: "lost" });
      },
      { isolationLevel },
    );
    await expect(work).rejects.toThrow();
    expect(seen).toEqual([[]]);
    expect(await database().unsafeDb.select().from(notes)).toHaveLength(2);
    expect(await database().asUser("ana", (tx) => tx.select().from(notes))).toHaveLength(1);
  });

  it("requires a user id", () => {
    expect(() => database().asUser("", (tx) => tx.select().from(notes))).toThrow("needs the id of a user");
  });

  it("treats the id as a value, whatever it contains", async () => {
    const odd = `o'brien"; drop table test_notes; --`;
    await database().asUser(odd, (tx) => tx.insert(notes).values({ userId: odd, body: "mine" }));
    expect(await database().asUser(odd, (tx) => tx.select().from(notes))).toEqual([
      { userId: odd, body: "mine" },
    ]);
  });
});

describe("the database", () => {
  it("answers a ping, speaks UTC and has trigram search", async () => {
    await database().ping();
    const { rows } = await database().unsafeDb.execute(sql`select current_setting('TimeZone') as zone`);
    expect(rows).toEqual([{ zone: "UTC" }]);
    await database().unsafeDb.execute(sql`create extension if not exists pg_trgm`);
    const found = await database().unsafeDb.execute(
      sql`select similarity('budget', 'budgets') > 0.5 as similar`,
    );
    expect(found.rows).toEqual([{ similar: true }]);
  });

  it("survives a failed query and a client discarded inside a transaction", async () => {
    await expect(database().pool.query("select nothing from nowhere")).rejects.toThrow("nowhere");
    const client = await database().pool.connect();
    await client.query("begin");
    await client.query("insert into test_notes values ('ana', 'never committed')");
    client.release(true);
    expect(await database().unsafeDb.select().from(notes)).toEqual([]);
  });

  it("fails instead of hanging when transactions wait for raw handles", async () => {
    const small = await openEmptyDatabase({ connectionTimeoutMs: 300 });
    try {
      const size = small.pool.options.max;
      const allHold = Promise.withResolvers<void>();
      let holding = 0;
      const work = Array.from({ length: size }, () =>
        small.unsafeDb
          .transaction(async () => {
            holding += 1;
            if (holding === size) allHold.resolve();
            await allHold.promise;
            await small.unsafeDb.execute(sql`select 1`);
          })
          // Nobody waits for one that got no connection on a busy machine.
          .finally(() => allHold.resolve()),
      );
      const results = await Promise.allSettled(work);
      const reasons = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
      // The first may be one that waited for its own connection.
      expect(reasons).toContainEqual(expect.objectContaining({ cause: expect.any(DatabaseBusyError) }));
      await small.ping();
    } finally {
      await small.close();
    }
  });

  it("times out a ping while the server is frozen, and recovers once it is back", async () => {
    const server = await startFreezablePostgres();
    const frozen = await openDatabase({ databaseUrl: server.url, pingTimeoutMs: 50 });
    server.freeze();
    await expect(frozen.ping()).rejects.toThrow(/timeout/);
    server.thaw();
    await frozen.ping();
    await frozen.close();
    await server.stop();
  });

  it("names the unreachable server without its password", async () => {
    const opening = openDatabase({ databaseUrl: "postgresql://me:secret@127.0.0.1:1/folio" });
    await expect(opening).rejects.toThrow(/^Can't reach the database at 127\.0\.0\.1:1\/folio\.$/);
  });

  it("requires a location", async () => {
    await expect(openDatabase({})).rejects.toThrow("DATABASE_URL or a data directory");
  });
});
