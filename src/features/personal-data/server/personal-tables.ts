import { eq, getTableColumns, isNull, sql, type SQL } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { identities, invitations, passkeys, sessions, users } from "#server/tables/auth-tables.ts";
import {
  budgetAccessItems,
  budgetCategories,
  budgetDrafts,
  budgetExemptions,
  budgets,
  budgetSeries,
  categoryRemovals,
} from "#server/tables/budget-tables.ts";
import { githubAccounts } from "#server/tables/github-tables.ts";
import {
  calendarFeeds,
  incomeDismissals,
  incomePayments,
  incomeRefusals,
  incomeSources,
  incomeTerms,
  unlinkedIncomePayments,
} from "#server/tables/income-tables.ts";
import { householdChanges, householdMembers } from "#server/tables/household-tables.ts";
import { importMappings, importPreviews, imports } from "#server/tables/import-tables.ts";
import {
  accountBalances,
  accounts,
  exchangedTokens,
  institutionAccessItems,
  pendingLinks,
} from "#server/tables/institution-tables.ts";
import { tags, transactionParts, transactionTags } from "#server/tables/part-tables.ts";
import { bankCategoryChoices, financialCategories } from "#server/tables/category-tables.ts";
import { rules, sortingSettings, undos } from "#server/tables/rule-tables.ts";
import {
  movedMarks,
  providerTransactions,
  transactions,
  transferDecisions,
} from "#server/tables/transaction-tables.ts";
import { personalDataRecords } from "#server/tables/personal-data-tables.ts";

/** Person whose rows are read. */
export type Person = { userId: string; subjectHash: string };

/** Location of a row's currency: in the row itself, its budget, its income source, or its transaction. */
export type CurrencyPlace = "own" | "budget" | "income-source" | "transaction";

/** Table with personal data, and the rules for exporting it. */
export type PersonalTable = {
  /** Name of its files in the download. */
  name: string;
  table: PgTable;
  /** Noun for one row and for several. */
  words: readonly [one: string, many: string];
  /** Description of a row for the download's README.txt. */
  about: string;
  /** Omitted columns, each with the reason. */
  without?: Readonly<Record<string, string>>;
  /** Columns in minor units, and the location of their currency. */
  money?: { columns: readonly string[]; currency: CurrencyPlace };
  /** Condition for the person's rows; `user_id` by default. */
  isOwnedBy?: (person: Person) => SQL;
  /** Condition for shared rows that are exported because the person's rows refer to them. */
  alsoExported?: SQL;
  /** Not visible to the person's database transactions (row-level security); the site reads it for them. */
  isKernel?: true;
};

const secret = "a secret that grants access and is of no use elsewhere";
const internal = "internal to the site; says nothing about you";

