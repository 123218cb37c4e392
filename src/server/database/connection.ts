import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { ClientBase } from "pg";

/** The handle inside a transaction, and the only one a store may use there. */
export type Transaction = Parameters<Parameters<NodePgDatabase["transaction"]>[0]>[0];

type Send = (...query: unknown[]) => unknown;

/** Returns a connection that sends its queries by `query`, which gets the connection's own `query` and the arguments. */
export function sendingAs<Connection extends ClientBase>(
  client: Connection,
  query: (send: Send, ...query: unknown[]) => unknown,
): Connection {
  const own = client.query.bind(client);
  const send: Send = (...sent) => Reflect.apply(own, undefined, sent);
  const sent: Send = (...asked) => query(send, ...asked);
  return new Proxy(client, {
    get: (target, key): unknown => (key === "query" ? sent : Reflect.get(target, key, target)),
  });
}

/**
 * Returns a connection that sends what follows `begin` without waiting for its answer; `commit` waits for it. For a login that is
 * nobody outside of a transaction, and so could see or change no row if `begin` had failed.
 */
export function beginningAhead<Connection extends ClientBase>(client: Connection): Connection {
  let begun: Promise<unknown> = Promise.resolve();
  return sendingAs(client, (send, config, ...others) => {
    if (startsWith(config, "begin")) {
      begun = Promise.resolve(send(config, ...others));
      // Reported by `commit`.
      begun.catch(() => undefined);
      return Promise.resolve({ rows: [] });
    }
    return startsWith(config, "commit") ? begun.then(() => send(config, ...others)) : send(config, ...others);
  });
}

function startsWith(config: unknown, word: string): boolean {
  const hasText = typeof config === "object" && config !== null && "text" in config;
  return hasText && typeof config.text === "string" && config.text.startsWith(word);
}
