import { and, asc, eq, not, sql, type SQL } from "drizzle-orm";
import { hasId, isAtBank, isMarkable, startsExempt } from "#features/transactions/server/index.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { actingMember } from "#server/database/acting.ts";
import type { Transaction } from "#server/database/db.ts";
import { notFound } from "#shared/errors.ts";
import { lockHead, type BudgetHead, type Owner } from "../budget-heads.ts";
import { budgetExemptions } from "#server/tables/budget-tables.ts";
import { isInBudget, matchesFilter, type RowFilter } from "./row-status.ts";

/** A person's decision on a row: exempt, not exempt, or null, which leaves it to the rule for transfers. */
export type Decision = { transactionId: number; excluded: boolean | null };

/** A decision that, with `basedOn`, applies only if that is still the current one. */
type BasedDecision = Decision & { basedOn?: boolean | null | undefined };

/** Number of rows in a change, and the previous decisions on those that changed. */
export type Decided = { updated: number; undo: Decision[] };

/** Sets decisions on rows, all or none. @throws AppError 404 for the budget, or for a row outside it, unless it has `basedOn` */
export async function decide(
  tx: Transaction,
  owner: Owner,
  budgetId: number,
  decisions: readonly BasedDecision[],
): Promise<Decided> {
  const head = await lockHead(tx, owner, budgetId);
  const ids = decisions.map(({ transactionId }) => transactionId);
  const found = new Set(await idsOf(tx, and(isInBudget(head, isMarkable), hasId(ids))));
  if (decisions.some((one) => one.basedOn === undefined && !found.has(one.transactionId))) throw notFound();
  return write(
    tx,
    head,
    decisions.filter(({ transactionId }) => found.has(transactionId)),
  );
}

/** Exempts or restores all rows that match a filter. @throws AppError 404 for the budget */
export async function decideMatching(
  tx: Transaction,
  owner: Owner,
  budgetId: number,
  { filter, excluded }: { filter: RowFilter; excluded: boolean },
): Promise<Decided> {
  const head = await lockHead(tx, owner, budgetId);
  const ids = await idsOf(tx, matchesFilter(head, filter));
  const decisions = ids.map((transactionId) => ({ transactionId, excluded }));
  return write(tx, head, decisions);
}

async function idsOf(tx: Transaction, where: SQL | undefined): Promise<number[]> {
  const rows = await tx
    .select({ id: transactions.transactionId })
    .from(transactions)
    .where(where)
    .orderBy(asc(transactions.transactionId));
  return rows.map(({ id }) => id);
}

/** Writes decisions. The caller has locked the budget's row, so no other request decides at the same time. */
async function write(
  tx: Transaction,
  { budgetId, userId }: BudgetHead,
  asked: readonly BasedDecision[],
): Promise<Decided> {
  const before = await readDecisions(tx, budgetId);
  const decisions = asked.filter((one) => isAsLeft(one, before.get(one.transactionId) ?? null));
  const effective = await withoutIdle(tx, decisions);
  const changed = effective.filter((one) => (before.get(one.transactionId) ?? null) !== one.excluded);
  const kept = changed.filter((one) => one.excluded !== null);
  const dropped = changed.filter((one) => one.excluded === null);
  if (kept.length > 0) {
    const ids = sql.param(kept.map((one) => one.transactionId));
    const values = sql.param(kept.map((one) => one.excluded));
    await tx.execute(sql`
      insert into ${budgetExemptions} (budget_id, transaction_id, user_id, is_exempt, decided_by)
      select ${budgetId}, decided.id, ${userId}, decided.is_exempt, ${actingMember}
      from unnest(${ids}::int[], ${values}::boolean[]) as decided (id, is_exempt)
      on conflict (budget_id, transaction_id) do update set is_exempt = excluded.is_exempt, decided_by = excluded.decided_by`);
  }
  if (dropped.length > 0) {
    const ids = sql.param(dropped.map((one) => one.transactionId));
    await tx
      .delete(budgetExemptions)
      .where(
        and(
          eq(budgetExemptions.budgetId, budgetId),
          sql`${budgetExemptions.transactionId} = any(${ids}::int[])`,
        ),
      );
  }
  const undo = changed.map(({ transactionId }) => ({
    transactionId,
    excluded: before.get(transactionId) ?? null,
  }));
  return { updated: decisions.length, undo };
}

/**
 * Returns true if the decision is still the one it is based on. "Not exempt" on a removed row was stored as no decision:
 * see `withoutIdle`.
 */
function isAsLeft({ basedOn }: BasedDecision, decided: boolean | null): boolean {
  return basedOn === undefined || basedOn === decided || (basedOn === false && decided === null);
}

/**
 * Drops "not exempt" on rows the bank removed: it has no effect and must not keep the row listed. It stays on rows whose
 * kind would otherwise exempt them.
 */
async function withoutIdle(tx: Transaction, decisions: readonly Decision[]): Promise<readonly Decision[]> {
  const ids = decisions.filter(({ excluded }) => excluded === false).map((one) => one.transactionId);
  if (ids.length === 0) return decisions;
  const isIdle = and(hasId(ids), not(isAtBank), not(startsExempt));
  const idle = new Set(await idsOf(tx, isIdle));
  return decisions.map((one) =>
    one.excluded === false && idle.has(one.transactionId)
      ? { transactionId: one.transactionId, excluded: null }
      : one,
  );
}

async function readDecisions(tx: Transaction, budgetId: number): Promise<ReadonlyMap<number, boolean>> {
  const rows = await tx
    .select({ id: budgetExemptions.transactionId, isExempt: budgetExemptions.isExempt })
    .from(budgetExemptions)
    .where(eq(budgetExemptions.budgetId, budgetId));
  return new Map(rows.map(({ id, isExempt }) => [id, isExempt]));
}
