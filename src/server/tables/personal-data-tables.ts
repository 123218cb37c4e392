import { index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * That a person has downloaded or deleted what is theirs, and what became of it. It outlives the person and says nothing
 * about them: whose it is can only be found again by somebody who has the person's identity and the site's secret key.
 */
export const personalDataRecords = pgTable(
  "personal_data_records",
  {
    /** Random, and told to nobody but the person: the address at which a deletion can be followed without a session. */
    recordId: uuid("record_id").primaryKey().defaultRandom(),
    /** HMAC-SHA256 of the identity (`subject-hash.ts`). */
    subjectHash: text("subject_hash").notNull(),
    act: text({ enum: ["downloaded", "deleted"] }).notNull(),
    outcome: text({ enum: ["under-way", "done", "broken-off"] }).notNull(),
    requestedAt: timestamp("requested_at", { withTimezone: true }).notNull(),
    finishedAt: timestamp("finished_at", { withTimezone: true }),
    /** Rows by table, as they were when it was asked for. */
    counts: jsonb().$type<Record<string, number>>().notNull(),
    /** Of a deletion: links that the bank has not confirmed to be ended. */
    banksLeft: integer("banks_left").notNull().default(0),
    /** Of a deletion: the bank's error code behind the wait; null while nothing has failed. */
    bankProblem: text("bank_problem"),
    /** Of a deletion: links whose token could not be read any more, so that nobody could end them from here. */
    linksNotEnded: integer("links_not_ended").notNull().default(0),
  },
  (table) => [index("personal_data_records_subject").on(table.subjectHash, table.requestedAt)],
).enableRLS();
