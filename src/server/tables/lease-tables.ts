import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** Holders of work that only one of several servers may do at a time, with the expiry of each lease. */
export const leases = pgTable("leases", {
  name: text().primaryKey(),
  holder: uuid().notNull(),
  expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
}).enableRLS();
