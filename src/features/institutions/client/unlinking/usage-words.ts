import { listWords } from "#shared/text/list-words.ts";
import { countWords } from "#shared/text/counts.ts";

/** Counts of the data that depends on a bank (contract.ts, GetAccessItemUsage). */
export type Usage = {
  accountCount: number;
  transactionCount: number;
  markedTransactionCount: number;
  budgets: readonly { budgetName: string }[];
  incomeSources: readonly { name: string }[];
  incomePaymentCount: number;
};

const maxNames = 5;

/** Lists what is kept with the history. */
export function keptWords(usage: Usage): string[] {
  return [
    `${transactionsWords(usage)}, read-only`,
    ...(usage.budgets.length === 0 ? [] : [`Totals of ${budgetsWords(usage)}`]),
    ...incomeWords(usage),
  ];
}

/** Lists what is permanently deleted with the history. */
export function deletedWords(usage: Usage): string[] {
  return [
    transactionsWords(usage),
    ...(usage.markedTransactionCount === 0
      ? []
      : [`${editsWords(usage)} (categories, exemptions, payments)`]),
    ...(usage.budgets.length === 0 ? [] : [`Its share of ${budgetsWords(usage)}; totals will change`]),
    ...incomeWords(usage),
  ];
}

function transactionsWords({ accountCount, transactionCount }: Usage): string {
  return `${countWords(transactionCount, "transaction")} of ${countWords(accountCount, "account")}`;
}

function editsWords({ markedTransactionCount, transactionCount }: Usage): string {
  return markedTransactionCount === transactionCount
    ? "All your edits to them"
    : `Your edits to ${countWords(markedTransactionCount, "transaction")}`;
}

function budgetsWords({ budgets }: Usage): string {
  const names = budgets.map(({ budgetName }) => budgetName);
  return `${countWords(names.length, "budget")} (${namesWords(names)})`;
}

function incomeWords({ incomeSources, incomePaymentCount }: Usage): string[] {
  if (incomeSources.length === 0) return [];
  const names = incomeSources.map(({ name }) => name);
  const payments = incomePaymentCount === 0 ? "" : ` with ${countWords(incomePaymentCount, "payment")}`;
  return [`${countWords(names.length, "income source")} (${namesWords(names)})${payments}`];
}

function namesWords(names: readonly string[]): string {
  const rest = names.length - maxNames;
  return rest > 0 ? listWords([...names.slice(0, maxNames), `${rest} more`]) : listWords(names);
}
