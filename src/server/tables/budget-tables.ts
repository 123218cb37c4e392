import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, unique } from "drizzle-orm/pg-core";
import { partialIndex, uniquePartialIndex } from "#server/database/partial-index.ts";
import type { Money } from "#shared/money.ts";
import { ownerId } from "./auth-tables.ts";
import { ofItem } from "./institution-tables.ts";
import { financialCategories, isReadableCategory } from "./category-tables.ts";
import { ofTransaction } from "./transaction-tables.ts";
import { ownKeyTo, policiesOfOwner } from "#server/database/owner-policy.ts";

/** A budget's estimate that moved when a category was removed, as in `domain/category-move.ts` of the budgets. */
type MovedEstimate = {
  budgetId: number;
  estimate: Money;
  plan?: CategoryPlan | null;
  startsFresh?: boolean;
  intoBefore: Money | null;
  intoAfter: Money | null;
};

/**
 * Settings of what a category of a series carries over and saves for (docs/reference/money.md, "Carrying over" and "Goals"). Amounts
 * in minor units of the budget's currency.
 */
export type CategoryPlan = {
  carry: "none" | "leftovers" | "both";
  /** Most that is carried; null without a limit. */
  cap: Money | null;
  goal: BudgetGoal | null;
};

export type BudgetGoal =
  | { kind: "saveBy"; amount: Money; by: string }
  | { kind: "refill" | "perPeriod"; amount: Money }
  | { kind: "balance"; amount: Money; accountId: number };

/** A budget that repeats. Its periods, and the template of the next ones, are rows of `budgets` (docs/reference/money.md, "Series"). */
export const budgetSeries = pgTable(
  "budget_series",
  (t) => ({
    seriesId: t.integer("series_id").primaryKey().generatedAlwaysAsIdentity(),
    userId: ownerId(),
    every: t.integer().notNull(),
    unit: t.text({ enum: ["day", "week", "month", "year"] }).notNull(),
    /** A day on which a period starts; the others follow from the rhythm. Of day 31, months start on their last day. */
    anchor: t.date({ mode: "string" }).notNull(),
    /** No period starts after this day. */
    ends: t.date({ mode: "string" }),
    /** Last day of the last period made, so that a deleted one isn't made again. */
    madeThrough: t.date("made_through", { mode: "string" }).notNull(),
  }),
  (table) => [
    unique("budget_series_owner").on(table.seriesId, table.userId),
    index("budget_series_user").on(table.userId, table.madeThrough),
    check("budget_series_every", sql`${table.every} between 1 and 366`),
    ...policiesOfOwner("budget_series_of_the_user"),
  ],
).enableRLS();

/** A range of days, both inclusive, over some institutions (docs/reference/money.md, "Budgets"). */
export const budgets = pgTable(
  "budgets",
  (t) => ({
    budgetId: t.integer("budget_id").primaryKey().generatedAlwaysAsIdentity(),
    userId: ownerId(),
    /** Sandbox and live never mix (docs/reference/product.md, "Sandboxes"). */
    mode: t.text({ enum: ["sandbox", "live"] }).notNull(),
    name: t.text().notNull(),
    startDate: t.date("start_date", { mode: "string" }).notNull(),
    endDate: t.date("end_date", { mode: "string" }).notNull(),
    isoCurrencyCode: t.text("iso_currency_code").notNull(),
    createdAt: t.timestamp("created_at", { withTimezone: true }).notNull(),
    /** Idempotency key from the content or the caller, so that a repeated request creates one budget. Null for older rows. */
    creationKey: t.text("creation_key"),
    /** Made by the site at the first import, and not yet changed or kept by the person. */
    isDraft: t.boolean("is_draft").notNull().default(false),
    seriesId: t.integer("series_id"),
    /** Day on which this period of the series starts by its rhythm; null for the template of the next periods. */
    seriesStart: t.date("series_start", { mode: "string" }),
    /** Time of deletion, after which it can be restored for a day; null for an existing budget. */
    deletedAt: t.timestamp("deleted_at", { withTimezone: true }),
  }),
  (table) => [
    unique("budgets_owner").on(table.budgetId, table.userId),
    index("budgets_user").on(table.userId, table.mode),
    index("budgets_creation").on(table.userId, table.creationKey),
    partialIndex("budgets_deleted", [table.deletedAt], "deleted_at is not null"),
    uniquePartialIndex("budgets_series", [table.seriesId, table.seriesStart], "series_start is not null"),
    uniquePartialIndex("budgets_series_template", [table.seriesId], "series_start is null"),
    ownKeyTo(budgetSeries, "seriesId")("budgets_series_owner", table),
    check("budgets_range", sql`${table.startDate} <= ${table.endDate}`),
    check("budgets_series_start", sql`${table.seriesStart} is null or ${table.seriesId} is not null`),
    ...policiesOfOwner("budgets_of_the_user"),
  ],
).enableRLS();

const ofBudget = ownKeyTo(budgets, "budgetId");

/**
 * People who have had a draft budget; there is never a second one, even if the first is deleted
 * (docs/reference/money.md, "Draft budget").
 */
