import type { BudgetListRow, BudgetView } from "#features/budgets/contract.ts";
import { addMonths, firstDayOf, monthOf, monthWords } from "#shared/time/plain-dates.ts";

const seriesMonths = 60;
/** Targets in ms (p95). */
const promised = { last: 40, list: 25 };

type SeriesScene = {
  get: <Data>(path: string) => Promise<Data>;
  post: (path: string, body: object) => Promise<{ seriesId: number }>;
  /** Times of a call, in ms. */
  read: (path: string) => Promise<number[]>;
  /** Categories of the ledger's rows. */
  categories: readonly number[];
  /** A budget of all banks. */
  budgetId: number;
};

const figuresOf = (budgetId: number) => `/api/GetBudget?budgetId=${budgetId}&summary=true`;

/**
 * Makes a monthly series over five years, whose categories all carry, and reads the last of its sixty periods: the chain of
 * what is carried adds up every row of them. Deletes it again.
 */
export async function measureSeries({ get, post, read, categories, budgetId }: SeriesScene) {
  const lists = await read("/api/GetBudgets");
  const { budgetAccessItems } = await get<BudgetView>(figuresOf(budgetId));
  const thisMonth = monthOf(new Date().toISOString());
  const series = await post("/api/SaveBudgetSeries", {
    seriesId: 0,
    name: monthWords(addMonths(thisMonth, 1 - seriesMonths)),
    rhythm: { every: 1, unit: "month" },
    anchor: firstDayOf(addMonths(thisMonth, 1 - seriesMonths)),
    ends: firstDayOf(thisMonth),
    budgetAccessItems: budgetAccessItems.map((item) => item.institutionAccessItemId),
    categories: categories.map((id) => ({ financialCategoryId: id, estimate: 400, carry: "both" })),
  });
  const ofSeries = (await get<BudgetListRow[]>("/api/GetBudgets")).filter(
    ({ seriesId }) => seriesId === series.seriesId,
  );
  if (ofSeries.length !== seriesMonths) throw new Error(`the series has ${ofSeries.length} periods`);
  const last = await read(figuresOf(ofSeries[0]?.budgetId ?? 0));
  const listsWithSeries = await read("/api/GetBudgets");
  await post("/api/DeleteBudgetSeries", { seriesId: series.seriesId });
  return [
    { name: "the sixtieth period of a series, its figures", times: last, most: promised.last },
    { name: "the list of budgets (GetBudgets)", times: lists, most: promised.list },
    { name: "the list with sixty periods that carry", times: listsWithSeries },
  ];
}
