import { pgTable } from "drizzle-orm/pg-core";

/** The last good copy of each content backend, unsanitized; it is sanitized on every use. */
export const contentCopies = pgTable("content_copies", (t) => ({
  sourceUrl: t.text("source_url").primaryKey(),
  content: t.jsonb().notNull(),
  asOf: t.timestamp("as_of", { withTimezone: true }).notNull(),
})).enableRLS();
