import { beforeEach, describe, expect, it } from "vitest";
import { byDay } from "../../../../tests/support/night.ts";
import { fc } from "../../../../tests/support/properties.ts";
import { money } from "#shared/money.ts";
import { addMonths, firstDayOf, lastDayOf, monthOf } from "#shared/time/plain-dates.ts";
import { createTestParts } from "../../../../tests/support/factories/part-factory.ts";
import { createTestUser, liveTestSettings } from "../../../../tests/support/factories/auth-factory.ts";
import {
  createIncomeSite,
  type IncomeAccount,
  type IncomeSite,
} from "../../../../tests/support/sites/income-site.ts";
import { countStatements } from "../../../../tests/support/statement-count.ts";
import type { TestTransaction } from "../../../../tests/support/factories/transaction-factory.ts";
import { createTestApp } from "../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import type { CashFlowReport, FigureView, SpendingReport } from "../contract.ts";
import { rowsOfSpending, type FigureRows, type SpendingRow } from "../domain/figure-rows.ts";

const database = useTestDatabase();
let site: IncomeSite;

beforeEach(async () => {
  site = await createIncomeSite(database(), { now: () => new Date(Date.UTC(2026, 10, 21, 17)) });
});

async function ask<Data>(path: string, cookie?: string): Promise<Data> {
  const answer = await site.get<Data>(path, cookie);
  expect(answer.status, JSON.stringify(answer.errors)).toBe(200);
  return answer.data;
}

const whole = "from=2026-09-01&to=2026-11-21";
const cashFlow = (query = whole, cookie?: string) => ask<CashFlowReport>(`/api/GetCashFlow?${query}`, cookie);
const spending = (query: string, cookie?: string) =>
  ask<SpendingReport>(`/api/GetSpendingReport?${query}`, cookie);

/** Signed sum of the rows that a figure opens, in units. */
async function sumOfRows(rows: FigureRows): Promise<{ sum: number; count: number }> {
  const query = new URLSearchParams(Object.entries(rows).map(([name, value]) => [name, String(value)]));
  const { sums, total } = await ask<{
    sums: { in: number; out: number; isoCurrencyCode: string }[];
    total: number;
  }>(`/api/GetLedger?${query.toString()}&page=1&pageSize=1`);
  expect(sums.length).toBeLessThanOrEqual(1);
  const [own = { in: 0, out: 0 }] = sums;
  const sum = rows.kind === "spending" ? own.out - own.in : own.in - own.out;
  return { sum: Math.round(sum * 1_000) / 1_000, count: total };
}

const paths = [
  `/api/GetNetWorth?${whole}`,
  `/api/GetCashFlow?${whole}`,
  `/api/GetSpendingReport?${whole}`,
  `/api/ExportReport?report=cashFlow&${whole}`,
];

describe("reports", () => {
  it("need a session of a member, and have nobody else's money", async () => {
    await site.rows([{ amount: -10_00, date: "2026-11-02" }]);
    await database().unsafeDb.execute("update accounts set current_balance = 100");
    const other = await createTestUser(database());
    const live = createTestApp(database(), { environment: liveTestSettings });
    const guest = await createTestUser(database(), { mode: "live", member: false });
    for (const path of paths) {
      expect([path, (await site.app.request(path)).status]).toEqual([path, 401]);
      expect([path, (await live.request(path, { headers: { cookie: guest.cookie } })).status]).toEqual([
        path,
        403,
      ]);
    }
    for (const path of paths.slice(0, 3))
      expect(await ask(path, other.cookie)).toMatchObject({ currencies: [], firstDay: null });
  });

  it.each([
    ["to=2026-11-21&from=2026-11-22", { to: ["Choose an end date on or after the start date."] }],
    ["from=2026-11-22", { to: ["Enter a date."] }],
    ["from=1826-11-21&to=2026-11-21", { from: ["Choose at most 100 years."] }],
    ["from=0001-01-01&to=0001-12-31", { from: ["Choose a year from 1000 on."] }],
    ["from=2026-02-30&to=2026-11-21", { from: ["Enter a date such as 2026-11-21."] }],
    ["to=2026-11-21&isoCurrencyCode=QQQ", { isoCurrencyCode: ["Enter a currency code such as USD."] }],
    ["to=2026-11-21&isoCurrencyCode=usd", { isoCurrencyCode: ["Enter a currency code such as USD."] }],
  ])("refuse %s", async (query, errors) => {
    for (const name of ["GetNetWorth", "GetCashFlow", "GetSpendingReport"])
      expect(await site.get(`/api/${name}?${query}`), name).toMatchObject({ status: 400, errors });
    const file = await site.app.request(`/api/ExportReport?report=cashFlow&${query}`, {
      headers: { cookie: site.cookie },
    });
    expect(file.status).toBe(400);
  });

  it("refuse an unknown grouping, and too many payees", async () => {
    expect(await site.get("/api/GetSpendingReport?to=2026-11-21&by=color&top=51")).toMatchObject({
      status: 400,
      errors: { by: ["Choose category, payee, or fixed."], top: ["Enter at most 50."] },
    });
  });

  it("are empty without rows, for any period", async () => {
    expect(await cashFlow("to=2026-11-21")).toMatchObject({
      from: "2026-11-21",
      firstDay: null,
      currencies: [],
    });
    expect(await cashFlow("from=1990-01-01&to=2040-01-01")).toMatchObject({ currencies: [] });
    expect(await ask("/api/GetNetWorth?to=2026-11-21")).toMatchObject({ currencies: [] });
  });
});

