import { AsyncLocalStorage } from "node:async_hooks";
import { sql, type SQL } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";

/** On whose behalf a call works with someone's money, for the transactions that it opens with `database.asUser`. */
export type Acting = {
  /** The owner of the money. In transactions for anybody else, the rest doesn't count. */
  userId: string;
  /** The member of the owner's household who acts; null for the owner. */
  memberId: string | null;
  /** The name by which that member knows the owner; null for the owner. */
  ownerName: string | null;
  /** Runs at the end of each transaction, before its commit; what it returns runs after it. */
  beforeCommit: ((tx: Pick<NodePgDatabase, "execute">) => Promise<() => void>) | null;
};

const calls = new AsyncLocalStorage<Acting>();

/** Runs a call on someone's behalf, with everything that it waits for. */
export function actFor<Result>(acting: Acting, call: () => Result): Result {
  return calls.run(acting, call);
}

/** Runs work that outlives the call that set it off, such as a job, on nobody's behalf. */
export function actForNobody<Result>(work: () => Result): Result {
  return calls.exit(work);
}

/** Returns on whose behalf the current call works with the money of `userId`; undefined outside calls, or for other money. */
export function actingFor(userId: string): Acting | undefined {
  const acting = calls.getStore();
  return acting?.userId === userId ? acting : undefined;
}

/** Id of the member who acts in a transaction of `database.asUser`, for columns of who chose something; null for the owner. */
export const actingMember: SQL<string | null> =
  sql`(select nullif(current_setting('app.member_id', true), '')::uuid)`;
