import { and, desc, eq, gt, inArray, isNull, lt, ne, notExists, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "#server/database/db.ts";
import { prepareWithKeptPlan } from "#server/database/kept-plan.ts";
import {
  identities,
  invitations,
  passkeys,
  sessions,
  usedSignIns,
  users,
} from "#server/tables/auth-tables.ts";
import { demoMaxAgeMs, isTouchDue, sessionMaxAgeMs, signInMaxAgeMs } from "../domain/session-rules.ts";

export type UserMode = "sandbox" | "live";
export type User = typeof users.$inferSelect;
export type Identity = typeof identities.$inferSelect;

/** Way of signing in that sessions may come from: a provider and tenant, or passkeys of a host. */
export type Realm = { realm: string; mode: UserMode };

/** Browser of a request: its `User-Agent` and the caller's address. */
export type Browser = { userAgent: string; address: string };

export type FoundSession = {
  session: typeof sessions.$inferSelect;
  user: User;
  identities: Identity[];
};

/** A session to open, for a browser that may already have one. */
export type NewSession = {
  realm: string;
  tokenHash: string;
  replacesTokenHash: string | null;
  browser: Browser;
  passkeyId?: string;
};

const owners = alias(users, "owners");
const maxUsers = 1_000;
const maxUserAgentLength = 400;

type SessionQuery = ReturnType<typeof sessionQuery>;

/** Prepares the query of an open session, which every call with a cookie runs: building its SQL takes longer than running it. */
function sessionQuery(db: Database["unsafeDb"], isOfRealms: SQL | undefined) {
  return prepareWithKeptPlan(
    db
      .select()
      .from(sessions)
      .innerJoin(users, eq(users.userId, sessions.userId))
      .leftJoin(identities, eq(identities.userId, users.userId))
      .where(
        and(
          eq(sessions.tokenHash, sql.placeholder("tokenHash")),
          isOfRealms,
          gt(sessions.expiresAt, sql.placeholder("now")),
        ),
      ),
  );
}

/** SQL for sessions. Runs without row-level security, since it determines the user. */
export class SessionStore {
  readonly #db: Database["unsafeDb"];
  readonly #now: () => Date;
  /** By realms. */
  readonly #queries = new Map<string, SessionQuery>();

  constructor({ unsafeDb }: Pick<Database, "unsafeDb">, now: () => Date) {
    this.#db = unsafeDb;
    this.#now = now;
  }

  /**
   * Finds a session by token hash, if it belongs to one of `realms` and hasn't ended; updates its last use if `isUse`. The
   * sandbox's end with the first passkey (docs/reference/product.md, "Sandboxes").
   */
  async findSession(
    tokenHash: string,
    { realms, browser, isUse }: { realms: readonly Realm[]; browser: Browser; isUse: boolean },
  ): Promise<FoundSession | null> {
    const rows = await this.#queryOf(realms).execute({ tokenHash, now: this.#now() });
    const [row] = rows;
    if (row === undefined) return null;
    const session = row.sessions;
    const at = this.#now();
    if (isUse && isTouchDue(session.lastSeenAt.getTime(), at.getTime())) {
      await this.#db
        .update(sessions)
        .set({ lastSeenAt: at, ...shortened(browser), ...(session.createdAt > at ? lifeFrom(at) : {}) })
        .where(eq(sessions.sessionId, session.sessionId));
    }
    const found = rows.flatMap(({ identities: identity }) => (identity === null ? [] : [identity]));
    return { session, user: row.users, identities: found };
  }

  #queryOf(realms: readonly Realm[]): SessionQuery {
    const key = JSON.stringify(realms);
    const known =
      this.#queries.get(key) ?? sessionQuery(this.#db, or(...realms.map((one) => this.#isOf(one))));
    this.#queries.set(key, known);
    return known;
  }

  #isOf({ realm, mode }: Realm): SQL | undefined {
    const ofRealm = and(eq(sessions.realm, realm), eq(users.mode, mode));
    if (mode === "live") return ofRealm;
    return and(ofRealm, notExists(passkeysOfPeople(this.#db)));
  }

  /** Opens a session and ends the browser's previous one. */
  async openSession(tx: Transaction, userId: string, session: NewSession): Promise<void> {
    const at = this.#now();
    if (session.replacesTokenHash !== null) {
      await tx.delete(sessions).where(eq(sessions.tokenHash, session.replacesTokenHash));
    }
    await tx.insert(sessions).values({
      userId,
      tokenHash: session.tokenHash,
      realm: session.realm,
      passkeyId: session.passkeyId ?? null,
      lastSeenAt: at,
      verifiedAt: at,
      ...shortened(session.browser),
      ...lifeFrom(at),
    });
  }

  /** Notes that the person has just proved who they are, which also ends the session's idle time. */
  async markVerified(tx: Transaction, sessionId: string): Promise<void> {
    const at = this.#now();
    await tx
      .update(sessions)
      .set({ verifiedAt: at, lastSeenAt: at })
      .where(eq(sessions.sessionId, sessionId));
  }

  async endSession(tokenHash: string): Promise<void> {
    await this.#db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
  }

  /** Ends one session of a person; false if they have no such session. */
  async endSessionOf(userId: string, sessionId: string): Promise<boolean> {
    const ended = await this.#db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), eq(sessions.sessionId, sessionId)))
      .returning({ sessionId: sessions.sessionId });
    return ended.length > 0;
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

  /** Lists a person's sessions that `realms` accept, latest use first. */
  async listSessions(userId: string, realms: readonly Realm[]): Promise<(typeof sessions.$inferSelect)[]> {
    const rows = await this.#db
      .select({ session: sessions })
      .from(sessions)
      .innerJoin(users, eq(users.userId, sessions.userId))
      .where(
        and(
          eq(sessions.userId, userId),
          or(...realms.map((realm) => this.#isOf(realm))),
          gt(sessions.expiresAt, this.#now()),
        ),
      )
      .orderBy(desc(sessions.lastSeenAt), desc(sessions.sessionId));
    return rows.map(({ session }) => session);
  }

  /** Finds a person in this mode with their identities; null if there is none. */
  async findUser(userId: string, mode: UserMode): Promise<{ user: User; identities: Identity[] } | null> {
    const rows = await this.#db
      .select()
      .from(users)
      .leftJoin(identities, eq(identities.userId, users.userId))
      .where(and(eq(users.userId, userId), eq(users.mode, mode), isNull(users.leavingSince)));
    const [row] = rows;
    if (row === undefined) return null;
    const found = rows.flatMap(({ identities: identity }) => (identity === null ? [] : [identity]));
    return { user: row.users, identities: found };
  }

  async listUsers(mode: UserMode): Promise<User[]> {
    return this.#db
      .select()
      .from(users)
      .where(and(eq(users.mode, mode), isNull(users.leavingSince)))
      .orderBy(desc(users.lastSignIn), desc(users.userId))
      .limit(maxUsers);
  }

  /** Lists people as `listUsers`, each with their identities. */
  async listPeople(mode: UserMode): Promise<{ user: User; identities: Identity[] }[]> {
    const people = await this.listUsers(mode);
    const ids = people.map(({ userId }) => userId);
    const theirs = await this.#db.select().from(identities).where(inArray(identities.userId, ids));
    const byPerson = Map.groupBy(theirs, ({ userId }) => userId);
    return people.map((user) => ({ user, identities: byPerson.get(user.userId) ?? [] }));
  }

  /** Deletes ended sessions and invitations; with `isDemo`, also visitors older than a day with all their data. */
  async sweep(isDemo: boolean): Promise<Record<string, number>> {
    const ended = await this.#db.delete(sessions).where(lt(sessions.expiresAt, this.#now()));
    const expired = await this.#db.delete(invitations).where(lt(invitations.expiresAt, this.#now()));
    // Twice the life of an attempt, to allow for clock differences.
    await this.#db.delete(usedSignIns).where(lt(usedSignIns.usedAt, this.#before(2 * signInMaxAgeMs)));
    const counts = { sessions: ended.rowCount ?? 0, invitations: expired.rowCount ?? 0 };
    if (!isDemo) return counts;
    const visitors = await this.#db
      .delete(users)
      .where(and(eq(users.mode, "sandbox"), lt(users.firstSignIn, this.#before(demoMaxAgeMs))));
    return { ...counts, visitors: visitors.rowCount ?? 0 };
  }

  #before(ageMs: number): Date {
    return new Date(this.#now().getTime() - ageMs);
  }
}

/** Selects the passkeys of real people: from the first one on, the sandbox sign-in is off. */
export function passkeysOfPeople(db: Pick<Database["unsafeDb"], "select">) {
  return db
    .select({ id: passkeys.passkeyId })
    .from(passkeys)
    .innerJoin(owners, eq(owners.userId, passkeys.userId))
    .where(eq(owners.mode, "live"))
    .limit(1);
}

/** Returns a session's lifetime from `at`; restarts the lifetime of a session created by a clock that was ahead. */
function lifeFrom(at: Date): { createdAt: Date; expiresAt: Date } {
  return { createdAt: at, expiresAt: new Date(at.getTime() + sessionMaxAgeMs) };
}

function shortened({ userAgent, address }: Browser): Browser {
  return { userAgent: userAgent.slice(0, maxUserAgentLength), address };
}
