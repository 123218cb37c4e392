import { randomUUID } from "node:crypto";
import { setTimeout as sleepFor } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { createBusLine } from "./bus-line.ts";
import type { DatabaseLog } from "../database/database-log.ts";
import type { Database, Transaction } from "../database/db.ts";

/**
 * Topics of change: the site's content, its public pages, the index of bills, the job queue, a person's data, the ways to sign
 * in.
 */
const topics = ["content", "pages", "bills", "jobs", "person", "sign-in", "code"] as const;
export type BusTopic = (typeof topics)[number];

/**
 * Called with details in the topic's own format (whose data, which part), or null if anything under the topic may have changed.
 */
type Listener = (about: string | null) => void;

/**
 * Notifies the servers of one database of changes, so that their in-memory copies follow at once. A message names what has
 * changed and carries no data: receivers read anew, and duplicate or needless messages do no harm (docs/decisions/0020).
 */
export type Bus = {
  /** Notifies all other servers soon, or once the database is back. Never throws or waits. */
  tell: (topic: BusTopic, about?: string) => void;
  /** Notifies this server now and the others as `tell` does. */
  tellAll: (topic: BusTopic, about?: string) => void;
  /** Notifies all servers, including this one, if and when the transaction commits. */
  tellAtCommit: (tx: Transaction, topic: BusTopic) => Promise<void>;
  /** Calls `listener` when another server reports a change, or may have done so unheard. Returns a function that unsubscribes. */
  onNews: (topic: BusTopic, listener: Listener) => () => void;
  /** Begins to listen; resolves once it does, or once a retry is scheduled. */
  start: () => Promise<void>;
  /** Sends what is still queued, then ends. */
  stop: () => Promise<void>;
};

type BusKernel = { database: Pick<Database, "pool" | "createClient">; log: DatabaseLog };

const channel = "folio_bus";
const toAll = "*";
const retryMs = 1_000;

/** Creates a server's end of the bus, based on LISTEN and NOTIFY. */
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
    // Messages may have been missed in the meantime.
    onGap: () => topics.forEach((topic) => audience.hear(topic, null)),
  });
  const speaker = createSender(log, async (told) => {
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
          log.error({ error, topic }, "A listener failed to handle a message of another server.");
        }
      }
    },
  };
}

/** Sends everything queued in one statement, retrying until the database accepts it. */
function createSender(log: DatabaseLog, say: (told: string[]) => Promise<void>) {
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
        if (failures === 1) log.warn({ error, told }, "Can't notify the other servers; retrying.");
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
