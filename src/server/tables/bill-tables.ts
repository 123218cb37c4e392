import { sql } from "drizzle-orm";
import { customType, index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { partialIndex } from "#server/database/partial-index.ts";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/**
 * Local index of bills: the data of the upstream's lists, plus what each bill's own record has added since. `source` is the
 * upstream's address; rows of another source are ignored, so sandbox and live never mix (docs/reference/product.md,
 * "Sandboxes").
 */
export const bills = pgTable(
  "bills",
  (t) => ({
    source: t.text().notNull(),
    congress: t.integer().notNull(),
    /** Lower case, as in URLs. */
    type: t.text().notNull(),
    number: t.integer().notNull(),
    title: t.text().notNull(),
    latestActionDate: t.date("latest_action_date"),
    latestActionTime: t.text("latest_action_time"),
    latestActionText: t.text("latest_action_text"),
    originChamber: t.text("origin_chamber"),
    /** YYYY-MM-DD. */
    updateDate: t.text("update_date").notNull(),
    /** As the upstream writes it: a date, or a timestamp. */
    updateDateIncludingText: t.text("update_date_including_text"),
    /** Not in the lists; known once the bill itself has been read. */
    introducedDate: t.date("introduced_date"),
    /** `pub` or `priv`, with `117-58`, from the latest action or the bill itself. */
    lawType: t.text("law_type"),
    lawNumber: t.text("law_number"),
    /** Time at which this index noticed a new or changed list entry. */
    changedAt: t.timestamp("changed_at", { withTimezone: true }).notNull(),
    /** Time at which a list last had the bill; a full pass finds bills removed upstream by it. */
    seenAt: t.timestamp("seen_at", { withTimezone: true }).notNull(),
    /** The title's words in lower case without accents, for searching. */
    words: t.text().notNull(),
    /** Stems match "vaccines" for "vaccine"; whole words match prefixes. */
    search: tsvector().generatedAlwaysAs(sql`to_tsvector('english', words) || to_tsvector('simple', words)`),
  }),
  (table) => [
    primaryKey({ columns: [table.source, table.congress, table.type, table.number] }),
    index("bills_newest").on(
      table.source,
      table.latestActionDate.desc().nullsLast(),
      table.congress.desc(),
      table.type,
      table.number,
    ),
    index("bills_newest_of_congress").on(
      table.source,
      table.congress,
      table.latestActionDate.desc().nullsLast(),
      table.type,
      table.number,
    ),
    index("bills_by_number").on(table.source, table.number, table.type),
    partialIndex("bills_by_law", [table.source, table.lawNumber], "law_number is not null"),
    index("bills_search").using("gin", table.search),
  ],
).enableRLS();

/** Progress of the index for each Congress. */
export const billIndexStates = pgTable(
  "bill_index_states",
  (t) => ({
    source: t.text().notNull(),
    congress: t.integer().notNull(),
    /** All changes up to this time have been read; null until the Congress has been read once. */
    readThrough: t.timestamp("read_through", { withTimezone: true }),
    /** Start of the last full pass. */
    fullyReadAt: t.timestamp("fully_read_at", { withTimezone: true }),
    /** State of the current pass, to resume after a stop: its start, the first change to read (null: all), and its next page. */
    passStartedAt: t.timestamp("pass_started_at", { withTimezone: true }),
    passFrom: t.timestamp("pass_from", { withTimezone: true }),
    passNext: t.text("pass_next"),
    /** Number of repeats of this pass because rows were missing. */
    passRepeats: t.integer("pass_repeats").notNull().default(0),
    /** Reason the last attempt failed; null after a success. */
    problem: t.text(),
    problemAt: t.timestamp("problem_at", { withTimezone: true }),
  }),
  (table) => [primaryKey({ columns: [table.source, table.congress] })],
).enableRLS();
