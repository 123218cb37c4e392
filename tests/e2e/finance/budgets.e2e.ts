import type { Locator, Page } from "@playwright/test";
import { expect, expectNoAxeViolations, signIn, test, night } from "../../support/visits/e2e.ts";
import { thisMonth } from "../../support/visits/this-month.ts";
import { createBudget, getAs, linkBank, postAs } from "../../support/sites/finance-site.ts";

/** Budgets: list, dialog, shell, and URLs. The screens are in budget-screens.e2e.ts. */

/** A person with one bank, who owns this file's budgets. */
const planner = "a maker of budgets";
const newBudget = (page: Page) => page.getByRole("button", { name: "New Budget" }).first();
const dialogOf = (page: Page, name: "New Budget" | "Edit Budget") => page.getByRole("dialog", { name });
const cardOf = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("link", { name, exact: true }) });
const toast = (page: Page) => page.getByRole("region", { name: "Notifications" });
/** A date field, typed part by part; its group's text is what has been typed. */
const dayOf = (dialog: Locator, label: "Start" | "End") => dialog.getByRole("group", { name: label });

/** Clicks a checkbox by its label, since the box itself is drawn. */
const tick = (dialog: Locator, name: string) => dialog.getByText(name, { exact: true }).click();

const categoriesOf = (page: Page) =>
  getAs<{ financialCategoryId: number; name: string }[]>(page, "/api/FinancialCategories");

