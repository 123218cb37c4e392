import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/**
 * Calls of this moment, counted by all servers of one Postgres together. Its migration makes it UNLOGGED, which Drizzle
 * cannot say: a count that a crash of the database forgets is not missed, and one that is never written to its log costs little.
 */
export const callCounts = pgTable("call_counts", {
  /** What is counted and who calls, under the site's key: it holds no address and no session. */
  key: text().primaryKey(),
  /** Calls in the running window; of a bucket nothing. */
  used: integer().notNull(),
  /** When the window ends; of a bucket, when it would be full again. */
  endsAt: timestamp("ends_at", { withTimezone: true }).notNull(),
}).enableRLS();
