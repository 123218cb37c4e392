import { z } from "zod";
import type { Condition, RuleView } from "#features/transactions/contract.ts";
import { ApiError } from "#shared/envelope.ts";
import { rowKinds, type RowKind } from "#shared/row-kinds.ts";
import type { Option } from "#ui/choice/option.ts";
import { everyDay } from "./rule-days.ts";

/** A rule without its id and its use, as the editor starts with it. */
export type RuleStart = Pick<RuleView, "name" | "conditions" | "actions" | "isOn" | "appliesFrom">;

/** Tests that a condition can make, with the values that each takes. */
const tests = {
  payeeIs: { label: "Payee is", takes: "lines", hint: "One payee per line" },
  payeeContains: { label: "Payee contains", takes: "lines", hint: "One text per line" },
  payeeStarts: { label: "Payee starts with", takes: "lines", hint: "One text per line" },
  textContains: { label: "Original text contains", takes: "lines", hint: "One text per line" },
  account: { label: "Account is", takes: "accounts", hint: "" },
  in: { label: "Money in", takes: "nothing", hint: "" },
  out: { label: "Money out", takes: "nothing", hint: "" },
  amountIs: { label: "Amount is", takes: "lines", hint: "One amount per line" },
  amountBetween: { label: "Amount is between", takes: "amounts", hint: "" },
  amountAbout: { label: "Amount is about", takes: "share", hint: "" },
  currency: { label: "Currency is", takes: "lines", hint: "One code per line, such as USD" },
  bankCategory: { label: "Bank says", takes: "bankCodes", hint: "" },
  merchantCode: { label: "Merchant code is between", takes: "codes", hint: "" },
  typeCode: { label: "Bank’s type is", takes: "lines", hint: "One type per line, such as ATM" },
  day: { label: "Day of the month is between", takes: "days", hint: "" },
  noteContains: { label: "Note contains", takes: "lines", hint: "One text per line" },
  tag: { label: "Tag is", takes: "tags", hint: "" },
} as const;

export type TestId = keyof typeof tests;
export const testIds = Object.keys(tests).filter((id): id is TestId => id in tests);
export const testOptions: readonly Option<TestId>[] = testIds.map((id) => ({ id, label: tests[id].label }));

/** Returns a test and the values it takes: lines of text, choices, two numbers, or nothing. */
export function testOf(id: TestId) {
  return tests[id];
}

const line = z.string().trim();
const number = z.number().nullable();

const conditionFields = z
  .object({
    test: z.enum(testIds),
    values: line,
    accountIds: z.array(z.int()),
    bankCodes: z.array(z.string()),
    tagIds: z.array(z.int()),
    first: number,
    last: number,
  })
  .superRefine((fields, context) => {
    const message = problemOf(fields);
    if (message !== null) context.addIssue({ code: "custom", path: [fieldOf(fields.test)], message });
  });

/** Fields of the editor of a rule. */
export const ruleSchema = z
  .object({
    name: line.max(200, "Use at most 200 characters."),
    conditions: z.array(conditionFields).min(1, "Add a condition.").max(10, "Use at most 10 conditions."),
    category: z.int().nullable(),
    kind: z.enum(["", ...rowKinds]),
    payee: line.max(200, "Use at most 200 characters."),
    tags: z.array(z.string()).max(20, "Use at most 20 tags."),
    note: line.max(500, "Use at most 500 characters."),
    isOn: z.boolean(),
    reachesPast: z.boolean(),
    from: z.string().nullable(),
  })
  .refine(setsSomething, {
    path: ["category"],
    error: "Choose a category, or something else to set.",
  });

type Settings = { category: number | null; kind: string; payee: string; tags: string[]; note: string };

function setsSomething({ category, kind, payee, tags, note }: Settings): boolean {
  return category !== null || kind !== "" || payee !== "" || tags.length > 0 || note !== "";
}

export type RuleInputs = z.input<typeof ruleSchema>;
export type RuleFields = z.output<typeof ruleSchema>;
export type ConditionInputs = RuleInputs["conditions"][number];

