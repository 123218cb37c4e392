import { pgTable } from "drizzle-orm/pg-core";

/**
 * Current call counts, shared by all servers of one Postgres. The migration makes the table UNLOGGED, which Drizzle can't
 * express: losing counts in a database crash does no harm, and skipping the write-ahead log makes them cheap.
 */
export const callCounts = pgTable("call_counts", (t) => ({
  /** Hash of what is counted and who calls, keyed with the site's secret, so it holds no addresses or sessions. */
  key: t.text().primaryKey(),
  /** Calls in the current window; unused for a bucket. */
  used: t.integer().notNull(),
  /** End of the window; for a bucket, the time at which it would be full again. */
  endsAt: t.timestamp("ends_at", { withTimezone: true }).notNull(),
})).enableRLS();
