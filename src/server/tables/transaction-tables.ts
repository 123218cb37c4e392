import { eq, sql } from "drizzle-orm";
import { check, foreignKey, index, pgTable, primaryKey, unique } from "drizzle-orm/pg-core";
import { partialIndex, uniquePartialIndex } from "#server/database/partial-index.ts";
import { kindReasons, rowKinds, rowSources, transactionSources } from "#shared/row-kinds.ts";
import { ownerId } from "./auth-tables.ts";
import { imports } from "./import-tables.ts";
import { accounts, institutionAccessItems } from "./institution-tables.ts";
import { ownKeyTo, policiesOfOwner } from "#server/database/owner-policy.ts";
import { financialCategories, isNoneOrReadableCategory } from "./category-tables.ts";

/**
/** Condition for rows that a rule has sorted. */
export const isRuled = sql`category_rule_id is not null or kind_rule_id is not null or payee_rule_id is not null`;

/**
 * The ledger: one row for each transaction as the person sees it. Each sync copies the provider's data here, so that reading
 * needs no other table, but never touches what the person did (category, kind and, by reference, exemptions and payments;
 * docs/reference/money.md, "Facts and rows").
 */
export const transactions = pgTable(
  "transactions",
  (t) => ({
    transactionId: t.integer("transaction_id").notNull().generatedAlwaysAsIdentity(),
    userId: t.uuid("user_id").notNull(),
    institutionAccessItemId: t.integer("institution_access_item_id").notNull(),
    accountId: t.integer("account_id").notNull(),

    date: t.date({ mode: "string" }).notNull(),
    authorizedDate: t.date("authorized_date", { mode: "string" }),
    name: t.text().notNull(),
    merchantName: t.text("merchant_name"),
    /** Payee for comparison: cleaned, without case, digits and punctuation (`payeeKeyOf`). */
    payeeKey: t.text("payee_key").notNull(),
    /** Payee that is shown: the name that a rule gives it, else the bank's, cleaned. */
    payee: t.text().notNull().default(""),
    /** Minor units; positive for money in, negative for money out (docs/reference/money.md, "Money and sign"). */
    amount: t.bigint({ mode: "number" }).notNull(),
    isoCurrencyCode: t.text("iso_currency_code").notNull(),
    pending: t.boolean().notNull(),
    /** The provider's own category, such as Plaid's `INCOME` and `INCOME_WAGES`. */
    bankCategory: t.text("bank_category"),
    bankCategoryDetailed: t.text("bank_category_detailed"),
    /** The provider's confidence in it, such as Plaid's `VERY_HIGH`; null if it tells none. */
    bankConfidence: t.text("bank_confidence"),
    /** Category that a file names, such as `Groceries`; one of the person's of that name is taken. */
    fileCategory: t.text("file_category"),
    /** Merchant category code that a file states, four digits (ISO 18245). */
    merchantCode: t.text("merchant_code"),
    /** Type of movement as a file states it, such as `ATM`; each format has its own. */
    typeCode: t.text("type_code"),
    /** Time at which the bank removed it. The row stays only because the person had edited it, and no longer counts. */
    removedByBankAt: t.timestamp("removed_by_bank_at", { withTimezone: true }),
    /** Time at which the person dismissed such a row or moved its edits. It is hidden, can be restored for a day, then goes. */
    dismissedAt: t.timestamp("dismissed_at", { withTimezone: true }),
    /** The other side of a transfer between linked accounts. */
    transferPairId: t.integer("transfer_pair_id"),
    /** The row that this one was maybe the same as when a file brought it. */
    maybeSameAs: t.integer("maybe_same_as"),
    /** The person said that it's a transaction of its own; no rule joins it with another (docs/reference/import-matching.md, "By hand"). */
    keptApart: t.boolean("kept_apart").notNull().default(false),

    financialCategoryId: t
      .integer("financial_category_id")
      .references(() => financialCategories.financialCategoryId, { onDelete: "set null" }),
    /** Source of the category. With `person` and no category, the person chose none. */
    categorySource: t.text("category_source", { enum: rowSources }).notNull().default("none"),
    /**
     * Member of the household who chose it, or split the row; null for the owner. If nobody chose it: who joined the row's parts, the
     * owner, too. No reference, as in the household's journal.
     */
    categoryBy: t.uuid("category_by"),
    /** The kind that the person chose; null leaves it to the rule. */
    chosenKind: t.text("chosen_kind", { enum: rowKinds }),
    kindBy: t.uuid("kind_by"),
    /** Result of `domain/row-kind.ts` for the row, updated whenever its inputs change. */
    kind: t.text({ enum: rowKinds }).notNull().default("spending"),
    kindReason: t.text("kind_reason", { enum: kindReasons }).notNull().default("default"),
    /** Rules that set these; null where they come from elsewhere. */
    categoryRuleId: t.integer("category_rule_id"),
    kindRuleId: t.integer("kind_rule_id"),
    payeeRuleId: t.integer("payee_rule_id"),
    /** The person's own words about it, or a rule's; null for none. */
    note: t.text(),
    /** The rule that gave the note; null if the person wrote it. */
    noteRuleId: t.integer("note_rule_id"),
    noteBy: t.uuid("note_by"),
    /** The person took off a note or a tag that a rule had given, so that rules give it neither any more. */
    keepsWords: t.boolean("keeps_words").notNull().default(false),
    createdAt: t.timestamp("created_at", { withTimezone: true }).notNull(),
  }),
  (table) => [
    // Foreign keys to a row include its person. This needs no second index, because ids are unique by the sequence.
    primaryKey({ name: "transactions_key", columns: [table.transactionId, table.userId] }),
    // Clears only the id (edited by hand in the migration, `set null (transfer_pair_id)`), so that the row keeps its person.
    foreignKey({
      name: "transactions_transfer_pair_row",
      columns: [table.transferPairId, table.userId],
      foreignColumns: [table.transactionId, table.userId],
    }).onDelete("set null"),
    // Clears only the id, like a transfer's.
    foreignKey({
      name: "transactions_maybe_row",
      columns: [table.maybeSameAs, table.userId],
      foreignColumns: [table.transactionId, table.userId],
    }).onDelete("set null"),
    // One lookup instead of three for each new row, and the three can't disagree.
    foreignKey({
      name: "transactions_account",
      columns: [table.accountId, table.institutionAccessItemId, table.userId],
      foreignColumns: [accounts.accountId, accounts.institutionAccessItemId, accounts.userId],
    })
      .onDelete("cascade")
      .onUpdate("cascade"),
    // Rows of one institution by day with what sums and budgets need, so that adding up reads the index alone. Read backwards for
    // newest first; a descending index would put nulls last and not serve `order by … desc`, which puts them first.
    index("transactions_item_date").on(
      table.userId,
      table.institutionAccessItemId,
      table.date,
      table.transactionId,
      table.isoCurrencyCode,
      table.amount,
      table.kind,
      table.chosenKind,
      table.financialCategoryId,
      table.removedByBankAt,
      table.dismissedAt,
    ),
    // Rows of all institutions by day, for lists.
    index("transactions_date").on(table.userId, table.date, table.transactionId),
    index("transactions_payee").on(table.userId, table.payeeKey),
    // Finds both sides of a transfer, and rows that a new link brings again.
    index("transactions_amount").on(table.userId, table.amount, table.date),
    partialIndex("transactions_category", [table.financialCategoryId], "financial_category_id is not null"),
    // Indexes of rare properties, which ordinary new rows don't pay for.
    partialIndex("transactions_transfer_pair", [table.transferPairId], "transfer_pair_id is not null"),
    partialIndex("transactions_maybe", [table.maybeSameAs], "maybe_same_as is not null"),
    partialIndex("transactions_chosen_transfer", [table.userId], "chosen_kind = 'transfer'"),
    // Finds what the person chose for a payee, from which its other rows learn.
    partialIndex("transactions_chosen", [table.userId, table.payeeKey], "category_source = 'person'"),
    partialIndex("transactions_unsettled", [table.accountId], "removed_by_bank_at is not null or pending"),
    index("transactions_ruled").on(table.userId).where(isRuled),
    partialIndex("transactions_noted", [table.userId], "note_rule_id is not null"),
    partialIndex("transactions_dismissed", [table.dismissedAt], "dismissed_at is not null"),
    ...policiesOfOwner("transactions_of_the_user", isNoneOrReadableCategory),
  ],
).enableRLS();

