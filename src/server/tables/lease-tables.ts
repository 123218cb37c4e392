import { pgTable } from "drizzle-orm/pg-core";

/** Holders of work that only one of several servers may do at a time, with the expiry of each lease. */
export const leases = pgTable("leases", (t) => ({
  name: t.text().primaryKey(),
  holder: t.uuid().notNull(),
  expiresAt: t.timestamp("expires_at", { withTimezone: true }).notNull(),
})).enableRLS();
