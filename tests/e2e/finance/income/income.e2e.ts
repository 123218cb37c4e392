import type { Page } from "@playwright/test";
import { monthWords } from "../../../../src/shared/time/plain-dates.ts";
import { linkThroughPages } from "../../../support/visits/bank-visit.ts";
import {
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
} from "../../../support/visits/income-visit.ts";

/** The account shell and its dashboard. Payments and transactions have files of their own. */
// Long tests that each link a bank first, which takes a while on a busy machine.
test.describe.configure({ timeout: 180_000 });

const toast = (page: Page) => page.getByRole("region", { name: "Notifications" });
const card = (page: Page, term: string) =>
  page.getByRole("region", { name: "Summary" }).locator("div").filter({ hasText: term }).last();
const sourceRow = (page: Page, name: string) => rowOf(page, name);
const incomePath = (itemId: number, month?: string) =>
  `/account/${itemId}/income${month === undefined ? "" : `?month=${month}`}`;

/** Opens the dashboard of a linked bank without sources. */
async function dashboard(page: Page): Promise<number> {
  await signIn(page, "/accounts", landlord);
  const itemId = await linkBank(page);
  await withoutSources(page, itemId);
  return itemId;
}

test("a newly linked bank has no income, and a first source is created once", night, async ({ page }) => {
  await signIn(page, "/accounts");
  await linkThroughPages(page, "Lanternfish Bank");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Income/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/account\/\d+\/income$/);
  await expect(page.getByRole("heading", { level: 1, name: "Income" })).toBeFocused();
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText("Lanternfish Bank");
  await expect(
    page.getByRole("heading", { name: `Nothing is due in ${monthWords(monthAtSite())}` }),
  ).toBeVisible();
  for (const [term, figure] of [
    ["Total Due", "$0.00"],
    ["Total Paid", "$0.00"],
    ["Total Overdue", "$0.00"],
    ["Next Due Date", "None"],
  ] as const)
    await expect(card(page, term)).toContainText(figure);
  await expectNoAxeViolations(page);

  await page.getByRole("button", { name: "New", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "New Revenue Source" });
  await expect(dialog.getByRole("button", { name: /Day of month due/ })).toContainText("15");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Enter a name.")).toBeVisible();
  await expect(dialog.getByText("Enter an amount.")).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
  await expectNoAxeViolations(page);
  await dialog.getByRole("textbox", { name: "Name" }).fill("Unit 2");
  await dialog.getByRole("textbox", { name: "Amount due" }).fill("1,234.5");
  await dialog.getByText("Loan", { exact: true }).click();

  const saves: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/SaveIncomeSource")) saves.push(request.postDataJSON());
  });
  await dialog.getByRole("button", { name: "Save" }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(toast(page)).toContainText("Saved Unit 2.");
  await expect(sourceRow(page, "Unit 2")).toHaveCount(1);
  await expect(sourceRow(page, "Unit 2")).toContainText("$1,234.50");
  await expect(card(page, "Total Due")).toContainText("$1,234.50");
  expect(saves).toHaveLength(1);
  expect(saves[0]).toMatchObject({
    incomeSourceId: 0,
    name: "Unit 2",
    amountDue: 1234.5,
    dayOfMonthDue: 15,
    incomeSourceType: "Loan",
    startDate: `${monthAtSite()}-01`,
    endDate: null,
    expectedPaymentMemos: [],
    isExisting: false,
  });
});

test(
  "the short URL leads to the dashboard; unknown, other people's, and missing ids are not found",
  night,
  async ({ page, complaints }) => {
    const itemId = await dashboard(page);
    await page.goto(`/account/${itemId}`);
    await expect(page).toHaveURL(new RegExp(`/account/${itemId}/income$`));
    await expect(page.getByRole("link", { name: /^Dashboard/ })).toHaveAttribute("aria-current", "page");
    for (const id of ["999999", "x", "0", "99999999999"]) {
      await page.goto(`/account/${id}/income`);
      await expect(page.getByRole("heading", { level: 1, name: "Account not found" })).toBeVisible();
    }
    await expectNoAxeViolations(page);
    await page.context().clearCookies();
    await signIn(page, incomePath(itemId), "somebody else");
    await expect(page.getByRole("heading", { level: 1, name: "Account not found" })).toBeVisible();
    await page.getByRole("link", { name: "All accounts" }).click();
    await expect(page).toHaveURL(/\/accounts$/);
    forgive(complaints);
  },
);

