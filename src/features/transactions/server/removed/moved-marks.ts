import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import { budgetExemptions } from "#server/tables/budget-tables.ts";
import { financialCategories } from "#server/tables/category-tables.ts";
import { incomePayments } from "#server/tables/income-tables.ts";
import { movedMarks, transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { isInflow, money } from "#shared/money.ts";
import { bringsFileParts } from "../parts/file-parts.ts";
import { arePartsAsMoved, moveWords, moveWordsBack } from "../parts/moved-parts.ts";

/** A row with what the person can choose about it. */
export type MarkedRow = Pick<
  typeof transactions.$inferSelect,
  | "transactionId"
  | "userId"
  | "amount"
  | "isoCurrencyCode"
  | "financialCategoryId"
  | "categorySource"
  | "categoryBy"
  | "chosenKind"
  | "kindBy"
  | "note"
  | "noteRuleId"
  | "noteBy"
  | "keepsWords"
>;

/**
 * Moves the marks of a row to another one. It keeps a copy of them (except the payment, which can exist only once), so that
 * everything can be moved back. @throws AppError 409 if both pay an income source, 400 if the other can't take the payment
 */
export async function moveMarks(
  tx: Transaction,
  from: MarkedRow,
  to: MarkedRow,
  join: Partial<Pick<typeof movedMarks.$inferInsert, "isJoin" | "merchantName" | "transfers">> = {},
): Promise<void> {
  const { transactionId: fromId, userId } = from;
  const { transactionId: toId } = to;
  const incomePaymentId = await movePayment(tx, from, to);
  const exemptions = await copyExemptions(tx, userId, fromId, toId);
  const withParts = from.categorySource === "person" || (await bringsFileParts(tx, from, toId));
  const words = await moveWords(tx, from, to, { withParts });
  await tx
    .update(transactions)
    .set({
      ...categoryChoice(from.categorySource === "person" ? from : to),
      ...kindChoice(from.chosenKind === null ? to : from),
    })
    .where(eq(transactions.transactionId, toId));
  // The bank may have restored the row after an earlier move and removed it again.
  await tx.delete(movedMarks).where(eq(movedMarks.fromTransactionId, fromId));
  await tx.insert(movedMarks).values({
    fromTransactionId: fromId,
    toTransactionId: toId,
    userId,
    ...categoryChoice(to),
    ...kindChoice(to),
    exemptions,
    incomePaymentId,
    ...words,
    ...join,
  });
}

/** Moves a payment and returns its ID, null for none. */
async function movePayment(tx: Transaction, from: MarkedRow, to: MarkedRow): Promise<number | null> {
  const payments = await tx
    .select({ id: incomePayments.incomePaymentId, transactionId: incomePayments.transactionId })
    .from(incomePayments)
    .where(inArray(incomePayments.transactionId, [from.transactionId, to.transactionId]))
    .for("update");
  const own = payments.find(({ transactionId }) => transactionId === from.transactionId);
  if (own === undefined) return null;
  if (payments.length > 1) {
    throw conflict("toTransactionId", "Both transactions pay an income source. Unlink one of them first.");
  }
  if (!isInflow(money(to.amount)) || from.isoCurrencyCode !== to.isoCurrencyCode) {
    throw invalid({
      toTransactionId: [
        "The removed transaction pays an income source: choose money that came in, in the same currency.",
      ],
    });
  }
  await setPaymentOf(tx, own.id, from.transactionId, to.transactionId);
  return own.id;
}

async function setPaymentOf(tx: Transaction, paymentId: number, from: number, to: number): Promise<void> {
  await tx
    .update(incomePayments)
    .set({ transactionId: to })
    .where(and(eq(incomePayments.incomePaymentId, paymentId), eq(incomePayments.transactionId, from)));
}

/** Copies exemption decisions, and returns the other row's earlier decisions in the same budgets. */
async function copyExemptions(
  tx: Transaction,
  userId: string,
  fromId: number,
  toId: number,
): Promise<Exemption[]> {
  const decided = await exemptionsOf(tx, fromId);
  const before = await exemptionsOf(tx, toId);
  for (const exemption of decided.values())
    await setExemption(tx, { userId, transactionId: toId }, exemption);
  return [...decided.keys()].map((budgetId) => before.get(budgetId) ?? { budgetId, isExempt: null });
}

/** A decision about a row in a budget, and who made it, as in `budget_exemptions`; null for no decision. */
type Exemption = (typeof movedMarks.$inferSelect)["exemptions"][number];

async function exemptionsOf(tx: Transaction, transactionId: number): Promise<Map<number, Exemption>> {
  const { budgetId, isExempt, decidedBy } = budgetExemptions;
  const rows = await tx
    .select({ budgetId, isExempt, decidedBy })
    .from(budgetExemptions)
    .where(eq(budgetExemptions.transactionId, transactionId));
  return new Map(rows.map((row) => [row.budgetId, row]));
}

async function setExemption(
  tx: Transaction,
  { userId, transactionId }: Pick<MarkedRow, "userId" | "transactionId">,
  { budgetId, isExempt, decidedBy = null }: Exemption,
): Promise<void> {
  if (isExempt === null) {
    await tx
      .delete(budgetExemptions)
      .where(and(eq(budgetExemptions.budgetId, budgetId), eq(budgetExemptions.transactionId, transactionId)));
    return;
  }
  await tx
    .insert(budgetExemptions)
    .values({ budgetId, transactionId, userId, isExempt, decidedBy })
    .onConflictDoUpdate({
      target: [budgetExemptions.budgetId, budgetExemptions.transactionId],
      set: { isExempt, decidedBy },
    });
}

/** Takes a move back, except for what has changed on the other row since. */
export async function moveMarksBack(
  tx: Transaction,
  from: MarkedRow,
  to: MarkedRow,
  moved: typeof movedMarks.$inferSelect,
): Promise<void> {
  await tx.delete(movedMarks).where(eq(movedMarks.fromTransactionId, from.transactionId));
  const kept = await exemptionsOf(tx, from.transactionId);
  const present = await exemptionsOf(tx, to.transactionId);
  for (const exemption of moved.exemptions) {
    const { budgetId } = exemption;
    const isAsMoved = kept.has(budgetId) && present.get(budgetId)?.isExempt === kept.get(budgetId)?.isExempt;
    if (isAsMoved) await setExemption(tx, to, exemption);
  }
  const isCategoryAsMoved =
    (from.categorySource === "person" || moved.parts !== null) &&
    to.categorySource === from.categorySource &&
    to.financialCategoryId === from.financialCategoryId &&
    (await arePartsAsMoved(tx, from, to));
  await moveWordsBack(tx, from, to, { moved, withParts: isCategoryAsMoved });
  await tx
    .update(transactions)
    .set({
      ...(isCategoryAsMoved
        ? {
            financialCategoryId: ifStillThere(moved.financialCategoryId),
            categorySource: moved.categorySource,
            categoryBy: moved.categoryBy,
          }
        : {}),
      ...kindChoice(from.chosenKind !== null && to.chosenKind === from.chosenKind ? moved : to),
    })
    .where(eq(transactions.transactionId, to.transactionId));
  if (moved.incomePaymentId !== null)
    await setPaymentOf(tx, moved.incomePaymentId, to.transactionId, from.transactionId);
}

/** Returns only the person's own choice; automatic categories are found again. */
function categoryChoice({
  financialCategoryId,
  categorySource,
  categoryBy,
}: Pick<MarkedRow, "financialCategoryId" | "categorySource" | "categoryBy">) {
  return categorySource === "person"
    ? { financialCategoryId, categorySource, categoryBy }
    : { financialCategoryId: null, categorySource: "none" as const, categoryBy: null };
}

function kindChoice({ chosenKind, kindBy }: Pick<MarkedRow, "chosenKind" | "kindBy">) {
  return { chosenKind, kindBy };
}

/** Returns null in SQL if the category has been deleted since. */
function ifStillThere(financialCategoryId: number | null): SQL {
  return sql`(select ${financialCategories.financialCategoryId} from ${financialCategories}
    where ${financialCategories.financialCategoryId} = ${financialCategoryId}::int)`;
}
