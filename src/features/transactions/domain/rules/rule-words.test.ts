import { expect, it } from "vitest";
import type { Condition } from "./rule-shapes.ts";
import { ruleTitle } from "./rule-words.ts";

const names = { accounts: new Map([[7, "Checking ··4417"]]), tags: new Map([[7, "Trip"]]) };

it.each<[Condition[], string]>([
  [[{ field: "payee", op: "is", values: ["Nine Plums", "Blue Fig"] }], "Payee is Nine Plums or Blue Fig"],
  [[{ field: "payee", op: "starts", values: ["a", "b", "c", "d"] }], "Payee starts with a, b or 2 more"],
  [
    [
      { field: "text", op: "contains", values: ["pos"] },
      { field: "direction", op: "is", values: ["out"] },
    ],
    "Original text contains pos, money out",
  ],
  [[{ field: "account", op: "is", values: [7, 8] }], "Account is Checking ··4417 or a removed account"],
  [[{ field: "amount", op: "is", values: [1234.5] }], "Amount is 1,234.50"],
  [[{ field: "amount", op: "between", values: [5, 20] }], "Amount is 5 to 20"],
  [[{ field: "amount", op: "about", values: [20, 5] }], "Amount is about 20 (±5%)"],
  [[{ field: "currency", op: "is", values: ["EUR"] }], "Currency is EUR"],
  [[{ field: "bankCategory", op: "is", values: ["FOOD_AND_DRINK"] }], "Bank says food and drink"],
  [[{ field: "merchantCode", op: "between", values: [742, 5499] }], "Merchant code is 0742 to 5499"],
  [[{ field: "merchantCode", op: "between", values: [5411, 5411] }], "Merchant code is 5411"],
  [[{ field: "typeCode", op: "is", values: ["ATM", "CASH"] }], "Bank’s type is ATM or CASH"],
  [[{ field: "day", op: "between", values: [28, 3] }], "Day 28 to 3 of the month"],
  [[{ field: "note", op: "contains", values: ["pool", "beach"] }], "Note contains pool or beach"],
  [[{ field: "tag", op: "is", values: [7, 8] }], "Tag is Trip or a deleted tag"],
])("names the rule of %j", (conditions, title) => {
  expect(ruleTitle({ name: "", conditions }, names)).toBe(title);
  expect(ruleTitle({ name: "Mine", conditions }, names)).toBe("Mine");
});
