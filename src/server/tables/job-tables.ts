import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * Work that is due, for any server of this database to take (`jobs.ts`). A kind and a key name it: asking again for
 * what is waiting changes nothing, asking for what is being done has it done once more.
 */
export const jobs = pgTable(
  "jobs",
  {
    kind: text().notNull(),
    /** What it is about, such as the id of an institution. */
    key: text().notNull(),
    payload: jsonb().notNull(),
    dueAt: timestamp("due_at", { withTimezone: true }).notNull(),
    /** Tries that have failed in a row. */
    failures: integer().notNull().default(0),
    lastError: text("last_error"),
    /** Counts the requests, so that one made while the work runs is not lost with its end. */
    requests: integer().notNull().default(1),
    /** Who works on it and until when that is to be believed; both null while it waits. */
    holder: uuid(),
    heldUntil: timestamp("held_until", { withTimezone: true }),
  },
  (table) => [
    primaryKey({ name: "jobs_key", columns: [table.kind, table.key] }),
    index("jobs_due").on(table.dueAt),
  ],
).enableRLS();