describe("the cash flow", () => {
  it("has income and spending of each month, without transfers, what is left out, and removed rows", async () => {
    await site.rows([
      { amount: 3_000_00, date: "2026-11-01", bankCategory: "INCOME", name: "PAYROLL" },
      { amount: -20_00, date: "2026-11-02", pending: true },
      { amount: 5_00, date: "2026-11-03", chosenKind: "spending" },
      { amount: -7_00, date: "2026-10-31" },
      { amount: -100_00, date: "2026-11-04", chosenKind: "transfer" },
      { amount: -100_00, date: "2026-11-04", chosenKind: "leftOut" },
      { amount: -100_00, date: "2026-11-04", removedByBankAt: new Date() },
      { amount: -900, date: "2026-11-04", isoCurrencyCode: "JPY" },
      { amount: -40_00, date: "2026-08-31" },
      { amount: -9_00, date: "2026-05-01" },
    ]);
    const report = await cashFlow();
    expect(report).toMatchObject({
      today: "2026-11-21",
      firstDay: "2026-05-01",
      previous: { from: "2026-06-01", to: "2026-08-21" },
      months: [{ month: "2026-09" }, { month: "2026-10" }, { month: "2026-11", to: "2026-11-21" }],
    });
    const [usd, yen] = report.currencies;
    expect(usd).toMatchObject({
      isoCurrencyCode: "USD",
      income: { amount: 3000, count: 1, months: [0, 0, 3000], previous: 0 },
      spending: { amount: 22, count: 3, months: [0, 7, 15], previous: 0 },
      net: { amount: 2978, months: [0, -7, 2985] },
    });
    expect(usd?.spending.means).toEqual([{ months: 3, amount: 13.33 }]);
    expect(yen).toMatchObject({ isoCurrencyCode: "JPY", spending: { amount: 900 } });
    const onlyYen = await cashFlow(`${whole}&isoCurrencyCode=JPY`);
    expect(onlyYen.currencies.map(({ isoCurrencyCode }) => isoCurrencyCode)).toEqual(["JPY"]);
  });

  it("counts a rent as income once it's linked, and takes no rows of the other mode", async () => {
    const source = await site.source({ startDate: "2026-10-01" });
    const [rent = 0] = await site.rows([
      { amount: 900_00, date: "2026-11-12", bankCategory: "TRANSFER_IN", name: "RENT" },
    ]);
    const live = await site.anotherAccount({ mode: "live" });
    await site.rows([{ amount: -1_00, date: "2026-11-12" }], live);
    await site.link(source, rent, 900);
    const nothing = { amount: 0, count: 0 };
    expect((await cashFlow()).currencies).toMatchObject([{ income: { amount: 900 }, spending: nothing }]);
    // Parts count as their payment does, whatever their own sign: here a fee, and a refund.
    const [bill = 0] = await site.rows([{ amount: -50_00, date: "2026-11-12", name: "POWER" }]);
    await site.link(await site.source({ startDate: "2026-10-01", direction: "out" }), bill, 50);
    const split = (transactionId: number, amount: number, first: number) => {
      const parts = [{ amount: money(first), financialCategoryId: null, leftOut: false }];
      const row = { amount: money(amount), parts };
      return createTestParts(database(), { userId: site.userId, transactionId }, row);
    };
    await split(rent, 900_00, 1_000_00);
    await split(bill, -50_00, -70_00);
    const both = { income: { amount: 900 }, spending: { amount: 50 } };
    expect((await cashFlow()).currencies).toMatchObject([both]);
  });
});