test("each status has its label and a tooltip with details", night, async ({ page }) => {
  const itemId = await dashboard(page);
  const month = monthAtSite(-1);
  const [full, part] = await inflows(page, itemId);
  if (full === undefined || part === undefined) throw new Error("the sandbox bank has rows");
  const paid = await makeSource(page, itemId, { name: "Paid flat", amountDue: full.amount });
  const partly = await makeSource(page, itemId, { name: "Partly flat", amountDue: part.amount + 100 });
  await makeSource(page, itemId, { name: "Late flat" });
  await linkRow(page, paid, full, month);
  await linkRow(page, partly, part, month);
  await page.goto(incomePath(itemId, month));
  const chip = (name: string, word: string) =>
    sourceRow(page, name).getByRole("button", { name: word, exact: true });
  const money = (units: number) => units.toLocaleString("en-US", { style: "currency", currency: "USD" });

  // A pointer that has never moved counts as a keyboard.
  await expect(page.getByRole("heading", { name: "Likely payments" })).toBeVisible();
  await page.mouse.move(1, 1);
  await chip("Paid flat", "Paid").hover();
  await expect(page.getByRole("tooltip")).toHaveText(`${money(full.amount)} paid`);
  await chip("Late flat", "Past Due").focus();
  await expect(page.getByRole("tooltip")).toContainText("Was due");
  await expect(page.getByRole("tooltip")).toContainText(" 15, ");
  await expect(chip("Partly flat", "Partially Paid")).toBeVisible();
  await expect(sourceRow(page, "Partly flat")).toContainText(
    `${money(part.amount)} of ${money(part.amount + 100)}`,
  );
  await expect(card(page, "Total Paid")).toContainText(money(full.amount + part.amount));
  await expect(card(page, "Total Overdue")).toContainText("$1,100.00");

  await page.goto(incomePath(itemId, monthAtSite(1)));
  await expect(chip("Late flat", "No Payment")).toBeVisible();
  await expect(card(page, "Total Overdue")).toContainText("$0.00");
  await expectNoAxeViolations(page);
});

test(
  "the table filters by name ignoring case, shows five per page, and sorts up, down, and not at all",
  night,
  async ({ page }) => {
    const itemId = await dashboard(page);
    for (const number of [1, 2, 3, 4, 5, 6]) {
      await makeSource(page, itemId, { name: `Unit ${number}`, amountDue: 100 * number });
    }
    await page.goto(incomePath(itemId));
    const names = page.getByRole("rowheader");
    await expect(names).toHaveCount(5);
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await expect(names).toHaveCount(1);
    const filter = page.getByRole("searchbox", { name: "Filter by name" });
    await filter.fill("uNIT 3");
    await expect(names).toHaveText([/^Unit 3/]);
    await filter.fill("nobody");
    await expect(page.getByRole("heading", { name: "No sources match “nobody”" })).toBeVisible();
    await filter.fill("");
    const head = page.getByRole("columnheader", { name: "Amount Due" });
    const sort = page.getByRole("button", { name: "Amount Due" });
    await sort.click();
    await expect(head).toHaveAttribute("aria-sort", "ascending");
    await expect(names.first()).toContainText("Unit 1");
    await sort.click();
    await expect(head).toHaveAttribute("aria-sort", "descending");
    await expect(names.first()).toContainText("Unit 6");
    await sort.click();
    await expect(head).toHaveAttribute("aria-sort", "none");

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(head).toBeHidden();
    await expectNoAxeViolations(page);
    await page.setViewportSize({ width: 320, height: 800 });
    await expectNoSidewaysScroll(page);
  },
);