/** Condition that joins a row's bank. */
export const isOfRow = eq(
  institutionAccessItems.institutionAccessItemId,
  transactions.institutionAccessItemId,
);

/** Creates the foreign key of rows that belong to a transaction of the ledger. */
export const ofTransaction = ownKeyTo(transactions, "transactionId");

/** Former text and amount of a row, in the columns of `transactions`. */
type StatedBefore = Pick<
  typeof transactions.$inferSelect,
  | "date"
  | "authorizedDate"
  | "name"
  | "merchantName"
  | "payeeKey"
  | "amount"
  | "pending"
  | "bankCategory"
  | "bankCategoryDetailed"
  | "bankConfidence"
> & { isRemoved: boolean };

/**
 * The data of a source as received: a bank, a file, or the person, who typed it. One row of the ledger may have several, of one
 * source (pending, then posted) or of several, of which the strongest current one speaks: the bank's over a file's over a typed
 * one.
 */
export const providerTransactions = pgTable(
  "provider_transactions",
  (t) => ({
    userId: t.uuid("user_id").notNull(),
    /** `simplefin` and `file` are for links by SimpleFIN and for statements, which share this table. */
    source: t.text({ enum: transactionSources }).notNull(),
    /** Account of the ledger's row, shared by both ids. */
    accountId: t.integer("account_id").notNull(),
    /** The source's id; for a typed row, a key of the call that made it. */
    providerTransactionId: t.text("provider_transaction_id").notNull(),
    transactionId: t.integer("transaction_id").notNull(),
    /** The row it came from, if the person joined that row with this one; it goes back there when they separate the two. */
    joinedFrom: t.integer("joined_from"),
    /** Number of the account's link that brought it (`accounts.link_number`). */
    linkNumber: t.integer("link_number").notNull().default(1),
    pending: t.boolean().notNull(),
    pendingTransactionId: t.text("pending_transaction_id"),
    date: t.date({ mode: "string" }).notNull(),
    name: t.text().notNull(),
    /** Exactly as the provider sent it, with the provider's sign. */
    rawAmount: t.numeric("raw_amount").notNull(),
    isoCurrencyCode: t.text("iso_currency_code").notNull(),
    receivedAt: t.timestamp("received_at", { withTimezone: true }).notNull(),
    /** Time since which it no longer represents the ledger's row, because the bank removed or replaced it, or a later file has it. */
    removedAt: t.timestamp("removed_at", { withTimezone: true }),
    /** For a file's fact: the import, the id that the bank gives it (if ids are to be trusted there), and the key of its payee. */
    importId: t.integer("import_id"),
    externalId: t.text("external_id"),
    payeeKey: t.text("payee_key"),
    /** True if the file divides the row into parts, else null. */
    hasParts: t.boolean("has_parts"),
    /** The row of the ledger before the import changed it; null if it didn't. */
    before: t.jsonb().$type<StatedBefore>(),
  }),
  (table) => [
    // The source's id first: a sync looks rows up by it alone.
    unique("provider_transactions_key").on(table.providerTransactionId, table.accountId, table.source),
    index("provider_transactions_ledger").on(table.transactionId),
    // The row that currently represents the ledger's; at most one of each source is neither removed nor replaced, apart from those
    // of rows joined by hand.
    uniquePartialIndex(
      "provider_transactions_current",
      [sql`coalesce(joined_from, transaction_id)`, table.source],
      "removed_at is null",
    ),
    partialIndex("provider_transactions_joined", [table.joinedFrom], "joined_from is not null"),
    partialIndex(
      "provider_transactions_elsewhere",
      [table.accountId, table.date],
      "source in ('file', 'manual')",
    ),
    partialIndex("provider_transactions_import", [table.importId], "import_id is not null"),
    ofTransaction("provider_transactions_row", table),
    // Clears only the id, like a transfer's.
    foreignKey({
      name: "provider_transactions_joined_row",
      columns: [table.joinedFrom, table.userId],
      foreignColumns: [transactions.transactionId, transactions.userId],
    }).onDelete("set null"),
    check("provider_transactions_file", sql`(${table.source} = 'file') = (${table.importId} is not null)`),
    // No foreign key to the import, which goes only with its person: for 50,000 rows, Postgres would look up one key as often.
    ...policiesOfOwner(
      "provider_transactions_of_the_user",
      sql`(import_id is null or import_id in (select own.import_id from ${imports} own))`,
    ),
  ],
).enableRLS();

