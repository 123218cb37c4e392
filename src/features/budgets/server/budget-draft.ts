import { and, eq, isNull, sql } from "drizzle-orm";
import { isAtBank, isListed, rowKind } from "#features/transactions/server/index.ts";
import type { Transaction } from "#server/database/db.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { takeLock } from "#server/database/named-lock.ts";
import { budgetDrafts, budgets } from "#server/tables/budget-tables.ts";
import { institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { firstDayOf, lastDayOf, monthOf, monthWords } from "#shared/time/plain-dates.ts";
import { recentPeriod } from "../domain/estimate-suggestions.ts";
import type { Owner } from "./budget-heads.ts";
import { setParts } from "./budget-values.ts";
import { suggestEstimates } from "./categories/estimate-suggestions.ts";

/** Kind of the job that makes a draft; its key is the person's id. */
export const draftJob = "budget-draft";

/** Queues the draft after an import, in its transaction, unless the person can't get one. */
export async function requestDraft(
  tx: Transaction,
  owner: Owner,
  jobs: Pick<Jobs, "enqueue">,
): Promise<void> {
  if ((await findDraft(tx, owner)) === "none allowed") return;
  await jobs.enqueue(tx, { kind: draftJob, key: owner.userId });
}

/**
 * Makes a person's draft budget for this month from the last three months' spending, or renews one that they haven't
 * changed yet, for example with another bank (docs/reference/money.md, "Draft budget"). Returns false and changes
 * nothing if they have or had a budget, or nothing was spent.
 */
export async function draftBudget(
  tx: Transaction,
  owner: Owner,
  { now, today }: { now: Date; today: string },
): Promise<boolean> {
  const { userId, mode } = owner;
  await takeLock(tx, `new budget of ${userId}`);
  const month = monthOf(today);
  const period = { startDate: firstDayOf(month), endDate: lastDayOf(month) };
  const draft = await findDraft(tx, owner);
  if (draft === "none allowed" || (draft !== null && draft.startDate !== period.startDate)) return false;
  const bank = await readSpendingBanks(tx, owner, today);
  if (bank === null) return false;
  const { isoCurrencyCode, institutionAccessItemIds } = bank;
  const { estimates } = await suggestEstimates(tx, owner, { ...period, isoCurrencyCode }, today);
  if (estimates.length === 0) return false;
  const values = { name: monthWords(month), ...period, isoCurrencyCode };
  await tx.insert(budgetDrafts).values({ userId, mode, draftedAt: now }).onConflictDoNothing();
  const budgetId = draft?.budgetId ?? (await insertDraft(tx, { userId, mode, ...values, createdAt: now }));
  const isUnchanged = and(
    eq(budgets.budgetId, budgetId),
    eq(budgets.isDraft, true),
    isNull(budgets.deletedAt),
  );
  const renewed = await tx.update(budgets).set(values).where(isUnchanged).returning({ id: budgets.budgetId });
  // The person was faster.
  if (renewed.length === 0) return false;
  await setParts(tx, userId, budgetId, {
    ...values,
    institutionAccessItemIds,
    estimates: new Map(estimates.map((one) => [one.financialCategoryId, one.estimate])),
  });
  return true;
}

async function insertDraft(tx: Transaction, values: typeof budgets.$inferInsert): Promise<number> {
  const [row] = await tx
    .insert(budgets)
    .values({ ...values, isDraft: true })
    .returning({ budgetId: budgets.budgetId });
  if (row === undefined) throw new Error("The database made no budget.");
  return row.budgetId;
}

/** The unreviewed draft, if any. `isReviewed` is true for a person who has made, changed, kept, or deleted a budget. */
export type FirstBudget = { draftBudgetId: number | null; isReviewed: boolean };

/** Returns how far a person is with their first budget. */
export async function readFirstBudget(tx: Transaction, owner: Owner): Promise<FirstBudget> {
  const draft = await findDraft(tx, owner);
  if (draft === null) return { draftBudgetId: null, isReviewed: false };
  return draft === "none allowed"
    ? { draftBudgetId: null, isReviewed: true }
    : { draftBudgetId: draft.budgetId, isReviewed: false };
}

/** Returns the unchanged draft; null if one may be made. */
async function findDraft(
  tx: Transaction,
  { userId, mode }: Owner,
): Promise<{ budgetId: number; startDate: string } | null | "none allowed"> {
  const own = await tx
    .select({
      budgetId: budgets.budgetId,
      startDate: budgets.startDate,
      isDraft: sql<boolean>`${budgets.isDraft} and ${budgets.deletedAt} is null`,
    })
    .from(budgets)
    .where(and(eq(budgets.userId, userId), eq(budgets.mode, mode)));
  const draft = own.find(({ isDraft }) => isDraft);
  if (draft !== undefined) return draft;
  if (own.length > 0) return "none allowed";
  const [drafted] = await tx
    .select({ draftedAt: budgetDrafts.draftedAt })
    .from(budgetDrafts)
    .where(and(eq(budgetDrafts.userId, userId), eq(budgetDrafts.mode, mode)));
  return drafted !== undefined ? "none allowed" : null;
}

/** Returns the currency with the most recent spending, and all banks; null if nothing was spent. */
async function readSpendingBanks(tx: Transaction, { userId, mode }: Owner, today: string) {
  const { startDate, endDate } = recentPeriod(today);
  const { rows } = await tx.execute<{ currency: string; items: number[] }>(sql`
    select ${transactions.isoCurrencyCode} as currency,
      array(select ${institutionAccessItems.institutionAccessItemId} from ${institutionAccessItems}
        where ${institutionAccessItems.userId} = ${userId} and ${isSeenIn(mode)}
          and ${institutionAccessItems.state} not in ('removing', 'unlinked')) as items
    from ${transactions}
    join ${institutionAccessItems} on ${institutionAccessItems.institutionAccessItemId} = ${transactions.institutionAccessItemId}
    where ${transactions.userId} = ${userId} and ${isSeenIn(mode)}
      and ${transactions.date} between ${startDate} and ${endDate}
      and ${isListed} and ${isAtBank} and ${rowKind} = 'spending'
    group by ${transactions.isoCurrencyCode}
    order by count(*) desc, 1 limit 1`);
  const [most] = rows;
  return most === undefined ? null : { isoCurrencyCode: most.currency, institutionAccessItemIds: most.items };
}