test(
  "the month is in the URL, can be chosen or stepped through, and survives a reload",
  night,
  async ({ page }) => {
    const itemId = await dashboard(page);
    await makeSource(page, itemId, { startDate: `${monthAtSite(-3)}-01` });
    await page.goto(incomePath(itemId));
    const months = page.getByRole("navigation", { name: "Months" });
    await expect(months.getByRole("link")).toHaveText(
      [1, 0, -1, -2, -3].map((distance) => monthWords(monthAtSite(distance))),
    );
    await expect(months.locator("[aria-current]")).toHaveText(monthWords(monthAtSite()));
    const asked = page.waitForRequest(/GetIncomeSources\?.*month=/);
    await months.getByRole("link", { name: monthWords(monthAtSite(-2)) }).click();
    const query = new URL((await asked).url()).searchParams;
    expect(`${query.get("year")}-${(query.get("month") ?? "").padStart(2, "0")}`).toBe(monthAtSite(-2));
    await expect(page).toHaveURL(new RegExp(`month=${monthAtSite(-2)}$`));
    await expect(sourceRow(page, "Unit 2")).toContainText("Past Due");
    await page.reload();
    await expect(months.locator("[aria-current]")).toHaveText(monthWords(monthAtSite(-2)));
    await page
      .getByRole("main")
      .getByRole("link", { name: monthWords(monthAtSite(-1)) })
      .last()
      .click();
    await expect(page).toHaveURL(new RegExp(`month=${monthAtSite(-1)}$`));

    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Month" }).click();
    const sheet = page.getByRole("dialog", { name: "Month" });
    await sheet.getByRole("link", { name: monthWords(monthAtSite(1)) }).click();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`month=${monthAtSite(1)}$`));
  },
);

test("an amount raised in the middle of the year leaves earlier months alone", night, async ({ page }) => {
  const itemId = await dashboard(page);
  await makeSource(page, itemId, { startDate: `${monthAtSite(-2)}-01` });
  await page.goto(incomePath(itemId));
  await chooseAction(page, "Unit 2", "Edit");
  const dialog = page.getByRole("dialog", { name: "Edit Revenue Source" });
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Unit 2");
  await expect(dialog.getByRole("button", { name: /Effective from/ })).toBeHidden();
  await dialog.getByRole("textbox", { name: "Amount due" }).fill("1300");
  await expect(dialog.getByRole("button", { name: /Effective from/ })).toContainText(
    monthWords(monthAtSite()),
  );
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(card(page, "Total Due")).toContainText("$1,300.00");
  await page.goto(incomePath(itemId, monthAtSite(-1)));
  await expect(card(page, "Total Due")).toContainText("$1,000.00");
  await page.goto(incomePath(itemId, monthAtSite(1)));
  await expect(card(page, "Total Due")).toContainText("$1,300.00");
});

test("a source that ended last month is no longer due", night, async ({ page }) => {
  const itemId = await dashboard(page);
  await makeSource(page, itemId, { endDate: `${monthAtSite(-1)}-20` });
  await page.goto(incomePath(itemId));
  await expect(page.getByRole("heading", { name: /^Nothing is due in/ })).toBeVisible();
  await page.goto(incomePath(itemId, monthAtSite(-1)));
  await expect(sourceRow(page, "Unit 2")).toContainText("Past Due");
});

test(
  "a failed save keeps the dialog and its input, shows the reason on the field, and is logged",
  night,
  async ({ page, complaints }) => {
    const itemId = await dashboard(page);
    await page.goto(incomePath(itemId));
    await page.getByRole("button", { name: "New", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "New Revenue Source" });
    const name = dialog.getByRole("textbox", { name: "Name" });
    await name.fill("Unit 9");
    await dialog.getByRole("textbox", { name: "Amount due" }).fill("10");
    // The source is saved, but the answer is lost.
    await page.route("**/api/SaveIncomeSource", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("alert")).toContainText("An error ocurred saving");
    expect(complaints).toContain("console.error: An error ocurred saving");
    forgive(complaints, /An error ocurred saving/);
    await page.unroute("**/api/SaveIncomeSource");
    await page.route("**/api/SaveIncomeSource", (route) =>
      route.fulfill({
        status: 400,
        json: { success: false, statusCode: 400, data: null, errors: { name: ["Choose another name."] } },
      }),
    );
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(name).toHaveAccessibleDescription(/Choose another name\./);
    await expect(name).toBeFocused();
    expect(complaints).toContain("console.error: name: Choose another name.");
    forgive(complaints, /Choose another name/);
    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog", { name: "Discard changes?" });
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(name).toHaveValue("Unit 9");
    await page.unroute("**/api/SaveIncomeSource");
    await name.fill("Unit 10");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await expect(sourceRow(page, "Unit 10")).toBeVisible();
    // The retry updates that source instead of creating a second one.
    await expect(sourceRow(page, "Unit 9")).toHaveCount(0);
  },
);

