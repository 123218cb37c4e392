import { z } from "zod";
import { moneyOf } from "#client/words/money-text.ts";
import { money, toUnits } from "#shared/money.ts";
import type { BudgetCategoryRow } from "../../contract.ts";
import { carryModes } from "../../domain/series/carry.ts";
import { appliesToChoices } from "./repeat-fields.ts";

const amount = z.int("Enter an amount or leave it blank.").nullable();
const goalKinds = ["none", "saveBy", "refill", "perPeriod", "balance"] as const;

/** Fields of a category in a budget that repeats; amounts in minor units, null if empty. */
export const planFormSchema = z
  .object({
    estimate: amount,
    carry: z.enum(carryModes),
    cap: amount,
    goal: z.enum(goalKinds),
    amount,
    by: z.string().nullable(),
    accountId: z.number().nullable(),
    startsFresh: z.boolean(),
    appliesTo: z.enum(appliesToChoices),
  })
  .superRefine(({ goal, amount: sum, by, accountId, carry }, context) => {
    if (goal === "none") return;
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (sum === null || sum <= 0) refuse("amount", "Enter an amount above zero.");
    if (goal === "saveBy" && by === null) refuse("by", "Enter a date.");
    if (goal === "saveBy" && carry === "none") refuse("carry", "To save up, carry over what’s left.");
    if (goal === "balance" && accountId === null) refuse("accountId", "Choose an account.");
  });

export type PlanFields = z.output<typeof planFormSchema>;

/** Returns the fields of a category as it is. */
export function planFields(row: BudgetCategoryRow, isoCurrencyCode: string): PlanFields {
  const { goal } = row;
  return {
    estimate: row.estimate === 0 ? null : moneyOf(row.estimate, isoCurrencyCode),
    carry: row.carry,
    cap: row.cap === null ? null : moneyOf(row.cap, isoCurrencyCode),
    goal: goal?.kind ?? "none",
    amount: goal === null ? null : moneyOf(goal.amount, isoCurrencyCode),
    by: goal?.by ?? null,
    accountId: goal?.accountId ?? null,
    startsFresh: row.startsFresh,
    // A goal or what is carried is seldom meant for one period.
    appliesTo: "later",
  };
}

type Plan = {
  carry: PlanFields["carry"];
  cap: number | null;
  goal:
    | { kind: "saveBy"; amount: number; by: string }
    | { kind: "refill" | "perPeriod"; amount: number }
    | { kind: "balance"; amount: number; accountId: number }
    | null;
};

/** Returns the plan that the fields make, as SaveCategoryPlan takes it. */
export function planToSave(fields: PlanFields, isoCurrencyCode: string): Plan {
  const units = (minor: number) => toUnits(money(minor), isoCurrencyCode);
  return {
    carry: fields.carry,
    cap: fields.carry === "none" || fields.cap === null ? null : units(fields.cap),
    goal: goalToSave(fields, units),
  };
}

function goalToSave(
  { goal, amount: sum, by, accountId }: PlanFields,
  units: (minor: number) => number,
): Plan["goal"] {
  if (goal === "none" || sum === null) return null;
  if (goal === "saveBy") return by === null ? null : { kind: goal, amount: units(sum), by };
  if (goal === "balance") return accountId === null ? null : { kind: goal, amount: units(sum), accountId };
  return { kind: goal, amount: units(sum) };
}
