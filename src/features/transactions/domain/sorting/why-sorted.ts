import type { KindReason, RowKind, RowSource } from "#shared/row-kinds.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import { someone } from "#shared/household.ts";
import {
  bankWords,
  codeWords,
  isGuess,
  type BankCategories,
  type BankConfidence,
} from "./bank-categories.ts";
import { bankMeaning } from "./bank-meanings.ts";
import type { BuiltInCategory } from "./built-in-categories.ts";
import { subscribedCodes } from "./monthly-payments.ts";

/** Facts used in the words: names of the row's category and of the account with its other side, null for none. */
type Row = BankCategories & {
  bankConfidence: BankConfidence;
  kind: RowKind;
  kindReason: KindReason;
  categorySource: RowSource;
  categoryName: string | null;
  /** Days of the payee's latest transactions for which the category was chosen, if it was learnt. */
  learntFrom: readonly string[] | null;
  /** The name of the rule that its category or, without one, its kind comes from. */
  ruleName: string | null;
  pairedAccount: string | null;
  /** Someone matched it with its other side. */
  isMatched: boolean;
  isSplit: boolean;
  /** Names of others who chose its category or split it, chose its kind, and matched it; null for whoever reads it. */
  categoryBy: string | null;
  kindBy: string | null;
  matchedBy: string | null;
  /** A member of the owner's household reads it. */
  isForMember: boolean;
};

/**
 * Returns the source of a row's kind, and a sentence that explains how the row was sorted: the reason for its category
 * if that says more, otherwise the reason for its kind. `kind` is the one shown.
 */
export function whySorted(row: Row, kind: RowKind): { kindSource: RowSource; why: string } {
  // Only payments of an income source are shown as another kind.
  if (kind !== row.kind) return { kindSource: "person", why: `It pays one of ${your(row)} income sources.` };
  const kindSource = sourceOf(row);
  const isPlain = !["chosen", "rule", "loanAccount", "paired", "transferLike"].includes(row.kindReason);
  return { kindSource, why: (isPlain ? categoryWords(row) : null) ?? kindWords(row) };
}

function sourceOf(row: Row): RowSource {
  const { kindReason, categorySource, isMatched } = row;
  if (kindReason === "category") return categorySource;
  if (kindReason === "transferLike") return bankMeaning(row)?.kind === "transfer" ? "bank" : "none";
  return kindReason === "paired" && isMatched ? "person" : sources[kindReason];
}

const sources = {
  chosen: "person",
  rule: "rule",
  paired: "bank",
  bank: "bank",
  loanAccount: "none",
  loanPayment: "none",
  refund: "none",
  default: "none",
} as const;

const subscriptions: BuiltInCategory = "Subscriptions";

function categoryWords({ categorySource, categoryName, ...row }: Row): string | null {
  if (row.isSplit && categorySource === "file") return "The file split it.";
  if (row.isSplit) return `${who(row.categoryBy)} split it.`;
  if (categorySource === "person") return `${who(row.categoryBy)} chose ${categoryName ?? "no category"}.`;
  if (categorySource === "rule") return `${ruleWords(row)} says ${categoryName ?? "no category"}.`;
  if (categoryName === null) {
    const guess = categorySource === "none" && isGuess(row.bankConfidence) ? bankWords(row) : "";
    return guess === "" ? null : `${capital(your(row))} bank guesses ${guess}${confidenceWords(row)}.`;
  }
  if (categorySource === "learnt")
    return `${categoryName} was chosen for this payee ${learntWords(row.learntFrom)}.`;
  if (categorySource === "file") return `The file says ${categoryName}.`;
  const isMonthly =
    categoryName === subscriptions && subscribedCodes.includes(row.bankCategoryDetailed ?? "");
  const monthly = isMonthly ? ", and it’s paid monthly" : "";
  return `${capital(your(row))} bank says ${bankWords(row)}${confidenceWords(row)}${monthly}.`;
}

function confidenceWords({ bankConfidence }: Pick<Row, "bankConfidence">): string {
  return bankConfidence === null ? "" : ` (${codeWords(bankConfidence)} confidence)`;
}

function learntWords(days: Row["learntFrom"]): string {
  return days === null || days.length === 0
    ? "before"
    : `on ${days.map((day) => dateWords(day)).join(" and ")}`;
}

function who(name: string | null): string {
  return name === null || name === someone ? capital(name ?? "you") : name;
}

function your({ isForMember }: Pick<Row, "isForMember">): string {
  return isForMember ? "the" : "your";
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function ruleWords({ ruleName, isForMember }: Pick<Row, "ruleName" | "isForMember">): string {
  if (ruleName !== null) return `${capital(your({ isForMember }))} rule “${ruleName}”`;
  return isForMember ? "A rule" : "A rule of yours";
}

function kindWords(row: Row): string {
  const { kind, kindReason, isMatched } = row;
  const pairedAccount =
    row.pairedAccount ?? `${your(row)} ${kindReason === "paired" ? "other account" : "loan"}`;
  switch (kindReason) {
    case "chosen":
      return `${who(row.kindBy)} chose it.`;
    case "rule":
      return `${ruleWords(row)} says ${ruledWords[kind]}.`;
    case "loanAccount":
      return "On a loan account. Its payments count where they come from.";
    case "paired":
      return isMatched
        ? `${who(row.matchedBy)} matched it with a transaction on ${pairedAccount}.`
        : `The other side is on ${pairedAccount}.`;
    case "loanPayment":
      return `It pays ${pairedAccount}.`;
    case "transferLike":
      return "It looks like a transfer, but its other side isn’t in a linked account.";
    case "refund":
      return "Money back from a payee, so it lowers spending.";
    case "bank":
    case "category":
      return kind === "transfer" ? "It pays this card." : `${capital(your(row))} bank says ${byBank[kind]}.`;
    default:
      return kind === "income"
        ? "Money in is income unless something says otherwise."
        : "Money out is spending unless something says otherwise.";
  }
}

const ruledWords = {
  spending: "it’s spending",
  income: "it’s income",
  transfer: "it’s a transfer",
  leftOut: "to leave it out",
};

const byBank = {
  spending: "it was spent",
  income: "it’s income",
  leftOut: "it’s a loan paid out",
};
