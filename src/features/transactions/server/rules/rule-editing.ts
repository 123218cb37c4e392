import type { z } from "zod";
import type { Transaction } from "#server/database/db.ts";
import { invalid, notFound, type FieldErrors } from "#shared/errors.ts";
import { FieldMerge, quoted } from "#shared/field-merge.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";
import type { ruleCalls } from "../../rule-contract.ts";
import { placeOf } from "../../domain/rules/rule-book.ts";
import { noActions, type Condition, type RuleAction } from "../../domain/rules/rule-shapes.ts";
import { actionsWords, conditionWords, ruleTitle, type RuleNames } from "../../domain/rules/rule-words.ts";
import { lockCategories, noSuchCategory, readCategoryNames } from "../sorting/category-choice.ts";
import type { Edited, ListedRule } from "./rule-changes.ts";
import { tagNamed } from "../tags/tag-store.ts";
import { actionsOf, noSettings, readRuleNames, type RuleSettings } from "./rule-store.ts";

/** A rule as its editor sends it. */
export type RuleInput = z.output<typeof ruleCalls.saveRule.input>;

/**
 * Creates a rule in the place that its conditions give it, or changes one.
 * @throws AppError 404 for an unknown rule, 400 for a category, account, or tag that the person doesn't have, 409 for a rule that was
 * changed elsewhere since `basedOn`
 */
export async function saveRule(
  tx: Transaction,
  { userId, now }: { userId: string; now: Date },
  list: readonly ListedRule[],
  input: RuleInput,
): Promise<Edited> {
  const names = await readRuleNames(tx, userId);
  await refuseStrange(tx, userId, input, {
    names,
    saved: list.find(({ ruleId }) => ruleId === input.ruleId),
  });
  const madeBy = ({ tagIds }: RuleSettings) => tagIds.filter((id) => !names.tags.has(id));
  if (input.ruleId === 0) {
    const made = {
      ruleId: 0,
      position: 0,
      name: input.name,
      conditions: input.conditions,
      ...(await settingsOf(tx, userId, input.actions)),
      isOn: input.isOn,
      appliesFrom: input.appliesFrom ?? null,
      createdAt: now.toISOString(),
    };
    return {
      list: list.toSpliced(placeOf(input.conditions, list), 0, made),
      madeTagIds: madeBy(made),
      text: `Added the rule “${ruleTitle(input, names)}”.`,
    };
  }
  const rule = ruleNamed(list, input.ruleId);
  const { actions, ...rest } = await merge(tx, userId, rule, { input, names });
  const merged = { ...rest, ...(await settingsOf(tx, userId, actions)) };
  return {
    list: list.map((one) => (one === rule ? merged : one)),
    madeTagIds: madeBy(merged),
    text: `Changed the rule “${ruleTitle(merged, names)}”.`,
  };
}

/** Deletes a rule. @throws AppError 404 for an unknown one */
export async function deleteRule(
  tx: Transaction,
  { userId }: { userId: string },
  list: readonly ListedRule[],
  ruleId: number,
): Promise<Edited> {
  const title = ruleTitle(ruleNamed(list, ruleId), await readRuleNames(tx, userId));
  return { list: list.filter((rule) => rule.ruleId !== ruleId), text: `Deleted the rule “${title}”.` };
}

/** Has a rule sort rows from before it, too. @throws AppError 404 for an unknown one */
export async function applyRule(
  tx: Transaction,
  { userId }: { userId: string },
  list: readonly ListedRule[],
  { ruleId, from = "0001-01-01" }: { ruleId: number; from?: string | undefined },
): Promise<Edited> {
  const rule = ruleNamed(list, ruleId);
  const { appliesFrom } = rule;
  const applied = { ...rule, appliesFrom: appliesFrom !== null && appliesFrom < from ? appliesFrom : from };
  const title = ruleTitle(rule, await readRuleNames(tx, userId));
  return {
    list: list.map((one) => (one === rule ? applied : one)),
    text: `Applied the rule “${title}” to earlier transactions.`,
  };
}

