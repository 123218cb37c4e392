import { beforeEach, describe, expect, it } from "vitest";
import { createTestUser, liveTestSettings } from "../../../../tests/support/factories/auth-factory.ts";
import { createBudgetSite, type BudgetSite } from "../../../../tests/support/sites/budget-site.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { createTestApp } from "../../../../tests/support/test-app.ts";

const database = useTestDatabase();
let site: BudgetSite;
let budgetId: number;
let clockMs: number;
const now = () => new Date(clockMs);

beforeEach(async () => {
  clockMs = Date.UTC(2026, 10, 21, 17);
  site = await createBudgetSite(database(), { now });
  budgetId = (await site.saveBudget({ name: "Café / November" })).data.budgetId;
});

function download(query: string, cookie: string | null = site.cookie) {
  const headers: Record<string, string> = cookie === null ? {} : { cookie };
  return site.app.request(`/api/ExportBudgetTransactions?${query}`, { headers });
}

/** Lines of the file without the byte order mark, which `text` drops. */
async function lines(query: string): Promise<string[]> {
  const response = await download(query);
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text.endsWith("\r\n")).toBe(true);
  return text.slice(0, -2).split("\r\n");
}

const head =
  '"Date","Transaction","Amount","Currency","Category","Account","Pending","Note","Original Text","Transaction ID","Your Note","Tags"';

describe("a budget's transactions as a file", () => {
  it("are UTF-8 with a file name and never cached", async () => {
    const response = await download(`budgetId=${budgetId}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="Cafe November.csv"; filename*=UTF-8''Caf%C3%A9%20November.csv`,
    );
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it("contain every row of the list with its sign, and no formulas", async () => {
    await site.rows([
      {
        name: '=HYPERLINK("https://evil.example")',
        amount: -123_456,
        date: "2026-11-03",
        providerTransactionId: "one",
      },
      {
        name: 'Say "hi"',
        amount: 500,
        date: "2026-11-02",
        pending: true,
        financialCategoryId: await site.categoryNamed("Home & Garden"),
        providerTransactionId: "two",
      },
      {
        name: "Pay",
        amount: 200_000,
        date: "2026-11-01",
        bankCategory: "INCOME",
        providerTransactionId: "three",
      },
      {
        name: "Yen",
        amount: -1000,
        isoCurrencyCode: "JPY",
        date: "2026-11-01",
        providerTransactionId: "four",
      },
      { name: "After", date: "2026-12-01" },
    ]);
    expect(await lines(`budgetId=${budgetId}&sort=date&direction=desc`)).toEqual([
      head,
      `"2026-11-03","'=HYPERLINK(""https://evil.example"")",-1234.56,"USD","","Checking ··0001","","","'=HYPERLINK(""https://evil.example"")","one","",""`,
      '"2026-11-02","Say ""hi""",5.00,"USD","Home & Garden","Checking ··0001","Pending","","Say ""hi""","two","",""',
      '"2026-11-01","Yen",-1000,"JPY","","Checking ··0001","","","Yen","four","",""',
      '"2026-11-01","Pay",2000.00,"USD","Other income","Checking ··0001","","Income, not counted","Pay","three","",""',
    ]);
  });

  it("follow the filter of the list", async () => {
    const [one = 0] = await site.rows([
      { name: "Bakery", providerTransactionId: "one" },
      { name: "Ferry", providerTransactionId: "two" },
    ]);
    await site.post("/api/SetExcludedTransaction", { budgetId, transactionId: one });
    expect(await lines(`budgetId=${budgetId}`)).toHaveLength(2);
    expect((await lines(`budgetId=${budgetId}&excluded=true`))[1]).toContain('"one","",""');
    expect(await lines(`budgetId=${budgetId}&q=bakery`)).toEqual([head]);
    expect(await lines(`budgetId=${budgetId}&page=2&pageSize=1`)).toEqual([head]);
  });

  it("are of a split row only the parts that count in the category", async () => {
    const [transactionId = 0] = await site.rows([{ amount: -1200 }]);
    const parts = [
      { amount: -7, financialCategoryId: 1 },
      { amount: -3, financialCategoryId: 2 },
      { amount: -2, financialCategoryId: 2, leftOut: true },
    ];
    await site.post("/api/SplitTransaction", { transactionId, parts });
    expect(await lines(`budgetId=${budgetId}`)).toHaveLength(4);
    for (const [id, amount] of [
      ["1", "-7.00"],
      ["2", "-3.00"],
    ])
      expect(await lines(`budgetId=${budgetId}&financialCategoryId=${id}`)).toEqual([
        head,
        expect.stringContaining(`,${amount},`),
      ]);
  });

  it("need a session and are limited to the person's own budgets", async () => {
    const other = await site.stranger();
    expect((await download(`budgetId=${budgetId}`, other.cookie)).status).toBe(404);
    expect((await download(`budgetId=${budgetId}`, null)).status).toBe(401);
    clockMs += 12 * 3_600_000;
    expect((await download(`budgetId=${budgetId}`)).status).toBe(401);
    const live = createTestApp(database(), { now, environment: liveTestSettings });
    const { cookie } = await createTestUser(database(), { mode: "live", member: false, now });
    const path = `/api/ExportBudgetTransactions?budgetId=${budgetId}`;
    expect((await live.request(path, { headers: { cookie } })).status).toBe(403);
  });

  it("are rate-limited like calls", async () => {
    const limited = await createBudgetSite(database(), { now, environment: { READS_PER_MINUTE: "2" } });
    const { cookie } = limited;
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      const response = await limited.app.request("/api/ExportBudgetTransactions?budgetId=4711", {
        headers: { cookie },
      });
      statuses.push(response.status);
    }
    expect(statuses).toEqual([404, 404, 429]);
  });

  it.each([
    ["", { budgetId: ["Enter an ID."] }],
    ["budgetId=x", { budgetId: ["Enter an ID."] }],
    ["budgetId=1&part=none", { part: ["Choose a part of the budget."] }],
  ])("refuse the query %j in the envelope", async (query, errors) => {
    const response = await download(query);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ success: false, statusCode: 400, data: null, errors });
  });
});
