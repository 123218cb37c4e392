import { index, pgTable, primaryKey } from "drizzle-orm/pg-core";

/** Cached upstream responses with their age. `source` is the upstream's address, so sandbox and live never mix. */
export const upstreamCopies = pgTable(
  "upstream_copies",
  (t) => ({
    source: t.text().notNull(),
    key: t.text().notNull(),
    /** JSON as text, because jsonb refuses NUL characters, which files from elsewhere can contain. */
    value: t.text().notNull(),
    etag: t.text(),
    asOf: t.timestamp("as_of", { withTimezone: true }).notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.source, table.key] }),
    index("upstream_copies_age").on(table.source, table.asOf),
  ],
).enableRLS();
