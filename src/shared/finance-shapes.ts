import { z } from "zod";
import { itemStates } from "./banks.ts";
import { rowKinds, rowSources, transactionSources, uncategorizedId } from "./row-kinds.ts";
import { isPlainDate, isPlainMonth } from "./time/plain-dates.ts";

/*
 * Schemas shared by the contracts of banks, transactions, budgets and income (docs/reference/http-api.md, "Banks" and
 * "Transactions and budgets"). Amounts are JSON numbers of currency units; positive is money in, negative money out.
 */

/** Range of the database's ids. */
export const idSchema = z.coerce
  .number("Enter an ID.")
  .pipe(z.int32("Enter an ID.").positive("Enter an ID."));

/** The same in a JSON body, where text isn't accepted. */
export const bodyIdSchema = z.int32("Enter an ID.").positive("Enter an ID.");

/** Category of a row, or −1 for none. */
export const categoryOrNoneSchema = z
  .int32("Choose a category.")
  .refine((id) => id === uncategorizedId || id > 0, "Choose a category.");

/** The same in an address. */
export const askedCategorySchema = z.coerce.number("Choose a category.").pipe(categoryOrNoneSchema);

export const plainDateSchema = z
  .string("Enter a date.")
  .refine(isPlainDate, "Enter a date such as 2026-11-21.");

export const plainMonthSchema = z
  .string("Choose a month.")
  .refine(isPlainMonth, "Choose a month such as 2026-11.");

export const isoCurrencyCodeSchema = z.string().regex(/^[A-Z]{3}$/, "Enter a currency code such as USD.");

/** Paging of transaction lists (docs/reference/http-api.md, "Paging"); without `page`, all rows are returned. */
export const pagingShape = {
  page: z.coerce.number().pipe(z.int().min(1).max(1_000_000)).optional(),
  pageSize: z.coerce.number().pipe(z.int().min(1).max(500)).optional(),
  sort: z.enum(["date", "name", "amount", "category", "account", "pending", "incomeSource"]).optional(),
  direction: z.enum(["asc", "desc"]).optional(),
  /** Searches the name, merchant, account, category and amount. */
  q: z.string().max(200, "Use at most 200 characters.").optional(),
};

export const itemStateSchema = z.enum(itemStates);

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
  /** True until the person has set the type (`SetAccountType`); absent if it can't be set, such as for an account whose bank says it. */
  isTypeGuessed: z.boolean().optional(),
  /** The beginning of a manual account; absent for a bank's. */
  opening: z.object({ balance: z.number(), date: z.string() }).optional(),
});

const itemSchema = z.object({
  /** ISO 8601; null before the first. */
  lastSuccessfulUpdate: z.string().nullable(),
  state: itemStateSchema,
  /** A sentence for people; absent if there is nothing to say. */
  stateReason: z.string().optional(),
  /** End of access unless renewed, ISO 8601. */
  expiresAt: z.string().optional(),
  /** True if the bank has accounts that aren't shared yet. */
  newAccountsAvailable: z.boolean(),
  /** Page on which the person repairs the bank, if it's linked through SimpleFIN. */
  repairUrl: z.string().optional(),
});

/** A linked institution as part of something else, such as a budget. */
export const accessItemSchema = z.object({
  institutionAccessItemId: z.int(),
  institution: z.object({ name: z.string(), logo: z.string().optional(), color: z.string().optional() }),
  item: itemSchema,
  accounts: z.array(accountSchema),
  /** Manual accounts that the person closed; absent if there are none. */
  closedAccounts: z.array(accountSchema).optional(),
});

/** A linked institution on its own with its number of transactions, which takes a moment to count. */
export const countedAccessItemSchema = accessItemSchema.extend({
  item: itemSchema.extend({
    /** Transactions so far, which shows the progress of the first import. */
    transactionCount: z.int(),
  }),
});

/** A person's tag. */
export const tagSchema = z.object({ tagId: z.int(), name: z.string() });

/** A part of a split transaction. `isRest`: what its amount changed by since, not assigned yet. */
export const partSchema = z.object({
  partId: z.int(),
  amount: z.number(),
  /** −1: none. */
  financialCategoryId: z.int(),
  categoryName: z.string().nullable(),
  note: z.string(),
  leftOut: z.boolean(),
  isRest: z.boolean(),
});

/** A rule of the person's, by what it's called. */
export const namedRuleSchema = z.object({ ruleId: z.int(), name: z.string() });

