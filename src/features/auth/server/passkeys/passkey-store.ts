import { and, asc, count, eq, ne, sql } from "drizzle-orm";
import type { Database, Transaction } from "#server/database/db.ts";
import { identities, passkeys, sessions, users } from "#server/tables/auth-tables.ts";
import { passkeysOfPeople, type User } from "../session-store.ts";

export type Passkey = typeof passkeys.$inferSelect;
export type NewPasskey = Omit<Passkey, "passkeyId" | "createdAt" | "lastUsedAt" | "refusedAt">;

/** SQL for passkeys of one host. Runs without row-level security, since a passkey determines the user. */
export class PasskeyStore {
  readonly #db: Database["unsafeDb"];
  readonly #now: () => Date;
  readonly #host: string;

  constructor({ unsafeDb }: Pick<Database, "unsafeDb">, now: () => Date, host: string) {
    this.#db = unsafeDb;
    this.#now = now;
    this.#host = host;
  }

  /** Lists a person's passkeys, oldest first. */
  async list(userId: string): Promise<Passkey[]> {
    return this.#db
      .select()
      .from(passkeys)
      .where(and(eq(passkeys.userId, userId), eq(passkeys.host, this.#host)))
      .orderBy(asc(passkeys.createdAt), asc(passkeys.passkeyId));
  }

  /** Finds a passkey with its person by the ID that the authenticator gave it; null if there is none. */
  async find(credentialId: string): Promise<{ passkey: Passkey; user: User } | null> {
    const [found] = await this.#db
      .select({ passkey: passkeys, user: users })
      .from(passkeys)
      .innerJoin(users, eq(users.userId, passkeys.userId))
      .where(and(eq(passkeys.credentialId, credentialId), eq(passkeys.host, this.#host)));
    return found ?? null;
  }

  /** Adds a passkey; null if the same one is already known. */
  async add(tx: Transaction, passkey: NewPasskey): Promise<string | null> {
    const at = this.#now();
    const [added] = await tx
      .insert(passkeys)
      .values({ ...passkey, createdAt: at, lastUsedAt: at })
      .onConflictDoNothing()
      .returning({ passkeyId: passkeys.passkeyId });
    return added?.passkeyId ?? null;
  }

  /**
   * Notes a use; false, and nothing else changes, if the counter went back or stood still (WebAuthn Level 3, 7.2, step 22).
   * Authenticators that don't count always report 0.
   */
  async use(
    tx: Transaction,
    passkeyId: string,
    { counter, isSynced }: { counter: number; isSynced: boolean },
  ): Promise<boolean> {
    const at = this.#now();
    const goesOn = sql`(${passkeys.counter} < ${counter} or (${passkeys.counter} = 0 and ${counter} = 0))`;
    const used = await tx
      .update(passkeys)
      .set({ counter, isSynced, lastUsedAt: at })
      .where(and(eq(passkeys.passkeyId, passkeyId), goesOn))
      .returning({ userId: passkeys.userId });
    const [user] = used;
    if (user === undefined) return false;
    await tx
      .update(users)
      .set({ lastSignIn: at, identityProvider: "passkey" })
      .where(eq(users.userId, user.userId));
    return true;
  }

  /** Notes that a use was refused, for the person to see. */
  async markRefused(passkeyId: string): Promise<void> {
    await this.#db.update(passkeys).set({ refusedAt: this.#now() }).where(eq(passkeys.passkeyId, passkeyId));
  }

  /** Renames a person's passkey; false if they have no such passkey. */
  async rename(userId: string, passkeyId: string, name: string): Promise<boolean> {
    const renamed = await this.#db
      .update(passkeys)
      .set({ name })
      .where(this.#isOf(userId, passkeyId))
      .returning({ passkeyId: passkeys.passkeyId });
    return renamed.length > 0;
  }

  /**
   * Removes a person's passkey and ends the other sessions that it opened. Refuses the last one (`last`) unless a provider's
   * account in one of `realms` also signs the person in.
   */
  async remove(
    userId: string,
    passkeyId: string,
    { keptSessionId, realm }: { keptSessionId: string; realm: string | null },
  ): Promise<"removed" | "last" | "missing"> {
    return this.#db.transaction(async (tx) => {
      // Two tabs mustn't remove the last two at once.
      await tx.select().from(users).where(eq(users.userId, userId)).for("update");
      const [own] = await tx.select().from(passkeys).where(this.#isOf(userId, passkeyId));
      if (own === undefined) return "missing";
      const [others] = await tx
        .select({ count: count() })
        .from(passkeys)
        .where(
          and(eq(passkeys.userId, userId), eq(passkeys.host, this.#host), ne(passkeys.passkeyId, passkeyId)),
        );
      if ((others?.count ?? 0) === 0 && !(await hasIdentity(tx, userId, realm))) return "last";
      await tx
        .delete(sessions)
        .where(and(eq(sessions.passkeyId, passkeyId), ne(sessions.sessionId, keptSessionId)));
      await tx.delete(passkeys).where(this.#isOf(userId, passkeyId));
      return "removed";
    });
  }

  #isOf(userId: string, passkeyId: string) {
    return and(eq(passkeys.passkeyId, passkeyId), eq(passkeys.userId, userId), eq(passkeys.host, this.#host));
  }
}

/** True if anyone has made a passkey, for whatever host: from then on the sandbox sign-in is off. */
export async function hasAnyPasskey({ unsafeDb }: Pick<Database, "unsafeDb">): Promise<boolean> {
  return (await passkeysOfPeople(unsafeDb)).length > 0;
}

async function hasIdentity(tx: Transaction, userId: string, realm: string | null): Promise<boolean> {
  if (realm === null) return false;
  const found = await tx
    .select({ key: identities.identityKey })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.realm, realm)));
  return found.length > 0;
}
