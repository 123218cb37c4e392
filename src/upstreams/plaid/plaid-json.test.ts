import { describe, expect, it } from "vitest";
import { fc } from "../../../tests/support/properties.ts";
import { parsePlaidJson } from "./plaid-json.ts";

const moneyFields = new Set(["amount", "current", "available"]);

/** Parses with a reviver, which sees the same as the parser. */
function byReviver(text: string): unknown {
  const keepDigits = (key: string, value: unknown, context?: { source?: string }) =>
    typeof value === "number" && moneyFields.has(key) ? { digits: context?.source } : value;
  return JSON.parse(text, keepDigits);
}

const word = fc.oneof(
  fc.string(),
  fc.constantFrom(
    "amount",
    "current",
    "available",
    '"amount":1',
    '\\"amount":1,',
    '","amount":1}',
    "amount\\",
  ),
);
const json = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    word,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.constantFrom(null, true, false),
    fc.array(tie("any")),
    fc.dictionary(word, tie("any")),
  ),
})).any;

describe("a Plaid response", () => {
  it("preserves the digits of money only", () => {
    expect(
      parsePlaidJson('{"amount": 12.340 ,"limit":2000.50,"balances":{"current":-0.0,"available":1e2}}'),
    ).toEqual({
      amount: { digits: "12.340" },
      limit: 2000.5,
      balances: { current: { digits: "-0.0" }, available: { digits: "1e2" } },
    });
  });

  it("is parsed like any JSON, whatever its strings contain", () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 1), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(parsePlaidJson(text)).toEqual(byReviver(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    "",
    "{",
    '{"amount":12',
    '{"amount":012}',
    '{"amount":12-3}',
    '{"amount":.5}',
    '{"amount":1,}',
    "<html>",
  ])("that isn't JSON is rejected: %s", (text) => {
    expect(() => parsePlaidJson(text)).toThrow(SyntaxError);
  });
});
