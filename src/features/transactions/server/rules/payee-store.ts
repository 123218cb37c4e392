import type { z } from "zod";
import { and, eq, sql } from "drizzle-orm";
import { financialCategories } from "#server/tables/category-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { isInflow, money } from "#shared/money.ts";
import { notFound } from "#shared/errors.ts";
import { uncategorizedId, type RowKind } from "#shared/row-kinds.ts";
import type { ruleCalls } from "../../rule-contract.ts";
import { namedPayees, renamePayees } from "../../domain/payees/payee-names.ts";
import { payeeOf } from "../../domain/payees/payee-key.ts";
import type { Condition } from "../../domain/rules/rule-shapes.ts";
import { testsOf } from "../../domain/rules/rule-tests.ts";
import { bankMeaning } from "../../domain/sorting/bank-meanings.ts";
import { isMarkable } from "../sorting/row-kinds.ts";
import { ofMode, type Mode } from "../transaction-store.ts";
import type { Edited, ListedRule } from "./rule-changes.ts";
import { actionsOf, noSettings, readRuleNames, readRules } from "./rule-store.ts";

type Owner = { userId: string; mode: Mode };

const mostPayees = 50;

/** A row, and the bank's payees that are shown under the same name. */
async function readPayee(tx: Transaction, { userId, mode }: Owner, transactionId: number) {
  const [row] = await tx
    .select({
      payee: transactions.payee,
      amount: transactions.amount,
      bankCategory: transactions.bankCategory,
      bankCategoryDetailed: transactions.bankCategoryDetailed,
      financialCategoryId: transactions.financialCategoryId,
      categorySource: transactions.categorySource,
      kindReason: transactions.kindReason,
    })
    .from(transactions)
    .where(
      and(
        eq(transactions.userId, userId),
        eq(transactions.transactionId, transactionId),
        isMarkable,
        ofMode(mode),
      ),
    );
  if (row === undefined) throw notFound();
  const { rows } = await tx.execute<{ name: string; merchantName: string | null; hasIncome: boolean }>(sql`
    select distinct on (payee_key) name, merchant_name as "merchantName",
      bool_or(amount > 0 and kind <> 'spending') over (partition by payee_key) as "hasIncome"
    from ${transactions} where user_id = ${userId} and payee = ${row.payee}
    order by payee_key, transaction_id desc limit ${mostPayees}`);
  return { row, payees: rows.map(payeeOf), hasIncome: rows.some(({ hasIncome }) => hasIncome) };
}

/** A rule for all of a row's payee: the person's with these conditions, or a new one (id 0). */
type RuleDraft = z.input<typeof ruleCalls.getRuleDraft.output>;

/**
 * Answers a rule for all of a row's payee that gives `wantedId`, or the row's category if it has one; not saved. Where the bank's
 * word is stronger than a category of another kind (docs/reference/money.md, "Kinds"), the rule sets the kind as well.
 */
export async function draftRule(
  tx: Transaction,
  owner: Owner,
  { transactionId, wantedId }: { transactionId: number; wantedId: number | undefined },
): Promise<RuleDraft> {
  const { row, payees, hasIncome } = await readPayee(tx, owner, transactionId);
  const direction: "in" | "out" = isInflow(money(row.amount)) ? "in" : "out";
  const bankSays = row.bankCategoryDetailed ?? row.bankCategory ?? "TRANSFER_";
  // Money from somebody is seldom what money to them is, but for refunds.
  const isOneWay = direction === "in" || hasIncome || bankSays.startsWith("TRANSFER_");
  const conditions: Condition[] = [
    { field: "payee", op: "is", values: payees },
    ...(isOneWay
      ? [{ field: "direction" as const, op: "is" as const, values: [direction] satisfies [typeof direction] }]
      : []),
  ];
  const rule = (await readRules(tx, owner.userId)).find(
    (one) => namedPayees(one) === null && isSameTest(one.conditions, conditions),
  );
  // A rule may say that there is none.
  const ofRow = row.financialCategoryId ?? (row.categorySource === "rule" ? uncategorizedId : null);
  const category = wantedId ?? ofRow;
  // The payee's rule may have set the kind before, and the person that of this row alone.
  const isBanks = row.kindReason === "bank" || row.kindReason === "rule" || row.kindReason === "chosen";
  const kind = isBanks ? await readKindBeside(tx, bankMeaning(row)?.kind ?? null, category) : null;
  const sets = { ...(rule ?? noSettings), financialCategoryId: category, kind };
  return {
    payee: row.payee,
    ruleId: rule?.ruleId ?? 0,
    name: rule?.name ?? "",
    conditions: rule === undefined ? conditions : [...rule.conditions],
    actions: actionsOf(sets, await readRuleNames(tx, owner.userId)),
  };
}

/** Returns the category's kind if the bank calls its rows income, or leaves them out, and the category is for others. */
async function readKindBeside(
  tx: Transaction,
  ofBank: RowKind | null,
  categoryId: number | null,
): Promise<RowKind | null> {
  if (categoryId === null || (ofBank !== "income" && ofBank !== "leftOut")) return null;
  const [category] = await tx
    .select({ kind: financialCategories.kind })
    .from(financialCategories)
    .where(eq(financialCategories.financialCategoryId, categoryId));
  return category === undefined || category.kind === ofBank ? null : category.kind;
}

/** Says whether conditions hold for the same rows, however their values are written. */
function isSameTest(a: readonly Condition[], b: readonly Condition[]): boolean {
  return JSON.stringify(testsOf(a)) === JSON.stringify(testsOf(b));
}

/** Gives all payees that are shown under a row's name another name, or the bank's (empty). */
export async function renamePayee(
  tx: Transaction,
  owner: Owner & { now: Date },
  list: readonly ListedRule[],
  { transactionId, name }: { transactionId: number; name: string },
): Promise<Edited> {
  const { row, payees } = await readPayee(tx, owner, transactionId);
  const createdAt = owner.now.toISOString();
  const create = (conditions: Condition[], payee: string): ListedRule => ({
    ruleId: 0,
    position: 0,
    name: "",
    conditions,
    ...noSettings,
    payee,
    isOn: true,
    appliesFrom: "0001-01-01",
    createdAt,
  });
  return {
    list: renamePayees(list, { payees, name: name === "" ? null : name }, create),
    text: name === "" ? `Gave ${row.payee} the bank’s name again.` : `Renamed ${row.payee} to ${name}.`,
  };
}
