import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "#server/database/db.ts";
import { calendarFeeds } from "#server/tables/income-tables.ts";

const tokenBytes = 32;

/** The secret of a calendar's address, as text that can stand in one. */
export function createFeedToken(): string {
  return randomBytes(tokenBytes).toString("base64url");
}

/** The address of a feed's secret on an origin such as `https://folio.example`. */
export function calendarFeedUrl(origin: string, token: string): string {
  return `${origin}/calendar/${token}.ics`;
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Calendar feeds: of each person one, known here only by the hash of its secret. */
export class CalendarFeedStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Since when a person has a feed; null where there is none. */
  find(userId: string): Promise<Date | null> {
    return this.#database.asUser(userId, async (tx) => {
      const [row] = await tx.select().from(calendarFeeds).where(eq(calendarFeeds.userId, userId));
      return row?.createdAt ?? null;
    });
  }

  /** Sets a person's secret; an earlier one opens nothing any more. */
  async set(userId: string, token: string, createdAt: Date): Promise<void> {
    const tokenHash = hashOf(token);
    await this.#database.asUser(userId, (tx) =>
      tx
        .insert(calendarFeeds)
        .values({ userId, tokenHash, createdAt })
        .onConflictDoUpdate({ target: calendarFeeds.userId, set: { tokenHash, createdAt } }),
    );
  }

  /** Ends a person's feed. */
  async remove(userId: string): Promise<void> {
    await this.#database.asUser(userId, (tx) =>
      tx.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId)),
    );
  }

  /**
   * Whose feed a secret opens; null for none. Looked up by its hash, so that how long it takes tells nothing of the secrets
   * that exist; before there is a user to act as, and so below row-level security.
   */
  async ownerOf(token: string): Promise<string | null> {
    const tokenHash = hashOf(token);
    const [row] = await this.#database.unsafeDb
      .select()
      .from(calendarFeeds)
      .where(eq(calendarFeeds.tokenHash, tokenHash));
    if (row === undefined) return null;
    return timingSafeEqual(Buffer.from(row.tokenHash), Buffer.from(tokenHash)) ? row.userId : null;
  }
}
