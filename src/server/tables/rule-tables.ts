import { index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { rowKinds } from "#shared/row-kinds.ts";
import { policiesOfOwner } from "#server/database/owner-policy.ts";
import { ownerId } from "./auth-tables.ts";
import { financialCategories, isNoneOrReadableCategory } from "./category-tables.ts";

/** Condition of a rule, as in `domain/rules/rule-shapes.ts` of the transactions. */
type StoredCondition = { field: string; op: string; values: readonly (string | number)[] };

/** A rule as it was before or after a change; null for one that wasn't there. */
type RuleState = {
  position: number;
  name: string;
  conditions: readonly StoredCondition[];
  /** −1 for a rule that sets none. */
  financialCategoryId: number | null;
  kind: (typeof rowKinds)[number] | null;
  payee: string | null;
  /** Missing in changes that were kept before rules gave notes and tags. */
  note?: string | null;
  tagIds?: readonly number[];
  isOn: boolean;
  appliesFrom: string | null;
  /** ISO 8601. */
  createdAt: string;
};

/** A change that can be undone: of rules, of their order, of rows that took over what a deleted rule had set, and of a tag. */
export type StoredChange = {
  rules: readonly { ruleId: number; before: RuleState | null; after: RuleState | null }[];
  order?: { before: readonly number[]; after: readonly number[] };
  /** Order of all rules before a deletion, those that were deleted earlier included. */
  places?: readonly number[];
  /** Tags that were made for a rule. */
  madeTagIds?: readonly number[];
  kept?: {
    ruleId: number;
    categoryIds: readonly number[];
    kindIds: readonly number[];
    noteIds?: readonly number[];
    /** Rows and their tags. */
    tags?: readonly (readonly [transactionId: number, tagId: number])[];
  };
  /** A tag that was deleted, or merged into another one. */
  tag?: {
    tagId: number;
    name: string;
    /** Rows that the person had given it. */
    rowIds: readonly number[];
    /** The other tag, and those of these rows that got it instead; null for a deleted tag. */
    into: { tagId: number; rowIds: readonly number[] } | null;
  };
};

/** A person's rules for sorting rows (docs/reference/money.md, "Rules"). The first in order wins. */
export const rules = pgTable(
  "rules",
  (t) => ({
    ruleId: t.integer("rule_id").primaryKey().generatedAlwaysAsIdentity(),
    userId: ownerId(),
    position: t.integer().notNull(),
    /** Empty for a rule named after its conditions. */
    name: t.text().notNull(),
    conditions: t.jsonb().$type<readonly StoredCondition[]>().notNull(),
    /** Values that it sets; null for what it leaves alone. */
    financialCategoryId: t
      .integer("financial_category_id")
      .references(() => financialCategories.financialCategoryId, { onDelete: "set null" }),
    /** Its rows have no category, whatever else would give them one. */
    setsNoCategory: t.boolean("sets_no_category").notNull().default(false),
    kind: t.text({ enum: rowKinds }),
    payee: t.text(),
    /** For rows without a note of the person's. */
    note: t.text(),
    /** Tags that it adds, in its order. */
    tagIds: t.integer("tag_ids").array().notNull().default([]),
    isOn: t.boolean("is_on").notNull(),
    /** First day of the rows from before the rule that it sorts, too; null for none of them. */
    appliesFrom: t.date("applies_from", { mode: "string" }),
    /** Rows that came since are sorted by it. */
    createdAt: t.timestamp("created_at", { withTimezone: true }).notNull(),
    lastUsedAt: t.timestamp("last_used_at", { withTimezone: true }),
  }),
  (table) => [
    index("rules_user").on(table.userId, table.position),
    index("rules_category").on(table.financialCategoryId),
    ...policiesOfOwner("rules_of_the_user", isNoneOrReadableCategory),
  ],
).enableRLS();

/** Changes that a person can still undo, kept for a day (docs/reference/product.md, "Undo"). */
export const undos = pgTable(
  "undos",
  (t) => ({
    undoId: t.uuid("undo_id").notNull(),
    userId: ownerId(),
    at: t.timestamp({ withTimezone: true }).notNull(),
    /** Description of the change, in a sentence. */
    text: t.text().notNull(),
    change: t.jsonb().$type<StoredChange>().notNull(),
  }),
  (table) => [
    primaryKey({ name: "undos_key", columns: [table.userId, table.undoId] }),
    index("undos_time").on(table.at),
    ...policiesOfOwner("undos_of_the_user"),
  ],
).enableRLS();

/** Settings for sorting a person's rows; without a row, the default. */
export const sortingSettings = pgTable(
  "sorting_settings",
  (t) => ({
    userId: ownerId().primaryKey(),
    /** Categories are guessed from what the person chose by hand. */
    learns: t.boolean().notNull().default(true),
  }),
  () => policiesOfOwner("sorting_settings_of_the_user"),
).enableRLS();
