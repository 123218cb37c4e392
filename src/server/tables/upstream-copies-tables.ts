import { index, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** Cached upstream responses with their age. `source` is the upstream's address, so sandbox and live never mix. */
export const upstreamCopies = pgTable(
  "upstream_copies",
  {
    source: text().notNull(),
    key: text().notNull(),
    /** JSON as text, because jsonb refuses NUL characters, which files from elsewhere can contain. */
    value: text().notNull(),
    etag: text(),
    asOf: timestamp("as_of", { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.key] }),
    index("upstream_copies_age").on(table.source, table.asOf),
  ],
).enableRLS();
