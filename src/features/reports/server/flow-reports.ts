import { inArray } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { financialCategories } from "#server/tables/category-tables.ts";
import { toUnits, type Money } from "#shared/money.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";
import { addMonths, firstDayOf, monthOf } from "#shared/time/plain-dates.ts";
import type {
  CashFlowReport,
  FigureView,
  GroupView,
  PeriodInput,
  SpendingInput,
  SpendingReport,
} from "../contract.ts";
import { isFixed } from "../domain/fixed-payees.ts";
import { figureOf, meanOfRows, netOf, type Figure, type FigureScope } from "../domain/report-figures.ts";
import { firstDayOfAll, monthsOf, periodBefore } from "../domain/report-period.ts";
import {
  readCategoryLines,
  readFirstDay,
  readKindLines,
  readPayeeLines,
  readRegularLines,
  type GroupedSum,
  type LineOwner,
  type LinesWanted,
} from "./report-lines.ts";

export type ReportOwner = LineOwner & { today: string };

/** Reads income, spending, and what is left by currency and month (docs/reference/money.md, "Reports"). */
export async function readCashFlow(
  tx: Transaction,
  owner: ReportOwner,
  input: PeriodInput,
): Promise<CashFlowReport> {
  const scope = await scopeOf(tx, owner, input);
  const lines = await readKindLines(tx, owner, wantedOf(scope, input, ["spending", "income"]));
  return {
    ...headOf(scope, owner),
    currencies: byCurrency(lines).map(({ isoCurrencyCode, own }) => {
      const income = figureOf(
        own.filter(({ key }) => key === "income"),
        scope,
        false,
      );
      const spending = figureOf(
        own.filter(({ key }) => key === "spending"),
        scope,
        true,
      );
      const view = viewIn(isoCurrencyCode);
      return {
        isoCurrencyCode,
        income: view(income),
        spending: view(spending),
        net: view(netOf(income, spending)),
      };
    }),
  };
}

/** Reads spending by category, by payee, or what is fixed and what varies. */
export async function readSpending(
  tx: Transaction,
  owner: ReportOwner,
  input: SpendingInput,
): Promise<SpendingReport> {
  const scope = await scopeOf(tx, owner, input);
  const wanted = wantedOf(scope, input, ["spending"]);
  const lines = await linesBy(tx, owner, { input, wanted });
  const names = input.by === "category" ? await readNames(tx, lines) : new Map<string, string>();
  return {
    ...headOf(scope, owner),
    by: input.by,
    currencies: byCurrency(lines).map(({ isoCurrencyCode, own }) => {
      const view = viewIn(isoCurrencyCode);
      const groups = [
        ...Map.groupBy(
          own.filter(({ isRest }) => !isRest),
          ({ key }) => key,
        ),
      ]
        .map(([key, sums]) => ({ key, figure: figureOf(sums, scope, true) }))
        .filter(({ figure }) => figure.count > 0)
        .toSorted((a, b) => b.figure.amount - a.figure.amount || ((a.key ?? "") < (b.key ?? "") ? -1 : 1));
      const rest = figureOf(
        own.filter(({ isRest }) => isRest),
        scope,
        true,
      );
      return {
        isoCurrencyCode,
        total: view(figureOf(own.map(ofRow), scope, true)),
        groups: groups.map(({ key, figure }): GroupView =>
          Object.assign(view(figure), {
            financialCategoryId: input.by === "category" ? Number(key ?? uncategorizedId) : null,
            payee: input.by === "category" ? null : key,
            name: input.by === "category" ? (names.get(key ?? "") ?? "Uncategorized") : (key ?? ""),
            mean: toUnits(meanOfRows(figure), isoCurrencyCode),
          }),
        ),
        rest: rest.count === 0 ? null : view(rest),
      };
    }),
  };
}

type SpendingWanted = { input: SpendingInput; wanted: LinesWanted };

async function linesBy(
  tx: Transaction,
  owner: ReportOwner,
  { input, wanted }: SpendingWanted,
): Promise<GroupedSum[]> {
  if (input.by === "category") return readCategoryLines(tx, owner, wanted);
  if (input.by === "payee") return readPayeeLines(tx, owner, wanted, input.top);
  const { from, to } = wanted.period;
  const year = firstDayOf(addMonths(monthOf(to), -11));
  const lines = await readRegularLines(tx, owner, wanted, from < year ? from : year);
  return withFixed(lines);
}

/** Leaves payees that aren't fixed with the rest. */
function withFixed(lines: readonly GroupedSum[]): GroupedSum[] {
  const groups = Map.groupBy(lines, ({ isoCurrencyCode, key, isRest }) =>
    isRest ? null : JSON.stringify([isoCurrencyCode, key]),
  );
  return [...groups].flatMap(([group, own]) => {
    if (group === null) return own;
    const charges = own
      .filter(({ windowCount }) => windowCount > 0)
      .map(({ month, windowCount, whole }) => ({ month, count: windowCount, amount: whole }))
      .toSorted((a, b) => (a.month < b.month ? -1 : 1));
    return isFixed(charges) ? own : own.map((line) => Object.assign(line, { isRest: true }));
  });
}

async function scopeOf(tx: Transaction, owner: LineOwner, { from, to }: PeriodInput): Promise<FigureScope> {
  const firstDay = await readFirstDay(tx, owner);
  const period = { from: from ?? firstDayOfAll(firstDay, to), to };
  return { period, previous: periodBefore(period), firstDay };
}

function wantedOf(
  { period, previous }: FigureScope,
  { isoCurrencyCode }: PeriodInput,
  kinds: LinesWanted["kinds"],
): LinesWanted {
  return { period, previous, kinds, isoCurrencyCode };
}

function headOf({ period, previous, firstDay }: FigureScope, { today }: ReportOwner) {
  return { today, ...period, firstDay, previous, months: monthsOf(period) };
}

/** Returns the currencies that have rows in the period, that of most rows first. */
function byCurrency(lines: readonly GroupedSum[]) {
  return [...Map.groupBy(lines, (line) => line.isoCurrencyCode)]
    .map(([isoCurrencyCode, own]) => ({
      isoCurrencyCode,
      own,
      count: own.reduce((sum, line) => sum + line.count, 0),
    }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || a.isoCurrencyCode.localeCompare(b.isoCurrencyCode));
}

function viewIn(isoCurrencyCode: string): (figure: Figure) => FigureView {
  const units = (amount: Money) => toUnits(amount, isoCurrencyCode);
  return ({ amount, count, months, previous, means }) => ({
    amount: units(amount),
    count,
    months: months.map(units),
    previous: previous === null ? null : units(previous),
    means: means.map((mean) => ({ months: mean.months, amount: units(mean.amount) })),
  });
}

async function readNames(
  tx: Transaction,
  lines: readonly GroupedSum[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(lines.flatMap(({ key }) => (key === null ? [] : [Number(key)])))];
  if (ids.length === 0) return new Map();
  const { financialCategoryId, name } = financialCategories;
  const rows = await tx
    .select({ id: financialCategoryId, name })
    .from(financialCategories)
    .where(inArray(financialCategoryId, ids));
  return new Map(rows.map((row) => [String(row.id), row.name]));
}

/** Counts each transaction once, though its parts are in several groups. */
function ofRow(line: GroupedSum): GroupedSum {
  return { ...line, count: line.rowCount };
}
