import { describe, expect, it } from "vitest";
import { fc } from "../../../../tests/support/properties.ts";
import { createTestAccessItem } from "../../../../tests/support/factories/access-item-factory.ts";
import { incomePayments, incomeSources } from "#server/tables/income-tables.ts";
import { categoryBook } from "#features/transactions/domain/sorting/category-book.ts";
import { builtInCategories } from "#features/transactions/domain/sorting/built-in-categories.ts";
import { shownKind } from "#features/transactions/domain/sorting/row-kind.ts";
import { ruleBook } from "#features/transactions/domain/rules/rule-book.ts";
import { sortPayee, type PayeeRow } from "#features/transactions/domain/sorting/row-sorting.ts";
import { sortRows } from "#features/transactions/server/index.ts";
import { uncategorizedId, rowKinds } from "#shared/row-kinds.ts";
import { createTestTransactions } from "../../../../tests/support/factories/transaction-factory.ts";
import { byWeight, createTestParts } from "../../../../tests/support/factories/part-factory.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { money, toUnits, type Money } from "#shared/money.ts";
import { addDays } from "#shared/time/plain-dates.ts";
import { createBudgetSite, type BudgetSite } from "../../../../tests/support/sites/budget-site.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { eq } from "drizzle-orm";
import type { BudgetListRow, BudgetView } from "../contract.ts";
import { budgetFigures, spendingOf, type CurrencySum } from "../domain/budget-figures.ts";
import { budgetParts, type BudgetPart } from "../domain/budget-rows.ts";
import {
  linesOf,
  rowGroups,
  rowStatusOf,
  type BudgetRow,
  type BudgetScope,
} from "../../../../tests/support/ledger/budget-model.ts";
import { byDay } from "../../../../tests/support/night.ts";

const database = useTestDatabase();
const now = () => new Date(Date.UTC(2026, 10, 21, 17));
const ledgers = byDay(6, 40);

