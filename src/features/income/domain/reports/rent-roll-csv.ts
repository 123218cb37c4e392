import { csvFile, type CsvNumber } from "#shared/text/csv.ts";
import { moneyDigits, type Money } from "#shared/money.ts";
import { monthWords } from "#shared/time/plain-dates.ts";
import { byCurrency } from "../income-currency.ts";
import { incomeTotals, isShown } from "../income-month.ts";
import { columnTotals, type RentRollRow } from "./rent-roll.ts";

const columnsOfMonth = ["Status", "Due", "Paid", "Overdue"] as const;

/**
 * Formats the rent roll as CSV: one line per source, four columns per month, and one line of totals per currency, since
 * sums never cross currencies (docs/reference/money.md, "Currencies"). Months with nothing due or paid are empty.
 */
export function rentRollCsv(
  rows: readonly RentRollRow<unknown>[],
  months: readonly string[],
  mainCurrency: string,
): string {
  const head = [
    "Source",
    "Type",
    "Currency",
    ...months.flatMap((month) => columnsOfMonth.map((column) => `${monthWords(month)} ${column}`)),
    "Total Due",
    "Total Paid",
    "Total Overdue",
  ];
  const lines = rows.map(lineOf);
  const priced = rows.map((row) => ({ isoCurrencyCode: row.source.isoCurrencyCode, row }));
  const { main, others } = byCurrency(priced, mainCurrency);
  const groups = [{ isoCurrencyCode: mainCurrency, rows: main }, ...others];
  const sums = groups.map((group) =>
    sumLine(
      group.isoCurrencyCode,
      group.rows.map(({ row }) => row),
      months,
    ),
  );
  return csvFile([head, ...lines, ...sums]);
}

type Line = (string | CsvNumber)[];

function lineOf({ source, cells, totals }: RentRollRow<unknown>): Line {
  const amount = digitsIn(source.isoCurrencyCode);
  return [
    source.name,
    source.incomeSourceType,
    source.isoCurrencyCode,
    ...cells.flatMap((cell): Line =>
      isShown(cell)
        ? [cell.status, amount(cell.due), amount(cell.paid), amount(cell.overdue)]
        : columnsOfMonth.map(() => ""),
    ),
    amount(totals.due),
    amount(totals.paid),
    amount(totals.overdue),
  ];
}

function sumLine(currency: string, rows: readonly RentRollRow<unknown>[], months: readonly string[]): Line {
  const amount = digitsIn(currency);
  const totals = incomeTotals(rows.map((row) => row.totals));
  return [
    "Total",
    "",
    currency,
    ...columnTotals(rows, months).flatMap(({ due, paid, overdue }): Line => [
      "",
      amount(due),
      amount(paid),
      amount(overdue),
    ]),
    amount(totals.due),
    amount(totals.paid),
    amount(totals.overdue),
  ];
}

function digitsIn(currency: string): (amount: Money) => CsvNumber {
  return (amount) => ({ digits: moneyDigits(amount, currency) });
}
