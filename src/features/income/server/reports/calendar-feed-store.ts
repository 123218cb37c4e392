import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "#server/database/db.ts";
import { calendarFeeds } from "#server/tables/income-tables.ts";

const tokenBytes = 32;

/** Creates the secret of a feed's address, as URL-safe text. */
export function createFeedToken(): string {
  return randomBytes(tokenBytes).toString("base64url");
}

/** Returns the address of a feed on an origin such as `https://folio.example`. */
export function calendarFeedUrl(origin: string, token: string): string {
  return `${origin}/calendar/${token}.ics`;
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Calendar feeds: one per person, stored only as the hash of its secret. */
export class CalendarFeedStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns when a person's feed was created, or null without one. */
  find(userId: string): Promise<Date | null> {
    return this.#database.asUser(userId, async (tx) => {
      const [row] = await tx.select().from(calendarFeeds).where(eq(calendarFeeds.userId, userId));
      return row?.createdAt ?? null;
    });
  }

  /** Replaces a person's secret; the previous one stops working. */
  async set(userId: string, token: string, createdAt: Date): Promise<void> {
    const tokenHash = hashOf(token);
    await this.#database.asUser(userId, (tx) =>
      tx
        .insert(calendarFeeds)
        .values({ userId, tokenHash, createdAt })
        .onConflictDoUpdate({ target: calendarFeeds.userId, set: { tokenHash, createdAt } }),
    );
  }

  /** Revokes a person's feed. */
  async remove(userId: string): Promise<void> {
    await this.#database.asUser(userId, (tx) =>
      tx.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId)),
    );
  }

  /**
   * Returns the owner of a feed by its secret, or null. Looks it up by hash, so that timing reveals nothing about
   * existing secrets. Runs outside row-level security, since there is no user yet.
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
