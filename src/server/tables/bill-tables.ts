import { sql } from "drizzle-orm";
import { customType, date, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/**
 * The local index of bills: what the upstream's lists say of each, and what its own page has told since. `source` is
 * the upstream's address: rows of another source are not seen, so sandbox and live never mix (docs/reference/product.md, "Sandboxes").
 */
export const bills = pgTable(
  "bills",
  {
    source: text().notNull(),
    congress: integer().notNull(),
    /** Lower case, as in addresses. */
    type: text().notNull(),
    number: integer().notNull(),
    title: text().notNull(),
    latestActionDate: date("latest_action_date"),
    latestActionTime: text("latest_action_time"),
    latestActionText: text("latest_action_text"),
    originChamber: text("origin_chamber"),
    /** YYYY-MM-DD. */
    updateDate: text("update_date").notNull(),
    /** As the upstream writes it: a day, or an instant. */
    updateDateIncludingText: text("update_date_including_text"),
    /** Lists do not tell it; known once the bill itself has been read. */
    introducedDate: date("introduced_date"),
    /** `pub` or `priv`, with `117-58`: from the latest action, or from the bill itself. */
    lawType: text("law_type"),
    lawNumber: text("law_number"),
    /** When this index saw that what the list says of the bill is new or different. */
    changedAt: timestamp("changed_at", { withTimezone: true }).notNull(),
    /** When a list last named it: a full reading knows by it what the upstream no longer has. */
    seenAt: timestamp("seen_at", { withTimezone: true }).notNull(),
    /** The title's words in lower case without accents, as they are searched. */
    words: text().notNull(),
    /** Stems find "vaccines" by "vaccine", whole words find the beginning of one. */
    search: tsvector().generatedAlwaysAs(sql`to_tsvector('english', words) || to_tsvector('simple', words)`),
  },
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
    index("bills_by_law")
      .on(table.source, table.lawNumber)
      .where(sql`law_number is not null`),
    index("bills_search").using("gin", table.search),
  ],
).enableRLS();

/** How far the index has read each Congress. */
export const billIndexStates = pgTable(
  "bill_index_states",
  {
    source: text().notNull(),
    congress: integer().notNull(),
    /** All changes up to this instant have been read; null until the Congress was read through once. */
    readThrough: timestamp("read_through", { withTimezone: true }),
    /** When the last full reading began. */
    fullyReadAt: timestamp("fully_read_at", { withTimezone: true }),
    /** The reading that is under way, to go on with after a stop: when it began, from which change on (null: all), and its next page. */
    passStartedAt: timestamp("pass_started_at", { withTimezone: true }),
    passFrom: timestamp("pass_from", { withTimezone: true }),
    passNext: text("pass_next"),
    /** How often it has been read over again because rows were missing. */
    passRepeats: integer("pass_repeats").notNull().default(0),
    /** Why the last try failed; null once one succeeds. */
    problem: text(),
    problemAt: timestamp("problem_at", { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.source, table.congress] })],
).enableRLS();
