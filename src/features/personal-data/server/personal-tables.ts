import { eq, getTableColumns, isNull, type SQL } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { sessions, users } from "#server/tables/auth-tables.ts";
import {
  budgetAccessItems,
  budgetCategories,
  budgetExemptions,
  budgets,
  categoryRemovals,
} from "#server/tables/budget-tables.ts";
import { githubAccounts } from "#server/tables/github-tables.ts";
import {
  calendarFeeds,
  incomeDismissals,
  incomePayments,
  incomeSources,
  incomeTerms,
  unlinkedIncomePayments,
} from "#server/tables/income-tables.ts";
import {
  accounts,
  exchangedTokens,
  institutionAccessItems,
  pendingLinks,
} from "#server/tables/institution-tables.ts";
import { financialCategories } from "#server/tables/category-tables.ts";
import { movedMarks, providerTransactions, transactions } from "#server/tables/transaction-tables.ts";
import { personalDataRecords } from "#server/tables/personal-data-tables.ts";

/** Whose rows are meant. */
export type Person = { userId: string; subjectHash: string };

/** Where the currency of a row's amounts stands: in the row itself, or in the row of a budget or an income source. */
export type CurrencyPlace = "own" | "budget" | "income-source";

/** A table of which rows are a person's, and how they go out in the download. */
export type PersonalTable = {
  /** Its files in the download. */
  name: string;
  table: PgTable;
  /** One of them, and several, in words. */
  words: readonly [one: string, many: string];
  /** For README.txt of the download: what a row is. */
  about: string;
  /** Columns that stay out, each with the reason. */
  without?: Readonly<Record<string, string>>;
  /** Columns of minor units, and where their currency stands. */
  money?: { columns: readonly string[]; currency: CurrencyPlace };
  /** Which rows are the person's; by `user_id` unless said. */
  isTheirs?: (person: Person) => SQL;
  /** Rows of nobody that go out as well, because theirs point at them. */
  alsoOut?: SQL;
  /** Shut to the person's own transactions (row-level security): read by the site on their behalf. */
  isKernel?: true;
};

const secret = "a secret: it opens something, and is of no use to anybody else";
const internal = "how the site finds the row; it says nothing of you";

