/** Kinds of transactions (docs/reference/money.md, "Kinds"); totals count spending only. */
export const rowKinds = ["spending", "income", "transfer", "leftOut"] as const;
export type RowKind = (typeof rowKinds)[number];

/** Names of kinds for people. */
export const kindNames: Record<RowKind, string> = {
  spending: "Spending",
  income: "Income",
  transfer: "Transfer",
  leftOut: "Left out",
};

/** Kind of rows that a category is for. */
export const categoryKinds = ["spending", "income"] as const;
export type CategoryKind = (typeof categoryKinds)[number];

/** Source of a row's category or kind; `none` if it was only a default. */
export const rowSources = ["person", "rule", "learnt", "file", "bank", "none"] as const;
export type RowSource = (typeof rowSources)[number];

/** Origin of a transaction; the file is a statement, and `manual` the person's own typing. */
export const transactionSources = ["plaid", "simplefin", "file", "manual"] as const;
export type TransactionSource = (typeof transactionSources)[number];

/** Why a row has its kind. */
export const kindReasons = [
  /** The person chose it. */
  "chosen",
  /** One of the person's rules says so. */
  "rule",
  /** On a loan account: a loan is paid, and spent, where the payment comes from. */
  "loanAccount",
  /** The other side is on one of the person's own accounts. */
  "paired",
  /** Pays the person's own loan. */
  "loanPayment",
  /** The bank says so. */
  "bank",
  /** Its category is of that kind. */
  "category",
  /** Looks like a transfer, but its other side isn't here. */
  "transferLike",
  /** Money back from somebody who was paid. */
  "refund",
  /** Nothing says otherwise. */
  "default",
] as const;
export type KindReason = (typeof kindReasons)[number];

/** Id of the uncategorized category (docs/reference/product.md, "Budget screens"). */
export const uncategorizedId = -1;