describe("the spending report", () => {
  it("has payees by the person's name for them, and the rest together", async () => {
    const buy = (payee: string, amount: number, date: string): TestTransaction => ({
      name: payee,
      amount,
      date,
    });
    await site.rows([
      buy("Blue Fig", -30_00, "2026-11-02"),
      buy("Blue Fig", -10_01, "2026-10-02"),
      buy("Figs of Blue", -5_00, "2026-11-02"),
      buy("Corner Bakery", -4_00, "2026-11-02"),
      buy("Night Owl", -2_00, "2026-11-02"),
      buy("Old Shop", -2_00, "2026-08-02"),
    ]);
    await site.post("/api/SaveRule", {
      ruleId: 0,
      conditions: [{ field: "payee", op: "is", values: ["Figs of Blue"] }],
      actions: [{ field: "payee", value: "Blue Fig" }],
      appliesFrom: "2000-01-01",
    });
    const { currencies } = await spending(`${whole}&by=payee&top=2`);
    expect(
      currencies[0]?.groups.map(({ payee, amount, count, mean, months }) => [
        payee,
        amount,
        count,
        mean,
        months,
      ]),
    ).toEqual([
      ["Blue Fig", 45.01, 3, 15, [0, 10.01, 35]],
      ["Corner Bakery", 4, 1, 4, [0, 0, 4]],
    ]);
    expect(currencies[0]?.rest).toMatchObject({ amount: 2, count: 1, months: [0, 0, 2] });
    expect(currencies[0]?.total).toMatchObject({ amount: 51.01, count: 5 });
  });

  it("tells what is fixed from what varies", async () => {
    const months = ["07", "08", "09", "10", "11"];
    await site.rows([
      ...months.map((month) => ({ name: "Streaming Co", amount: -11_99, date: `2026-${month}-05` })),
      ...months.map((month, index) => ({
        name: "Grocer",
        amount: -50_00 - index * 10_00,
        date: `2026-${month}-06`,
      })),
      { name: "Grocer", amount: -1_00, date: "2026-11-07" },
    ]);
    const { currencies } = await spending(`${whole}&by=fixed`);
    expect(currencies[0]?.groups.map(({ payee, amount, months: of }) => [payee, amount, of])).toEqual([
      ["Streaming Co", 35.97, [11.99, 11.99, 11.99]],
    ]);
    expect(currencies[0]?.rest).toMatchObject({ amount: 241, count: 4 });
  });

  it("takes one grouped query each, besides the person's session and the first day", async () => {
    await site.rows([{ amount: -20_00, date: "2026-11-02", financialCategoryId: 3 }]);
    await database().unsafeDb.execute("update accounts set current_balance = 100");
    const session = 4;
    for (const [path, most] of [
      [paths[0], 2],
      [paths[1], 2],
      [`${paths[2]}&by=category`, 3],
      [`${paths[2]}&by=payee`, 2],
      [`${paths[2]}&by=fixed`, 2],
    ] as const)
      expect([path, (await countStatements(async () => void (await ask(path ?? "")))) - session]).toEqual([
        path,
        most,
      ]);
  });
});

