import {
  addMoney,
  compareMoney,
  money,
  negateMoney,
  shareOfMoney,
  zeroMoney,
  type Money,
} from "#shared/money.ts";
import { periodNumber, type Schedule } from "./rhythm.ts";

export const carryModes = ["none", "leftovers", "both"] as const;

export type CarryMode = (typeof carryModes)[number];

/** Purpose that a category saves for (docs/reference/money.md, "Goals"); amounts in minor units. */
export type Goal =
  | { kind: "saveBy"; amount: Money; by: string }
  | { kind: "refill" | "perPeriod"; amount: Money }
  | { kind: "balance"; amount: Money; accountId: number };

/** Share that a category carries into a period, at most `cap`, and its goal. */
export type Plan = { carry: CarryMode; cap: Money | null; goal: Goal | null };

/** One category in one period of a series; null if it isn't in that budget. */
export type ChainEntry = { estimate: Money; plan: Plan | null; startsFresh: boolean; spent: Money };

export type ChainPeriod = { seriesStart: string; isoCurrencyCode: string; entry: ChainEntry | null };

/** Figures of a category in a period. `behind` is 0 for a goal on track; null without one, for a balance, or after its day. */
export type ChainStep = { estimate: Money; carried: Money; spent: Money; behind: Money | null };

/**
 * Computes what a category carries through the periods of a series, in their order (docs/reference/money.md, "Carrying
 * over"). Nothing of it is stored, so a late row corrects the later periods.
 */
export function carryThrough(periods: readonly ChainPeriod[], schedule: Schedule): (ChainStep | null)[] {
  let before: { rest: Money; isoCurrencyCode: string } | null = null;
  let run: GoalRun | null = null;
  return periods.map(({ seriesStart, isoCurrencyCode, entry }) => {
    if (entry === null) {
      before = null;
      run = null;
      return null;
    }
    const isLinked: boolean = before?.isoCurrencyCode === isoCurrencyCode && !entry.startsFresh;
    const carried: Money = isLinked && before !== null ? carriedOf(entry.plan, before.rest) : zeroMoney;
    run = goalRun(entry, { last: isLinked ? run : null, carried, seriesStart, schedule });
    const estimate = estimateOf(entry, carried, run);
    const available = addMoney(estimate, carried);
    const rest = addMoney(available, negateMoney(entry.spent));
    before = { rest, isoCurrencyCode };
    return { estimate, carried, spent: entry.spent, behind: behindOf(entry, rest, run) };
  });
}

/** Returns the part of what was left, or overspent, that a period takes over. */
function carriedOf(plan: Plan | null, rest: Money): Money {
  if (plan === null || plan.carry === "none" || (plan.carry === "leftovers" && rest < 0)) return zeroMoney;
  return plan.cap === null ? rest : least(rest, plan.cap);
}

/** Periods with the same goal to save by a day, so far and up to that day, and what they began with. */
type GoalRun = { key: string; began: Money; count: number; left: number };

function goalRun(
  { plan }: ChainEntry,
  at: { last: GoalRun | null; carried: Money; seriesStart: string; schedule: Schedule },
): GoalRun | null {
  const goal = plan?.goal;
  if (goal?.kind !== "saveBy") return null;
  const key = `${goal.amount} ${goal.by}`;
  const left = periodNumber(at.schedule, goal.by) - periodNumber(at.schedule, at.seriesStart) + 1;
  if (left < 1) return null;
  if (at.last?.key === key) return { ...at.last, count: at.last.count + 1, left };
  return { key, began: at.carried, count: 1, left };
}

/** Returns a plan whose estimate is set by hand: a goal that would set it ends (docs/reference/money.md, "Goals"). */
export function withoutGoal(plan: Plan | null): Plan | null {
  if (plan === null || plan.goal === null || plan.goal.kind === "balance") return plan;
  return plan.carry === "none" ? null : { ...plan, goal: null };
}

/** Returns the estimate that a goal asks for, or else the person's. */
function estimateOf({ estimate, plan }: ChainEntry, carried: Money, run: GoalRun | null): Money {
  const goal = plan?.goal ?? null;
  if (goal === null || goal.kind === "balance") return estimate;
  if (goal.kind === "perPeriod") return goal.amount;
  if (goal.kind === "saveBy" && run === null) return zeroMoney;
  const missing = addMoney(goal.amount, negateMoney(carried));
  if (missing <= 0) return zeroMoney;
  const left = run?.left ?? 1;
  return money(Number((BigInt(missing) + BigInt(left) - 1n) / BigInt(left)));
}

/** Returns how much less is there than the goal wants by the end of a period. */
function behindOf({ plan }: ChainEntry, rest: Money, run: GoalRun | null): Money | null {
  const goal = plan?.goal ?? null;
  if (goal === null || goal.kind === "balance") return null;
  if (goal.kind === "saveBy" && run === null) return null;
  if (run === null) return rest < 0 ? negateMoney(rest) : zeroMoney;
  const way = addMoney(goal.amount, negateMoney(run.began));
  const wanted =
    way <= 0 ? goal.amount : addMoney(run.began, shareOfMoney(way, run.count, run.count + run.left - 1));
  const behind = addMoney(wanted, negateMoney(rest));
  return behind > 0 ? behind : zeroMoney;
}

function least(a: Money, b: Money): Money {
  return compareMoney(a, b) < 0 ? a : b;
}
