import { index, pgTable, primaryKey } from "drizzle-orm/pg-core";

/**
 * Jobs that any server of this database can claim (`jobs.ts`), identified by kind and key. Requesting a waiting job again
 * changes nothing; requesting a running one has it run once more.
 */
export const jobs = pgTable(
  "jobs",
  (t) => ({
    kind: t.text().notNull(),
    /** Subject of the job, such as the id of an institution. */
    key: t.text().notNull(),
    payload: t.jsonb().notNull(),
    dueAt: t.timestamp("due_at", { withTimezone: true }).notNull(),
    /** Consecutive failed attempts. */
    failures: t.integer().notNull().default(0),
    lastError: t.text("last_error"),
    /** Number of requests, so that one made during a run isn't lost when it ends. */
    requests: t.integer().notNull().default(1),
    /** Current holder and the end of its hold; both null while the job waits. */
    holder: t.uuid(),
    heldUntil: t.timestamp("held_until", { withTimezone: true }),
  }),
  (table) => [
    primaryKey({ name: "jobs_key", columns: [table.kind, table.key] }),
    index("jobs_due").on(table.dueAt),
  ],
).enableRLS();
