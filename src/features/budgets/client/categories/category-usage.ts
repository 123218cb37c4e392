import type { RuleView } from "#features/transactions/contract.ts";
import { countWords } from "#shared/text/counts.ts";
import { fewNames, listWords } from "#shared/text/list-words.ts";
import type { FinancialCategory } from "../../contract.ts";
import { transactionsText } from "../estimate/budget-progress.ts";

/** Number of transactions and budgets that use a category (GetFinancialCategoryUsage). */
export type CategoryUsage = { transactionCount: number; budgetCount: number };

/** A category with its usage. */
export type UsedCategory = CategoryUsage & FinancialCategory;

/** Describes a category's usage: "12 transactions · 2 budgets", or "not used". */
export function usageText({ transactionCount, budgetCount }: CategoryUsage, separator = " · "): string {
  const parts = [
    ...(transactionCount === 0 ? [] : [transactionsText(transactionCount)]),
    ...(budgetCount === 0 ? [] : [budgetsText(budgetCount)]),
  ];
  return parts.length === 0 ? "not used" : parts.join(separator);
}

/** Returns true if a transaction or a budget uses the category. */
export function isUsed({ transactionCount, budgetCount }: CategoryUsage): boolean {
  return transactionCount > 0 || budgetCount > 0;
}

/**
 * Lists the consequences of deleting or merging a category: its transactions and estimates move `into` another one (its
 * name), or lose theirs (null), where rows get an automatic category if there is one, and rules that set nothing else do nothing
 * (`idleRules`, their titles). A built-in category stays, empty.
 */
export function consequencesOf(
  category: UsedCategory,
  into: string | null,
  idleRules: readonly string[] = [],
): string[] {
  const { transactionCount, budgetCount, name, isBuiltIn } = category;
  return [
    ...(transactionCount === 0 ? [] : [transactionsConsequence(transactionCount, into)]),
    ...(budgetCount === 0 ? [] : [budgetsConsequence(budgetCount, into)]),
    ...(into !== null || idleRules.length === 0 ? [] : [rulesConsequence(idleRules)]),
    isBuiltIn ? `Keeps ${name}, which is built in` : `Deletes ${name}`,
  ];
}

function transactionsConsequence(count: number, into: string | null): string {
  return into === null
    ? `Removes it from ${transactionsText(count)}, which ${count === 1 ? "gets" : "get"} an automatic category or none`
    : `Moves ${transactionsText(count)} to ${into}`;
}

function budgetsConsequence(count: number, into: string | null): string {
  return into === null
    ? `Removes its estimate from ${budgetsText(count)}`
    : `Adds its estimate to ${into} in ${budgetsText(count)}`;
}

/** Returns the titles of the rules that set this category and nothing else. */
export function rulesOfOnly(
  { financialCategoryId }: FinancialCategory,
  rules: readonly Pick<RuleView, "title" | "actions">[],
): string[] {
  const isOnly = ({ actions: [action, ...others] }: Pick<RuleView, "actions">) =>
    others.length === 0 && action?.field === "category" && action.value === financialCategoryId;
  return rules.filter(isOnly).map(({ title }) => title);
}

const mostNamed = 3;

function rulesConsequence(titles: readonly string[]): string {
  const quoted = titles.map((title) => `“${title}”`);
  const all = listWords(fewNames(quoted, mostNamed));
  return `Leaves the ${titles.length === 1 ? "rule" : "rules"} ${all} with nothing to do`;
}

/** Describes a deletion or merge for its toast: "Deleted Pets. 12 transactions moved to Dining Out." */
export function movedText(
  did: "Deleted" | "Merged",
  name: string,
  { transactionCount }: CategoryUsage,
  into: string | null,
): string {
  const head = did === "Merged" ? `Merged ${name} into ${into ?? "none"}.` : `Deleted ${name}.`;
  if (transactionCount === 0) return head;
  const count = transactionsText(transactionCount);
  if (into !== null) return `${head} ${count} moved to ${into}.`;
  return `${head} ${count} now ${transactionCount === 1 ? "has" : "have"} an automatic category or none.`;
}

/** Returns the categories whose name contains every word of the search, ignoring case. */
export function categoriesNamed<Category extends { name: string }>(
  categories: readonly Category[],
  search: string,
): Category[] {
  const words = search.toLocaleLowerCase("en-US").split(/\s+/);
  return categories.filter(({ name }) => {
    const text = name.toLocaleLowerCase("en-US");
    return words.every((word) => text.includes(word));
  });
}

function budgetsText(count: number): string {
  return countWords(count, "budget");
}
