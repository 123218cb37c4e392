import type { CategoryKind, RowKind } from "#shared/row-kinds.ts";
import { bankMeaning, decidingCode } from "./bank-meanings.ts";
import type { BankCategories } from "./bank-categories.ts";

export type KnownCategory = {
  financialCategoryId: number;
  name: string;
  kind: CategoryKind;
  isBuiltIn: boolean;
};

/** A bank category that the person mapped themselves; null for no category. */
export type BankCategoryChoice = { bankCode: string; financialCategoryId: number | null };

/** A person's categories, and the bank categories that map to them. */
export type CategoryBook = ReturnType<typeof categoryBook>;

export function categoryBook(categories: readonly KnownCategory[], choices: readonly BankCategoryChoice[]) {
  const byId = new Map(categories.map((category) => [category.financialCategoryId, category]));
  const builtIn = new Map(
    categories.flatMap((one) => (one.isBuiltIn ? [[one.name, one.financialCategoryId]] : [])),
  );
  const byName = new Map<string, number>(
    // The person's own come last, and win.
    categories
      .toSorted((a, b) => Number(b.isBuiltIn) - Number(a.isBuiltIn))
      .map((one) => [`${one.kind} ${one.name.toLowerCase()}`, one.financialCategoryId] as const),
  );
  const chosen = new Map(choices.map((choice) => [choice.bankCode, choice.financialCategoryId]));
  /** Returns the category that a row's bank category maps to if the person doesn't choose another. */
  function ofBankByDefault(row: BankCategories): number | null {
    const meaning = bankMeaning(row);
    if (meaning === null || !("category" in meaning) || meaning.category === null) return null;
    return builtIn.get(meaning.category) ?? null;
  }

  return {
    /** Returns a built-in category by its first name; undefined if it's gone. */
    ofName: (name: string) => byId.get(builtIn.get(name) ?? 0),
    ofId: (financialCategoryId: number) => byId.get(financialCategoryId),
    kindOf: (financialCategoryId: number): CategoryKind => byId.get(financialCategoryId)?.kind ?? "spending",
    /** Returns the category of a kind that a file names, such as `Food: Groceries`: by the whole name, its last, or its first part. */
    named(fileCategory: string | null, kind: RowKind): number | null {
      if (fileCategory === null) return null;
      const parts = fileCategory
        .toLowerCase()
        .split(/[:/>]/)
        .map((part) => part.trim());
      const names = [fileCategory.trim().toLowerCase(), parts.at(-1) ?? "", parts[0] ?? ""];
      const found = names.find((name) => byName.has(`${kind} ${name}`));
      return found === undefined ? null : (byName.get(`${kind} ${found}`) ?? null);
    },
    /** Returns the category that a row's bank category maps to: the person's choice, otherwise Subscriptions for one, or the default. */
    ofBank(row: BankCategories, isSubscription = false): number | null {
      const choice = [row.bankCategoryDetailed, decidingCode(row)].find(
        (code) => code !== null && chosen.has(code),
      );
      if (choice !== undefined && choice !== null) return chosen.get(choice) ?? null;
      return (isSubscription ? builtIn.get("Subscriptions") : undefined) ?? ofBankByDefault(row);
    },
    ofBankByDefault,
  };
}
