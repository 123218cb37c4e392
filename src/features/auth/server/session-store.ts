import { and, desc, eq, gt, isNull, lt, ne } from "drizzle-orm";
import type { Database } from "#server/database/db.ts";
import { demoMaxAgeMs, isTouchDue, sessionMaxAgeMs, signInMaxAgeMs } from "../domain/session-rules.ts";
import { sessions, usedSignIns, users } from "#server/tables/auth-tables.ts";

export type UserMode = "sandbox" | "live";

/** Person as identified by the provider. */
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
  /** Last use before this request. */
  lastSeenAt: Date;
  user: typeof users.$inferSelect;
};

const maxUsers = 1_000;

/** SQL for sign-in. Runs without row-level security, since it determines the user. */
export class SessionStore {
  readonly #db: Database["unsafeDb"];
  readonly #now: () => Date;

  constructor({ unsafeDb }: Pick<Database, "unsafeDb">, now: () => Date) {
    this.#db = unsafeDb;
    this.#now = now;
  }

  /** Finds a session by token hash, if it belongs to `realm` and hasn't ended; updates its last use if `isUse`. */
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

  /** Saves the person, opens a session, and ends the browser's previous one. */
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
      if (user === undefined) throw new Error("The database returned no user.");
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

  /** Ends all sessions of a person except one; returns their number. */
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

  /** Marks a state as used; false if it already was, as for a replayed callback. */
  async takeSignIn(stateHash: string): Promise<boolean> {
    const taken = await this.#db
      .insert(usedSignIns)
      .values({ stateHash, usedAt: this.#now() })
      .onConflictDoNothing()
      .returning({ stateHash: usedSignIns.stateHash });
    return taken.length > 0;
  }

  /** Finds a person in this mode; null if there is none. */
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
      .limit(maxUsers);
  }

  /** Deletes ended sessions; with `isDemo`, also visitors older than a day with all their data. */
  async sweep(isDemo: boolean): Promise<Record<string, number>> {
    const ended = await this.#db.delete(sessions).where(lt(sessions.expiresAt, this.#now()));
    // Twice the life of an attempt, to allow for clock differences.
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

/** Returns a session's lifetime from `at`; restarts the lifetime of a session created by a clock that was ahead. */
function lifeFrom(at: Date): { createdAt: Date; expiresAt: Date } {
  return { createdAt: at, expiresAt: new Date(at.getTime() + sessionMaxAgeMs) };
}