/** The person's word on two rows, money out and money in: one transfer, or not. */
export const transferDecisions = pgTable(
  "transfer_decisions",
  (t) => ({
    outTransactionId: t.integer("out_transaction_id").notNull(),
    inTransactionId: t.integer("in_transaction_id").notNull(),
    userId: t.uuid("user_id").notNull(),
    isTransfer: t.boolean("is_transfer").notNull(),
    /** Member of the household who said so; null for the owner. */
    decidedBy: t.uuid("decided_by"),
  }),
  (table) => [
    primaryKey({
      name: "transfer_decisions_key",
      columns: [table.outTransactionId, table.inTransactionId],
    }),
    index("transfer_decisions_user").on(table.userId),
    // A row is a side of one transfer at most.
    uniquePartialIndex("transfer_decisions_out", [table.outTransactionId], "is_transfer"),
    uniquePartialIndex("transfer_decisions_in", [table.inTransactionId], "is_transfer"),
    index("transfer_decisions_in_row").on(table.inTransactionId),
    ofTransaction("transfer_decisions_out_row", {
      transactionId: table.outTransactionId,
      userId: table.userId,
    }),
    ofTransaction("transfer_decisions_in_row", {
      transactionId: table.inTransactionId,
      userId: table.userId,
    }),
    ...policiesOfOwner("transfer_decisions_of_the_user"),
  ],
).enableRLS();