/** Tables with personal data, each after those it refers to. A test compares the list with the schema. */
export const personalTables: readonly PersonalTable[] = [
  {
    name: "you",
    table: users,
    words: ["person", "people"],
    about: "Your name, your role, and when you signed in.",
    without: { leavingSince: "set only for a person who has deleted their data", handle: internal },
    isKernel: true,
  },
  {
    name: "sign-in-accounts",
    table: identities,
    words: ["account for signing in", "accounts for signing in"],
    about: "Your accounts at a sign-in provider, as it reported them.",
    isKernel: true,
  },
  {
    name: "passkeys",
    table: passkeys,
    words: ["passkey", "passkeys"],
    about: "Your passkeys: the public halves, and when you made and used them.",
    isKernel: true,
  },
  {
    name: "invitations",
    table: invitations,
    words: ["open invitation", "open invitations"],
    about: "People you've invited who haven't come yet.",
    without: { tokenHash: internal },
    isKernel: true,
  },
  {
    name: "sign-ins",
    table: sessions,
    words: ["signed-in browser", "signed-in browsers"],
    about: "Browsers in which you are signed in, since when, and from which address.",
    without: { tokenHash: internal },
    isKernel: true,
  },
  {
    name: "records",
    table: personalDataRecords,
    words: ["record of a download or deletion", "records of downloads and deletions"],
    about: "When you downloaded or deleted your data. These records are kept and don't name you.",
    without: { subjectHash: internal },
    isOwnedBy: ({ subjectHash }) => eq(personalDataRecords.subjectHash, subjectHash),
    isKernel: true,
  },
  {
    name: "github-account",
    table: githubAccounts,
    words: ["linked GitHub account", "linked GitHub accounts"],
    about: "Your linked GitHub account.",
    without: { sealedToken: secret },
  },
  {
    name: "banks",
    table: institutionAccessItems,
    words: ["bank", "banks"],
    about: "Your banks and their state. `itemId` is the link's ID at Plaid, or names an access to SimpleFIN.",
    without: {
      sealedAccessToken: secret,
      keyId: internal,
      syncCursor: internal,
      webhookUrl: internal,
      institutionLogo: "the bank's logo, the same for everyone",
    },
  },
  {
    name: "accounts",
    table: accounts,
    words: ["account", "accounts"],
    about: "Accounts at those banks with their latest balances. A positive card balance is owed.",
    money: { columns: ["currentBalance", "availableBalance", "openingBalance"], currency: "own" },
  },
  {
    name: "balances",
    table: accountBalances,
    words: ["balance", "balances"],
    about:
      "What your accounts held at the end of a day, by your bank, a file, or your check. A negative balance is owed.",
    money: { columns: ["amount"], currency: "own" },
  },
  {
    name: "pending-links",
    table: pendingLinks,
    words: ["pending bank link", "pending bank links"],
    about: "Bank links that wait up to 15 minutes for your confirmation.",
    without: { sealedAccessToken: secret, keyId: internal },
  },
  {
    name: "bank-link-exchanges",
    table: exchangedTokens,
    words: ["record of a bank link", "records of bank links"],
    about: "Records of completed bank links, kept for two days.",
    without: { tokenHash: internal },
  },
  {
    name: "categories",
    table: financialCategories,
    words: ["custom category", "custom categories"],
    about: "Categories: your own, and the built-in ones (without a userId) that your data may refer to.",
    without: { nameKey: internal },
    alsoExported: isNull(financialCategories.userId),
  },
  {
    name: "bank-categories",
    table: bankCategoryChoices,
    words: ["bank category choice", "bank category choices"],
    about: "Which categories you chose for your bank’s categories.",
  },
  {
    name: "rules",
    table: rules,
    words: ["rule", "rules"],
    about: "Your rules for sorting transactions and naming payees. The first in `position` wins.",
  },
  {
    name: "sorting-settings",
    table: sortingSettings,
    words: ["sorting setting", "sorting settings"],
    about: "Whether your choices are used to guess categories, if you switched that off.",
  },
  {
    name: "undoable-changes",
    table: undos,
    words: ["change you can undo", "changes you can undo"],
    about: "Changes of your rules, with what's needed to undo them, kept for a day.",
  },
  {
    name: "transactions",
    table: transactions,
    words: ["transaction", "transactions"],
    about: "Your transactions, money in (positive) and out (negative), with your edits.",
    without: { payeeKey: internal, categoryBy: internal, kindBy: internal, noteBy: internal },
    money: { columns: ["amount"], currency: "own" },
  },
  {
    name: "transaction-parts",
    table: transactionParts,
    words: ["part of a transaction", "parts of transactions"],
    about: "Parts of the transactions that you split.",
    money: { columns: ["amount"], currency: "transaction" },
  },
  {
    name: "tags",
    table: tags,
    words: ["tag", "tags"],
    about: "Your tags.",
    without: { nameKey: internal },
  },
  {
    name: "transaction-tags",
    table: transactionTags,
    words: ["tag of a transaction", "tags of transactions"],
    about: "Which transactions have which tags, and `ruleId`, if a rule of yours gave them.",
  },
  {
    name: "imports",
    table: imports,
    words: ["import", "imports"],
    about: "Bank statements that you imported, without the files, which aren't kept.",
  },
  {
    name: "import-previews",
    table: importPreviews,
    words: ["import preview", "import previews"],
    about: "Files that you looked at in the last hour without importing them yet.",
    without: { statement: "the file as read, packed; it's gone after an hour", plans: internal },
  },
  {
    name: "import-choices",
    table: importMappings,
    words: ["import choice", "import choices"],
    about: "Your answers about files of a kind, for the next one.",
  },
  {
    name: "bank-rows",
    table: providerTransactions,
    words: ["bank record", "bank records"],
    about:
      "Transactions as their sources have them: a bank, a file, or you. `rawAmount` has the source's sign; a bank's positive amount is money out.",
  },
  {
    name: "transfers",
    table: transferDecisions,
    words: ["transfer decision", "transfer decisions"],
    about: "Which two transactions you said are one transfer, or aren't.",
    without: { decidedBy: internal },
  },
  {
    name: "moved-marks",
    table: movedMarks,
    words: ["moved edit", "moved edits"],
    about: "Edits that you moved from one transaction to another, kept for a day.",
    without: { categoryBy: internal, kindBy: internal, noteBy: internal },
  },
  {
    name: "budget-series",
    table: budgetSeries,
    words: ["budget that repeats", "budgets that repeat"],
    about:
      "How your budgets repeat, and the last day for which you have one. `budgets` has their periods, and without a `seriesStart` what the next ones start with.",
  },
  {
    name: "budgets",
    table: budgets,
    words: ["budget", "budgets"],
    about:
      "Your budgets; start and end dates are inclusive. Those with `deletedAt` are deleted and kept for a day.",
    without: { creationKey: internal },
  },
  {
    name: "budget-estimates",
    table: budgetCategories,
    words: ["estimate", "estimates"],
    about:
      "Your estimates by budget and category. Amounts in `plan`, what it carries over and its goal, are in minor units (cents).",
    money: { columns: ["estimate"], currency: "budget" },
  },
  {
    name: "budget-banks",
    table: budgetAccessItems,
    words: ["bank in a budget", "banks in budgets"],
    about: "Banks included in each budget.",
  },
  {
    name: "budget-drafts",
    table: budgetDrafts,
    words: ["draft of a budget", "drafts of budgets"],
    about: "When the site made your first budget as a draft.",
  },
  {
    name: "budget-exemptions",
    table: budgetExemptions,
    words: ["exemption", "exemptions"],
    about: "Transactions you exempted from a budget or restored to it.",
    without: { decidedBy: internal },
  },
  {
    name: "deleted-categories",
    table: categoryRemovals,
    words: ["deleted category", "deleted categories"],
    about:
      "Categories you deleted or merged, kept for a day. Estimates in `budgets` are in minor units (cents).",
  },
  {
    name: "income-sources",
    table: incomeSources,
    words: ["income source or bill", "income sources and bills"],
    about:
      'Income and bills you expect. A bill has the `direction` "out". Those with `deletedAt` are deleted and kept for a day.',
    without: { creationKey: internal },
  },
  {
    name: "income-terms",
    table: incomeTerms,
    words: ["amount due", "amounts due"],
    about: "Amount and day of the month due for a source or bill, from a given month.",
    money: { columns: ["amountDue"], currency: "income-source" },
  },
  {
    name: "income-payments",
    table: incomePayments,
    words: ["payment", "payments"],
    about: "Payments for income sources and bills: a transaction, or cash with its own amount.",
    without: { creationKey: internal },
    money: { columns: ["manualAmount"], currency: "income-source" },
  },
  {
    name: "unlinked-payments",
    table: unlinkedIncomePayments,
    words: ["unlinked payment", "unlinked payments"],
    about: "Payments you unlinked, kept for a day.",
    without: { creationKey: internal },
    money: { columns: ["manualAmount"], currency: "income-source" },
  },
  {
    name: "refused-suggestions",
    table: incomeDismissals,
    words: ["dismissed suggestion", "dismissed suggestions"],
    about: "Suggested payments you dismissed.",
  },
  {
    name: "refused-income",
    table: incomeRefusals,
    words: ["declined income source or bill", "declined income sources and bills"],
    about: "Regular payments that you didn't want as an income source or a bill, by `payeeKey`, the payee.",
  },
  {
    name: "calendar-feed",
    table: calendarFeeds,
    words: ["calendar feed", "calendar feeds"],
    about: "Your calendar feed; its address isn't stored.",
    without: { tokenHash: internal },
  },
  {
    name: "household",
    table: householdMembers,
    words: ["household membership", "household memberships"],
    about:
      "People you share your money with, and people whose money you may see. Without an `acceptedAt`, it's an open invitation.",
    without: { memberId: internal },
    isOwnedBy: ({ userId }) =>
      sql`(${eq(householdMembers.userId, userId)} or ${eq(householdMembers.memberId, userId)})`,
  },
  {
    name: "household-changes",
    table: householdChanges,
    words: ["change of shared money", "changes of shared money"],
    about: "Who changed what in your money while you shared it, kept for 400 days.",
    without: { actorId: internal },
  },
];

/** Returns the condition for a person's rows. */
export function ownedBy({ table, isOwnedBy }: PersonalTable, person: Person): SQL {
  return isOwnedBy?.(person) ?? eq(columnNamed(table, "userId"), person.userId);
}

function columnNamed(table: PgTable, name: string): PgColumn {
  const column: PgColumn | undefined = getTableColumns(table)[name];
  if (column === undefined) throw new Error(`${getTableConfig(table).name} has no column ${name}`);
  return column;
}