export const transactionSchema = z.object({
  transactionId: z.int(),
  /** The id of its source, such as the bank's. */
  transaction_id: z.string(),
  /** The strongest of its sources: a bank, then a file, then the person, who typed it. */
  source: z.enum(transactionSources),
  date: z.string(),
  authorized_date: z.string(),
  /** Name of the payee: the person's own for it, else the bank's, cleaned. */
  payee: z.string(),
  /** The bank's text, as it is. */
  name: z.string(),
  merchantName: z.string().nullable(),
  amount: z.number(),
  /** The bank's exact amount without its sign, if it had more decimals than the currency and `amount` is rounded. */
  roundedFrom: z.string().nullable(),
  isoCurrencyCode: z.string(),
  pending: z.boolean(),
  category: z.object({ financialCategoryId: z.int(), name: z.string() }).nullable(),
  /** `type` is the bank's, such as `depository` or `credit`. */
  account: z.object({
    accountId: z.int(),
    official_name: z.string(),
    type: z.string(),
    /** The bank's, such as `checking`. */
    subtype: z.string().nullable(),
    /** Last digits of its number. */
    mask: z.string().nullable(),
  }),
  hasTransactionCategory: z.boolean(),
  incomePayment: z
    .object({ incomePaymentId: z.int(), incomeSourceId: z.int(), incomeSourceName: z.string() })
    .nullable(),
  kind: z.enum(rowKinds),
  kindSource: z.enum(rowSources),
  /** `person` also for a row the person chose no category for. */
  categorySource: z.enum(rowSources),
  /**
   * Categories for a row that has none, the likeliest first: those that were chosen for its payee, then the bank's guess. Only one if
   * nothing speaks for another. None if a person or a rule says that it has none.
   */
  suggestions: z.array(
    z.object({ financialCategoryId: z.int(), name: z.string(), reason: z.enum(["chosen", "bank"]) }),
  ),
  /** Why the row has its category, else its kind, in a sentence. */
  why: z.string(),
  /** The rule that its category or, without one, its kind comes from. */
  rule: namedRuleSchema.nullable(),
  /** A transfer, or a row that looks like one: its other side isn't here. */
  isTransferLike: z.boolean(),
  /** The other side on another account of the person's; a payment of their loan has one, too. */
  transferPair: z.object({ transactionId: z.int(), accountName: z.string() }).nullable(),
  removedByBank: z.boolean(),
  /** For a row removed by the bank: the one likely row its edits can move to, if there is exactly one. */
  moveMarksTo: z.int().nullable(),
  /** Several sources have it, or the person joined it with another: SeparateTransaction can take it apart. */
  isJoined: z.boolean(),
  /** The transaction that this one may be the same as, unless the person said that it isn't (SetTransactionApart). */
  maybeSameAs: z.object({ transactionId: z.int(), date: z.string(), name: z.string() }).nullable(),
  /** The person's own words about it; empty for none. */
  note: z.string(),
  /** By name. */
  tags: z.array(tagSchema),
  /** The rule that gave the note; null if a person wrote it. */
  noteRule: namedRuleSchema.nullable(),
  /** The other person of the household who wrote the note; null if you or a rule did, or there is none. */
  noteBy: z.string().nullable(),
  /** The rules that gave some of its tags. */
  tagRules: z.array(namedRuleSchema.extend({ tagId: z.int() })),
  /** Parts of a split transaction, which add up to it; none for a whole one. */
  parts: z.array(partSchema),
  /** In a list of a budget: the other person of the household who exempted it there; null if you did, or nobody. */
  exemptedBy: z.string().nullable(),
});

export type AccountView = z.infer<typeof accountSchema>;
export type PlainAccessItem = z.infer<typeof accessItemSchema>;
export type AccessItemView = z.infer<typeof countedAccessItemSchema>;
export type ItemState = z.infer<typeof itemStateSchema>;
export type TagView = z.infer<typeof tagSchema>;
export type PartView = z.infer<typeof partSchema>;
export type TransactionView = z.infer<typeof transactionSchema>;
export type TransactionSort = NonNullable<z.infer<typeof pagingShape.sort>>;

/** Overdue or upcoming income or bills, as shown on its own screen and the overview (docs/reference/money.md, "Income totals"). */
export const incomeReminderSchema = z.object({
  kind: z.enum(["overdue", "dueSoon"]),
  incomeSourceId: z.int(),
  /** `in` for income, `out` for a bill. */
  direction: z.enum(["in", "out"]),
  name: z.string(),
  institutionAccessItemId: z.int(),
  institutionName: z.string(),
  /** The month to open; the oldest of several overdue ones. */
  month: z.string(),
  /** The oldest of several overdue ones. */
  dueDate: z.string(),
  /** Days from today to the due date; negative if it has passed. */
  daysUntilDue: z.int(),
  /** Number of months: 1, or all overdue ones of the source. */
  monthCount: z.int(),
  /** Amount still expected for those due dates. */
  outstanding: z.number(),
  isoCurrencyCode: z.string(),
});
