import { sql } from "drizzle-orm";
import type { z } from "zod";
import { isMarkable, readTransferSuggestions } from "#features/transactions/server/index.ts";
import type { Database, Transaction } from "#server/database/db.ts";
import { together } from "#server/database/together.ts";
import type { PlainAccessItem } from "#shared/finance-shapes.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { toUnits, zeroMoney } from "#shared/money.ts";
import { addDays } from "#shared/time/plain-dates.ts";
import type { budgetsContract } from "../contract.ts";
import type { Period } from "../domain/budget-copy.ts";
import { budgetFigures, isPlanned } from "../domain/budget-figures.ts";
import { budgetPace } from "../domain/budget-pace.ts";
import type {
  BudgetListRow,
  BudgetView,
  SuggestedEstimates,
  TransferSuggestion,
} from "../domain/budget-shapes.ts";
import { readHead, type BudgetHead, type Mode, type Owner } from "./budget-heads.ts";
import { readEntries, type BudgetEntry } from "./budget-values.ts";
import { budgetView, listRowView } from "./budget-views.ts";
import { listCategories } from "./categories/category-store.ts";
import { findForDay, readDaysBefore, readGroups, readTotals } from "./figure-store.ts";
import { isInBudget, isUndecided } from "./rows/row-status.ts";
import { suggestEstimates } from "./categories/estimate-suggestions.ts";
import { listRowIds, listRows } from "./rows/row-store.ts";
import { readCarried } from "./series/carry-store.ts";
import { makePeriods, type Moment } from "./series/period-maker.ts";
import { readSeries } from "./series/series-view.ts";

/** Days back in which transfers are suggested outside budgets. */
const suggestedDays = 90;

/** Reads those of a person's banks that are in `ids`, as every call returns them. */
export type ReadAccessItems = (
  tx: Transaction,
  userId: string,
  ids: readonly number[],
) => Promise<PlainAccessItem[]>;

/** Returns the steps of a period's categories with a plan; undefined without any. */
async function readSteps(
  tx: Transaction,
  owner: Owner,
  { head, entries }: { head: BudgetHead; entries: ReadonlyMap<number, BudgetEntry> },
) {
  const { seriesId, seriesStart, budgetId } = head;
  if (seriesId === null || seriesStart === null) return undefined;
  if (![...entries.values()].some(({ plan }) => plan !== null)) return undefined;
  return (await readCarried(tx, owner, [seriesId], seriesStart)).get(budgetId);
}

/** Returns a period's figures, with the steps that they include, and its spending by day. */
async function readFigures(
  tx: Transaction,
  owner: Owner,
  { head, entries }: { head: BudgetHead; entries: ReadonlyMap<number, BudgetEntry> },
) {
  const steps = await readSteps(tx, owner, { head, entries });
  const estimates = [...entries].map(([financialCategoryId, entry]) => {
    const { estimate, carried } = steps?.get(financialCategoryId) ?? { ...entry, carried: zeroMoney };
    return { financialCategoryId, estimate, carried };
  });
  const plannedIds = estimates.filter(isPlanned).map((one) => one.financialCategoryId);
  const { groups, days } = await readGroups(tx, head, plannedIds);
  return { steps, figures: budgetFigures(groups, estimates, head.isoCurrencyCode), days };
}

type Rows = z.input<typeof budgetsContract.getBudgetTransactions.output>;
type RowIdsInput = z.output<typeof budgetsContract.getBudgetTransactionIds.input>;
type RowsInput = z.output<typeof budgetsContract.getBudgetTransactions.input>;

/** Answers the read calls of budgets, each in one transaction of the person. */
export class BudgetReader {
  readonly #database: Database;
  readonly #mode: Mode;
  readonly #moment: () => Moment;
  readonly #accessItems: ReadAccessItems;

  /** `moment` has today's date in the site's time zone. */
  constructor(options: {
    database: Database;
    mode: Mode;
    moment: () => Moment;
    accessItems: ReadAccessItems;
  }) {
    this.#database = options.database;
    this.#mode = options.mode;
    this.#moment = options.moment;
    this.#accessItems = options.accessItems;
  }

