import { describe, expect, it } from "vitest";
import { byCurrency, mainCurrency } from "./income-currency.ts";

describe("the main currency of a bank", () => {
  it.each([
    [["USD", "EUR", "EUR"], ["USD"], "EUR"],
    [["USD", "EUR"], ["EUR"], "EUR"],
    [["USD", "EUR"], [], "USD"],
    [["CHF", "EUR"], ["JPY"], "CHF"],
    [[], ["EUR", "EUR", "USD"], "EUR"],
    [[], [], "USD"],
    [["JPY"], ["USD", "USD"], "JPY"],
  ])("of sources in %j and accounts in %j is %s", (sources, accounts, expected) => {
    expect(mainCurrency(sources, accounts)).toBe(expected);
  });
});

describe("rows by currency", () => {
  it("are complete and never mixed", () => {
    const rows = ["USD", "KWD", "EUR", "USD", "EUR"].map((isoCurrencyCode, id) => ({ id, isoCurrencyCode }));
    const { main, others } = byCurrency(rows, "USD");
    expect(main.map(({ id }) => id)).toEqual([0, 3]);
    expect(others.map(({ isoCurrencyCode, rows: of }) => [isoCurrencyCode, of.map(({ id }) => id)])).toEqual([
      ["EUR", [2, 4]],
      ["KWD", [1]],
    ]);
  });
});