export const budgetDrafts = pgTable(
  "budget_drafts",
  (t) => ({
    userId: ownerId(),
    /** Sandbox and live never mix (docs/reference/product.md, "Sandboxes"). */
    mode: t.text({ enum: ["sandbox", "live"] }).notNull(),
    draftedAt: t.timestamp("drafted_at", { withTimezone: true }).notNull(),
  }),
  (table) => [
    primaryKey({ name: "budget_drafts_key", columns: [table.userId, table.mode] }),
    ...policiesOfOwner("budget_drafts_of_the_user"),
  ],
).enableRLS();

export const budgetCategories = pgTable(
  "budget_categories",
  (t) => ({
    budgetId: t.integer("budget_id").notNull(),
    financialCategoryId: t
      .integer("financial_category_id")
      .notNull()
      .references(() => financialCategories.financialCategoryId, { onDelete: "cascade" }),
    userId: ownerId(),
    /** Minor units of the budget's currency, never negative. */
    estimate: t.bigint({ mode: "number" }).notNull(),
    /** Null for a category that carries nothing and has no goal. */
    plan: t.jsonb().$type<CategoryPlan>(),
    /** Nothing is carried into this period. */
    startsFresh: t.boolean("starts_fresh").notNull().default(false),
  }),
  (table) => [
    primaryKey({ name: "budget_categories_key", columns: [table.budgetId, table.financialCategoryId] }),
    index("budget_categories_category").on(table.financialCategoryId),
    check("budget_categories_estimate", sql`${table.estimate} >= 0`),
    ofBudget("budget_categories_budget", table),
    // Built-in categories belong to nobody; people can budget any category they can read.
    ...policiesOfOwner("budget_categories_of_the_user", isReadableCategory),
  ],
).enableRLS();

export const budgetAccessItems = pgTable(
  "budget_access_items",
  (t) => ({
    budgetId: t.integer("budget_id").notNull(),
    institutionAccessItemId: t.integer("institution_access_item_id").notNull(),
    userId: ownerId(),
  }),
  (table) => [
    primaryKey({ name: "budget_access_items_key", columns: [table.budgetId, table.institutionAccessItemId] }),
    index("budget_access_items_item").on(table.institutionAccessItemId),
    ofBudget("budget_access_items_budget", table),
    ofItem("budget_access_items_item_owner", table),
    ...policiesOfOwner("budget_access_items_of_the_user"),
  ],
).enableRLS();

/**
 * A person's decision to exempt a row from one budget or not. Without one, transfers and rows that are left out
 * (`transactions.kind`) are exempt and everything else isn't (docs/reference/money.md, "Budgets").
 */
export const budgetExemptions = pgTable(
  "budget_exemptions",
  (t) => ({
    budgetId: t.integer("budget_id").notNull(),
    transactionId: t.integer("transaction_id").notNull(),
    userId: ownerId(),
    isExempt: t.boolean("is_exempt").notNull(),
    /** Member of the household who decided it; null for the owner. */
    decidedBy: t.uuid("decided_by"),
  }),
  (table) => [
    primaryKey({ name: "budget_exemptions_key", columns: [table.budgetId, table.transactionId] }),
    index("budget_exemptions_transaction").on(table.transactionId),
    ofBudget("budget_exemptions_budget", table),
    ofTransaction("budget_exemptions_row", table),
    ...policiesOfOwner("budget_exemptions_of_the_user"),
  ],
).enableRLS();

/** Former data of a merged or deleted category, kept for a day so that it can be undone. */
export const categoryRemovals = pgTable(
  "category_removals",
  (t) => ({
    undoId: t.uuid("undo_id").primaryKey().defaultRandom(),
    userId: ownerId(),
    removedAt: t.timestamp("removed_at", { withTimezone: true }).notNull(),
    /** Ids may refer to deleted rows. */
    financialCategoryId: t.integer("financial_category_id").notNull(),
    /** Null if its transactions were left without a category. */
    intoCategoryId: t.integer("into_category_id"),
    name: t.text().notNull(),
    /** True if a built-in category was only emptied. */
    isBuiltIn: t.boolean("is_built_in").notNull(),
    /** Rows that the person had categorized. */
    transactionIds: t.integer("transaction_ids").array().notNull(),
    /** Parts of split rows that were moved to the other category. */
    parts: t.jsonb().$type<readonly { transactionId: number; partId: number }[]>().notNull().default([]),
    /** Bank codes that were moved to the other category. */
    bankCodes: t.text("bank_codes").array().notNull().default([]),
    /** Rules that set the category, and then the other one. */
    ruleIds: t.integer("rule_ids").array().notNull().default([]),
    /** Estimates in minor units; null for the other category if it wasn't in the budget. */
    budgets: t.jsonb().$type<readonly MovedEstimate[]>().notNull(),
  }),
  (table) => [
    index("category_removals_user").on(table.userId),
    index("category_removals_time").on(table.removedAt),
    ...policiesOfOwner("category_removals_of_the_user"),
  ],
).enableRLS();
