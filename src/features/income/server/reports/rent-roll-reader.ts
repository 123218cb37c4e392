import type { DownloadFile } from "#shared/endpoint.ts";
import { firstDayOf, monthOf, monthsFrom, monthWords, addMonths } from "#shared/time/plain-dates.ts";
import { byCurrency } from "../../domain/income-currency.ts";
import { incomeTotals } from "../../domain/income-month.ts";
import { columnTotals, rentRollRows, type RentRollRow } from "../../domain/reports/rent-roll.ts";
import { rentRollCsv } from "../../domain/reports/rent-roll-csv.ts";
import { currencyOf } from "../income-reader.ts";
import { figuresView, paymentView, totalsView } from "../income-views.ts";
import { readPayments, type PaymentRow } from "../payments/payment-rows.ts";
import { readInstitution, sourcesAt, type IncomeScope } from "../sources/source-rows.ts";

const monthCount = 12;

type RentRollQuery = { institutionAccessItemId: number; from: string | undefined };
type Row = RentRollRow<PaymentRow>;

/** Reads the domain's rent roll of twelve months, with its bank and currency. @throws AppError 404 */
async function readRows(scope: IncomeScope, { institutionAccessItemId, from }: RentRollQuery, today: string) {
  const institution = await readInstitution(scope, institutionAccessItemId);
  const sources = await sourcesAt(scope, institutionAccessItemId);
  const first = from ?? monthOf(firstDayOf(`${today.slice(0, 4)}-01`));
  const last = addMonths(first, monthCount - 1);
  const payments = await readPayments(scope, sources, { first, last });
  const months = monthsFrom(first, last);
  return {
    institutionName: institution.institutionName,
    currency: currencyOf(institution, sources),
    months,
    rows: rentRollRows(sources, payments, months, today),
  };
}

/** Reads the rent roll, for `GetRentRoll`. @throws AppError 404 */
export async function readRentRoll(scope: IncomeScope, query: RentRollQuery, today: string) {
  const { institutionName, currency, months, rows } = await readRows(scope, query, today);
  const { main, others } = byCurrency(
    rows.map((row) => ({ isoCurrencyCode: row.source.isoCurrencyCode, row })),
    currency,
  );
  return {
    institutionName,
    isoCurrencyCode: currency,
    months: months.map((month) => ({ month, text: monthWords(month) })),
    rows: rows.map(rowView),
    ...sumsOf(main, months, currency),
    otherCurrencies: others.map(({ isoCurrencyCode, rows: ofCurrency }) =>
      Object.assign(
        { isoCurrencyCode, count: ofCurrency.length },
        sumsOf(ofCurrency, months, isoCurrencyCode),
      ),
    ),
  };
}

/** Returns the rent roll as a CSV file. @throws AppError 404 */
export async function exportRentRoll(
  scope: IncomeScope,
  query: RentRollQuery,
  today: string,
): Promise<DownloadFile> {
  const { institutionName, currency, months, rows } = await readRows(scope, query, today);
  const [first = "", last = ""] = [months[0], months.at(-1)];
  return {
    name: `${institutionName} rent roll ${first} to ${last}`,
    ending: "csv",
    type: "text/csv; charset=utf-8",
    body: rentRollCsv(rows, months, currency),
  };
}

function rowView({ source, cells, totals }: Row) {
  const { incomeSourceId, name, incomeSourceType, isoCurrencyCode } = source;
  return {
    incomeSourceId,
    name,
    incomeSourceType,
    isoCurrencyCode,
    cells: cells.map((cell) =>
      Object.assign(
        { month: cell.month, payments: cell.payments.map(paymentView) },
        figuresView(cell, isoCurrencyCode),
      ),
    ),
    totals: totalsView(totals, isoCurrencyCode),
  };
}

function sumsOf(priced: readonly { row: Row }[], months: readonly string[], currency: string) {
  const rows = priced.map(({ row }) => row);
  return {
    columnTotals: columnTotals(rows, months).map((column) =>
      Object.assign({ month: column.month }, totalsView(column, currency)),
    ),
    totals: totalsView(incomeTotals(rows.map(({ totals }) => totals)), currency),
  };
}