  list(userId: string): Promise<BudgetListRow[]> {
    return this.#readAs(userId, async (tx) => {
      await makePeriods(tx, this.#owner(userId), this.#moment());
      return (await readTotals(tx, this.#owner(userId))).map(listRowView);
    });
  }

  /** Returns the budgets that cover today; the one that starts last first. */
  async ofToday(tx: Transaction, userId: string): Promise<BudgetListRow[]> {
    await makePeriods(tx, this.#owner(userId), this.#moment());
    return (await readTotals(tx, this.#owner(userId), this.#moment().today)).map(listRowView);
  }

  forToday(userId: string): Promise<number | null> {
    return this.#database.asUser(userId, async (tx) => {
      await makePeriods(tx, this.#owner(userId), this.#moment());
      return findForDay(tx, this.#owner(userId), this.#moment().today);
    });
  }

  /** Suggests estimates for a new budget of a period, in currency units. */
  suggestedEstimates(
    userId: string,
    target: Period & { isoCurrencyCode: string },
  ): Promise<SuggestedEstimates> {
    return this.#database.asUser(userId, async (tx) => {
      const { known, estimates } = await suggestEstimates(
        tx,
        this.#owner(userId),
        target,
        this.#moment().today,
      );
      return {
        from: known?.startDate ?? null,
        to: known?.endDate ?? null,
        categories: estimates.map(({ financialCategoryId, estimate }) => ({
          financialCategoryId,
          estimate: toUnits(estimate, target.isoCurrencyCode),
        })),
      };
    });
  }

  /** Returns a budget with its figures, and with its rows if requested. @throws AppError 404 */
  budget(userId: string, budgetId: number, { withRows }: { withRows: boolean }): Promise<BudgetView> {
    return this.#readAs(userId, async (tx) => {
      const [head, entries] = await together([
        readHead(tx, this.#owner(userId), budgetId),
        readEntries(tx, budgetId),
      ]);
      // The banks' accounts are asked for with the answer about the banks, so that these come first.
      const [accessItems, { steps, figures, days }, series, daysBefore, categories] = await together([
        this.#accessItems(tx, userId, head.institutionAccessItemIds),
        readFigures(tx, this.#owner(userId), { head, entries }),
        readSeries(tx, head),
        readDaysBefore(tx, head),
        listCategories(tx, userId),
      ]);
      const view = budgetView(head, {
        figures,
        steps,
        series,
        daysBefore,
        pace: budgetPace(head, this.#moment().today, figures.availableTotal, days),
        categories,
        accessItems,
      });
      if (!withRows) return view;
      const listed = await listRows(tx, head, { excluded: false }, {});
      const exempt = await listRows(tx, head, { excluded: true }, {});
      return { ...view, transactions: listed.transactions, excludedTransactions: exempt.transactions };
    });
  }

  /** Returns one list of a budget's rows, or both. @throws AppError 404 */
  rows(userId: string, { budgetId, excluded, ...input }: RowsInput): Promise<Rows> {
    const { page, pageSize, sort, direction, ...filter } = input;
    const paging = { page, pageSize, sort, direction };
    return this.#readAs(userId, async (tx) => {
      const head = await readHead(tx, this.#owner(userId), budgetId);
      const { isoCurrencyCode } = head;
      const listed =
        excluded === "true" ? null : await listRows(tx, head, { ...filter, excluded: false }, paging);
      const exempt =
        excluded === "false"
          ? null
          : await listRows(
              tx,
              head,
              { ...filter, excluded: true },
              listed === null ? paging : { sort, direction },
            );
      const cut = listed ?? exempt;
      return {
        transactions: listed?.transactions ?? [],
        excludedTransactions: exempt?.transactions ?? [],
        total: cut?.total ?? 0,
        sum: cut === null ? 0 : toUnits(cut.sum, isoCurrencyCode),
        isoCurrencyCode,
      };
    });
  }

  /** Returns the ids of the rows that match a filter, on all pages. @throws AppError 404 */
  rowIds(
    userId: string,
    { budgetId, excluded, ...filter }: RowIdsInput,
  ): Promise<{ transactionIds: number[] }> {
    return this.#readAs(userId, async (tx) => {
      const head = await readHead(tx, this.#owner(userId), budgetId);
      return { transactionIds: await listRowIds(tx, head, { ...filter, excluded: excluded === "true" }) };
    });
  }

  /** Returns what looks like a transfer among a budget's rows, or without a budget, among all recent ones. @throws AppError 404 */
  transferSuggestions(userId: string, budgetId: number | undefined): Promise<TransferSuggestion[]> {
    return this.#database.asUser(userId, async (tx) => {
      if (budgetId === undefined) {
        const { today } = this.#moment();
        const days = { startDate: addDays(today, -suggestedDays), endDate: today };
        const isMeant = sql<boolean>`(${isMarkable} and ${transactions.date} between ${days.startDate} and ${days.endDate})`;
        return readTransferSuggestions(tx, this.#owner(userId), { ...days, isMeant });
      }
      const head = await readHead(tx, this.#owner(userId), budgetId);
      const isMeant = sql<boolean>`(${isInBudget(head)} and ${isUndecided(head)})`;
      return readTransferSuggestions(tx, this.#owner(userId), { ...head, isMeant });
    });
  }

  /** Returns a budget's name, for the name of its export. @throws AppError 404 */
  nameOf(userId: string, budgetId: number): Promise<string> {
    return this.#database.asUser(
      userId,
      async (tx) => (await readHead(tx, this.#owner(userId), budgetId)).name,
    );
  }

  /** Reads with queries that are planned once, without their values, which would change little. */
  #readAs<Result>(userId: string, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#database.asUser(userId, work, { plansGenerically: true });
  }

  #owner(userId: string): Owner {
    return { userId, mode: this.#mode };
  }
}
