import { randomUUID } from "node:crypto";
import { setTimeout as sleepFor } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { createBusLine } from "./bus-line.ts";
import type { Database, DatabaseLog, Transaction } from "./db.ts";

/** What has changed: what the site says, what its public pages show, the index of bills, the queue of jobs. */
const topics = ["content", "pages", "bills", "jobs"] as const;
export type BusTopic = (typeof topics)[number];

/**
 * Tells the servers of one database that something has changed, so that what each keeps in memory follows at once. It carries
 * no data: whoever hears of a change reads anew, and whatever is heard twice, or for nothing, does no harm
 * (docs/decisions/0020).
 */
export type Bus = {
  /** Tells all other servers, soon; while the database is away, once it is back. Never throws, never waits. */
  tell: (topic: BusTopic) => void;
  /** Tells all servers, this one too, if and when the transaction commits. Does nothing on the embedded database. */
  tellAtCommit: (tx: Transaction, topic: BusTopic) => Promise<void>;
  /**
   * Calls `listener` when another server tells of it, and when it may have done so unheard. Answers how to stop.
   */
  onNews: (topic: BusTopic, listener: () => void) => () => void;
  /** Begins to listen; resolves when it does, or when that has to be tried again later. */
  start: () => Promise<void>;
  /** Tells what is still to be told, then ends. */
  stop: () => Promise<void>;
};

type BusKernel = { database: Pick<Database, "pool" | "createClient">; log: DatabaseLog };

const channel = "folio_bus";
const toAll = "*";
const retryMs = 1_000;

/** A server's end of the bus: LISTEN and NOTIFY on Postgres, plain calls on the embedded database. */
export function createBus({ database, log }: BusKernel): Bus {
  const audience = createAudience(log);
  if (database.createClient === null) return createLocalBus(database.pool, audience);
  const server: string = randomUUID();
  const line = createBusLine({
    createClient: database.createClient,
    channel,
    log,
    onMessage(message) {
      const [from, topic] = message.split(" ");
      if (from !== server) audience.hear(topics.filter((known) => known === topic));
    },
    // Nobody knows what was told meanwhile.
    onGap: () => audience.hear(topics),
  });
  const speaker = createSpeaker(log, async (told) => {
    const messages = told.map((topic) => `${server} ${topic}`);
    await database.pool.query("select pg_notify($1, message) from unnest($2::text[]) as message", [
      channel,
      messages,
    ]);
  });
  return {
    tell: speaker.tell,
    async tellAtCommit(tx, topic) {
      await tx.execute(sql`select pg_notify(${channel}, ${`${toAll} ${topic}`})`);
    },
    onNews: audience.onNews,
    start: line.start,
    async stop() {
      await speaker.stop();
      await line.stop();
    },
  };
}

type Audience = ReturnType<typeof createAudience>;

function createAudience(log: DatabaseLog) {
  const listeners = new Map<BusTopic, Set<() => void>>(topics.map((topic) => [topic, new Set()]));
  return {
    onNews: (topic: BusTopic, listener: () => void): (() => void) => {
      listeners.get(topic)?.add(listener);
      return () => void listeners.get(topic)?.delete(listener);
    },
    hear(heard: readonly BusTopic[]): void {
      for (const topic of heard) {
        for (const listener of listeners.get(topic) ?? []) {
          try {
            listener();
          } catch (error) {
            log.error({ error, topic }, "news of another server could not be dealt with");
          }
        }
      }
    },
  };
}

/** The embedded database has one process; the several servers of a test share its pool, and so one bus. */
const audiencesOfPools = new WeakMap<object, Set<Audience>>();

function createLocalBus(pool: object, audience: Audience): Bus {
  const everybody = audiencesOfPools.get(pool) ?? new Set<Audience>();
  audiencesOfPools.set(pool, everybody);
  return {
    tell(topic) {
      for (const other of everybody) if (other !== audience) other.hear([topic]);
    },
    tellAtCommit: async () => {},
    onNews: audience.onNews,
    start: async () => void everybody.add(audience),
    stop: async () => void everybody.delete(audience),
  };
}

/** Says what is to be told, all that has gathered at once, until the database has taken it. */
function createSpeaker(log: DatabaseLog, say: (told: BusTopic[]) => Promise<void>) {
  const waiting = new Set<BusTopic>();
  const stopping = new AbortController();
  let speaking: Promise<void> | null = null;

  async function speak(): Promise<void> {
    for (let failures = 0; waiting.size > 0;) {
      const told = [...waiting];
      waiting.clear();
      try {
        await say(told);
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures === 1)
          log.warn({ error, told }, "the other servers could not be told; it is tried again");
        if (stopping.signal.aborted) return;
        for (const topic of told) waiting.add(topic);
        await sleepFor(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      }
    }
  }

  return {
    tell: (topic: BusTopic): void => {
      waiting.add(topic);
      speaking ??= speak().finally(() => (speaking = null));
    },
    async stop(): Promise<void> {
      stopping.abort();
      await speaking;
    },
  };
}
