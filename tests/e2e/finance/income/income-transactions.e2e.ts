import type { Page, Request } from "@playwright/test";
import {
  chooseOption,
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  signIn,
  test,
  night,
} from "../../../support/visits/e2e.ts";
import { getAs, linkBank } from "../../../support/sites/finance-site.ts";
import {
  chooseAction,
  failure,
  forgive,
  inflows,
  landlord,
  linkRow,
  makeSource,
  monthAtSite,
  rowOf,
  withoutSources,
  type Inflow,
} from "../../../support/visits/income-visit.ts";
import { expectTableFits } from "../../../support/visits/budget-rows-visit.ts";

/** Deposits and linking them to income sources (docs/reference/product.md, "Income screens"). */
// Long tests that each link a bank first, which takes a while on a busy machine.
test.describe.configure({ timeout: 180_000 });

const toast = (page: Page) => page.getByRole("region", { name: "Notifications" });
const chooser = (page: Page) => page.getByRole("combobox", { name: "Link Transactions" });
const save = (page: Page) => page.getByRole("button", { name: "Save" });
const box = (page: Page, row: Inflow) =>
  page.getByRole("checkbox", { name: new RegExp(`^Select ${escaped(row.payee)}, ${usDate(row.date)}`) });

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function usDate(date: string): string {
  return `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;
}

type Site = { itemId: number; sourceId: number; rows: [Inflow, Inflow, Inflow] };

/** Opens a linked bank with one source and three linkable rows, no two alike. */
async function start(page: Page): Promise<Site> {
  await signIn(page, "/accounts", landlord);
  const itemId = await linkBank(page);
  await withoutSources(page, itemId);
  const sourceId = await makeSource(page, itemId);
  const distinct = new Map((await inflows(page, itemId)).map((row) => [`${row.payee} ${row.date}`, row]));
  const [first, second, third] = distinct.values();
  if (first === undefined || second === undefined || third === undefined)
    throw new Error("the sandbox bank has three rows");
  return { itemId, sourceId, rows: [first, second, third] };
}

/** Opens the list with 25 rows per page, which fits every row of a test. */
const listPath = (itemId: number, query = "") => `/account/${itemId}/transactions?pageSize=25${query}`;

test(
  "the dashboard's “Link Transactions” preselects its source; Save needs rows and a source",
  night,
  async ({ page }) => {
    const { itemId, sourceId, rows } = await start(page);
    await page.goto(`/account/${itemId}/income`);
    await chooseAction(page, "Unit 2", "Link Transactions");
    await expect(page).toHaveURL(new RegExp(`/account/${itemId}/transactions/${sourceId}$`));
    await expect(page.getByRole("heading", { level: 1, name: "Transactions" })).toBeFocused();
    await expect(chooser(page)).toBeDisabled();
    await expect(chooser(page)).toHaveValue("Unit 2");
    await expect(save(page)).toBeDisabled();
    for (const header of ["Date", "Transaction", "Amount", "Pending", "Account", "Income Source"])
      await expect(page.getByRole("columnheader", { name: header })).toBeVisible();
    await expectTableFits(page);
    await expect(page.getByRole("rowheader")).toHaveCount(5);
    await expectNoAxeViolations(page);

    await page.goto(listPath(itemId));
    await box(page, rows[0]).check();
    await expect(chooser(page)).toBeEnabled();
    await expect(save(page)).toBeDisabled();
    await chooseOption(page, chooser(page), "Unit", /^Unit 2/);
    await expect(save(page)).toBeEnabled();
    await page.getByRole("button", { name: "Clear Link Transactions" }).click();
    await expect(save(page)).toBeDisabled();
  },
);

test("Save links rows one after another, once on a double click, and Undo unlinks them", async ({ page }) => {
  const { itemId, sourceId, rows } = await start(page);
  await page.goto(`/account/${itemId}/transactions/${sourceId}?pageSize=25`);
  for (const row of rows) await box(page, row).check();
  await expect(page.getByText("3 selected")).toBeVisible();
  const bodies: { transactionId: number }[] = [];
  let underWay = 0;
  let most = 0;
  const isSave = (request: Request) => request.url().endsWith("/api/SaveIncomePayment");
  page.on("request", (request) => {
    if (!isSave(request)) return;
    underWay += 1;
    most = Math.max(most, underWay);
    bodies.push(request.postDataJSON() as { transactionId: number });
  });
  page.on("requestfinished", (request) => {
    if (isSave(request)) underWay -= 1;
  });
  await save(page).dblclick();
  await expect(toast(page)).toContainText("Linked 3 transactions to Unit 2.");
  expect(most).toBe(1);
  expect(bodies.map(({ transactionId }) => transactionId)).toEqual(
    rows.map(({ transactionId }) => transactionId),
  );
  expect(bodies[0]).toMatchObject({
    incomePaymentId: 0,
    incomeSourceId: sourceId,
    paymentDate: rows[0].authorized_date,
    amount: rows[0].amount,
    paymentMemo: rows[0].name,
    isManualAdjustment: false,
  });
  await expect(page.getByRole("row").filter({ hasText: "Unit 2" })).toHaveCount(3);
  await expect(box(page, rows[0])).toBeDisabled();
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Unit 2" })).toHaveCount(0);
  expect((await inflows(page, itemId)).every(({ incomePayment }) => incomePayment === null)).toBe(true);
});

test(
  "a failure midway keeps the links made, lists the rest, and can be retried",
  night,
  async ({ page, complaints }) => {
    const { itemId, sourceId, rows } = await start(page);
    await page.goto(`/account/${itemId}/transactions/${sourceId}?pageSize=25`);
    for (const row of rows) await box(page, row).check();
    let count = 0;
    await page.route("**/api/SaveIncomePayment", async (route) => {
      count += 1;
      if (count === 2) await route.fulfill(failure);
      else await route.continue();
    });
    await save(page).click();
    const alert = page.getByRole("alert").filter({ hasText: "Couldn’t link 2 transactions to Unit 2" });
    await expect(alert).toContainText("1 transaction was linked.");
    await expect(alert).toContainText(rows[1].payee);
    await expect(alert).toContainText("request-of-the-test");
    await expect(alert).toContainText("not attempted");
    expect(count).toBe(2);
    await expect(page.getByRole("row").filter({ hasText: "Unit 2" })).toHaveCount(1);
    await expect(page.getByText("2 selected")).toBeVisible();
    await expectNoAxeViolations(page);
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("row").filter({ hasText: "Unit 2" })).toHaveCount(3);
    await expect(alert).toBeHidden();
    forgive(complaints);
  },
);

test("a lost answer creates no second payment", night, async ({ page, complaints }) => {
  const { itemId, sourceId, rows } = await start(page);
  await page.goto(`/account/${itemId}/transactions/${sourceId}?pageSize=25`);
  await box(page, rows[0]).check();
  await page.route(
    "**/api/SaveIncomePayment",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await save(page).click();
  const alert = page.getByRole("alert").filter({ hasText: "Couldn’t link 1 transaction" });
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(alert).toBeHidden();
  await expect(page.getByRole("row").filter({ hasText: "Unit 2" })).toHaveCount(1);
  const { months } = await getAs<{ months: { payments: unknown[] }[] }>(
    page,
    `/api/GetIncomePaymentHistory?incomeSourceId=${sourceId}`,
  );
  expect(months.flatMap(({ payments }) => payments)).toHaveLength(1);
  forgive(complaints);
});

test(
  "a linked row can be unlinked from its menu and undone; a failure is shown",
  night,
  async ({ page, complaints }) => {
    const { itemId, sourceId, rows } = await start(page);
    await linkRow(page, sourceId, rows[0], monthAtSite());
    await page.goto(listPath(itemId, "&show=linked"));
    await expect(page.getByRole("rowheader")).toHaveCount(1);
    const menu = page.getByRole("button", { name: new RegExp(`^Actions for ${escaped(rows[0].payee)}`) });
    await page.route("**/api/DeleteIncomePayment", (route) => route.fulfill(failure));
    await menu.click();
    await page.getByRole("menuitem", { name: "Unlink" }).click();
    const failed = page.getByRole("alertdialog", { name: "Request Failed" });
    await expect(failed).toContainText("Couldn’t unlink");
    await page.unroute("**/api/DeleteIncomePayment");
    await failed.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "No transactions match" })).toBeVisible();
    await toast(page).getByRole("button", { name: "Undo" }).click();
    await expect(rowOf(page, "Unit 2")).toHaveCount(1);
    await page.getByRole("button", { name: /Remove the filter Linked/ }).click();
    await expect(page.getByRole("button", { name: /^Actions for/ })).toHaveCount(1);
    forgive(complaints);
  },
);

test("search, sorting, page, and filters are in the URL", night, async ({ page }) => {
  const { itemId, rows } = await start(page);
  await page.goto(`/account/${itemId}/transactions`);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page).toHaveURL(/page=2$/);
  await expect(page.getByText(/^6–/)).toBeVisible();
  await page.getByRole("searchbox", { name: "Search" }).fill(rows[0].name);
  await expect(page).toHaveURL(/q=/);
  await expect(page.getByRole("rowheader").first()).toContainText(rows[0].payee);
  await page.getByRole("button", { name: "Amount" }).click();
  await expect(page).toHaveURL(/sort=amount&direction=asc/);
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "Amount" })).toHaveAttribute("aria-sort", "ascending");
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue(rows[0].name);
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page).not.toHaveURL(/q=/);
  await page.getByRole("button", { name: /All deposits/ }).click();
  await page.getByRole("option", { name: "Removed by the bank" }).click();
  await expect(page).toHaveURL(/show=removed/);
  await expect(page.getByRole("heading", { name: "No transactions match" })).toBeVisible();
  await page.getByRole("link", { name: "Show all deposits" }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(5);
  // A page past the end leads to the last one.
  const { total } = await getAs<{ total: number }>(
    page,
    `/api/GetTransactions?institutionAccessItemId=${itemId}&flow=in&page=1&pageSize=5`,
  );
  await page.goto(`/account/${itemId}/transactions?page=9999`);
  await expect(page).toHaveURL(new RegExp(`page=${Math.ceil(total / 5)}$`));
});

test("rows stay selected across pages and searches", night, async ({ page }) => {
  const { itemId, sourceId, rows } = await start(page);
  await page.goto(`/account/${itemId}/transactions/${sourceId}?pageSize=25`);
  await box(page, rows[0]).check();
  await page.getByRole("searchbox", { name: "Search" }).fill("nothing is called so");
  await expect(page.getByRole("heading", { name: "No transactions match" })).toBeVisible();
  await page.getByRole("link", { name: "Show all deposits" }).click();
  await expect(page.getByText("1 selected")).toBeVisible();
  // The source stays chosen.
  await expect(page).toHaveURL(new RegExp(`/transactions/${sourceId}$`));
});

test(
  "a row removed by the bank is marked, and its link can move to the new row or be dismissed",
  night,
  async ({ page }) => {
    const { itemId, sourceId, rows } = await start(page);
    await linkRow(page, sourceId, rows[0], monthAtSite());
    const [, , other] = rows;
    // Fakes the answer after the bank removed a row; other tests cover the removal itself.
    await page.route("**/api/GetTransactions?*pageSize=25*", async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: { transactions: Inflow[] } };
      const transactions = body.data.transactions.map((row) =>
        row.transactionId === rows[0].transactionId
          ? { ...row, removedByBank: true, moveMarksTo: other.transactionId }
          : row,
      );
      await route.fulfill({ response, json: { ...body, data: { ...body.data, transactions } } });
    });
    await page.goto(listPath(itemId));
    const row = rowOf(page, "Removed by the bank");
    await expect(row).toContainText(rows[0].payee);
    await expectNoAxeViolations(page);
    await row.getByRole("button", { name: /^Actions for/ }).click();
    await expect(page.getByRole("menuitem")).toHaveText([
      /^Move the link/,
      /^Unlink/,
      /^Remove from the list/,
    ]);
    const sent = page.waitForRequest("**/api/MoveTransactionMarks");
    await page.route("**/api/MoveTransactionMarks", (route) =>
      route.fulfill({ json: { success: true, statusCode: 200, data: {}, errors: null } }),
    );
    await page.getByRole("menuitem", { name: /^Move the link/ }).click();
    expect((await sent).postDataJSON()).toEqual({
      fromTransactionId: rows[0].transactionId,
      toTransactionId: other.transactionId,
    });
    await expect(toast(page)).toContainText("Moved the link for");
    // The list reloads; the faked response may arrive after the test's end.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },
);

test("a list and sources that fail to load show an error", night, async ({ page, complaints }) => {
  const { itemId } = await start(page);
  await page.route("**/api/GetTransactions?*pageSize=5*", (route) => route.fulfill(failure));
  await page.goto(`/account/${itemId}/transactions`);
  const alert = page.getByRole("alert").filter({ hasText: "Couldn’t load the transactions" });
  await expect(alert).toContainText("request-of-the-test");
  await expectNoAxeViolations(page);
  await page.unroute("**/api/GetTransactions?*pageSize=5*");
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(5);
  await page.route("**/api/GetRentRoll?*", (route) => route.fulfill(failure));
  await page.reload();
  await expect(
    page.getByRole("alert").filter({ hasText: "Couldn’t load your income sources" }),
  ).toBeVisible();
  await page.unroute("**/api/GetRentRoll?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(chooser(page)).toBeVisible();
  forgive(complaints);
});

test("the list works on phones in dark mode", night, async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 844 });
  const { itemId, sourceId, rows } = await start(page);
  await linkRow(page, sourceId, rows[0], monthAtSite());
  await page.goto(listPath(itemId));
  await expect(rowOf(page, rows[0].payee).first()).toContainText("Unit 2");
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await expectNoSidewaysScroll(page);
});
