import type { KindReason, RowKind } from "#shared/row-kinds.ts";

/** Input for the words that explain a row's kind; `pairedAccount` is the name of the other side's account. */
type Row = { kind: RowKind; kindReason: KindReason; pairedAccount: string | null };

const byBank = {
  spending: "Your bank says it was spent.",
  income: "Your bank says it's income.",
  transfer: "Your bank says it pays this card.",
  leftOut: "Your bank says it's a loan paid out.",
};
const byDefault = {
  spending: "Money out is spending unless something says otherwise.",
  income: "Money in is income unless something says otherwise.",
};

/** Whose word the kind of a row is, and a sentence that says why; `kind` is the one it is shown with. */
export function whyOf(row: Row, kind: RowKind): { kindSource: "person" | "bank" | "none"; why: string } {
  if (kind === "income" && (row.kind !== "income" || row.kindReason === "chosen"))
    return {
      kindSource: "person",
      why: row.kindReason === "chosen" ? chosen : "It pays one of your income sources.",
    };
  return { kindSource: sources[row.kindReason], why: words(row) };
}

const chosen = "You chose it.";

const sources = {
  chosen: "person",
  category: "person",
  paired: "bank",
  bank: "bank",
  transferLike: "bank",
  loanAccount: "none",
  loanPayment: "none",
  refund: "none",
  default: "none",
} as const;

function words({ kind, kindReason, pairedAccount }: Row): string {
  switch (kindReason) {
    case "chosen":
      return chosen;
    case "loanAccount":
      return "On a loan account. Its payments count where they come from.";
    case "paired":
      return `The other side is on ${pairedAccount ?? "your other account"}.`;
    case "loanPayment":
      return `It pays ${pairedAccount ?? "your loan"}.`;
    case "bank":
      return byBank[kind];
    case "category":
      return "It has a category that you chose.";
    case "transferLike":
      return "Your bank says it's a transfer, but its other side isn't in a linked account.";
    case "refund":
      return "Money back from a payee, so it lowers spending.";
    default:
      return kind === "income" ? byDefault.income : byDefault.spending;
  }
}