async function choose(page: Page, budget: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${budget}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Drops the browser's messages about refused calls, and the line that a failed save logs. */
function forgive(complaints: string[], ...expected: RegExp[]): void {
  const rest = complaints.filter(
    (line) => !/status of [45]\d\d/.test(line) && !expected.some((pattern) => pattern.test(line)),
  );
  complaints.splice(0, complaints.length, ...rest);
}

test("without a bank, the list suggests linking one", night, async ({ page }) => {
  await signIn(page, "/spending");
  await expect(page.getByRole("heading", { level: 1, name: "Spending" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Link a bank first" })).toBeVisible();
  await expectNoAxeViolations(page);
  await newBudget(page).click();
  await expect(dialogOf(page, "New Budget").getByText("No bank is linked yet.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("main").getByRole("link", { name: "Link a bank" }).click();
  await expect(page).toHaveURL(/\/accounts$/);
});

test("‘all’ selects every item, or clears the selection if some were selected", night, async ({ page }) => {
  test.slow();
  await signIn(page, "/spending", planner);
  await linkBank(page);
  await newBudget(page).click();
  const dialog = dialogOf(page, "New Budget");
  const all = dialog.getByRole("checkbox", { name: "All categories" });
  const boxes = dialog.getByRole("group", { name: "Categories and estimates" }).getByRole("checkbox");
  // Some are suggested, so the first click clears them and the second selects all.
  await tick(dialog, "All categories");
  await expect(boxes.and(page.locator(":checked"))).toHaveCount(0);
  await tick(dialog, "All categories");
  const count = await boxes.count();
  expect(count).toBeGreaterThan(10);
  await expect(boxes.and(page.locator(":checked"))).toHaveCount(count);
  await tick(dialog, "All categories");
  await expect(boxes.and(page.locator(":checked"))).toHaveCount(0);
  await tick(dialog, "Travel");
  await expect(all).toHaveJSProperty("indeterminate", true);
  await tick(dialog, "All categories");
  await expect(dialog.getByRole("checkbox", { name: "Travel" })).not.toBeChecked();

  const bank = dialog.getByRole("group", { name: "Accounts" }).getByRole("checkbox").nth(1);
  await expect(bank).toBeChecked();
  await tick(dialog, "All accounts");
  await expect(bank).not.toBeChecked();
  await tick(dialog, "All accounts");
  await expect(bank).toBeChecked();
});

test(
  "a failed save keeps the dialog, shows the reason, and is logged",
  night,
  async ({ page, complaints }) => {
    await signIn(page, "/spending", planner);
    await newBudget(page).click();
    const dialog = dialogOf(page, "New Budget");
    const name = dialog.getByRole("textbox", { name: "Name" });
    await name.fill("Ten days away");
    await page.route("**/api/SaveBudget", (route) => route.abort());
    await dialog.getByRole("button", { name: "Save Budget" }).click();
    await expect(dialog.getByRole("alert")).toContainText("An error ocurred saving");
    expect(complaints).toContain("console.error: An error ocurred saving");
    forgive(complaints, /An error ocurred saving|ERR_FAILED/);

    await page.unroute("**/api/SaveBudget");
    await page.route("**/api/SaveBudget", (route) =>
      route.fulfill({
        status: 400,
        json: {
          success: false,
          budgetId: 0,
          errorMessage: "Choose another name.",
          errors: { name: ["Choose another name."] },
        },
      }),
    );
    await dialog.getByRole("button", { name: "Save Budget" }).click();
    await expect(name).toHaveAccessibleDescription(/Choose another name\./);
    await expect(name).toBeFocused();
    await expect(name).toHaveValue("Ten days away");
    expect(complaints).toContain("console.error: Choose another name.");
    forgive(complaints, /Choose another name/);
    await expectNoAxeViolations(page);

    await page.unroute("**/api/SaveBudget");
    await name.fill("Eleven days away");
    await dialog.getByRole("button", { name: "Save Budget" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("heading", { level: 1, name: "Eleven days away" })).toBeVisible();
  },
);

test(
  "invalid input is reported before sending, and neither Escape nor Back loses what is typed",
  night,
  async ({ page }) => {
    await signIn(page, "/accounts", planner);
    await page.getByRole("contentinfo").getByRole("link", { name: "Spending" }).click();
    await newBudget(page).click();
    const dialog = dialogOf(page, "New Budget");
    const name = dialog.getByRole("textbox", { name: "Name" });
    await name.fill("");
    await dayOf(dialog, "Start").getByRole("spinbutton", { name: /^year/ }).press("ArrowUp");
    await tick(dialog, "Children");
    await dialog.getByRole("textbox", { name: "Estimate for Children" }).fill("a lot");
    await dialog.getByRole("button", { name: "Save Budget" }).click();
    await expect(dialog.getByText("Enter a name.")).toBeVisible();
    await expect(dialog.getByText("Choose an end date on or after the start date.")).toBeVisible();
    await expect(dialog.getByText(/Enter an amount such as/)).toBeVisible();

    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog", { name: "Discard changes?" });
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(question).toBeHidden();
    await expect(dialog.getByRole("textbox", { name: "Estimate for Children" })).toHaveValue("a lot");
    await page.evaluate(() => history.back());
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(question).toBeHidden();
    await expect(page).toHaveURL("/spending#new");
    await expect(dialog.getByRole("textbox", { name: "Estimate for Children" })).toHaveValue("a lot");
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Discard changes" }).click();
    await expect(dialog).toBeHidden();
    await expect(newBudget(page)).toBeFocused();

    await newBudget(page).click();
    await name.pressSequentially(" and a trip");
    await page.evaluate(() => history.back());
    await question.getByRole("button", { name: "Discard changes" }).click();
    await expect(page).toHaveURL("/accounts");
    await expect(dialog).toBeHidden();
    await page.goForward();
    await expect(name, "the address reopens it, and nothing is typed yet").toHaveValue(/ 20\d\d$/);
    await page.goBack();
    await expect(page).toHaveURL("/accounts");
  },
);

test("editing shows the saved budget and doesn't send ids of 0 or less", night, async ({ page }) => {
  await signIn(page, "/spending", planner);
  const bank = await linkBank(page);
  const categories = await categoriesOf(page);
  const idOf = (name: string) => categories.find((one) => one.name === name)?.financialCategoryId ?? 0;
  await createBudget(page, {
    name: "Autumn trip",
    startDate: "2026-10-10",
    endDate: "2026-10-20",
    budgetAccessItems: [bank],
    categories: [
      { financialCategoryId: idOf("Travel"), estimate: 800 },
      { financialCategoryId: idOf("Dining Out"), estimate: 0 },
    ],
  });
  // A server of another version might list it.
  await page.route("**/api/FinancialCategories", (route) =>
    route.fulfill({
      json: {
        success: true,
        statusCode: 200,
        data: [{ financialCategoryId: -1, name: "Uncategorized", isBuiltIn: true }, ...categories],
        errors: null,
      },
    }),
  );
  await page.goto("/spending");
  await choose(page, "Autumn trip", "Edit");
  const dialog = dialogOf(page, "Edit Budget");
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Autumn trip");
  await expect(dialog.getByRole("textbox", { name: "Estimate for Travel" })).toHaveValue("$800.00");
  await expect(dialog.getByRole("checkbox", { name: "Dining Out" })).toBeChecked();
  await tick(dialog, "Uncategorized");
  await tick(dialog, "Dining Out");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Autumn trip, longer");
  const sent = page.waitForRequest("**/api/SaveBudget");
  await dialog.getByRole("button", { name: "Save Budget" }).click();
  const body = (await sent).postDataJSON() as { categories: unknown[] };
  expect(body).toMatchObject({ name: "Autumn trip, longer", budgetAccessItems: [bank] });
  expect(body.categories).toEqual([{ financialCategoryId: idOf("Travel") }]);
  await expect(dialog).toBeHidden();
  await expect(cardOf(page, "Autumn trip, longer")).toBeVisible();
});

test("a save over another tab's loses nothing, and asks about fields changed in both", async ({
  page,
  complaints,
}) => {
  test.slow();
  await signIn(page, "/spending", planner);
  const categories = await categoriesOf(page);
  const groceries = categories.find(({ name }) => name === "Groceries")?.financialCategoryId ?? 0;
  const budgetId = await createBudget(page, {
    name: "Two tabs",
    startDate: "2026-09-01",
    endDate: "2026-09-30",
    categories: [{ financialCategoryId: groceries, estimate: 100 }],
  });
  const elsewhere = (financialCategoryName: string, estimate: number) =>
    postAs(page, "/api/UpdateBudgetCategoryEstimate", { budgetId, financialCategoryName, estimate });
  const saved = async () => {
    type Saved = {
      budgetName: string;
      budgetCategories: { financialCategoryName: string; estimate: number }[];
    };
    const path = `/api/GetBudget?budgetId=${budgetId}&summary=true`;
    const { budgetName, budgetCategories } = await getAs<Saved>(page, path);
    const estimates = budgetCategories.map((one) => `${one.financialCategoryName} ${one.estimate}`);
    return [budgetName, ...estimates.toSorted()];
  };
  const dialog = dialogOf(page, "Edit Budget");
  const name = dialog.getByRole("textbox", { name: "Name" });
  const estimate = dialog.getByRole("textbox", { name: "Estimate for Groceries" });
  const [save, question] = [dialog.getByRole("button", { name: "Save Budget" }), dialog.getByRole("alert")];
  await page.goto("/spending");

  await choose(page, "Two tabs", "Edit");
  await name.fill("Renamed");
  await elsewhere("Groceries", 250);
  await elsewhere("Dining Out", 80);
  await save.click();
  await expect(dialog).toBeHidden();
  expect(await saved()).toEqual(["Renamed", "Dining Out 80", "Groceries 250"]);

  await choose(page, "Renamed", "Edit");
  await expect(estimate).toHaveValue("$250.00");
  await estimate.fill("120");
  await elsewhere("Groceries", 300);
  await save.click();
  await expect(question).toBeFocused();
  await expect(question).toContainText("changed in the meantime");
  await expect(question).toContainText(/Yours: \$120\.00.*Theirs: \$300\.00/);
  expect(complaints.join()).toContain("Groceries was changed to $300.00 in the meantime.");
  forgive(complaints, /in the meantime/);
  await expectNoAxeViolations(page);
  await page.keyboard.press("Tab");
  await expect(question.getByRole("button", { name: "Keep mine" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  expect(await saved()).toEqual(["Renamed", "Dining Out 80", "Groceries 120"]);

  await choose(page, "Renamed", "Edit");
  await estimate.fill("50");
  await name.fill("Both");
  await elsewhere("Groceries", 400);
  await save.click();
  await question.getByRole("button", { name: "Use theirs" }).press("Enter");
  await expect(dialog).toBeHidden();
  expect(await saved()).toEqual(["Both", "Dining Out 80", "Groceries 400"]);

  await choose(page, "Both", "Edit");
  await name.fill("Too late");
  await postAs(page, "/api/DeleteBudget", { budgetId });
  await save.click();
  await expect(question).toContainText("This budget was deleted in the meantime.");
  forgive(complaints, /in the meantime|Not found/);
});

test("a budget is copied to its next period, deleted, and restored", async ({ page, complaints }) => {
  await signIn(page, "/spending", planner);
  await createBudget(page, { name: "January 2027", startDate: "2027-01-01", endDate: "2027-01-31" });
  await page.reload();
  await choose(page, "January 2027", "Copy to next period");
  await expect(toast(page)).toContainText("Created February 2027.");
  await expect(cardOf(page, "February 2027")).toContainText(/Feb 1–28(?:, 2027)?/);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(cardOf(page, "February 2027")).toHaveCount(0);
  await toast(page).getByRole("button", { name: "Close" }).last().click();

  // The answer is lost but the copy exists, so a retry creates no other.
  await page.route("**/api/CopyBudget", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await choose(page, "January 2027", "Copy to next period");
  const lost = page.getByRole("alertdialog", { name: "Request Failed" });
  await expect(lost).toContainText("Couldn’t copy January 2027.");
  forgive(complaints, /ERR_FAILED/);
  await page.unroute("**/api/CopyBudget");
  await lost.getByRole("button", { name: "Close" }).click();
  await choose(page, "January 2027", "Copy to next period");
  await expect(cardOf(page, "February 2027")).toHaveCount(1);
  const february = (await getAs<{ budgetName: string }[]>(page, "/api/GetBudgets")).filter(
    ({ budgetName }) => budgetName === "February 2027",
  );
  expect(february).toHaveLength(1);

  await page.route("**/api/DeleteBudget", (route) => route.abort());
  await choose(page, "January 2027", "Delete");
  const failed = page.getByRole("alertdialog", { name: "Request Failed" });
  await expect(failed).toContainText("Couldn’t delete January 2027.");
  forgive(complaints, /ERR_FAILED/);
  await page.unroute("**/api/DeleteBudget");
  await failed.getByRole("button", { name: "Try again" }).click();
  await expect(failed).toBeHidden();
  await expect(cardOf(page, "January 2027")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await toast(page).getByRole("button", { name: "Undo" }).last().click();
  await expect(cardOf(page, "January 2027")).toBeVisible();
  await expect(toast(page)).toContainText("Restored January 2027.");
});

test(
  "short URLs lead to today's budget and a budget's first screen, but not for other people",
  night,
  async ({ page, browser, complaints }) => {
    await signIn(page, "/spending", planner);
    const month = thisMonth();
    const budgets = await getAs<{ budgetId: number }[]>(page, "/api/GetBudgets");
    for (const { budgetId } of budgets) await postAs(page, "/api/DeleteBudget", { budgetId });
    await page.goto("/budget");
    await expect(page).toHaveURL(/\/spending$/);
    await createBudget(page, { name: "The year", startDate: "2026-01-01", endDate: "2026-12-31" });
    const budgetId = await createBudget(page, {
      name: "The month",
      startDate: month.first,
      endDate: month.last,
    });
    await page.goto("/budget");
    await expect(page).toHaveURL(new RegExp(`/budget/${budgetId}/edit$`));
    await expect(page.getByRole("heading", { level: 1, name: "The month" })).toBeVisible();
    await page.goto(`/budget/${budgetId}`);
    await expect(page).toHaveURL(new RegExp(`/budget/${budgetId}/edit$`));

    for (const address of ["/budget/2147483647/edit", "/budget/nonsense/accounts", "/budget/0/edit"]) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1, name: "Budget not found" })).toBeVisible();
    }
    forgive(complaints);
    await expectNoAxeViolations(page);
    await page.getByRole("main").getByRole("link", { name: "All budgets" }).click();
    await expect(page).toHaveURL(/\/spending$/);

    const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
    const other = await context.newPage();
    await signIn(other, `/budget/${budgetId}/edit`, "somebody else");
    await expect(other.getByRole("heading", { level: 1, name: "Budget not found" })).toBeVisible();
    await expect(other.getByText("The month")).toHaveCount(0);
    await context.close();
  },
);

test("a budget deleted elsewhere leaves its dialog, which says so", night, async ({ page, complaints }) => {
  await signIn(page, "/spending", planner);
  const may = { startDate: "2026-05-01", endDate: "2026-05-31" };
  const budgetId = await createBudget(page, { name: "Gone soon", ...may });
  await page.goto(`/budget/${budgetId}/edit`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const dialog = dialogOf(page, "Edit Budget");
  await dialog.getByLabel("Name").fill("A name typed for long");
  await postAs(page, "/api/DeleteBudget", { budgetId });
  await expect(page.getByText("These figures may be out of date")).toBeVisible();
  await dialog.getByRole("button", { name: "Save Budget" }).click();
  await expect(dialog).toContainText("This budget was deleted in the meantime.");
  await expect(dialog.getByLabel("Name")).toHaveValue("A name typed for long");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Budget not found" })).toBeVisible();
  forgive(complaints, /Not found/);
});

test("the command palette finds a budget", night, async ({ page }) => {
  await signIn(page, "/about", planner);
  await createBudget(page, { name: "Workshop tools", startDate: "2026-06-01", endDate: "2026-06-30" });
  await page.keyboard.press("/");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await expect(palette).toBeVisible();
  await page.keyboard.type("workshop");
  await palette.getByRole("menuitem", { name: /Workshop tools/ }).click();
  await expect(page).toHaveURL(/\/budget\/\d+\/edit$/);
  await expect(page.getByRole("heading", { level: 1, name: "Workshop tools" })).toBeFocused();
});
