import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** The last good copy of each content backend, unsanitized; it is sanitized on every use. */
export const contentCopies = pgTable("content_copies", {
  sourceUrl: text("source_url").primaryKey(),
  content: jsonb().notNull(),
  asOf: timestamp("as_of", { withTimezone: true }).notNull(),
}).enableRLS();