export const emptyCondition: ConditionInputs = {
  test: "payeeContains",
  values: "",
  accountIds: [],
  bankCodes: [],
  tagIds: [],
  first: null,
  last: null,
};

/** Fields of a rule, or of a new one. */
export function fieldsOf(rule: RuleStart | null): RuleInputs {
  const appliesFrom = rule?.appliesFrom ?? null;
  const fields: RuleInputs = {
    name: rule?.name ?? "",
    conditions: rule === null ? [emptyCondition] : rule.conditions.map(conditionInputs),
    category: null,
    kind: "",
    payee: "",
    tags: [],
    note: "",
    isOn: rule?.isOn ?? true,
    reachesPast: rule === null || appliesFrom !== null,
    from: appliesFrom === everyDay ? null : appliesFrom,
  };
  for (const action of rule?.actions ?? []) {
    if (action.field === "category") fields.category = action.value;
    if (action.field === "kind") fields.kind = action.value;
    if (action.field === "payee") fields.payee = action.value;
    if (action.field === "tags") fields.tags = action.value;
    if (action.field === "note") fields.note = action.value;
  }
  return fields;
}

function conditionInputs(condition: Condition): ConditionInputs {
  const lines = () => ({ ...emptyCondition, values: condition.values.join("\n") });
  switch (condition.field) {
    case "payee":
      return {
        ...lines(),
        test: ({ is: "payeeIs", contains: "payeeContains", starts: "payeeStarts" } as const)[condition.op],
      };
    case "text":
      return { ...lines(), test: "textContains" };
    case "note":
      return { ...lines(), test: "noteContains" };
    case "tag":
      return { ...emptyCondition, test: "tag", tagIds: condition.values };
    case "account":
      return { ...emptyCondition, test: "account", accountIds: condition.values };
    case "direction":
      return { ...emptyCondition, test: condition.values[0] };
    case "amount": {
      if (condition.op === "is") return { ...lines(), test: "amountIs" };
      const [first, last] = condition.values;
      return {
        ...emptyCondition,
        test: condition.op === "between" ? "amountBetween" : "amountAbout",
        first,
        last,
      };
    }
    case "currency":
      return { ...lines(), test: "currency" };
    case "bankCategory":
      return { ...emptyCondition, test: "bankCategory", bankCodes: condition.values };
    case "typeCode":
      return { ...lines(), test: "typeCode" };
    default:
      return {
        ...emptyCondition,
        test: condition.field,
        first: condition.values[0],
        last: condition.values[1],
      };
  }
}

/** The rule that fields describe, as the calls take it. */
export function ruleOf(fields: RuleFields): RuleStart {
  const { name, conditions, category, kind, payee, tags, note, isOn, reachesPast, from } = fields;
  return {
    name,
    conditions: conditions.map(conditionOf),
    actions: [
      ...(category === null ? [] : [{ field: "category" as const, value: category }]),
      ...(kind === "" ? [] : [{ field: "kind" as const, value: kind }]),
      ...(payee === "" ? [] : [{ field: "payee" as const, value: payee }]),
      ...(tags.length === 0 ? [] : [{ field: "tags" as const, value: tags }]),
      ...(note === "" ? [] : [{ field: "note" as const, value: note }]),
    ],
    isOn,
    appliesFrom: reachesPast ? (from ?? everyDay) : null,
  };
}

