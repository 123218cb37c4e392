import { expect, expectGoodLook, open, signIn, test } from "../../support/visits/e2e.ts";
import { linkBank } from "../../support/sites/finance-site.ts";

/** Reports on money over time. */

/** Names of the reports and of their charts. */
const reports = [
  ["Net worth", "Net worth over time"],
  ["Cash flow", "Income and spending by month"],
  ["Categories", "Spending by month, by category"],
  ["Payees", "Spending by month, by payee"],
  ["Fixed and variable", "Spending by month, fixed and variable"],
] as const;

test("each report is drawn, read by keyboard, and opens its transactions", async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page, "/reports");
  await expect(page.getByRole("heading", { name: "No reports yet" })).toBeVisible();
  await linkBank(page);
  await open(page, "/reports?period=3-months");
  for (const [report, name] of reports) {
    const tab = page.getByRole("navigation", { name: "Reports" }).getByRole("link", { name: report });
    await tab.press("Enter");
    const chart = page.getByRole("slider", { name });
    await expect(chart).toBeVisible();
    await expect(tab).toBeFocused();
    await chart.focus();
    await page.keyboard.press("Home");
    await expect(chart).toHaveAttribute("aria-valuenow", "1");
    // The amounts of the gridlines don't cover the first values.
    const [drawing, tick] = [chart.locator("svg"), chart.getByText(/^-?\$\d/).first()];
    const [at, after] = [await tick.boundingBox(), await drawing.boundingBox()];
    expect((at?.x ?? Infinity) + (at?.width ?? 0)).toBeLessThanOrEqual(after?.x ?? 0);
    await expectGoodLook(page);
    await capture(report);
  }
  // A year of months fits on a landscape sheet, below the title on its first page.
  await open(page, "/reports?report=categories");
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 980, height: 740 });
  const table = page.getByRole("table");
  await expect(table).toBeVisible();
  expect(await table.evaluate((one) => one.getBoundingClientRect().right)).toBeLessThanOrEqual(980);
  await expect(page.locator("main [data-color]").first()).toHaveCSS("print-color-adjust", "exact");
  const breaks = page.locator("main :has(table)");
  expect(
    await breaks.evaluateAll((boxes) => boxes.map((box) => getComputedStyle(box).breakInside)),
  ).not.toContain("avoid");
  await page.emulateMedia({ media: "screen", forcedColors: "active" });
  await page.setViewportSize({ width: 1440, height: 900 });
  // Only the current report is underlined with forced colors, too.
  const lines = await page
    .getByRole("navigation", { name: "Reports" })
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => getComputedStyle(link).borderBlockEndColor));
  expect(new Set(lines.toSpliced(2, 1)).has(lines[2] ?? "")).toBe(false);
  await page.emulateMedia({ forcedColors: "none" });
  await page.getByRole("link", { name: "Categories", exact: true }).click();
  const total = page
    .getByRole("row", { name: /^Total/ })
    .getByRole("link")
    .last();
  const amount = await total.innerText();
  await total.click();
  await expect(page).toHaveURL(/\/transactions\?.*kind=spending/);
  const sums = page.getByText(/ transactions? · .* in · .* out$/);
  const [, moneyIn = "", out = ""] = /\$([\d,.]+) in · \$([\d,.]+) out/.exec(await sums.innerText()) ?? [];
  const cents = (text: string) => Math.round(Number(text.replaceAll(/[$,]/g, "")) * 100);
  expect(cents(out) - cents(moneyIn)).toBe(cents(amount));

  async function capture(name: string) {
    const directory = process.env["SHOTS"];
    if (directory === undefined) return;
    for (const [width, height] of [
      [1440, 1000],
      [390, 844],
    ] as const)
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${directory}/${name}-${width}-${colorScheme}.png`, fullPage: true });
      }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: "light" });
  }
});
