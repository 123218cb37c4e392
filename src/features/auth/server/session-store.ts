import { and, desc, eq, gt, isNull, lt, ne } from "drizzle-orm";
import type { Database } from "#server/database/db.ts";
import { demoMaxAgeMs, isTouchDue, sessionMaxAgeMs, signInMaxAgeMs } from "../domain/session-rules.ts";
import { sessions, usedSignIns, users } from "#server/tables/auth-tables.ts";

export type UserMode = "sandbox" | "live";

/** A person as the provider has just vouched for them. */
export type SignedInPerson = {
  mode: UserMode;
  identityKey: string;
  issuer: string;
  tenantId: string | null;
  address: string | null;
  userDetails: string;
};

export type FoundSession = {
  sessionId: string;
  createdAt: Date;
  /** Before this request. */
  lastSeenAt: Date;
  user: typeof users.$inferSelect;
};

const mostListed = 1_000;

/** All SQL of signing in. Everything here is below row-level security: it decides who the user is. */
export class SessionStore {
  readonly #db: Database["unsafeDb"];
  readonly #now: () => Date;

  constructor({ unsafeDb }: Pick<Database, "unsafeDb">, now: () => Date) {
    this.#db = unsafeDb;
    this.#now = now;
  }

  /** The session behind a token, if it was opened under `realm` and has not ended; notes that it is in use where it is. */
  async findSession(
    tokenHash: string,
    { realm, mode, isUse }: { realm: string; mode: UserMode; isUse: boolean },
  ): Promise<FoundSession | null> {
    const [row] = await this.#db
      .select()
      .from(sessions)
      .innerJoin(users, eq(users.userId, sessions.userId))
      .where(
        and(
          eq(sessions.tokenHash, tokenHash),
          eq(sessions.realm, realm),
          eq(users.mode, mode),
          gt(sessions.expiresAt, this.#now()),
        ),
      );
    if (row === undefined) return null;
    const { sessionId, createdAt, lastSeenAt } = row.sessions;
    const at = this.#now();
    if (isUse && isTouchDue(lastSeenAt.getTime(), at.getTime())) {
      await this.#db
        .update(sessions)
        .set({ lastSeenAt: at, ...(createdAt > at ? lifeFrom(at) : {}) })
        .where(eq(sessions.sessionId, sessionId));
    }
    return { sessionId, createdAt, lastSeenAt, user: row.users };
  }

  /** Writes the person down, opens a session and ends the one that the browser had before. */
  async openSession(session: {
    person: SignedInPerson;
    realm: string;
    tokenHash: string;
    replacesTokenHash: string | null;
  }): Promise<{ userId: string }> {
    const at = this.#now();
    return this.#db.transaction(async (tx) => {
      const { mode, identityKey, ...details } = session.person;
      const [user] = await tx
        .insert(users)
        .values({ mode, identityKey, ...details, identityProvider: "aad", firstSignIn: at, lastSignIn: at })
        .onConflictDoUpdate({ target: [users.mode, users.identityKey], set: { ...details, lastSignIn: at } })
        .returning({ userId: users.userId });
      if (user === undefined) throw new Error("The database did not answer with the user that it wrote.");
      if (session.replacesTokenHash !== null) {
        await tx.delete(sessions).where(eq(sessions.tokenHash, session.replacesTokenHash));
      }
      await tx.insert(sessions).values({
        tokenHash: session.tokenHash,
        userId: user.userId,
        realm: session.realm,
        lastSeenAt: at,
        ...lifeFrom(at),
      });
      return user;
    });
  }

  async endSession(tokenHash: string): Promise<void> {
    await this.#db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
  }

  /** Ends all sessions of a person but one, and says how many that were. */
  async endOtherSessions(userId: string, keptSessionId: string): Promise<number> {
    const ended = await this.#db
      .delete(sessions)
      .where(
        and(
          eq(sessions.userId, userId),
          ne(sessions.sessionId, keptSessionId),
          gt(sessions.expiresAt, this.#now()),
        ),
      )
      .returning({ sessionId: sessions.sessionId });
    return ended.length;
  }

  /** True once per state: a callback that is played again finds it taken. */
  async takeSignIn(stateHash: string): Promise<boolean> {
    const taken = await this.#db
      .insert(usedSignIns)
      .values({ stateHash, usedAt: this.#now() })
      .onConflictDoNothing()
      .returning({ stateHash: usedSignIns.stateHash });
    return taken.length > 0;
  }

  /** Somebody who has signed in in this mode; null for nobody. */
  async findUser(userId: string, mode: UserMode): Promise<typeof users.$inferSelect | null> {
    const [user] = await this.#db
      .select()
      .from(users)
      .where(and(eq(users.userId, userId), eq(users.mode, mode), isNull(users.leavingSince)));
    return user ?? null;
  }

  async listUsers(mode: UserMode) {
    return this.#db
      .select()
      .from(users)
      .where(and(eq(users.mode, mode), isNull(users.leavingSince)))
      .orderBy(desc(users.lastSignIn), desc(users.userId))
      .limit(mostListed);
  }

  /** Drops what has ended; with `isDemo` also the visitors of yesterday, and with them all that they made. */
  async sweep(isDemo: boolean): Promise<Record<string, number>> {
    const ended = await this.#db.delete(sessions).where(lt(sessions.expiresAt, this.#now()));
    // Twice the life of an attempt: servers' clocks differ a little.
    await this.#db.delete(usedSignIns).where(lt(usedSignIns.usedAt, this.#before(2 * signInMaxAgeMs)));
    if (!isDemo) return { sessions: ended.rowCount ?? 0 };
    const visitors = await this.#db
      .delete(users)
      .where(and(eq(users.mode, "sandbox"), lt(users.firstSignIn, this.#before(demoMaxAgeMs))));
    return { sessions: ended.rowCount ?? 0, visitors: visitors.rowCount ?? 0 };
  }

  #before(ageMs: number): Date {
    return new Date(this.#now().getTime() - ageMs);
  }
}

/** One that was opened by a clock that was wrong begins when that shows: it must not live for as long as the clock was ahead. */
function lifeFrom(at: Date): { createdAt: Date; expiresAt: Date } {
  return { createdAt: at, expiresAt: new Date(at.getTime() + sessionMaxAgeMs) };
}
