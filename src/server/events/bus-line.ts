import { setTimeout as sleepFor } from "node:timers/promises";
import type { Client, QueryConfig } from "pg";
import type { DatabaseLog } from "../database/database-log.ts";

type LineOptions = {
  createClient: () => Client;
  channel: string;
  log: DatabaseLog;
  onMessage: (message: string) => void;
  /** Called when it listens again after a time in which it may have missed something. */
  onGap: () => void;
};

/** Interval of the heartbeat; a connection that died silently (a firewall, a lost server) is detected after two. */
const beatEveryMs = 10_000;
const beatTimeoutMs = 5_000;
const firstPauseMs = 100;
const longestPauseMs = 5_000;
const goodbyeMs = 1_000;

/** Creates a connection that listens to a channel and reopens whenever it breaks. */
export function createBusLine(options: LineOptions): {
  start: () => Promise<void>;
  stop: () => Promise<void>;
} {
  const { log, onGap } = options;
  const stopping = new AbortController();
  let keeping: Promise<void> | null = null;

  async function keep(triedOnce: () => void): Promise<void> {
    let failures = 0;
    let mayHaveMissed = false;
    while (!stopping.signal.aborted) {
      try {
        const client = await openLine(options);
        if (failures > 0) log.info({}, "Listening to the other servers again.");
        failures = 0;
        triedOnce();
        if (mayHaveMissed) onGap();
        await hold(client, stopping.signal);
        if (stopping.signal.aborted) return;
      } catch (error) {
        failures += 1;
        if (failures === 1) log.warn({ error }, "Lost the connection to the other servers; retrying.");
        triedOnce();
      }
      mayHaveMissed = true;
      await pause(Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures, 10)), stopping.signal);
    }
  }

  return {
    start: () => new Promise((triedOnce) => void (keeping ??= keep(triedOnce))),
    async stop() {
      stopping.abort();
      await keeping;
    },
  };
}

async function openLine({ createClient, channel, onMessage }: LineOptions): Promise<Client> {
  const client = createClient();
  // Without a listener the error of a broken connection would end the process; `hold` learns of its end.
  client.on("error", () => {});
  try {
    await client.connect();
    client.on("notification", ({ payload }) => onMessage(payload ?? ""));
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    return client;
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
}

/**
 * Resolves when told to stop.
 * @throws if the connection breaks
 */
async function hold(client: Client, stopping: AbortSignal): Promise<void> {
  // `pg` reads query_timeout; its types lack it.
  const beat: QueryConfig & { query_timeout: number } = { text: "select 1", query_timeout: beatTimeoutMs };
  const broken = new AbortController();
  client.once("end", () => broken.abort());
  const over = AbortSignal.any([stopping, broken.signal]);
  try {
    while (!over.aborted) {
      await pause(beatEveryMs, over);
      if (!over.aborted) await client.query(beat);
    }
    if (!stopping.aborted) throw new Error("The connection that listens to the other servers broke.");
  } finally {
    // Doesn't wait for a dead connection, which would never confirm its end.
    await Promise.race([client.end().catch(() => undefined), sleepFor(goodbyeMs, undefined, { ref: false })]);
  }
}

async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  await sleepFor(delayMs, undefined, { signal, ref: false }).catch(() => undefined);
}
