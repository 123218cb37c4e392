import { listWords } from "../accounts/balance-totals.ts";
import { countWords } from "../accounts/item-state.ts";

/** What hangs on an institution (contract.ts, GetAccessItemUsage). */
export type Usage = {
  accountCount: number;
  transactionCount: number;
  markedTransactionCount: number;
  budgets: readonly { budgetName: string }[];
  incomeSources: readonly { name: string }[];
  incomePaymentCount: number;
};

const mostNames = 5;

/** What stays where the history is kept, one sentence each. */
export function keptWords(usage: Usage): string[] {
  return [
    `${transactionsWords(usage)}, read-only`,
    ...(usage.budgets.length === 0 ? [] : [`In ${budgetsWords(usage)}: the figures stay as they are`]),
    ...(usage.incomeSources.length === 0 ? [] : [`${capital(sourcesWords(usage))}, with what was paid`]),
  ];
}

/** What goes for good where everything is deleted, one sentence each. */
export function deletedWords(usage: Usage): string[] {
  return [
    transactionsWords(usage),
    ...(usage.markedTransactionCount === 0
      ? []
      : [`What you did with ${markedWords(usage)}: categories, exemptions, payments`]),
    ...(usage.budgets.length === 0 ? [] : [`Its part of ${budgetsWords(usage)}: the figures change`]),
    ...(usage.incomeSources.length === 0
      ? []
      : [`${capital(sourcesWords(usage))}${paymentsWords(usage.incomePaymentCount)}`]),
  ];
}

function transactionsWords({ accountCount, transactionCount }: Usage): string {
  return `${countWords(transactionCount, "transaction")} of ${countWords(accountCount, "account")}`;
}

function markedWords({ markedTransactionCount, transactionCount }: Usage): string {
  return markedTransactionCount === transactionCount
    ? "all of them"
    : countWords(markedTransactionCount, "transaction");
}

function budgetsWords({ budgets }: Usage): string {
  const names = budgets.map(({ budgetName }) => budgetName);
  return `${countWords(names.length, "budget")} (${namesWords(names)})`;
}

function sourcesWords({ incomeSources }: Usage): string {
  const names = incomeSources.map(({ name }) => name);
  return `${countWords(names.length, "income source")} (${namesWords(names)})`;
}

function paymentsWords(count: number): string {
  return count === 0 ? "" : ` with ${countWords(count, "payment")}`;
}

function namesWords(names: readonly string[]): string {
  const rest = names.length - mostNames;
  return rest > 0 ? listWords([...names.slice(0, mostNames), `${rest} more`]) : listWords(names);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
