import { randomUUID } from "node:crypto";
import { setTimeout as sleepFor } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { createBusLine } from "./bus-line.ts";
import type { DatabaseLog } from "../database/database-log.ts";
import type { Database, Transaction } from "../database/db.ts";

/** What has changed: what the site says, what its public pages show, the index of bills, the queue of jobs, what a person has. */
const topics = ["content", "pages", "bills", "jobs", "person"] as const;
export type BusTopic = (typeof topics)[number];

/** Hears words of the topic's own (whose data, what of it); null where anything of the topic may have changed. */
type Listener = (about: string | null) => void;

/**
 * Tells the servers of one database that something has changed, so that what each keeps in memory follows at once. It names
 * what has changed and carries no data: whoever hears of a change reads anew, and whatever is heard twice, or for nothing, does no harm
 * (docs/decisions/0020).
 */
export type Bus = {
  /** Tells all other servers, soon; while the database is away, once it is back. Never throws, never waits. */
  tell: (topic: BusTopic, about?: string) => void;
  /** Tells this server now and the others as `tell` does. */
  tellAll: (topic: BusTopic, about?: string) => void;
  /** Tells all servers, this one too, if and when the transaction commits. */
  tellAtCommit: (tx: Transaction, topic: BusTopic) => Promise<void>;
  /**
   * Calls `listener` when another server tells of it, and when it may have done so unheard. Answers how to stop.
   */
  onNews: (topic: BusTopic, listener: Listener) => () => void;
  /** Begins to listen; resolves when it does, or when that has to be tried again later. */
  start: () => Promise<void>;
  /** Tells what is still to be told, then ends. */
  stop: () => Promise<void>;
};

type BusKernel = { database: Pick<Database, "pool" | "createClient">; log: DatabaseLog };

const channel = "folio_bus";
const toAll = "*";
const retryMs = 1_000;

/** A server's end of the bus: LISTEN and NOTIFY. */
export function createBus({ database, log }: BusKernel): Bus {
  const audience = createAudience(log);
  const server: string = randomUUID();
  const line = createBusLine({
    createClient: database.createClient,
    channel,
    log,
    onMessage(message) {
      const [from, topic, ...about] = message.split(" ");
      if (from === server) return;
      for (const known of topics) if (known === topic) audience.hear(known, about.join(" ") || null);
    },
    // Nobody knows what was told meanwhile.
    onGap: () => topics.forEach((topic) => audience.hear(topic, null)),
  });
  const speaker = createSpeaker(log, async (told) => {
    const messages = told.map((words) => `${server} ${words}`);
    await database.pool.query("select pg_notify($1, message) from unnest($2::text[]) as message", [
      channel,
      messages,
    ]);
  });
  return {
    tell: speaker.tell,
    tellAll(topic, about) {
      audience.hear(topic, about ?? null);
      speaker.tell(topic, about);
    },
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

function createAudience(log: DatabaseLog) {
  const listeners = new Map<BusTopic, Set<Listener>>(topics.map((topic) => [topic, new Set()]));
  return {
    onNews: (topic: BusTopic, listener: Listener): (() => void) => {
      listeners.get(topic)?.add(listener);
      return () => void listeners.get(topic)?.delete(listener);
    },
    hear(topic: BusTopic, about: string | null): void {
      for (const listener of listeners.get(topic) ?? []) {
        try {
          listener(about);
        } catch (error) {
          log.error({ error, topic }, "news of another server could not be dealt with");
        }
      }
    },
  };
}

/** Says what is to be told, all that has gathered at once, until the database has taken it. */
function createSpeaker(log: DatabaseLog, say: (told: string[]) => Promise<void>) {
  const waiting = new Set<string>();
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
        for (const words of told) waiting.add(words);
        await sleepFor(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      }
    }
  }

  return {
    tell: (topic: BusTopic, about?: string): void => {
      waiting.add(about === undefined ? topic : `${topic} ${about}`);
      speaking ??= speak().finally(() => (speaking = null));
    },
    async stop(): Promise<void> {
      stopping.abort();
      await speaking;
    },
  };
}