/** A row as stored, with the person's edits. */
const anyRow = fc.record({
  item: fc.constantFrom(0, 0, 0, 1),
  date: fc.integer({ min: -3, max: 33 }).map((days) => addDays("2026-11-01", days)),
  amount: fc.integer({ min: -1_000_000, max: 500_000 }).map(money),
  isoCurrencyCode: fc.constantFrom("USD", "USD", "USD", "EUR", "JPY"),
  financialCategoryId: fc.constantFrom(null, null, 1, 2, 3),
  pending: fc.boolean(),
  bankCategory: fc.constantFrom(
    null,
    "FOOD_AND_DRINK",
    "FOOD_AND_DRINK",
    "INCOME",
    "INCOMES",
    "TRANSFER_OUT",
  ),
  bankCategoryDetailed: fc.constantFrom(
    null,
    "FOOD_AND_DRINK_COFFEE",
    "INCOME_WAGES",
    "TRANSFER_IN_SAVINGS",
    "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT",
    "LOAN_PAYMENTS_MORTGAGE_PAYMENT",
  ),
  bankConfidence: fc.constantFrom(null, "HIGH", "LOW"),
  isRemoved: oneIn(8),
  isDismissed: oneIn(10),
  isPayment: oneIn(8),
  isPaired: oneIn(6),
  chosenKind: fc.constantFrom(null, null, null, null, ...rowKinds),
  decision: fc.constantFrom(null, null, null, true, false),
  parts: fc.option(
    fc.array(
      fc.record({
        amount: fc.integer({ min: -50_000, max: 50_000 }).map((minor) => money(minor === 0 ? 1 : minor)),
        financialCategoryId: fc.constantFrom(null, 1, 2, 3),
        leftOut: oneIn(4),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    { freq: 3 },
  ),
});

type AnyRow = typeof anyRow extends fc.Arbitrary<infer Row> ? Row : never;

function oneIn(count: number): fc.Arbitrary<boolean> {
  return fc.integer({ min: 1, max: count }).map((number) => number === 1);
}

const book = categoryBook(
  builtInCategories.map((name, index) => ({
    financialCategoryId: index + 1,
    name,
    kind: ["Salary", "Interest", "Rent received", "Other income"].includes(name) ? "income" : "spending",
    isBuiltIn: true,
  })),
  [],
);

type KnownRow = BudgetRow & { transactionId: number };

/** Writes a ledger, and returns the facts about each row that the domain needs. */
async function writeLedger(site: BudgetSite, itemIds: number[], accounts: number[], ledger: AnyRow[]) {
  const known: KnownRow[] = [];
  const payee: PayeeRow[] = [];
  const byId = new Map<number, PayeeRow & { paysIncome: boolean }>();
  for (const row of ledger) {
    const institutionAccessItemId = itemIds[row.item] ?? 0;
    const account = { userId: site.userId, institutionAccessItemId, accountId: accounts[row.item] ?? 0 };
    const { item: _item, isRemoved, isDismissed, isPayment, isPaired, decision, parts, ...columns } = row;
    const [made] = await createTestTransactions(database(), account, [
      {
        ...columns,
        removedByBankAt: isRemoved ? now() : null,
        dismissedAt: isDismissed ? now() : null,
      },
    ]);
    const transactionId = made?.transactionId ?? 0;
    const split =
      parts === null
        ? []
        : await createTestParts(
            database(),
            { userId: site.userId, transactionId },
            { amount: row.amount, parts },
          );
    if (isPayment) await pay(site, institutionAccessItemId, transactionId);
    if (isPaired)
      await database()
        .unsafeDb.update(transactions)
        .set({ transferPairId: known[0]?.transactionId ?? transactionId })
        .where(eq(transactions.transactionId, transactionId));
    const said = {
      ...columns,
      transactionId,
      name: "Corner Bakery 041",
      merchantName: null,
      payeeKey: "corner bakery",
      accountId: account.accountId,
      createdAtMs: 0,
      accountType: "depository",
      pairedAccountType: isPaired ? "depository" : null,
      chosenCategoryId: row.financialCategoryId ?? undefined,
      isRemoved,
      isMatched: false,
      fileCategory: null,
      merchantCode: null,
      typeCode: null,
      paysIncome: isPayment && row.amount > 0,
      ownNote: null,
      partNotes: [],
      ownTagIds: [],
      keepsWords: false,
      partCategoryIds: split.toSorted(byWeight).map(({ financialCategoryId }) => financialCategoryId),
    };
    payee.push(said);
    byId.set(transactionId, said);
    // Rows dismissed by the person, or removed by the bank before any edit, are in no budget, so the domain never gets them.
    const isMarked =
      row.financialCategoryId !== null ||
      row.chosenKind !== null ||
      isPayment ||
      split.length > 0 ||
      decision === true;
    if (isDismissed || (isRemoved && !isMarked)) continue;
    known.push({
      transactionId,
      institutionAccessItemId,
      date: row.date,
      amount: row.amount,
      isoCurrencyCode: row.isoCurrencyCode,
      financialCategoryId: row.financialCategoryId,
      isRemoved,
      kind: "spending",
      decision,
      parts: split.filter(({ leftOut }) => !leftOut),
    });
  }
  await database().unsafeDb.transaction((tx) => sortRows(tx, site.userId, "everything"));
  const sorted = sortPayee(payee, { categories: book, rules: ruleBook([]) });
  return known.map((row) => {
    const found = sorted.get(row.transactionId);
    if (found === undefined) throw new Error("a row is not sorted");
    const { chosenKind = null, paysIncome = false } = byId.get(row.transactionId) ?? {};
    return Object.assign(row, {
      kind: shownKind({ kind: found.kind, chosenKind, paysIncome }),
      financialCategoryId: found.financialCategoryId,
    });
  });
}

async function pay(site: BudgetSite, institutionAccessItemId: number, transactionId: number) {
  const [source] = await database()
    .unsafeDb.insert(incomeSources)
    .values({
      userId: site.userId,
      institutionAccessItemId,
      name: "Rent",
      description: "",
      incomeSourceType: "Rent",
      isoCurrencyCode: "USD",
      startDate: "2026-01-01",
      createdAt: now(),
    })
    .returning();
  await database()
    .unsafeDb.insert(incomePayments)
    .values({
      userId: site.userId,
      incomeSourceId: source?.incomeSourceId ?? 0,
      transactionId,
      paymentDate: "2026-11-01",
      creditedMonth: "2026-11",
      paymentMemo: "",
      isManualAdjustment: false,
      createdAt: now(),
    });
}

function isInPart(row: KnownRow, scope: BudgetScope, part: BudgetPart): boolean {
  const status = rowStatusOf(row, scope);
  if (part === "all") return status !== "exempt" && status !== "outside";
  return status === (part === "otherCurrencies" ? "otherCurrency" : part);
}

describe("the figures of a budget", () => {
  it("equal the rows behind them under every filter, and the domain's figures, for any ledger", async () => {
    const anyLedger = fc.array(anyRow, { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(anyLedger, async (ledger) => {
        const site = await createBudgetSite(database(), { now });
        const second = await createTestAccessItem(database(), site.userId);
        const itemIds = [site.itemId, second.institutionAccessItemId];
        const known = await writeLedger(
          site,
          itemIds,
          [site.accountId, second.accounts[0]?.accountId ?? 0],
          ledger,
        );
        const categories = [
          { financialCategoryId: 1, estimate: 100 },
          { financialCategoryId: 4, estimate: 0 },
        ];
        const { budgetId } = (await site.saveBudget({ categories })).data;
        const scope: BudgetScope = {
          startDate: "2026-11-01",
          endDate: "2026-11-30",
          isoCurrencyCode: "USD",
          institutionAccessItemIds: new Set([site.itemId]),
        };
        const inside = known.filter((row) => rowStatusOf(row, scope) !== "outside");
        const decisions = inside
          .filter(({ decision }) => decision !== null)
          .map(({ transactionId, decision }) => ({ transactionId, excluded: decision }));
        await site.post("/api/SetExcludedTransactions", { budgetId, decisions });

        const budget = await readBudget(site, budgetId);
        expectDomainFigures(budget, known, scope);
        expect(budget.transactions?.map(idOf).toSorted(byNumber)).toEqual(
          known.filter((row) => isInPart(row, scope, "all")).map(idOf),
        );
        await expectLists(site, budget, known, scope);
        await expectSameInList(site, budget);
      }),
      { numRuns: ledgers },
    );
  }, 180_000);
});

describe("rows whose sum exceeds exact numbers", () => {
  it("break neither the budget nor the list of budgets", async () => {
    const site = await createBudgetSite(database(), { now });
    const absurd = { date: "2026-11-03", amount: money(-9_007_199_254_740_991) };
    const account = {
      userId: site.userId,
      institutionAccessItemId: site.itemId,
      accountId: site.accountId,
    };
    await createTestTransactions(database(), account, [absurd, { ...absurd, date: "2026-11-04" }]);
    const { budgetId } = (await site.saveBudget({ categories: [] })).data;
    const budget = await site.get<BudgetView>(`/api/GetBudget?budgetId=${budgetId}`);
    expect(budget).toMatchObject({ status: 200, data: { transactionsTotal: 90_071_992_547_409.91 } });
    expect(budget.data.spendingPace.days.at(-1)?.total).toBe(90_071_992_547_409.91);
    const list = await site.get<BudgetListRow[]>("/api/GetBudgets");
    expect(list).toMatchObject({ status: 200, data: [{ transactionsTotal: 90_071_992_547_409.91 }] });
    const rows = await site.get(`/api/GetBudgetTransactions?budgetId=${budgetId}&page=1&pageSize=10`);
    expect(rows).toMatchObject({ status: 200, data: { total: 2, sum: 90_071_992_547_409.91 } });
  });
});

const idOf = ({ transactionId }: { transactionId: number }) => transactionId;
const byNumber = (a: number, b: number) => a - b;

async function readBudget(site: BudgetSite, budgetId: number): Promise<BudgetView> {
  return (await site.get<BudgetView>(`/api/GetBudget?budgetId=${budgetId}`)).data;
}

function currencyUnits({ isoCurrencyCode, count, sum }: CurrencySum) {
  return { isoCurrencyCode, count, sum: toUnits(sum, isoCurrencyCode) };
}

function expectDomainFigures(budget: BudgetView, known: KnownRow[], scope: BudgetScope): void {
  const estimates = budget.budgetCategories.map(({ financialCategoryId, estimate }) => ({
    financialCategoryId,
    estimate: money(estimate * 100),
  }));
  const figures = budgetFigures(rowGroups(known, scope), estimates, "USD");
  const usd = (amount: Money) => toUnits(amount, "USD");
  expect(budget).toMatchObject({
    transactionsTotal: usd(figures.transactionsTotal),
    estimateTotal: 100,
    totalPercent: figures.totalPercent,
    plannedTotal: usd(figures.plannedTotal),
    plannedPercent: figures.plannedPercent,
    unplannedTotal: usd(figures.unplannedTotal),
    transactionCount: figures.transactionCount,
    categorizedCount: figures.categorizedCount,
    excludedCount: figures.excludedCount,
    removedCount: figures.removedCount,
    incomeNotCounted: figures.incomeNotCounted.map(currencyUnits),
    otherCurrencies: figures.otherCurrencies.map(currencyUnits),
  });
  const rows = new Map(budget.budgetCategoryData.map((row) => [row.financialCategoryId, row]));
  expect([...rows.keys()].toSorted(byNumber)).toEqual(
    figures.categories.map((row) => row.financialCategoryId).toSorted(byNumber),
  );
  for (const { financialCategoryId, count, sum, totalPercent } of figures.categories)
    expect(rows.get(financialCategoryId)).toMatchObject({ count, sum: usd(sum), totalPercent });
  const { days } = budget.spendingPace;
  expect(days.map(({ date }) => date)).toEqual(days.map(({ date }) => date).toSorted());
  expect(days.at(-1)?.total ?? 0).toBe(budget.transactionsTotal);
  expect(days.at(-1)?.plannedTotal ?? 0).toBe(budget.plannedTotal);
}

/** Checks that each filter lists exactly its rows, and that a category's figure is the sum of its list. */
async function expectLists(
  site: BudgetSite,
  budget: BudgetView,
  known: KnownRow[],
  scope: BudgetScope,
): Promise<void> {
  const read = async (query: string) =>
    (
      await site.get<{
        transactions: TransactionView[];
        excludedTransactions: TransactionView[];
        total: number;
        sum: number;
      }>(`/api/GetBudgetTransactions?budgetId=${budget.budgetId}&${query}`)
    ).data;
  for (const part of budgetParts) {
    const expected = known.filter((row) => isInPart(row, scope, part));
    const list = await read(`excluded=false&part=${part}&sort=date&direction=asc`);
    expect(list.transactions.map(idOf).toSorted(byNumber), part).toEqual(expected.map(idOf));
    expect(list.total, part).toBe(expected.length);
    const counted = expected.filter((row) => rowStatusOf(row, scope) === "counted");
    const lines = counted.flatMap(linesOf);
    expect(list.sum, part).toBe(toUnits(spendingOf(lines.map(({ amount }) => amount)), "USD"));
  }
  for (const { financialCategoryId, count, sum } of budget.budgetCategoryData) {
    const list = await read(`financialCategoryId=${financialCategoryId}`);
    expect(list.transactions).toHaveLength(count);
    expect(list.sum).toBe(sum);
    const lines = list.transactions.flatMap((row) => linesOfView(row, financialCategoryId));
    expect(toUnits(spendingOf(lines.map((amount) => money(Math.round(amount * 100)))), "USD")).toBe(sum);
  }
  const exempt = await read("excluded=true");
  expect(exempt.total).toBe(budget.excludedCount);
  expect(exempt.excludedTransactions.map(idOf).toSorted(byNumber)).toEqual(
    known.filter((row) => rowStatusOf(row, scope) === "exempt").map(idOf),
  );
  expect(exempt).toMatchObject({ transactions: [], sum: 0 });
}

/** Returns what of a row is in a category, at least one line of it. */
function linesOfView({ amount, category, parts }: TransactionView, financialCategoryId: number): number[] {
  const whole = {
    amount,
    leftOut: false,
    financialCategoryId: category?.financialCategoryId ?? uncategorizedId,
  };
  const found = (parts.length === 0 ? [whole] : parts).filter(
    (line) => !line.leftOut && line.financialCategoryId === financialCategoryId,
  );
  expect(found).not.toEqual([]);
  return found.map((line) => line.amount);
}

async function expectSameInList(site: BudgetSite, budget: BudgetView): Promise<void> {
  const { data } = await site.get<BudgetListRow[]>("/api/GetBudgets");
  const { transactionsTotal, estimateTotal, totalPercent, plannedTotal, plannedPercent, unplannedTotal } =
    budget;
  expect(data).toMatchObject([
    { transactionsTotal, estimateTotal, totalPercent, plannedTotal, plannedPercent, unplannedTotal },
  ]);
}