/** Part of a split row, kept while other parts stand in its place. */
type MovedPart = {
  partId: number;
  amount: number;
  financialCategoryId: number | null;
  note: string | null;
  leftOut: boolean;
  isRest: boolean;
};

/** State of a row before the edits of a removed one, or of one joined by hand, were moved to it, so that the move can be undone. */
export const movedMarks = pgTable(
  "moved_marks",
  (t) => ({
    fromTransactionId: t.integer("from_transaction_id").primaryKey(),
    toTransactionId: t.integer("to_transaction_id").notNull(),
    userId: ownerId(),
    /** The person's own choice; null and not `person` if they made none. */
    financialCategoryId: t.integer("financial_category_id"),
    categorySource: t.text("category_source", { enum: rowSources }).notNull().default("none"),
    categoryBy: t.uuid("category_by"),
    chosenKind: t.text("chosen_kind", { enum: rowKinds }),
    kindBy: t.uuid("kind_by"),
    /** For budgets with a decision about the removed row: the other row's own decision, or null. */
    exemptions: t
      .jsonb()
      .$type<{ budgetId: number; isExempt: boolean | null; decidedBy?: string | null }[]>()
      .notNull(),
    /** The income payment that was moved along; null for none. */
    incomePaymentId: t.integer("income_payment_id"),
    /** The rows were joined by hand: what stood behind the one stands behind the other, until the person separates them. */
    isJoin: t.boolean("is_join").notNull().default(false),
    /** For a join: the other row's name of the merchant before it. */
    merchantName: t.text("merchant_name"),
    /** For a join: the person's words on transfers that were moved along, by the other side's id. */
    transfers: t.jsonb().$type<number[]>(),
    /** The row's note, if the person wrote it. */
    note: t.text(),
    noteBy: t.uuid("note_by"),
    keepsWords: t.boolean("keeps_words").notNull().default(false),
    /** The row's own parts, if those of the other took their place; none for a whole row, null if they stayed. */
    parts: t.jsonb().$type<MovedPart[]>(),
    /** Tags that the row got by the move, or that a rule had given it before. */
    tagIds: t.jsonb("tag_ids").$type<number[]>().notNull().default([]),
  }),
  (table) => [
    index("moved_marks_to").on(table.toTransactionId),
    ofTransaction("moved_marks_from_row", { transactionId: table.fromTransactionId, userId: table.userId }),
    ofTransaction("moved_marks_to_row", { transactionId: table.toTransactionId, userId: table.userId }),
    ...policiesOfOwner("moved_marks_of_the_user"),
  ],
).enableRLS();
