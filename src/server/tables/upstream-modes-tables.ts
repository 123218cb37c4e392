import { sql } from "drizzle-orm";
import { check, pgTable } from "drizzle-orm/pg-core";

/** Kind of data each upstream last provided: invented (sandbox) or real (live). A kernel table that no user may read. */
export const upstreamModes = pgTable(
  "upstream_modes",
  (t) => ({
    upstream: t.text().primaryKey(),
    mode: t.text({ enum: ["sandbox", "live"] }).notNull(),
    since: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [check("upstream_modes_mode", sql`${table.mode} in ('sandbox', 'live')`)],
).enableRLS();
