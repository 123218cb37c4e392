import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { partialIndex, uniquePartialIndex } from "#server/database/partial-index.ts";
import { ownKeyTo, policiesOfOwner } from "#server/database/owner-policy.ts";
import { ownerId } from "./auth-tables.ts";
import { financialCategories, isNoneOrReadableCategory } from "./category-tables.ts";
import { ofTransaction } from "./transaction-tables.ts";

/**
 * Parts of the rows that the person has split (docs/reference/money.md, "Parts"). A deferred trigger checks that they add up to
 * their row (`check_parts`); another one gives what the row changes by to the part that is the rest (`keep_parts_whole`).
 */
export const transactionParts = pgTable(
  "transaction_parts",
  (t) => ({
    transactionId: t.integer("transaction_id").notNull(),
    userId: t.uuid("user_id").notNull(),
    /** From 1, in the person's order. */
    partId: t.integer("part_id").notNull(),
    /** Minor units in the row's currency; not 0, and of either sign. */
    amount: t.bigint({ mode: "number" }).notNull(),
    financialCategoryId: t
      .integer("financial_category_id")
      .references(() => financialCategories.financialCategoryId, { onDelete: "set null" }),
    note: t.text(),
    /** Counts in no budget. */
    leftOut: t.boolean("left_out").notNull(),
    /** The rest: the row's change since it was split, not assigned yet. */
    isRest: t.boolean("is_rest").notNull().default(false),
  }),
  (table) => [
    primaryKey({ name: "transaction_parts_key", columns: [table.transactionId, table.partId] }),
    ofTransaction("transaction_parts_row", table),
    // With the row, so that looking up a row's parts never reads all of the person's: before Postgres has counted, it can't tell.
    index("transaction_parts_user").on(table.userId, table.transactionId),
    partialIndex(
      "transaction_parts_category",
      [table.financialCategoryId],
      "financial_category_id is not null",
    ),
    uniquePartialIndex("transaction_parts_rest", [table.transactionId], "is_rest"),
    check("transaction_parts_amount", sql`${table.amount} <> 0`),
    ...policiesOfOwner("transaction_parts_of_the_user", isNoneOrReadableCategory),
  ],
).enableRLS();

/** A person's tags. */
export const tags = pgTable(
  "tags",
  (t) => ({
    tagId: t.integer("tag_id").primaryKey().generatedAlwaysAsIdentity(),
    userId: ownerId(),
    name: t.text().notNull(),
    /** Name for comparison: lower case. */
    nameKey: t.text("name_key").notNull(),
  }),
  (table) => [
    uniqueIndex("tags_name").on(table.userId, table.nameKey),
    // For foreign keys, which include the person.
    unique("tags_of_user").on(table.tagId, table.userId),
    ...policiesOfOwner("tags_of_the_user"),
  ],
).enableRLS();

/** The tags of rows. */
export const transactionTags = pgTable(
  "transaction_tags",
  (t) => ({
    transactionId: t.integer("transaction_id").notNull(),
    tagId: t.integer("tag_id").notNull(),
    userId: t.uuid("user_id").notNull(),
    /** The rule that gave it; null if the person did. */
    ruleId: t.integer("rule_id"),
  }),
  (table) => [
    primaryKey({ name: "transaction_tags_key", columns: [table.transactionId, table.tagId] }),
    ofTransaction("transaction_tags_row", table),
    ownKeyTo(tags, "tagId")("transaction_tags_tag", table),
    index("transaction_tags_tag_rows").on(table.tagId),
    // With the row, like that of parts.
    index("transaction_tags_user").on(table.userId, table.transactionId),
    partialIndex("transaction_tags_ruled", [table.userId], "rule_id is not null"),
    ...policiesOfOwner("transaction_tags_of_the_user"),
  ],
).enableRLS();

/**
 * The one source of all figures: a line for each part of a split row, otherwise one for the row. It's called `transactions` in its
 * query and has those of its columns that figures need, so all conditions over rows work for lines. A part that is left out has
 * the kind `leftOut`, and one of a payment of an income source is income, whatever its own sign: its kinds are as good as chosen.
 */
export const ledgerLines = sql.raw("ledger_lines as transactions");

/** The line counts, because it isn't a part that is left out. For queries over `ledgerLines`. */
export const isLine = sql<boolean>`(not "transactions"."left_out")`;

/** The line is a part of a split row. For queries over `ledgerLines`, which then read no whole rows. */
export const isPart = sql<boolean>`("transactions"."part_id" > 0)`;

/** The first line that counts of its row in its category, so that rows of a category are counted once. */
export const isFirstLine = sql<boolean>`"transactions"."is_first"`;

/** The first line that counts of its row. Every split row has one. */
export const startsRow = sql<boolean>`"transactions"."starts_row"`;

/** The row in `transactions` is split. */
export const isSplit = sql<boolean>`("transactions"."transaction_id" in (select transaction_id from ${transactionParts}))`;
