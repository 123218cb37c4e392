import { kindNames } from "#shared/row-kinds.ts";
import { fewNames, listWords, orWords } from "#shared/text/list-words.ts";
import { codeWords } from "../sorting/bank-categories.ts";
import type { Condition, RuleAction } from "./rule-shapes.ts";
import { merchantDigits } from "./rule-tests.ts";

/** Names by id of what conditions refer to; one that's missing is gone. */
export type RuleNames = Record<"accounts" | "tags", ReadonlyMap<number, string>>;

/** The name of a rule: its own, or its conditions in words. */
export function ruleTitle(
  { name, conditions }: { name: string; conditions: readonly Condition[] },
  names: RuleNames,
): string {
  return name === "" ? sentence(conditions.map((one) => conditionWords(one, names)).join(", ")) : name;
}

/** A condition in words: "payee is Nine Plums or Corner Bakery". */
export function conditionWords(condition: Condition, { accounts, tags }: RuleNames): string {
  switch (condition.field) {
    case "payee":
      return `payee ${{ is: "is", contains: "contains", starts: "starts with" }[condition.op]} ${anyOf(condition.values)}`;
    case "text":
      return `original text contains ${anyOf(condition.values)}`;
    case "note":
      return `note contains ${anyOf(condition.values)}`;
    case "tag":
      return `tag is ${anyOf(condition.values.map((id) => tags.get(id) ?? "a deleted tag"))}`;
    case "account":
      return `account is ${anyOf(condition.values.map((id) => accounts.get(id) ?? "a removed account"))}`;
    case "direction":
      return condition.values[0] === "in" ? "money in" : "money out";
    case "amount":
      return amountWords(condition);
    case "currency":
      return `currency is ${anyOf(condition.values)}`;
    case "bankCategory":
      return `bank says ${anyOf(condition.values.map(codeWords))}`;
    case "merchantCode": {
      const [from, to] = condition.values.map(merchantDigits);
      return `merchant code is ${from === to ? from : `${from} to ${to}`}`;
    }
    case "typeCode":
      return `bank’s type is ${anyOf(condition.values)}`;
    default:
      return `day ${condition.values[0]} to ${condition.values[1]} of the month`;
  }
}

/** Returns in words what a rule sets: "category Groceries, tags Trip and Work". */
export function actionsWords(
  actions: readonly RuleAction[],
  categories: ReadonlyMap<number, string>,
): string {
  if (actions.length === 0) return "nothing";
  const words = actions.map((action) => {
    switch (action.field) {
      case "category":
        return `category ${categories.get(action.value) ?? "a deleted category"}`;
      case "kind":
        return `kind ${kindNames[action.value].toLowerCase()}`;
      case "tags":
        return `tags ${listWords(action.value)}`;
      default:
        return `${action.field} “${action.value}”`;
    }
  });
  return words.join(", ");
}

function amountWords({ op, values }: Extract<Condition, { field: "amount" }>): string {
  if (op === "is") return `amount is ${anyOf(values.map(numberWords))}`;
  const [first, second] = values;
  return op === "between"
    ? `amount is ${numberWords(first)} to ${numberWords(second)}`
    : `amount is about ${numberWords(first)} (±${second}%)`;
}

function numberWords(units: number): string {
  return units.toLocaleString("en-US", {
    minimumFractionDigits: Number.isInteger(units) ? 0 : 2,
    maximumFractionDigits: 4,
  });
}

const mostNamed = 3;

function anyOf(values: readonly string[]): string {
  return orWords(fewNames(values, mostNamed));
}

function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase("en-US") + text.slice(1);
}
