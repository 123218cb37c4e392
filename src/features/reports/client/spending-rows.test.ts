import { expect, it } from "vitest";
import type { FigureView, SpendingReport } from "../contract.ts";
import { seriesOf, spendingRows } from "./spending-rows.ts";

const figure = (amount: number): FigureView => ({
  amount,
  count: 1,
  months: [amount],
  previous: amount,
  means: [],
});
type Group = SpendingReport["currencies"][number]["groups"][number];
const payee = (name: string, amount: number): Group => ({
  ...figure(amount),
  financialCategoryId: null,
  payee: name,
  name,
  mean: amount,
});

it("what is fixed comes together first, then what varies, then each fixed payee", () => {
  const currency = {
    isoCurrencyCode: "USD",
    total: figure(0.7),
    groups: [payee("Rent", 0.1), payee("Net", 0.2)],
    rest: figure(0.4),
  };
  expect(
    spendingRows("fixed", currency).map(({ name, figure: { amount }, row }) => [name, amount, row]),
  ).toEqual([
    ["Fixed", 0.3, { is: "payees", payees: ["Rent", "Net"] }],
    ["Variable", 0.4, { is: "others", than: ["Rent", "Net"] }],
    ["Rent", 0.1, { is: "payees", payees: ["Rent"] }],
    ["Net", 0.2, { is: "payees", payees: ["Net"] }],
  ]);
  expect(seriesOf("fixed", currency).map(({ name, values }) => [name, values])).toEqual([
    ["Fixed", [0.3]],
    ["Variable", [0.4]],
  ]);
  expect(seriesOf("fixed", { ...currency, groups: [] }).map(({ name }) => name)).toEqual(["Variable"]);
});

it("a chart has the six largest groups and the rest together", () => {
  const groups = Array.from({ length: 9 }, (_, index) => payee(`P${index}`, 10 - index));
  const series = seriesOf("payee", { isoCurrencyCode: "USD", total: figure(0), groups, rest: figure(5) });
  expect(series.map(({ name, values }) => `${name} ${values.join()}`)).toEqual([
    "P0 10",
    "P1 9",
    "P2 8",
    "P3 7",
    "P4 6",
    "P5 5",
    "All other payees 14",
  ]);
});
