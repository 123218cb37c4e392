import { and, eq } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { accounts } from "#server/tables/institution-tables.ts";
import { isDebt } from "#shared/banks.ts";
import type { FieldErrors } from "#shared/errors.ts";
import { toUnits, type Money, type MoneyResult } from "#shared/money.ts";
import { readEstimate, rescaleEstimate } from "../../domain/estimate.ts";
import type { Goal, Plan } from "../../domain/series/carry.ts";
import type { GoalInput, PlanInput } from "../../domain/series/series-shapes.ts";

/**
 * Reads what a category carries and saves for. Null for one that does neither.
 * @returns the plan, or field errors under `field`
 */
export async function readPlan(
  tx: Transaction,
  { carry = "none", cap = null, goal = null }: PlanInput,
  at: { userId: string; isoCurrencyCode: string; field: string },
): Promise<{ plan: Plan | null } | { errors: FieldErrors }> {
  const errors: FieldErrors = {};
  const take = (read: MoneyResult, field: string): Money | null => {
    if (read.ok) return read.value;
    errors[`${at.field}${field}`] = [read.message];
    return null;
  };
  const capMoney = cap === null ? null : take(readEstimate(cap, at.isoCurrencyCode), "cap");
  const amount = goal === null ? null : take(readEstimate(goal.amount, at.isoCurrencyCode), "goal");
  if (goal?.kind === "saveBy" && carry === "none")
    errors[`${at.field}carry`] = ["To save up, carry over what’s left."];
  if (goal?.kind === "balance" && !(await canHold(tx, goal.accountId, at)))
    errors[`${at.field}goal`] = [`Choose an account that holds ${at.isoCurrencyCode}.`];
  if (Object.keys(errors).length > 0) return { errors };
  if (carry === "none" && goal === null) return { plan: null };
  return { plan: { carry, cap: carry === "none" ? null : capMoney, goal: goalOf(goal, amount) } };
}

function goalOf(goal: GoalInput | null, amount: Money | null): Goal | null {
  return goal === null || amount === null ? null : { ...goal, amount };
}

async function canHold(
  tx: Transaction,
  accountId: number,
  { userId, isoCurrencyCode }: { userId: string; isoCurrencyCode: string },
): Promise<boolean> {
  const [account] = await tx
    .select({ type: accounts.type })
    .from(accounts)
    .where(
      and(
        eq(accounts.userId, userId),
        eq(accounts.accountId, accountId),
        eq(accounts.isoCurrencyCode, isoCurrencyCode),
      ),
    );
  return account !== undefined && !isDebt(account);
}

/** Converts the amounts of a plan to the same number of units in another currency, as `rescaleEstimate` does. */
export function rescalePlan(plan: Plan | null, from: string, to: string): Plan | null {
  if (plan === null) return null;
  const { cap, goal } = plan;
  return {
    ...plan,
    cap: cap === null ? null : rescaleEstimate(cap, from, to),
    goal: goal === null ? null : { ...goal, amount: rescaleEstimate(goal.amount, from, to) },
  };
}

/** Returns a plan as the calls take it. */
export function planView(plan: Plan | null, isoCurrencyCode: string) {
  const { carry = "none", cap = null, goal = null } = plan ?? {};
  return {
    carry,
    cap: cap === null ? null : toUnits(cap, isoCurrencyCode),
    goal: goal === null ? null : { ...goal, amount: toUnits(goal.amount, isoCurrencyCode) },
  };
}
