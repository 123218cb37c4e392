import { afterEach, describe, expect, it, vi } from "vitest";
import { useTestDatabase } from "../../../tests/support/test-database.ts";
import { createBus, type Bus } from "./bus.ts";
import type { Database } from "../database/db.ts";
import { createLogger } from "../log.ts";

const database = useTestDatabase({ emptyBefore: "all" });
const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

type Server = { bus: Bus; heard: string[]; logged: string[] };

/** Starts a server's bus and records what it receives. */
async function startServer(of: Database = database()): Promise<Server> {
  const logged: string[] = [];
  const log = createLogger({ level: "debug", destination: { write: (line) => void logged.push(line) } });
  const bus = createBus({ database: of, log });
  const heard: string[] = [];
  for (const topic of ["content", "pages", "bills", "jobs"] as const)
    bus.onNews(topic, () => heard.push(topic));
  await bus.start();
  ending.push(() => bus.stop());
  return { bus, heard, logged };
}

const startServers = () => Promise.all([startServer(), startServer(), startServer()]);
const until = (check: () => void) => vi.waitFor(check, { timeout: 5_000, interval: 20 });

/** Resolves once everything sent before has arrived; one server's messages arrive in order. */
async function afterOneMore({ bus }: Server, ...others: Server[]): Promise<void> {
  const before = others.map(({ heard }) => heard.length);
  bus.tell("bills");
  await until(() =>
    expect(others.every(({ heard }, index) => heard.length > (before[index] ?? 0))).toBe(true),
  );
}

describe("the bus", () => {
  it("notifies all servers except the sender", async () => {
    const [first, second, third] = await startServers();
    first.bus.tell("content");
    await until(() => expect([second.heard, third.heard]).toEqual([["content"], ["content"]]));
    await afterOneMore(second, first, third);
    expect(first.heard).toEqual(["bills"]);
  });

  it("stops calling a removed listener", async () => {
    const [first, second, third] = await startServers();
    const listener = vi.fn();
    second.bus.onNews("pages", listener)();
    first.bus.tell("pages");
    await afterOneMore(first, second, third);
    expect(listener).not.toHaveBeenCalled();
  });

  it("continues after a listener fails", async () => {
    const [first, second] = await startServers();
    second.bus.onNews("content", () => {
      throw new Error("cannot be read");
    });
    const listener = vi.fn();
    second.bus.onNews("content", listener);
    first.bus.tell("content");
    await until(() => expect(listener).toHaveBeenCalledOnce());
    expect(second.logged.filter((line) => line.includes("A listener failed"))).toHaveLength(1);
  });

  it("is silent once stopped", async () => {
    const [first, second, third] = await startServers();
    await second.bus.stop();
    first.bus.tell("content");
    await until(() => expect(third.heard).toEqual(["content"]));
    expect(second.heard).toEqual([]);
  });

  it("notifies when a transaction commits, and never when it rolls back", async () => {
    const [first, second] = await startServers();
    const rollback = database().unsafeDb.transaction(async (tx) => {
      await first.bus.tellAtCommit(tx, "content");
      throw new Error("never mind");
    });
    await expect(rollback).rejects.toThrow("never mind");
    await database().asUser("somebody", async (tx) => {
      await first.bus.tellAtCommit(tx, "jobs");
      await afterOneMore(first, second);
      expect(second.heard).toEqual(["bills"]);
    });
    await until(() => expect([first.heard, second.heard]).toEqual([["jobs"], ["bills", "jobs"]]));
  });

  it("reconnects after a lost connection and assumes that everything has changed", async () => {
    const [first, second, third] = await startServers();
    await database().pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()",
    );
    const everything = ["bills", "content", "jobs", "pages"];
    await until(() => {
      for (const { heard } of [first, second, third]) expect(heard.toSorted()).toEqual(everything);
    });
    await afterOneMore(first, second, third);
    expect(second.logged.filter((line) => line.includes("Lost the connection"))).toHaveLength(1);
    expect(
      second.logged.filter((line) => line.includes("Listening to the other servers again")),
    ).toHaveLength(1);
  });

  it("queues notifications until the database is back", async () => {
    const query = vi.fn(database().pool.query.bind(database().pool));
    query.mockRejectedValueOnce(new Error("away"));
    const pool = new Proxy(database().pool, {
      get: (target, name): unknown => (name === "query" ? query : Reflect.get(target, name, target)),
    });
    const [first, second] = [await startServer({ ...database(), pool }), await startServer()];
    first.bus.tell("content");
    first.bus.tell("pages");
    await until(() => expect(second.heard.toSorted()).toEqual(["content", "pages"]));
    expect(first.logged.filter((line) => line.includes("Can't notify"))).toHaveLength(1);
  });

  it("ignores malformed messages on its channel", async () => {
    const [first, second] = await startServers();
    await database().pool.query(
      "select pg_notify('folio_bus', m) from unnest(array['', '*', '* nothing', 'x y z']) m",
    );
    await afterOneMore(first, second);
    expect(second.heard).toEqual(["bills"]);
  });
});
