import type { Database, Transaction } from "#server/database/db.ts";

/** A server's access to a database, where the server can die in the middle of a transaction or at once. */
export type KillableDatabase = Database & {
  /** Makes the server die before one of its next statements inside a transaction: 0 for the first. */
  dieAtStatement: (count: number) => void;
  die: () => void;
  isDead: () => boolean;
  /** Lets another process take its place. */
  startAnew: () => void;
};

const statements = new Set<PropertyKey>([
  "execute",
  "select",
  "selectDistinct",
  "insert",
  "update",
  "delete",
]);

/**
 * Wraps a database so that tests can end the server behind it like a kill: open transactions are rolled back, and later queries
 * fail.
 */
export function createKillableDatabase(database: Database): KillableDatabase {
  let isDead = false;
  let statementsLeft = Number.POSITIVE_INFINITY;

  function checkPulse(): void {
    if (isDead) throw new Error("this server is dead");
  }

  function spendStatement(): void {
    checkPulse();
    if (statementsLeft === 0) {
      isDead = true;
      checkPulse();
    }
    statementsLeft -= 1;
  }

  /** Calls `before` ahead of each statement run on the handle. */
  function watched<Handle extends object>(handle: Handle, before: () => void): Handle {
    return new Proxy(handle, {
      get(target, name): unknown {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function" || !statements.has(name)) return value;
        return (...args: unknown[]): unknown => {
          before();
          return Reflect.apply(value, target, args);
        };
      },
    });
  }

  const inTransaction = <Result>(work: (tx: Transaction) => Promise<Result>) => {
    checkPulse();
    return async (tx: Transaction) => {
      const result = await work(watched(tx, spendStatement));
      // Dead before the commit, so it is rolled back.
      checkPulse();
      return result;
    };
  };
  const unsafeDb = watched(database.unsafeDb, checkPulse);
  return {
    ...database,
    unsafeDb: new Proxy(unsafeDb, {
      get(target, name): unknown {
        if (name !== "transaction") return Reflect.get(target, name, target);
        const transaction: Database["unsafeDb"]["transaction"] = (work, config) =>
          database.unsafeDb.transaction(inTransaction(work), config);
        return transaction;
      },
    }),
    asUser: async (userId, work) => database.asUser(userId, inTransaction(work)),
    dieAtStatement: (count) => void (statementsLeft = count),
    die: () => void (isDead = true),
    isDead: () => isDead,
    startAnew() {
      isDead = false;
      statementsLeft = Number.POSITIVE_INFINITY;
    },
  };
}
