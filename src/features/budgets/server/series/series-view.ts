import { eq, sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { budgets, budgetSeries } from "#server/tables/budget-tables.ts";
import type { PlainAccessItem } from "#shared/finance-shapes.ts";
import { addMoney, negateMoney, ofUnits, toUnits, type Money } from "#shared/money.ts";
import type { Goal } from "../../domain/series/carry.ts";
import type { GoalView, SeriesView } from "../../domain/series/series-shapes.ts";
import type { BudgetHead } from "../budget-heads.ts";
import { planView } from "./plan-values.ts";
import type { PlannedStep } from "./carry-store.ts";

/** Returns a period's series with the periods next to it; null for a budget that doesn't repeat. */
export async function readSeries(tx: Transaction, head: BudgetHead): Promise<SeriesView | null> {
  const { seriesId, seriesStart } = head;
  if (seriesId === null || seriesStart === null) return null;
  const neighbor = (isNext: boolean) => sql<SeriesView["next"]>`(
    select jsonb_build_object('budgetId', near.budget_id, 'budgetName', near.name) from ${budgets} near
    where near.series_id = ${seriesId} and near.deleted_at is null
      and near.series_start ${isNext ? sql`>` : sql`<`} ${seriesStart}
    order by near.series_start ${isNext ? sql`asc` : sql`desc`} limit 1)`;
  const [row] = await tx
    .select({
      seriesId: budgetSeries.seriesId,
      every: budgetSeries.every,
      unit: budgetSeries.unit,
      anchor: budgetSeries.anchor,
      ends: budgetSeries.ends,
      previous: neighbor(false),
      next: neighbor(true),
    })
    .from(budgetSeries)
    .where(eq(budgetSeries.seriesId, seriesId));
  if (row === undefined) return null;
  const { every, unit, ...series } = row;
  return { ...series, rhythm: { every, unit } };
}

/** Returns what a category carries and its goal, as a budget shows it. */
export function carriedView(
  { carried, available }: { carried: Money; available: Money },
  step: PlannedStep | undefined,
  { isoCurrencyCode, accessItems }: { isoCurrencyCode: string; accessItems: readonly PlainAccessItem[] },
) {
  const units = (amount: Money) => toUnits(amount, isoCurrencyCode);
  const { carry, cap } = planView(step?.plan ?? null, isoCurrencyCode);
  const goal = step?.plan?.goal ?? null;
  return {
    carried: units(carried),
    available: units(available),
    carry,
    cap,
    startsFresh: step?.startsFresh ?? false,
    goal: goal === null ? null : goalView(goal, step?.behind ?? null),
  };

  function goalView(own: Goal, behind: Money | null): GoalView {
    const behindBy = own.kind === "balance" ? balanceBehind(own) : behind === null ? null : units(behind);
    return {
      kind: own.kind,
      amount: units(own.amount),
      behind: behindBy,
      by: own.kind === "saveBy" ? own.by : null,
      accountId: own.kind === "balance" ? own.accountId : null,
    };
  }

  /** Null if the account isn't at one of the budget's banks anymore, or has no balance in its currency. */
  function balanceBehind({ amount, accountId }: Extract<Goal, { kind: "balance" }>): number | null {
    const account = accessItems
      .flatMap(({ accounts }) => accounts)
      .find((one) => one.accountId === accountId);
    if (account?.isoCurrencyCode !== isoCurrencyCode || account.currentBalance === null) return null;
    const missing = addMoney(amount, negateMoney(ofUnits(account.currentBalance, isoCurrencyCode)));
    return missing > 0 ? units(missing) : 0;
  }
}