test(
  "a deletion lists its consequences, reports a failure, and can be undone with its payments",
  night,
  async ({ page, complaints }) => {
    const itemId = await dashboard(page);
    const [row] = await inflows(page, itemId);
    if (row === undefined) throw new Error("the sandbox bank has rows");
    const source = await makeSource(page, itemId, { amountDue: row.amount });
    await linkRow(page, source, row, monthAtSite());
    await page.goto(incomePath(itemId));
    await chooseAction(page, "Unit 2", "Delete");
    const question = page.getByRole("alertdialog", { name: "Delete Unit 2?" });
    await expect(question).toContainText("Unlinks payments for 1 month");
    await expect(question).toContainText("Keeps the transactions");
    await expectNoAxeViolations(page);
    const failed = page.getByRole("alertdialog", { name: "Request Failed" });
    await page.route("**/api/DeleteIncomeSource", (route) => route.fulfill({ ...failure, status: 404 }));
    await question.getByRole("button", { name: "Delete source" }).click();
    await expect(failed).toContainText("Couldn’t delete Unit 2.");
    // A retry would only be refused again.
    await expect(failed.getByRole("button", { name: "Try again" })).toHaveCount(0);
    await failed.getByRole("button", { name: "Close" }).click();
    await page.unroute("**/api/DeleteIncomeSource");
    await page.route("**/api/DeleteIncomeSource", (route) => route.fulfill(failure));
    await chooseAction(page, "Unit 2", "Delete");
    await question.getByRole("button", { name: "Delete source" }).click();
    await expect(failed).toContainText("Couldn’t delete Unit 2.");
    await expect(failed).toContainText("request-of-the-test");
    await expect(sourceRow(page, "Unit 2")).toBeVisible();
    await page.unroute("**/api/DeleteIncomeSource");
    await failed.getByRole("button", { name: "Try again" }).click();
    await expect(failed).toBeHidden();
    await expect(sourceRow(page, "Unit 2")).toHaveCount(0);
    await toast(page).getByRole("button", { name: "Undo" }).click();
    await expect(sourceRow(page, "Unit 2")).toContainText("Paid");
    forgive(complaints);
  },
);

test(
  "a page that fails to load shows a request id and loads on retry",
  night,
  async ({ page, complaints }) => {
    const itemId = await dashboard(page);
    await makeSource(page, itemId);
    await page.route("**/api/GetIncomeSources?*", (route) => route.fulfill(failure));
    await page.goto(incomePath(itemId));
    const alert = page.getByRole("alert").filter({ hasText: "Couldn’t load income" });
    await expect(alert).toContainText("request-of-the-test");
    await expect(page.getByText("Couldn’t load the months.")).toBeVisible();
    await expectNoAxeViolations(page);
    await page.unroute("**/api/GetIncomeSources?*");
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(sourceRow(page, "Unit 2")).toBeVisible();
    forgive(complaints);
  },
);

test("the screens work on phones in dark mode and by keyboard alone", night, async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.setViewportSize({ width: 390, height: 844 });
  const itemId = await dashboard(page);
  await makeSource(page, itemId);
  await page.goto(incomePath(itemId));
  await expect(sourceRow(page, "Unit 2")).toBeVisible();
  await expectNoAxeViolations(page);
  const menu = page.getByRole("button", { name: "Actions for Unit 2" });
  await menu.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Payment History, Unit 2" })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  const chart = page.getByRole("slider", { name: "Due and paid by month" });
  await chart.press("ArrowLeft");
  await expect(chart).toHaveAttribute("aria-valuetext", /, \$1,000\.00 due, \$0\.00 paid$/);
  await chart.click({ position: { x: 1, y: 1 } });
  await expect(page).toHaveURL(new RegExp(`month=${monthAtSite(-11)}$`));
  expect(
    await getAs<{ incomeSources: unknown[] }>(
      page,
      `/api/GetIncomeSources?institutionAccessItemId=${itemId}`,
    ),
  ).toMatchObject({
    incomeSources: [expect.anything()],
  });
});