/** Puts rules in the order of the ids; the others follow. @throws AppError 404 for an unknown id */
export function orderRules(list: readonly ListedRule[], ruleIds: readonly number[]): Edited {
  const named = ruleIds.map((id) => ruleNamed(list, id));
  return {
    list: [...named, ...list.filter((rule) => !named.includes(rule))],
    text: "Changed the order of your rules.",
  };
}

function ruleNamed(list: readonly ListedRule[], id: number): ListedRule {
  const rule = list.find(({ ruleId }) => ruleId === id);
  if (rule === undefined) throw notFound();
  return rule;
}

async function merge(
  tx: Transaction,
  userId: string,
  rule: ListedRule,
  { input, names }: { input: RuleInput; names: RuleNames },
) {
  const { basedOn, appliesFrom } = input;
  const fields = new FieldMerge(input.decided);
  const actions = actionsOf(rule, names);
  const sides = { basedOn: basedOn ?? {}, mine: input, theirs: { ...rule, actions } };
  const categories = await readCategoryNames(tx, userId, categoriesOf([...actions, ...input.actions]));
  const merged = {
    ...rule,
    name: fields.takeField(sides, "name", { label: "Name", words: quoted }),
    conditions: fields.takeField<{ conditions: readonly Condition[] }, "conditions">(sides, "conditions", {
      label: "Conditions",
      words: (list) => list.map((one) => conditionWords(one, names)).join(", "),
    }),
    actions: fields.takeField(sides, "actions", {
      label: "Actions",
      words: (list) => actionsWords(list, categories),
    }),
    isOn: fields.takeField(sides, "isOn", { label: "The switch", words: (isOn) => (isOn ? "on" : "off") }),
    appliesFrom: appliesFrom === undefined ? rule.appliesFrom : appliesFrom,
  };
  const { ruleId, name, isOn } = rule;
  fields.refuseConflicts({
    ruleId,
    name,
    title: ruleTitle(rule, names),
    conditions: rule.conditions,
    actions,
    isOn,
    appliesFrom: rule.appliesFrom,
    transactionCount: 0,
    lastUsedAt: null,
  });
  return merged;
}

/** Returns what actions set, as it's stored. Unknown tags are made. */
async function settingsOf(
  tx: Transaction,
  userId: string,
  actions: readonly RuleAction[],
): Promise<RuleSettings> {
  const settings = { ...noSettings };
  for (const action of actions) {
    if (action.field === "category") settings.financialCategoryId = action.value;
    if (action.field === "kind") settings.kind = action.value;
    if (action.field === "payee") settings.payee = action.value;
    if (action.field === "note") settings.note = action.value;
    if (action.field !== "tags") continue;
    const ids: number[] = [];
    for (const name of action.value) ids.push((await tagNamed(tx, userId, name)).tagId);
    settings.tagIds = [...new Set(ids)];
  }
  return settings;
}

/** Refuses what the person doesn't have. Conditions that the rule has already may be about what was deleted since. */
async function refuseStrange(
  tx: Transaction,
  userId: string,
  { conditions, actions }: RuleInput,
  { names: own, saved }: { names: RuleNames; saved: ListedRule | undefined },
): Promise<void> {
  const errors: FieldErrors = {};
  if (actions.length === 0 && (saved === undefined || actionsOf(saved, own).length > 0))
    errors["actions"] = [noActions];
  const known = new Set(saved?.conditions.map((one) => JSON.stringify(one)));
  for (const [index, one] of conditions.entries()) {
    if (known.has(JSON.stringify(one))) continue;
    if (one.field === "account" && one.values.some((id) => !own.accounts.has(id)))
      errors[`conditions.${index}.values`] = ["This account doesn’t exist. Choose another one."];
    if (one.field === "tag" && one.values.some((id) => !own.tags.has(id)))
      errors[`conditions.${index}.values`] = ["This tag doesn’t exist. Choose another one."];
  }
  const usable = await lockCategories(tx, userId, categoriesOf(actions));
  for (const [index, one] of actions.entries())
    if (one.field === "category" && one.value !== uncategorizedId && !usable.has(one.value))
      errors[`actions.${index}.value`] = [noSuchCategory];
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

function categoriesOf(actions: readonly RuleAction[]): number[] {
  return actions.flatMap((one) => (one.field === "category" ? [one.value] : []));
}
