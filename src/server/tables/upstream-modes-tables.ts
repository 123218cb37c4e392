import { sql } from "drizzle-orm";
import { check, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Which data each upstream gave last: invented (sandbox) or real (live). Kernel table: no user may read it. */
export const upstreamModes = pgTable(
  "upstream_modes",
  {
    upstream: text().primaryKey(),
    mode: text({ enum: ["sandbox", "live"] }).notNull(),
    since: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check("upstream_modes_mode", sql`${table.mode} in ('sandbox', 'live')`)],
).enableRLS();
