import type { KindReason, RowKind, RowSource } from "#shared/row-kinds.ts";
import type { BankCategories } from "./bank-categories.ts";
import { bankMeaning } from "./bank-meanings.ts";

/** Facts used in the words: names of the row's category and of the account with its other side, null for none. */
type Row = BankCategories & {
  kind: RowKind;
  kindReason: KindReason;
  categorySource: RowSource;
  categoryName: string | null;
  /** The name of the rule that its category or, without one, its kind comes from. */
  ruleName: string | null;
  pairedAccount: string | null;
  /** The person matched it with its other side. */
  isMatched: boolean;
  isSplit: boolean;
};

/**
 * Returns the source of a row's kind, and a sentence that explains how the row was sorted: the reason for its category
 * if that says more, otherwise the reason for its kind. `kind` is the one shown.
 */
export function whySorted(row: Row, kind: RowKind): { kindSource: RowSource; why: string } {
  // Only payments of an income source are shown as another kind.
  if (kind !== row.kind) return { kindSource: "person", why: "It pays one of your income sources." };
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

function categoryWords({ categorySource, categoryName, ...row }: Row): string | null {
  if (row.isSplit) return "You split it.";
  if (categorySource === "person") return `You chose ${categoryName ?? "no category"}.`;
  if (categorySource === "rule") return `${ruleWords(row.ruleName)} says ${categoryName ?? "no category"}.`;
  if (categoryName === null) return null;
  if (categorySource === "learnt") return `You chose ${categoryName} for this payee before.`;
  if (categorySource === "file") return `The file says ${categoryName}.`;
  return `Your bank says ${bankWords(row)}.`;
}

function ruleWords(ruleName: string | null): string {
  return ruleName === null ? "A rule of yours" : `Your rule “${ruleName}”`;
}

/** Turns `FOOD_AND_DRINK_GROCERIES` of `FOOD_AND_DRINK` into "food and drink: groceries". */
function bankWords({ bankCategory, bankCategoryDetailed }: BankCategories): string {
  const [primary, detailed] = [bankCategory ?? "", bankCategoryDetailed ?? ""];
  const rest = detailed.startsWith(`${primary}_`) ? detailed.slice(primary.length + 1) : detailed;
  return [primary, rest]
    .filter((code) => code !== "")
    .map((code) => code.toLowerCase().replaceAll("_", " "))
    .join(": ");
}

function kindWords({ kind, kindReason, pairedAccount, isMatched, ruleName }: Row): string {
  switch (kindReason) {
    case "chosen":
      return "You chose it.";
    case "rule":
      return `${ruleWords(ruleName)} says ${ruledWords[kind]}.`;
    case "loanAccount":
      return "On a loan account. Its payments count where they come from.";
    case "paired":
      return isMatched
        ? `You matched it with a transaction on ${pairedAccount ?? "your other account"}.`
        : `The other side is on ${pairedAccount ?? "your other account"}.`;
    case "loanPayment":
      return `It pays ${pairedAccount ?? "your loan"}.`;
    case "transferLike":
      return "It looks like a transfer, but its other side isn’t in a linked account.";
    case "refund":
      return "Money back from a payee, so it lowers spending.";
    case "bank":
    case "category":
      return byBank[kind];
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
  spending: "Your bank says it was spent.",
  income: "Your bank says it’s income.",
  transfer: "It pays this card.",
  leftOut: "Your bank says it’s a loan paid out.",
};