/** Everything that belongs to a person, each table after those that it points at. A test holds it against the schema. */
export const personalTables: readonly PersonalTable[] = [
  {
    name: "you",
    table: users,
    words: ["person", "persons"],
    about: "Who you are to this site: what your sign-in provider said of you, and when you signed in.",
    without: { leavingSince: "set only for somebody who has deleted everything" },
    isKernel: true,
  },
  {
    name: "sign-ins",
    table: sessions,
    words: ["signed-in browser", "signed-in browsers"],
    about: "Browsers that are signed in as you, and how long they are.",
    without: { tokenHash: internal },
    isKernel: true,
  },
  {
    name: "records",
    table: personalDataRecords,
    words: ["record of a download or deletion", "records of downloads and deletions"],
    about: "When you downloaded or deleted your data. These records stay; they do not name you.",
    without: { subjectHash: internal },
    isTheirs: ({ subjectHash }) => eq(personalDataRecords.subjectHash, subjectHash),
    isKernel: true,
  },
  {
    name: "github-account",
    table: githubAccounts,
    words: ["linked GitHub account", "linked GitHub accounts"],
    about: "The GitHub account that you have linked.",
    without: { sealedToken: secret },
  },
  {
    name: "banks",
    table: institutionAccessItems,
    words: ["bank", "banks"],
    about: "Banks that you have linked, and how each link is. `itemId` is its name at Plaid.",
    without: {
      sealedAccessToken: secret,
      keyId: internal,
      syncCursor: internal,
      webhookUrl: internal,
      institutionLogo: "a picture of the bank's, the same for everybody",
    },
  },
  {
    name: "accounts",
    table: accounts,
    words: ["account", "accounts"],
    about:
      "Accounts at those banks, with their balances as the bank told them last. Owed on a card is above zero.",
    money: { columns: ["currentBalance", "availableBalance"], currency: "own" },
  },
  {
    name: "pending-links",
    table: pendingLinks,
    words: ["link that waits for your answer", "links that wait for your answer"],
    about: "Links to banks that wait for your answer for 15 minutes.",
    without: { sealedAccessToken: secret, keyId: internal },
  },
  {
    name: "bank-link-exchanges",
    table: exchangedTokens,
    words: ["note of a link that was made", "notes of links that were made"],
    about: "That a bank's permission was taken up, kept for two days.",
    without: { tokenHash: internal },
  },
  {
    name: "categories",
    table: financialCategories,
    words: ["category of your own", "categories of your own"],
    about:
      "Categories of spending: your own, and the built-in ones (without a userId), which your rows may name.",
    without: { nameKey: internal },
    alsoOut: isNull(financialCategories.userId),
  },
  {
    name: "transactions",
    table: transactions,
    words: ["transaction", "transactions"],
    about: "Your ledger: what came in (above zero) and went out (below zero), with what you did to each row.",
    without: { payeeKey: internal },
    money: { columns: ["amount"], currency: "own" },
  },
  {
    name: "bank-rows",
    table: providerTransactions,
    words: ["row of a bank", "rows of banks"],
    about:
      "What the bank sent for the rows of the ledger. `rawAmount` is in the bank's sign: above zero went out.",
  },
  {
    name: "moved-marks",
    table: movedMarks,
    words: ["move of marks", "moves of marks"],
    about: "Marks that you moved from one row to another, for a day.",
  },
  {
    name: "budgets",
    table: budgets,
    words: ["budget", "budgets"],
    about: "Your budgets, both days included. `deletedAt`: deleted, and kept for a day.",
    without: { creationKey: internal },
  },
  {
    name: "budget-estimates",
    table: budgetCategories,
    words: ["estimate", "estimates"],
    about: "What you expect to spend, by budget and category.",
    money: { columns: ["estimate"], currency: "budget" },
  },
  {
    name: "budget-banks",
    table: budgetAccessItems,
    words: ["bank of a budget", "banks of budgets"],
    about: "Which banks a budget counts.",
  },
  {
    name: "budget-exemptions",
    table: budgetExemptions,
    words: ["exemption", "exemptions"],
    about: "Which rows you took out of a budget, or put back into it.",
  },
  {
    name: "deleted-categories",
    table: categoryRemovals,
    words: ["deleted category", "deleted categories"],
    about:
      "Categories that you deleted or merged, for a day. Estimates in `budgets` are whole minor units (cents).",
  },
  {
    name: "income-sources",
    table: incomeSources,
    words: ["income source", "income sources"],
    about: "Money that you expect each month. `deletedAt`: deleted, and kept for a day.",
    without: { creationKey: internal },
  },
  {
    name: "income-terms",
    table: incomeTerms,
    words: ["term of an income source", "terms of income sources"],
    about: "How much of a source is due and on which day of the month, from a month on.",
    money: { columns: ["amountDue"], currency: "income-source" },
  },
  {
    name: "income-payments",
    table: incomePayments,
    words: ["income payment", "income payments"],
    about: "Payments of income sources: a row of the ledger, or cash with its own amount.",
    without: { creationKey: internal },
    money: { columns: ["manualAmount"], currency: "income-source" },
  },
  {
    name: "unlinked-payments",
    table: unlinkedIncomePayments,
    words: ["unlinked payment", "unlinked payments"],
    about: "Payments that you unlinked, for a day.",
    without: { creationKey: internal },
    money: { columns: ["manualAmount"], currency: "income-source" },
  },
  {
    name: "refused-suggestions",
    table: incomeDismissals,
    words: ["refused suggestion", "refused suggestions"],
    about: "Suggested payments that you refused.",
  },
  {
    name: "calendar-feed",
    table: calendarFeeds,
    words: ["calendar feed", "calendar feeds"],
    about: "That you have an address for calendar programs; the address itself is not kept.",
    without: { tokenHash: internal },
  },
];

/** Tables that point at a person and stay out of the download, with the reason. They are deleted all the same. */
export const tablesLeftOut: Readonly<Record<string, string>> = {
  github_link_attempts: "hashes and sealed secrets of linkings that have not come back within ten minutes",
};

/** Whose the rows are, as a condition on the table. */
export function theirs({ table, isTheirs }: PersonalTable, person: Person): SQL {
  return isTheirs?.(person) ?? eq(columnNamed(table, "userId"), person.userId);
}

/** The columns that go out, by the names that they have in the code. */
export function exportedColumns({ name, table, without = {}, alsoOut }: PersonalTable): string[] {
  // The person's own number is told once; in other rows it says something only beside rows of nobody.
  const tellsWhose = name === "you" || alsoOut !== undefined;
  const staysOut = (column: string) => column in without || (column === "userId" && !tellsWhose);
  return Object.keys(getTableColumns(table)).filter((column) => !staysOut(column));
}

/**
 * What tells the rows of a table apart, in the order in which an index has it, by the names that the columns have in the code:
 * the primary key, or where there is none the first unique constraint.
 */
export function keyColumns(table: PgTable): { name: string; column: PgColumn }[] {
  const { columns, primaryKeys, uniqueConstraints } = getTableConfig(table);
  const primary = primaryKeys[0]?.columns ?? columns.filter((column) => column.primary);
  const key = primary.length > 0 ? primary : (uniqueConstraints[0]?.columns ?? []);
  const named = Object.entries(getTableColumns(table));
  return key.flatMap((one) =>
    named.filter(([, { name }]) => name === one.name).map(([name, column]) => ({ name, column })),
  );
}

function columnNamed(table: PgTable, name: string): PgColumn {
  const column: PgColumn | undefined = getTableColumns(table)[name];
  if (column === undefined) throw new Error(`${getTableConfig(table).name} has no column ${name}`);
  return column;
}
