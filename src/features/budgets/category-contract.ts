import { z } from "zod";
import { filledLineSchema } from "#shared/text/text-schemas.ts";
import { defineGet, definePost } from "#shared/endpoint.ts";
import { basedOnShape } from "#shared/field-merge.ts";
import { bodyIdSchema, categoryOrNoneSchema } from "#shared/finance-shapes.ts";
import {
  bankCategorySchema,
  categoryBasisSchema,
  financialCategorySchema,
  idOrNewSchema,
  movedCategorySchema,
} from "./domain/budget-shapes.ts";

/** Calls for the categories of budgets and for the bank's categories that map to them. */
export const categoryCalls = {
  financialCategories: defineGet("/api/FinancialCategories", "finance", {
    summary: "Returns the person's own and the built-in categories, by name.",
    output: z.array(financialCategorySchema),
  }),
  getFinancialCategoryUsage: defineGet("/api/GetFinancialCategoryUsage", "finance", {
    summary: "Returns all categories, each with the number of transactions and budgets that use it.",
    output: z.array(financialCategorySchema.extend({ transactionCount: z.int(), budgetCount: z.int() })),
  }),
  getBankCategories: defineGet("/api/GetBankCategories", "finance", {
    summary:
      "Returns the bank's own categories of the person's transactions, each with the category it maps to and the default.",
    output: z.array(bankCategorySchema),
  }),
  saveBankCategory: definePost("/api/SaveBankCategory", "finance", {
    summary:
      "Maps a bank category to another category, for all transactions categorized by the bank: −1 for none, null for the default. Returns the earlier choice; saving it again undoes the change.",
    changes: ["transactions", "categories"],
    input: z.object({
      bankCode: z
        .string("Enter a bank category code.")
        .regex(/^[A-Z_]{1,100}$/, "Enter a bank category code."),
      financialCategoryId: categoryOrNoneSchema.nullable(),
    }),
    output: z.object({ financialCategoryId: z.int().nullable() }),
  }),
  saveFinancialCategory: definePost("/api/SaveFinancialCategory", "finance", {
    summary:
      "Creates a category (id 0) or renames one of the person's own. 409 if the name is taken (case doesn't matter) or the category is built in.",
    changes: ["categories"],
    input: z.object({
      financialCategoryId: idOrNewSchema,
      name: filledLineSchema("Enter a name."),
      ...basedOnShape(categoryBasisSchema),
    }),
    output: financialCategorySchema,
  }),
  mergeFinancialCategories: definePost("/api/MergeFinancialCategories", "finance", {
    summary:
      "Moves all transactions of one category to another and adds its estimate in each budget. The person's own category is then deleted; a built-in one stays, empty.",
    changes: ["categories"],
    input: z
      .object({ from: bodyIdSchema, into: bodyIdSchema })
      .refine((ids) => ids.from !== ids.into, { path: ["into"], error: "Choose another category." }),
    output: movedCategorySchema,
  }),
  deleteFinancialCategory: definePost("/api/DeleteFinancialCategory", "finance", {
    summary:
      "Deletes one of the person's own categories. Its transactions and estimates move to `reassignTo`; without it, the transactions get an automatic category or none. 409 for a built-in category.",
    changes: ["categories"],
    input: z
      .object({ financialCategoryId: bodyIdSchema, reassignTo: bodyIdSchema.nullable().default(null) })
      .refine((ids) => ids.financialCategoryId !== ids.reassignTo, {
        path: ["reassignTo"],
        error: "Choose another category.",
      }),
    output: movedCategorySchema,
  }),
  undoCategoryRemoval: definePost("/api/UndoCategoryRemoval", "finance", {
    summary:
      "Undoes a merge or deletion from the last 24 hours; later changes are kept. 409 `name` if another category has taken the name.",
    changes: ["categories"],
    input: z.object({ undoId: z.uuid("Enter the ID of the undo.") }),
    output: financialCategorySchema,
  }),
};
