import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** Who does work that only one of several servers may do, and until when the others leave it alone. */
export const leases = pgTable("leases", {
  name: text().primaryKey(),
  holder: uuid().notNull(),
  expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
}).enableRLS();
