import type { Transaction } from "#server/database/db.ts";
import type { transactions } from "#server/tables/transaction-tables.ts";
import { amountWords, FieldMerge, quoted } from "#shared/field-merge.ts";
import { money, toUnits } from "#shared/money.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import type { SaveTransactionInput } from "../../domain/typed-row.ts";
import { readRuleNames } from "../rules/rule-store.ts";
import { readCategoryNames } from "../sorting/category-choice.ts";

/** Merges a change with the saved row. @throws AppError 409 for fields that both sides have changed */
export async function mergeTyped(
  tx: Transaction,
  { userId }: { userId: string },
  row: typeof transactions.$inferSelect,
  input: SaveTransactionInput,
): Promise<SaveTransactionInput> {
  const { basedOn } = input;
  if (basedOn === undefined) return input;
  const theirs = {
    transactionId: row.transactionId,
    accountId: row.accountId,
    date: row.date,
    amount: toUnits(money(row.amount), row.isoCurrencyCode),
    name: row.name,
    financialCategoryId: row.financialCategoryId ?? uncategorizedId,
    note: row.note ?? "",
  };
  const merging = new FieldMerge(input.decided);
  const { accounts } = await readRuleNames(tx, userId);
  const categories = await readCategoryNames(tx, userId, [
    theirs.financialCategoryId,
    input.financialCategoryId ?? theirs.financialCategoryId,
  ]);
  const sides = { basedOn, mine: input, theirs };
  const numbers = { basedOn, mine: { ...theirs, ...input }, theirs };
  const takeNumber = (
    field: "accountId" | "amount" | "financialCategoryId",
    label: string,
    words: (value: number) => string,
  ) =>
    merging.take({
      field,
      label,
      basedOn: numbers.basedOn[field],
      mine: numbers.mine[field] ?? theirs[field],
      theirs: theirs[field],
      words,
    });
  const merged = {
    ...input,
    accountId: takeNumber("accountId", "Account", (id) => accounts.get(id) ?? "a removed account"),
    date: merging.takeField(sides, "date", { label: "Date", words: dateWords }),
    amount: takeNumber("amount", "Amount", (units) => amountWords(units, row.isoCurrencyCode)),
    name: merging.takeField(sides, "name", { label: "Payee", words: quoted }),
    ...(input.financialCategoryId === undefined
      ? {}
      : {
          financialCategoryId: takeNumber(
            "financialCategoryId",
            "Category",
            (id) => categories.get(id) ?? "a deleted category",
          ),
        }),
  };
  const note =
    input.note === undefined
      ? {}
      : {
          note: merging.takeField({ ...sides, mine: { ...input, note: input.note } }, "note", {
            label: "Note",
            words: quoted,
          }),
        };
  merging.refuseConflicts(theirs);
  return { ...merged, ...note };
}
