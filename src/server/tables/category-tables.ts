import { sql } from "drizzle-orm";
import { index, pgPolicy, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { uniquePartialIndex } from "#server/database/partial-index.ts";
import { categoryKinds } from "#shared/row-kinds.ts";
import { ownerId, users } from "./auth-tables.ts";
import { appUser, policiesOfOwner } from "#server/database/owner-policy.ts";

/**
 * Condition for policies of rows with a category: it must be built in or the person's own, which is what they can read of the
 * table.
 */
export const isReadableCategory = sql`financial_category_id in (select c.financial_category_id from financial_categories c)`;
/** The same for a row that may have no category. */
export const isNoneOrReadableCategory = sql`(financial_category_id is null or ${isReadableCategory})`;

/** Categories. Built-in ones belong to nobody and are readable by everybody; others belong to a person. */
export const financialCategories = pgTable(
  "financial_categories",
  (t) => ({
    financialCategoryId: t.integer("financial_category_id").primaryKey().generatedAlwaysAsIdentity(),
    /** Null for a built-in category. */
    userId: t.uuid("user_id").references(() => users.userId, { onDelete: "cascade" }),
    name: t.text().notNull(),
    /** Name for comparison: trimmed, lower case. */
    nameKey: t.text("name_key").notNull(),
    kind: t.text({ enum: categoryKinds }).notNull().default("spending"),
  }),
  (table) => [
    uniqueIndex("financial_categories_name").on(table.userId, table.nameKey),
    uniquePartialIndex("financial_categories_built_in", [table.nameKey], "user_id is null"),
    ...policiesOfOwner("financial_categories_of_the_user"),
    pgPolicy("financial_categories_built_in", {
      for: "select",
      to: appUser,
      using: sql`user_id is null and (select current_setting('app.user_id', true)) <> ''`,
    }),
  ],
).enableRLS();

/** Bank categories that a person mapped themselves; null for no category. */
export const bankCategoryChoices = pgTable(
  "bank_category_choices",
  (t) => ({
    userId: ownerId(),
    /** The detailed code if the bank gives one, such as `FOOD_AND_DRINK_COFFEE`; otherwise the primary one. */
    bankCode: t.text("bank_code").notNull(),
    financialCategoryId: t
      .integer("financial_category_id")
      .references(() => financialCategories.financialCategoryId, { onDelete: "set null" }),
  }),
  (table) => [
    primaryKey({ name: "bank_category_choices_key", columns: [table.userId, table.bankCode] }),
    index("bank_category_choices_category").on(table.financialCategoryId),
    ...policiesOfOwner("bank_category_choices_of_the_user", isNoneOrReadableCategory),
  ],
).enableRLS();
