import { transactionsText } from "../estimate/budget-progress.ts";

/** What has a category (GetFinancialCategoryUsage). */
export type CategoryUsage = { transactionCount: number; budgetCount: number };

/** A category with what has it. */
export type UsedCategory = CategoryUsage & { financialCategoryId: number; name: string; isBuiltIn: boolean };

/** "12 transactions · 2 budgets"; what nothing has is "not used". */
export function usageText({ transactionCount, budgetCount }: CategoryUsage): string {
  const parts = [
    ...(transactionCount === 0 ? [] : [transactionsText(transactionCount)]),
    ...(budgetCount === 0 ? [] : [budgetsText(budgetCount)]),
  ];
  return parts.length === 0 ? "not used" : parts.join(" · ");
}

/** Whether a transaction or a budget has it. */
export function isUsed({ transactionCount, budgetCount }: CategoryUsage): boolean {
  return transactionCount > 0 || budgetCount > 0;
}

/**
 * What goes with a category that is deleted or merged, one by one: its transactions and its estimates go `into` another
 * (by name), or are without one (null). A built-in category stays, empty.
 */
export function consequencesOf(category: UsedCategory, into: string | null): string[] {
  const { transactionCount, budgetCount, name, isBuiltIn } = category;
  return [
    ...(transactionCount === 0 ? [] : [transactionsConsequence(transactionCount, into)]),
    ...(budgetCount === 0 ? [] : [budgetsConsequence(budgetCount, into)]),
    isBuiltIn ? `${name} stays, empty: it is built in.` : `${name} is gone.`,
  ];
}

function transactionsConsequence(count: number, into: string | null): string {
  const subject = `${transactionsText(count)} ${count === 1 ? "goes" : "go"}`;
  return into === null
    ? `${transactionsText(count)} ${count === 1 ? "is" : "are"} left without a category.`
    : `${subject} to ${into}.`;
}

function budgetsConsequence(count: number, into: string | null): string {
  return into === null
    ? `Its estimate goes out of ${budgetsText(count)}.`
    : `In ${budgetsText(count)} its estimate is added to that of ${into}.`;
}

/** What a removal came to, for its toast: "Deleted Pets. 12 transactions have Dining Out now." */
export function movedText(
  did: "Deleted" | "Merged",
  name: string,
  { transactionCount }: CategoryUsage,
  into: string | null,
): string {
  const head = did === "Merged" ? `Merged ${name} into ${into ?? "none"}.` : `Deleted ${name}.`;
  if (transactionCount === 0) return head;
  const have = transactionCount === 1 ? "has" : "have";
  return `${head} ${transactionsText(transactionCount)} ${have} ${into ?? "no category"} now.`;
}

/** Categories whose name holds all words of a search, whatever the case. */
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
  return count === 1 ? "1 budget" : `${count.toLocaleString("en-US")} budgets`;
}
