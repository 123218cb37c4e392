import { z } from "zod";
import { isPlainDate, isPlainMonth } from "./time/plain-dates.ts";

/*
 * Shapes that the contracts of banks, transactions, budgets and income share (docs/reference/http-api.md, "Banks" and
 * "Transactions and budgets"). Amounts are JSON numbers of currency units; > 0 is money in, < 0 money out.
 */

/** What the database counts ids with. */
export const idSchema = z.coerce.number("Give an id.").pipe(z.int32("Give an id.").positive("Give an id."));

/** The same in a JSON body, where text is no id. */
export const bodyIdSchema = z.int32("Give an id.").positive("Give an id.");

export const plainDateSchema = z
  .string("Enter a date.")
  .refine(isPlainDate, "Enter a date such as 2026-11-21.");

export const plainMonthSchema = z
  .string("Choose a month.")
  .refine(isPlainMonth, "Choose a month such as 2026-11.");

export const isoCurrencyCodeSchema = z.string().regex(/^[A-Z]{3}$/, "Give a currency code such as USD.");

/** How lists of transactions are cut (docs/reference/http-api.md, "Paging"): without `page`, all rows come. */
export const pagingShape = {
  page: z.coerce.number().pipe(z.int().min(1).max(1_000_000)).optional(),
  pageSize: z.coerce.number().pipe(z.int().min(1).max(500)).optional(),
  sort: z.enum(["date", "name", "amount", "category", "account", "pending", "incomeSource"]).optional(),
  direction: z.enum(["asc", "desc"]).optional(),
  /** Found in the name, the merchant, the account, the category or the amount. */
  q: z.string().max(200, "Use at most 200 characters.").optional(),
};

export const itemStateSchema = z.enum([
  "importing",
  "healthy",
  "expiring",
  "repair",
  "down",
  "revoked",
  "removing",
  "unlinked",
]);

export const accountSchema = z.object({
  accountId: z.int(),
  name: z.string(),
  official_name: z.string(),
  mask: z.string().nullable(),
  type: z.string(),
  subtype: z.string().nullable(),
  currentBalance: z.number().nullable(),
  availableBalance: z.number().nullable(),
  isoCurrencyCode: z.string(),
});

const itemSchema = z.object({
  /** ISO 8601; null before the first. */
  lastSuccessfulUpdate: z.string().nullable(),
  state: itemStateSchema,
  /** A plain sentence; absent where there is nothing to say. */
  stateReason: z.string().optional(),
  /** ISO 8601: when access ends unless it is renewed. */
  expiresAt: z.string().optional(),
  /** The bank has accounts that are not shared yet. */
  newAccountsAvailable: z.boolean(),
});

/** A linked institution inside something else, such as a budget. */
export const accessItemSchema = z.object({
  institutionAccessItemId: z.int(),
  institution: z.object({ name: z.string(), logo: z.string().optional(), color: z.string().optional() }),
  item: itemSchema,
  accounts: z.array(accountSchema),
});

/** A linked institution by itself, with its rows counted, which takes a moment where there are many. */
export const countedAccessItemSchema = accessItemSchema.extend({
  item: itemSchema.extend({
    /** Rows of the ledger so far: what the first import has brought. */
    transactionCount: z.int(),
  }),
});

export const transactionSchema = z.object({
  transactionId: z.int(),
  /** The bank's string. */
  transaction_id: z.string(),
  date: z.string(),
  authorized_date: z.string(),
  name: z.string(),
  merchantName: z.string().nullable(),
  amount: z.number(),
  /** The bank's own digits, without their sign, where they were finer than the currency and `amount` is rounded. */
  roundedFrom: z.string().nullable(),
  isoCurrencyCode: z.string(),
  pending: z.boolean(),
  category: z.object({ financialCategoryId: z.int(), name: z.string() }).nullable(),
  /** `type` is the bank's, such as `depository` or `credit`. */
  account: z.object({ accountId: z.int(), official_name: z.string(), type: z.string() }),
  hasTransactionCategory: z.boolean(),
  incomePayment: z
    .object({ incomePaymentId: z.int(), incomeSourceId: z.int(), incomeSourceName: z.string() })
    .nullable(),
  /** The other side is on a linked account (`paired`), or the bank only says that it is one (`likely`). */
  transfer: z.enum(["paired", "likely"]).nullable(),
  isTransferLike: z.boolean(),
  /** Income by the bank's category or as a linked payment, and so no spending unless the person counts it (docs/reference/money.md, "Spending"). */
  isIncome: z.boolean(),
  /** The person's "Count it". */
  countsAsSpending: z.boolean(),
  removedByBank: z.boolean(),
  /** Of a row that the bank removed: the row that its marks can move to, where exactly one is likely. */
  moveMarksTo: z.int().nullable(),
});

export type AccountView = z.infer<typeof accountSchema>;
export type PlainAccessItem = z.infer<typeof accessItemSchema>;
export type AccessItemView = z.infer<typeof countedAccessItemSchema>;
export type ItemState = z.infer<typeof itemStateSchema>;
export type TransactionView = z.infer<typeof transactionSchema>;
export type TransactionSort = NonNullable<z.infer<typeof pagingShape.sort>>;

/** Income that is overdue or due soon, as its own screen and the overview tell it (docs/reference/money.md, "Income totals"). */
export const incomeReminderSchema = z.object({
  kind: z.enum(["overdue", "dueSoon"]),
  incomeSourceId: z.int(),
  name: z.string(),
  institutionAccessItemId: z.int(),
  institutionName: z.string(),
  /** The month to look at: of several overdue ones, the oldest. */
  month: z.string(),
  /** That month's. */
  dueDate: z.string(),
  /** From today to the due date; negative where it has passed. */
  daysUntilDue: z.int(),
  /** How many months are meant: 1, or of an overdue source all that are. */
  monthCount: z.int(),
  /** What is still to come for those months. */
  outstanding: z.number(),
  isoCurrencyCode: z.string(),
});
