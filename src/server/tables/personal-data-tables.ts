import { index, pgTable } from "drizzle-orm/pg-core";

/**
 * Records of a person downloading or deleting their data, and the outcome. A record outlives the person and doesn't identify
 * them: only someone with the person's identity and the site's secret key can find it.
 */
export const personalDataRecords = pgTable(
  "personal_data_records",
  (t) => ({
    /** Random and known only to the person; part of the address that shows a deletion's progress without a session. */
    recordId: t.uuid("record_id").primaryKey().defaultRandom(),
    /** HMAC-SHA256 of the identity (`subject-hash.ts`). */
    subjectHash: t.text("subject_hash").notNull(),
    act: t.text({ enum: ["downloaded", "deleted"] }).notNull(),
    outcome: t.text({ enum: ["under-way", "done", "broken-off"] }).notNull(),
    requestedAt: t.timestamp("requested_at", { withTimezone: true }).notNull(),
    finishedAt: t.timestamp("finished_at", { withTimezone: true }),
    /** Rows by table at the time of the request. */
    counts: t.jsonb().$type<Record<string, number>>().notNull(),
    /** For a deletion: links whose end the bank hasn't confirmed. */
    banksLeft: t.integer("banks_left").notNull().default(0),
    /** For a deletion: the bank's error code behind the wait; null if nothing has failed. */
    bankProblem: t.text("bank_problem"),
    /** For a deletion: links whose token was unreadable, so they couldn't be ended from here. */
    linksNotEnded: t.integer("links_not_ended").notNull().default(0),
  }),
  (table) => [index("personal_data_records_subject").on(table.subjectHash, table.requestedAt)],
).enableRLS();
