import { unitsDigits } from "#shared/money.ts";
import { csvFile, type CsvNumber } from "#shared/text/csv.ts";
import type { CashFlowReport, ExportedReport, NetWorthReport, SpendingReport } from "../contract.ts";

type Cell = string | CsvNumber;

/** Returns the name of a report's file. */
export function reportName({ report, by, from, to }: ExportedReport): string {
  const words = {
    netWorth: "Net worth",
    cashFlow: "Cash flow",
    spending: { category: "Categories", payee: "Payees", fixed: "Fixed and variable" }[by],
  };
  return from === undefined ? `${words[report]} to ${to}` : `${words[report]} ${from} to ${to}`;
}

function amountIn(isoCurrencyCode: string): (units: number) => CsvNumber {
  return (units) => ({ digits: unitsDigits(units, isoCurrencyCode) });
}

function countCell(count: number): CsvNumber {
  return { digits: `${count}` };
}

/** Returns net worth by day, week, or month as a CSV file. */
export function netWorthCsv({ currencies }: NetWorthReport): string {
  return csvFile([
    ["Date", "Currency", "Net worth", "Owned", "Owed", "Certain"],
    ...currencies.flatMap(({ isoCurrencyCode, points }) => {
      const cell = amountIn(isoCurrencyCode);
      return points.map(({ date, amount, owned, owed, isGap }): Cell[] => [
        date,
        isoCurrencyCode,
        cell(amount),
        cell(owned),
        cell(owed),
        isGap ? "No" : "Yes",
      ]);
    }),
  ]);
}

/** Returns income and spending by month as a CSV file. */
export function cashFlowCsv({ currencies, months }: CashFlowReport): string {
  return csvFile([
    ["Month", "Currency", "Income", "Spending", "Net"],
    ...currencies.flatMap(({ isoCurrencyCode, income, spending, net }) => {
      const cell = amountIn(isoCurrencyCode);
      return months.map(({ month }, index): Cell[] => [
        month,
        isoCurrencyCode,
        ...[income, spending, net].map((figure) => cell(figure.months[index] ?? 0)),
      ]);
    }),
  ]);
}

function cells(...list: Cell[]): Cell[] {
  return list;
}

const groupWords = { category: "Category", payee: "Payee", fixed: "Payee" };
const restWords = { category: "Other", payee: "All other payees", fixed: "Variable" };

/** Returns spending by category or payee, with a column for each month, as a CSV file. */
export function spendingCsv({ by, currencies, months }: SpendingReport): string {
  return csvFile([
    [
      groupWords[by],
      "Currency",
      ...months.map(({ month }) => month),
      "Total",
      "Transactions",
      "Previous period",
    ],
    ...currencies.flatMap(({ isoCurrencyCode, groups, rest, total }) => {
      const cell = amountIn(isoCurrencyCode);
      const rows = [
        ...groups.map((group) => ({ name: group.name, figure: group })),
        ...(rest === null ? [] : [{ name: restWords[by], figure: rest }]),
        { name: "Total", figure: total },
      ];
      return rows.map(({ name, figure }) =>
        cells(name, isoCurrencyCode).concat(
          figure.months.map(cell),
          cell(figure.amount),
          countCell(figure.count),
          figure.previous === null ? "" : cell(figure.previous),
        ),
      );
    }),
  ]);
}
