import { z } from "zod";
import { defineGet, definePost } from "#shared/endpoint.ts";
import { basedOnShape } from "#shared/field-merge.ts";
import { bodyIdSchema, idSchema, isoCurrencyCodeSchema, plainDateSchema } from "#shared/finance-shapes.ts";
import { filledLineSchema } from "#shared/text/text-schemas.ts";
import { manualTypes } from "./domain/account-types.ts";

const accountId = bodyIdSchema.meta({ description: "A manual account." });

const linkOutput = z.object({
  joined: z.int().meta({ description: "Transactions that the bank has, too, which become one." }),
  moved: z.int().meta({ description: "Other transactions of the manual account." }),
});
const linkedAccountId = bodyIdSchema.meta({ description: "The same account at a linked bank." });

const balanceSchema = z
  .number("Enter a balance.")
  .min(-999_999_999.999_9, "Enter at most 999,999,999.99.")
  .max(999_999_999.999_9, "Enter at most 999,999,999.99.")
  .meta({ description: "Currency units. What is owed on a card or a loan is positive." });

/** Fields of a manual account as they were read; each is optional. */
const manualBasisSchema = z.object({
  institutionName: z.string().optional(),
  name: z.string().optional(),
  type: z.string().optional(),
  isoCurrencyCode: z.string().optional(),
  openingBalance: z.number().optional(),
  openingDate: z.string().optional(),
});

export const manualCalls = {
  saveManualAccount: definePost("/api/SaveManualAccount", "finance", {
    summary:
      "Adds an account without a link (`accountId` empty), at a manual bank of that name, or changes one. Another `institutionName` renames its bank. Sending the same new account twice adds one; 409 `name` for another one of that name at the bank. 409 `isoCurrencyCode` for another currency if it has transactions.",
    changes: ["institutions", "transactions"],
    input: z.object({
      accountId: z
        .union([z.literal(""), bodyIdSchema], "Enter an ID.")
        .meta({ description: "Empty to add one." }),
      institutionName: filledLineSchema("Enter the bank’s name."),
      name: filledLineSchema("Enter a name."),
      type: z.enum(manualTypes, "Choose a type."),
      isoCurrencyCode: isoCurrencyCodeSchema.refine(
        (code) => Intl.supportedValuesOf("currency").includes(code),
        "Enter a currency code such as USD.",
      ),
      openingBalance: balanceSchema,
      openingDate: plainDateSchema.meta({
        description: "The balance is from before that day’s transactions.",
      }),
      ...basedOnShape(manualBasisSchema),
    }),
    output: z.object({ accountId: z.int(), institutionAccessItemId: z.int() }),
  }),
  closeManualAccount: definePost("/api/CloseManualAccount", "finance", {
    summary:
      "Closes a manual account, which then takes no transactions and isn't in totals, or opens it again. Its history stays. Idempotent.",
    changes: ["institutions"],
    input: z.object({ accountId, isClosed: z.boolean("Use true or false.") }),
  }),
  deleteManualAccount: definePost("/api/DeleteManualAccount", "finance", {
    summary: "Deletes a manual account with its transactions for good, and its bank with the last account.",
    sharing: "owner",
    changes: ["institutions", "transactions"],
    input: z.object({ accountId }),
  }),
  getManualAccountLink: defineGet("/api/GetManualAccountLink", "finance", {
    summary: "Counts what LinkManualAccount would join and move, with the same refusals. Changes nothing.",
    // Tries what LinkManualAccount would do, in a transaction that is rolled back.
    sharing: "writers",
    input: z.object({ accountId: idSchema, linkedAccountId: idSchema }),
    output: linkOutput,
  }),
  linkManualAccount: definePost("/api/LinkManualAccount", "finance", {
    summary:
      "Moves a manual account into the linked account that is the same one, and deletes it. Transactions that the bank has, too, become one. Its budgets, rules, and imports go on with the linked account; with its bank's last account, income sources do, too. 409 `linkedAccountId` if the accounts differ in currency or in being a debt, and for one that isn't linked or is still being imported.",
    changes: ["institutions", "transactions", "budgets", "income"],
    input: z.object({ accountId, linkedAccountId }),
    output: linkOutput,
  }),
  checkBalance: definePost("/api/CheckBalance", "finance", {
    summary:
      "Compares a manual account's balance at the end of a day with the bank's figure. `difference` is the figure minus the balance. With `adjust`, a difference is added as a transaction of that day that is left out of spending and income.",
    changes: ["institutions", "transactions"],
    input: z.object({
      accountId,
      date: plainDateSchema,
      balance: balanceSchema,
      adjust: z.boolean("Use true or false."),
    }),
    output: z.object({
      difference: z.number(),
      transactionId: z.int().optional().meta({ description: "The balance adjustment, if one was added." }),
    }),
  }),
};
