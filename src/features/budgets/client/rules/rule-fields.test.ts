import { describe, expect, it } from "vitest";
import type { Condition } from "#features/transactions/contract.ts";
import { ApiError } from "#shared/envelope.ts";
import {
  emptyCondition,
  fieldsOf,
  placedRefusal,
  ruleOf,
  ruleSchema,
  type RuleInputs,
} from "./rule-fields.ts";
import { everyDay } from "./rule-days.ts";

const conditions: Condition[] = [
  { field: "payee", op: "is", values: ["Smith, Jones & Co", "Blue Fig"] },
  { field: "payee", op: "contains", values: ["blue"] },
  { field: "payee", op: "starts", values: ["blue"] },
  { field: "text", op: "contains", values: ["pos"] },
  { field: "account", op: "is", values: [7, 8] },
  { field: "direction", op: "is", values: ["in"] },
  { field: "direction", op: "is", values: ["out"] },
  { field: "amount", op: "is", values: [12.5, 0] },
  { field: "amount", op: "between", values: [1, 2] },
  { field: "amount", op: "about", values: [10, 5] },
  { field: "currency", op: "is", values: ["USD", "EUR"] },
  { field: "bankCategory", op: "is", values: ["FOOD_AND_DRINK"] },
  { field: "merchantCode", op: "between", values: [742, 5499] },
  { field: "typeCode", op: "is", values: ["ATM", "CASH"] },
  { field: "day", op: "between", values: [28, 3] },
  { field: "note", op: "contains", values: ["with friends"] },
  { field: "tag", op: "is", values: [5, 6] },
];

describe("the fields of a rule", () => {
  it.each(conditions.map((condition) => [condition]))("keep %j", (condition) => {
    const rule = {
      name: "Mine",
      conditions: [condition],
      actions: [
        { field: "category" as const, value: 3 },
        { field: "kind" as const, value: "income" as const },
        { field: "payee" as const, value: "Fig" },
        { field: "tags" as const, value: ["Trip", "Work"] },
        { field: "note" as const, value: "With friends" },
      ],
      isOn: false,
      appliesFrom: "2026-11-01",
    };
    expect(ruleOf(ruleSchema.parse(fieldsOf(rule)))).toEqual(rule);
  });

  it("reach every day, from a day on, or only what comes", () => {
    const start = { ...fieldsOf(null), conditions: [{ ...emptyCondition, values: "fig" }], category: 3 };
    const reach = (said: Partial<RuleInputs>) => ruleOf(ruleSchema.parse({ ...start, ...said })).appliesFrom;
    expect(reach({ reachesPast: true, from: null })).toBe(everyDay);
    expect(reach({ reachesPast: true, from: "2026-11-02" })).toBe("2026-11-02");
    expect(reach({ reachesPast: false })).toBeNull();
  });

  it.each<[Partial<RuleInputs["conditions"][number]>, string]>([
    [{ values: " \n " }, "Enter at least one value."],
    [{ test: "amountIs", values: "twelve" }, "Enter amounts such as 12.50."],
    [{ test: "currency", values: "US" }, "Enter a currency code such as USD."],
    [{ test: "account" }, "Choose an account."],
    [{ test: "bankCategory" }, "Choose what the bank says."],
    [{ test: "amountBetween", first: 2, last: 1 }, "Start with the smaller amount."],
    [{ test: "amountAbout", first: 2 }, "Enter an amount and a percentage."],
    [{ test: "merchantCode", first: 5411 }, "Enter two codes."],
    [{ test: "merchantCode", first: 5499, last: 5411 }, "Start with the smaller code."],
    [{ test: "typeCode" }, "Enter at least one value."],
    [{ test: "day" }, "Enter two days of the month."],
    [{ test: "noteContains" }, "Enter at least one value."],
    [{ test: "tag" }, "Choose a tag."],
  ])("refuse a condition with %j", (said, message) => {
    const result = ruleSchema.safeParse({
      ...fieldsOf(null),
      category: 3,
      conditions: [{ ...emptyCondition, ...said }],
    });
    expect(result.error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  it("show what the server says of a condition where its values are", () => {
    const errors = {
      "conditions.0.values": ["No such tag."],
      "conditions.1.values.1": ["Too much."],
      "conditions.2.values.0": ["Too long."],
      "conditions.2.values.1": ["Too long."],
      "actions.0.value": ["No such category."],
    };
    const refusal = new ApiError({
      success: false,
      statusCode: 400,
      data: null,
      errors,
      error: "",
      requestId: null,
      retryAfterSeconds: null,
    });
    const tests = ["tag", "amountBetween", "payeeIs"] as const;
    const fields = { conditions: tests.map((test) => Object.assign({}, emptyCondition, { test })) };
    expect(placedRefusal(refusal, fields)).toMatchObject({
      statusCode: 400,
      errors: {
        "conditions.0.tagIds": ["No such tag."],
        "conditions.1.last": ["Too much."],
        "conditions.2.values": ["Too long."],
        "actions.0.value": ["No such category."],
      },
    });
  });

  it("set something", () => {
    const nothing = { ...fieldsOf(null), conditions: [{ ...emptyCondition, values: "fig" }] };
    expect(ruleSchema.safeParse(nothing).error?.issues).toMatchObject([{ path: ["category"] }]);
  });
});
