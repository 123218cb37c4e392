import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import type { Money } from "#shared/money.ts";
import { ownerId } from "./auth-tables.ts";
import { ofItem } from "./institution-tables.ts";
import { financialCategories, isReadableCategory } from "./category-tables.ts";
import { ofTransaction } from "./transaction-tables.ts";
import { ownForeignKey, policiesOfOwner } from "#server/database/owner-policy.ts";

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

const ofBudget = (name: string, { budgetId, userId }: { budgetId: AnyPgColumn; userId: AnyPgColumn }) =>
  ownForeignKey(name, [budgetId, userId], [budgets.budgetId, budgets.userId]);

/** A budget that repeats. Its periods, and the template of the next ones, are rows of `budgets` (docs/reference/money.md, "Series"). */
export const budgetSeries = pgTable(
  "budget_series",
  {
    seriesId: integer("series_id").primaryKey().generatedAlwaysAsIdentity(),
    userId: ownerId(),
    every: integer().notNull(),
    unit: text({ enum: ["day", "week", "month", "year"] }).notNull(),
    /** A day on which a period starts; the others follow from the rhythm. Of day 31, months start on their last day. */
    anchor: date({ mode: "string" }).notNull(),
    /** No period starts after this day. */
    ends: date({ mode: "string" }),
    /** Last day of the last period made, so that a deleted one isn't made again. */
    madeThrough: date("made_through", { mode: "string" }).notNull(),
  },
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
  {
    budgetId: integer("budget_id").primaryKey().generatedAlwaysAsIdentity(),
    userId: ownerId(),
    /** Sandbox and live never mix (docs/reference/product.md, "Sandboxes"). */
    mode: text({ enum: ["sandbox", "live"] }).notNull(),
    name: text().notNull(),
    startDate: date("start_date", { mode: "string" }).notNull(),
    endDate: date("end_date", { mode: "string" }).notNull(),
    isoCurrencyCode: text("iso_currency_code").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    /** Idempotency key from the content or the caller, so that a repeated request creates one budget. Null for older rows. */
    creationKey: text("creation_key"),
    /** Made by the site at the first import, and not yet changed or kept by the person. */
    isDraft: boolean("is_draft").notNull().default(false),
    seriesId: integer("series_id"),
    /** Day on which this period of the series starts by its rhythm; null for the template of the next periods. */
    seriesStart: date("series_start", { mode: "string" }),
    /** Time of deletion, after which it can be restored for a day; null for an existing budget. */
    deletedAt: timestamp("deleted_at", { withTimezone: true }),
  },
  (table) => [
    unique("budgets_owner").on(table.budgetId, table.userId),
    index("budgets_user").on(table.userId, table.mode),
    index("budgets_creation").on(table.userId, table.creationKey),
    index("budgets_deleted")
      .on(table.deletedAt)
      .where(sql`deleted_at is not null`),
    uniqueIndex("budgets_series")
      .on(table.seriesId, table.seriesStart)
      .where(sql`series_start is not null`),
    uniqueIndex("budgets_series_template")
      .on(table.seriesId)
      .where(sql`series_start is null`),
    ownForeignKey(
      "budgets_series_owner",
      [table.seriesId, table.userId],
      [budgetSeries.seriesId, budgetSeries.userId],
    ),
    check("budgets_range", sql`${table.startDate} <= ${table.endDate}`),
    check("budgets_series_start", sql`${table.seriesStart} is null or ${table.seriesId} is not null`),
    ...policiesOfOwner("budgets_of_the_user"),
  ],
).enableRLS();

/**
 * People who have had a draft budget; there is never a second one, even if the first is deleted
 * (docs/reference/money.md, "Draft budget").
 */
export const budgetDrafts = pgTable(
  "budget_drafts",
  {
    userId: ownerId(),
    /** Sandbox and live never mix (docs/reference/product.md, "Sandboxes"). */
    mode: text({ enum: ["sandbox", "live"] }).notNull(),
    draftedAt: timestamp("drafted_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: "budget_drafts_key", columns: [table.userId, table.mode] }),
    ...policiesOfOwner("budget_drafts_of_the_user"),
  ],
).enableRLS();

export const budgetCategories = pgTable(
  "budget_categories",
  {
    budgetId: integer("budget_id").notNull(),
    financialCategoryId: integer("financial_category_id")
      .notNull()
      .references(() => financialCategories.financialCategoryId, { onDelete: "cascade" }),
    userId: ownerId(),
    /** Minor units of the budget's currency, never negative. */
    estimate: bigint({ mode: "number" }).notNull(),
    /** Null for a category that carries nothing and has no goal. */
    plan: jsonb().$type<CategoryPlan>(),
    /** Nothing is carried into this period. */
    startsFresh: boolean("starts_fresh").notNull().default(false),
  },
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
  {
    budgetId: integer("budget_id").notNull(),
    institutionAccessItemId: integer("institution_access_item_id").notNull(),
    userId: ownerId(),
  },
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
  {
    budgetId: integer("budget_id").notNull(),
    transactionId: integer("transaction_id").notNull(),
    userId: ownerId(),
    isExempt: boolean("is_exempt").notNull(),
    /** Member of the household who decided it; null for the owner. */
    decidedBy: uuid("decided_by"),
  },
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
  {
    undoId: uuid("undo_id").primaryKey().defaultRandom(),
    userId: ownerId(),
    removedAt: timestamp("removed_at", { withTimezone: true }).notNull(),
    /** Ids may refer to deleted rows. */
    financialCategoryId: integer("financial_category_id").notNull(),
    /** Null if its transactions were left without a category. */
    intoCategoryId: integer("into_category_id"),
    name: text().notNull(),
    /** True if a built-in category was only emptied. */
    isBuiltIn: boolean("is_built_in").notNull(),
    /** Rows that the person had categorized. */
    transactionIds: integer("transaction_ids").array().notNull(),
    /** Parts of split rows that were moved to the other category. */
    parts: jsonb().$type<readonly { transactionId: number; partId: number }[]>().notNull().default([]),
    /** Bank codes that were moved to the other category. */
    bankCodes: text("bank_codes").array().notNull().default([]),
    /** Rules that set the category, and then the other one. */
    ruleIds: integer("rule_ids").array().notNull().default([]),
    /** Estimates in minor units; null for the other category if it wasn't in the budget. */
    budgets: jsonb().$type<readonly MovedEstimate[]>().notNull(),
  },
  (table) => [
    index("category_removals_user").on(table.userId),
    index("category_removals_time").on(table.removedAt),
    ...policiesOfOwner("category_removals_of_the_user"),
  ],
).enableRLS();