function conditionOf({
  test,
  values,
  accountIds,
  bankCodes,
  tagIds,
  first,
  last,
}: ConditionInputs): Condition {
  const lines = linesOf(values);
  const two: [number, number] = [first ?? 0, last ?? 0];
  switch (test) {
    case "payeeIs":
      return { field: "payee", op: "is", values: lines };
    case "payeeContains":
      return { field: "payee", op: "contains", values: lines };
    case "payeeStarts":
      return { field: "payee", op: "starts", values: lines };
    case "textContains":
      return { field: "text", op: "contains", values: lines };
    case "noteContains":
      return { field: "note", op: "contains", values: lines };
    case "tag":
      return { field: "tag", op: "is", values: tagIds };
    case "account":
      return { field: "account", op: "is", values: accountIds };
    case "in":
    case "out":
      return { field: "direction", op: "is", values: [test] };
    case "amountIs":
      return { field: "amount", op: "is", values: lines.map(amountOf) };
    case "amountBetween":
      return { field: "amount", op: "between", values: two };
    case "amountAbout":
      return { field: "amount", op: "about", values: two };
    case "currency":
      return { field: "currency", op: "is", values: lines.map((code) => code.toUpperCase()) };
    case "bankCategory":
      return { field: "bankCategory", op: "is", values: bankCodes };
    case "merchantCode":
      return { field: "merchantCode", op: "between", values: two };
    case "typeCode":
      return { field: "typeCode", op: "is", values: lines };
    default:
      return { field: "day", op: "between", values: two };
  }
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/** A typed amount such as "1,234.50"; NaN for anything else. */
function amountOf(text: string): number {
  return /^\$?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,4})?$/.test(text)
    ? Number(text.replaceAll(/[$,]/g, ""))
    : Number.NaN;
}

/** Field of a test that a message belongs to. */
function fieldOf(test: TestId): keyof ConditionInputs {
  const { takes } = tests[test];
  if (takes === "accounts") return "accountIds";
  if (takes === "bankCodes") return "bankCodes";
  if (takes === "tags") return "tagIds";
  return takes === "lines" ? "values" : "first";
}

/** Returns the server's refusal of a rule with errors about a condition's values on the field that shows those. */
export function placedRefusal(error: unknown, { conditions }: Pick<RuleFields, "conditions">): unknown {
  if (!(error instanceof ApiError) || error.errors === null) return error;
  const errors: Record<string, string[]> = {};
  for (const [key, messages] of Object.entries(error.errors)) {
    const [, index = "", last] = /^conditions\.(\d+)\.values(\.1)?/.exec(key) ?? [];
    const test = conditions[Number(index)]?.test;
    const field = index === "" || test === undefined ? null : fieldOf(test);
    const shown = field === "first" && last !== undefined ? "last" : field;
    const name = shown === null ? key : `conditions.${index}.${shown}`;
    errors[name] = [...new Set([...(errors[name] ?? []), ...messages])];
  }
  const { statusCode, data, requestId, retryAfterSeconds } = error;
  const rest = { statusCode, data, requestId, retryAfterSeconds };
  return new ApiError({ ...rest, success: false, error: error.message, errors });
}

function problemOf({
  test,
  values,
  accountIds,
  bankCodes,
  tagIds,
  first,
  last,
}: ConditionInputs): string | null {
  const lines = linesOf(values);
  switch (tests[test].takes) {
    case "lines":
      return problemOfLines(test, lines);
    case "accounts":
      return accountIds.length === 0 ? "Choose an account." : null;
    case "bankCodes":
      return bankCodes.length === 0 ? "Choose what the bank says." : null;
    case "tags":
      return tagIds.length === 0 ? "Choose a tag." : null;
    case "amounts":
      if (first === null || last === null) return "Enter two amounts.";
      return first > last ? "Start with the smaller amount." : null;
    case "codes":
      if (first === null || last === null) return "Enter two codes.";
      return first > last ? "Start with the smaller code." : null;
    case "share":
      return first === null || last === null ? "Enter an amount and a percentage." : null;
    case "days":
      return first === null || last === null ? "Enter two days of the month." : null;
    default:
      return null;
  }
}

function problemOfLines(test: TestId, lines: readonly string[]): string | null {
  if (lines.length === 0) return "Enter at least one value.";
  if (lines.length > 50) return "Enter at most 50 values.";
  if (test === "amountIs" && lines.some((one) => Number.isNaN(amountOf(one))))
    return "Enter amounts such as 12.50.";
  if (test === "currency" && !lines.every((one) => /^[a-z]{3}$/i.test(one)))
    return "Enter a currency code such as USD.";
  return null;
}

/** Names of the kinds that a rule can set. */
export const kindLabels: Record<RowKind, string> = {
  spending: "Spending",
  income: "Income",
  transfer: "Transfer",
  leftOut: "Left out of totals",
};
