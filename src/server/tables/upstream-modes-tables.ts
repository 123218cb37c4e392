import { sql } from "drizzle-orm";
import { check, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Kind of data each upstream last provided: invented (sandbox) or real (live). A kernel table that no user may read. */
export const upstreamModes = pgTable(
  "upstream_modes",
  {
    upstream: text().primaryKey(),
    mode: text({ enum: ["sandbox", "live"] }).notNull(),
    since: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check("upstream_modes_mode", sql`${table.mode} in ('sandbox', 'live')`)],
).enableRLS();
