import type { Page } from "@playwright/test";
import { addMonths, firstDayOf, lastDayOf, monthOf, monthWords } from "#shared/time/plain-dates.ts";
import { createBudget, getAs, linkBank, postAs } from "../../support/sites/finance-site.ts";
import { expect, expectGoodLook, hydrated, signIn, test } from "../../support/visits/e2e.ts";
import { thisMonth } from "../../support/visits/this-month.ts";

/** Budgets that repeat: their dialog, the folded list, and what is carried and saved up. */

const month = thisMonth().first.slice(0, 7);
const [now, last] = [monthWords(month), monthWords(addMonths(month, -1))];
const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name });
const cardOf = (page: Page, category: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: category, exact: true }) });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const toast = (page: Page) => page.getByRole("region", { name: "Notifications" });
const names = async (page: Page) =>
  (await getAs<{ budgetName: string }[]>(page, "/api/GetBudgets")).map(({ budgetName }) => budgetName);

async function choose(page: Page, label: RegExp, option: string): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

async function act(page: Page, budget: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${budget}` }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

test("a budget repeats, carries over, saves for a goal, and ends", async ({ page }) => {
  test.slow();
  await signIn(page, "/spending");
  await linkBank(page);
  await page.getByRole("button", { name: "New Budget" }).first().click();
  const created = dialogOf(page, "New Budget");
  await created.getByText("Repeats", { exact: true }).click();
  await created.getByRole("textbox", { name: "Every" }).fill("");
  await created.getByRole("button", { name: "Save Budget" }).click();
  await expect(created.getByText("Enter a whole number.")).toBeVisible();
  await created.getByRole("textbox", { name: "Every" }).fill("2");
  await choose(page, /Unit$/, "Weeks");
  const end = created.getByRole("group", { name: "End", exact: true });
  await expect(end.getByRole("spinbutton", { name: /^day/ })).toHaveText("14");
  await choose(page, /Unit$/, "Months");
  await created.getByRole("textbox", { name: "Every" }).fill("1");
  await choose(page, /Carry over$/, "What’s left or overspent");
  await created.getByRole("button", { name: "Save Budget" }).click();
  await expect(heading(page, now)).toBeVisible();

  // The series begins a month earlier, so that something is carried.
  const { seriesId, budgetAccessItems } = await getAs<{
    seriesId: number;
    budgetAccessItems: { institutionAccessItemId: number }[];
  }>(page, `/api/GetBudget?budgetId=${/\d+/.exec(new URL(page.url()).pathname)?.[0] ?? ""}&summary=true`);
  await page.goto("/spending");
  await hydrated(page);
  await postAs(page, "/api/DeleteBudgetSeries", { seriesId });
  const categories = await getAs<{ financialCategoryId: number; name: string }[]>(
    page,
    "/api/FinancialCategories",
  );
  const idOf = (name: string) => categories.find((one) => one.name === name)?.financialCategoryId ?? 0;
  await postAs(page, "/api/SaveBudgetSeries", {
    seriesId: 0,
    name: last,
    rhythm: { every: 1, unit: "month" },
    anchor: firstDayOf(addMonths(month, -1)),
    budgetAccessItems: budgetAccessItems.map((item) => item.institutionAccessItemId),
    categories: [
      { financialCategoryId: idOf("Travel"), estimate: 2000, carry: "leftovers" },
      { financialCategoryId: idOf("Fuel"), estimate: 20 },
    ],
  });

  await page.goto("/spending");
  await hydrated(page);
  await page.getByText(/^\d+ other periods?/).click();
  await expect(page.getByRole("link", { name: last, exact: true })).toBeVisible();
  await expectGoodLook(page);
  await page.getByRole("link", { name: now, exact: true }).click();
  await expect(cardOf(page, "Travel")).toContainText("carried =");
  await expect(page.getByRole("link", { name: `Previous: ${last}` })).toBeVisible();
  await page.keyboard.press("[");
  await expect(heading(page, last)).toBeVisible();
  // By keyboard, the chart of the pace says what each day's spending was.
  const chart = page.getByRole("slider", { name: "Spending by day" });
  await chart.press("ArrowLeft");
  const lastDay = Number(await chart.getAttribute("aria-valuemax"));
  await expect(chart).toHaveAttribute("aria-valuenow", String(lastDay - 1));
  await expect(chart).toHaveAttribute("aria-valuetext", /, \d{4}, \S+ that day, \S+ so far$/);
  await page.keyboard.press("]");
  await expect(heading(page, now)).toBeVisible();

  await cardOf(page, "Travel").getByRole("button", { name: "Travel" }).first().click();
  const plan = dialogOf(page, "Travel");
  await choose(page, /Goal$/, "Save up by a date");
  await plan.getByRole("button", { name: "Save Estimate" }).click();
  await expect(plan.getByText("Enter an amount above zero.")).toBeVisible();
  await expectGoodLook(page);
  await choose(page, /Goal$/, "Refill up to an amount");
  await plan.getByRole("textbox", { name: "Amount" }).fill("2500");
  await plan.getByRole("button", { name: "Save Estimate" }).click();
  await expect(plan).toBeHidden();
  await expect(cardOf(page, "Travel")).toContainText("Refill up to $2,500.00");
  await toast(page).getByRole("button", { name: "Undo" }).last().click();
  await expect(cardOf(page, "Travel")).not.toContainText("Refill");
  await expectGoodLook(page);

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const edited = dialogOf(page, "Edit Budget");
  await edited.getByRole("textbox", { name: "Estimate for Fuel" }).fill("35");
  await choose(page, /Changes apply to$/, "This and later periods");
  await edited.getByText("Repeats", { exact: true }).click();
  await expect(edited.getByText("Later periods that haven’t started are removed.")).toBeVisible();
  await edited.getByRole("button", { name: "Save Budget" }).click();
  await expect(edited).toBeHidden();
  await expect.poll(() => names(page)).toEqual([now, last]);

  await page.goto("/spending");
  await hydrated(page);
  await act(page, now, "Delete all periods");
  await expect.poll(() => names(page)).toEqual([]);
  await toast(page).getByRole("button", { name: "Undo" }).last().click();
  await expect(page.getByRole("link", { name: now, exact: true })).toBeVisible();
});

test("an estimate that is being typed stays when its budget begins to repeat in another tab", async ({
  page,
}) => {
  await signIn(page, "/spending");
  const [category] = await getAs<{ financialCategoryId: number; name: string }[]>(
    page,
    "/api/FinancialCategories",
  );
  const { financialCategoryId, name } = category ?? { financialCategoryId: 0, name: "" };
  const begin = firstDayOf(addMonths(month, -1));
  const values = { name: last, budgetAccessItems: [], categories: [{ financialCategoryId, estimate: 20 }] };
  const budgetId = await createBudget(page, {
    ...values,
    startDate: begin,
    endDate: lastDayOf(monthOf(begin)),
  });
  await page.goto(`/budget/${budgetId}/edit`);
  await hydrated(page);
  await cardOf(page, name).getByRole("button", { name }).click();
  const estimate = dialogOf(page, name).getByRole("textbox", { name: "Estimate" });
  await estimate.fill("35");
  const rhythm = { every: 1, unit: "month" };
  await postAs(page, "/api/SaveBudgetSeries", { ...values, seriesId: 0, budgetId, rhythm, anchor: begin });
  await expect(page.locator("a[rel=next]")).toBeAttached();
  await expect(estimate).toHaveValue("35");
  await dialogOf(page, name).getByRole("button", { name: "Save Estimate" }).click();
  await expect(cardOf(page, name).getByRole("textbox", { name: `Estimate for ${name}` })).toHaveValue(
    "$35.00",
  );
});