describe("for any ledger", () => {
  const row = fc.record({
    amount: fc.integer({ min: -90_000, max: 90_000 }).map((amount) => (amount === 0 ? -1 : amount)),
    date: fc
      .integer({ min: 0, max: 400 })
      .map((days) => new Date(Date.UTC(2026, 10, 25) - days * 86_400_000).toISOString().slice(0, 10)),
    name: fc.constantFrom("Blue Fig", "Corner Bakery", "Harbor Fuel", "Night Owl, Books", "City Transit"),
    isoCurrencyCode: fc.constantFrom("USD", "USD", "KWD"),
    pending: fc.boolean(),
    chosenKind: fc.constantFrom(
      null,
      null,
      null,
      "spending" as const,
      "income" as const,
      "transfer" as const,
      "leftOut" as const,
    ),
    financialCategoryId: fc.constantFrom(null, 1, 3),
    removedByBankAt: fc.constantFrom(null, null, null, null, new Date()),
    dismissedAt: fc.constantFrom(null, null, null, null, null, new Date()),
    /** Parts but the last, which is the rest. */
    parts: fc.array(
      fc.record({
        amount: fc.integer({ min: 1, max: 9_000 }).map((amount) => money(amount - 4_501 || 1)),
        financialCategoryId: fc.constantFrom(null, 1, 3),
        leftOut: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
  });
  const monthly = ["06", "07", "08", "09", "10", "11"].map((month) => ({
    name: "Streaming Co",
    amount: -11_99,
    date: `2026-${month}-05`,
  }));
  /** A transfer that pays a source, so that it counts as income. */
  const rent = { name: "RENT", amount: 900_00, date: "2026-10-12", bankCategory: "TRANSFER_IN" };
  const periods = fc.constantFrom(
    ["2026-11-01", "2026-11-21"],
    ["2025-12-01", "2026-11-21"],
    ["2026-09-17", "2026-10-03"],
    ["2026-01-01", "2026-12-31"],
  );

  it("each figure is the sum of the rows that it opens", async () => {
    const second = await site.anotherAccount({ accounts: [{ type: "credit" }] });
    const source = await site.source({ startDate: "2025-10-01" });
    const ledger = fc.tuple(fc.array(row, { minLength: 15, maxLength: byDay(20, 40) }), periods);
    for (const [drawn, [from = "", to = ""]] of fc.sample(ledger, byDay(1, 6))) {
      await database().unsafeDb.execute("truncate transactions cascade");
      await fillAccounts([site.account, second], [rent, ...drawn, ...monthly], source);
      await checkCashFlow(from, to);
      for (const by of ["category", "payee", "fixed"]) await checkSpending(from, to, by);
    }
  }, 120_000);

  type Drawn = TestTransaction & { parts?: Parameters<typeof createTestParts>[2]["parts"] };

  async function fillAccounts(accounts: IncomeAccount[], rows: Drawn[], source: number) {
    for (const [index, account] of accounts.entries()) {
      const own = rows.filter((_, at) => at % accounts.length === index);
      const ids = await site.rows(own, account);
      if (index === 0) await site.link(source, ids[0] ?? 0, 900);
      for (const [at, { amount, parts = [] }] of own.entries())
        await createTestParts(
          database(),
          { userId: site.userId, transactionId: ids[at] ?? 0 },
          { amount: money(amount ?? 0), parts },
        );
    }
  }

  async function checkFigure(figure: FigureView, cells: (FigureRows | null)[], what: string) {
    for (const [index, cell] of cells.entries()) {
      if (cell === null) throw new Error(`${what} opens nothing`);
      const { sum, count } = await sumOfRows(cell);
      const shown = index === 0 ? figure.amount : figure.months[index - 1];
      expect([what, index, sum]).toEqual([what, index, shown]);
      // A list also has what the bank removed and the person has marked.
      if (index === 0) expect([what, count >= figure.count]).toEqual([what, true]);
    }
  }

  /** Compares what a figure says of the time before, and of the months before its first, with the figures of that time. */
  async function checkBefore(
    { previous, means }: FigureView,
    { from, days }: { from: string; days: { from: string; to: string } },
    amountIn: (query: string) => Promise<number>,
  ) {
    if (previous !== null) expect(previous).toBe(await amountIn(`from=${days.from}&to=${days.to}`));
    const first = monthOf(from);
    for (const { months, amount } of means) {
      const before = await amountIn(
        `from=${firstDayOf(addMonths(first, -months))}&to=${lastDayOf(addMonths(first, -1))}`,
      );
      expect(Math.abs(before / months - amount)).toBeLessThan(0.01);
    }
  }

  async function checkCashFlow(from: string, to: string) {
    const { currencies, months, previous } = await cashFlow(`from=${from}&to=${to}`);
    for (const { isoCurrencyCode, income, spending: spent, net } of currencies) {
      for (const [kind, figure] of [
        ["income", income],
        ["spending", spent],
      ] as const) {
        const cells = [{ from, to }, ...months].map((days): FigureRows => ({
          from: days.from,
          to: days.to,
          isoCurrencyCode,
          kind,
        }));
        await checkFigure(figure, cells, kind);
        await checkBefore(figure, { from, days: previous }, async (query) => {
          const earlier = (await cashFlow(query)).currencies.find(
            (one) => one.isoCurrencyCode === isoCurrencyCode,
          );
          return earlier?.[kind].amount ?? 0;
        });
      }
      expect(net.amount).toBeCloseTo(income.amount - spent.amount, 3);
    }
  }

  async function checkSpending(from: string, to: string, by: string) {
    const { currencies, months, previous } = await spending(`from=${from}&to=${to}&by=${by}&top=2`);
    for (const { isoCurrencyCode, groups, rest, total } of currencies) {
      await checkBefore(total, { from, days: previous }, async (query) => {
        const earlier = await spending(`${query}&by=${by}`);
        return earlier.currencies.find((one) => one.isoCurrencyCode === isoCurrencyCode)?.total.amount ?? 0;
      });
      const payees = groups.flatMap(({ payee }) => payee ?? []);
      const rows: [FigureView, SpendingRow][] = [
        [total, { is: "total" }],
        ...groups.map((group): [FigureView, SpendingRow] => [
          group,
          by === "category"
            ? { is: "category", financialCategoryId: group.financialCategoryId ?? 0 }
            : { is: "payees", payees: [group.payee ?? ""] },
        ]),
        ...(rest === null
          ? []
          : [[rest, { is: "others", than: payees }] satisfies [FigureView, SpendingRow]]),
      ];
      for (const [figure, of] of rows) {
        const cells = [{ from, to }, ...months].map((days) =>
          rowsOfSpending({ from: days.from, to: days.to, isoCurrencyCode }, of),
        );
        await checkFigure(figure, cells, `${by} ${JSON.stringify(of)}`);
      }
      const parts = [...groups, ...(rest === null ? [] : [rest])];
      expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(total.amount, 3);
    }
  }
});
