import { expect, hydrated, night, signIn, test } from "../../support/visits/e2e.ts";
import { createBudget, linkBank } from "../../support/sites/finance-site.ts";

/** Data that take longer than a screen waits for them: what stands above them does not move when they come. */

for (const width of [1440, 390]) {
  test(`headings keep their place under slow data, ${width} px`, night, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, "/spending", "a patient one");
    const bank = await linkBank(page);
    const budgetId = await createBudget(page, {
      name: "November 2026",
      startDate: "2026-11-01",
      endDate: "2026-11-30",
      budgetAccessItems: [bank],
    });
    const screens = [
      { path: `/budget/${budgetId}/edit`, call: "**/api/GetBudget?*", heading: "November 2026" },
      { path: `/account/${bank}/rent-roll`, call: "**/api/GetRentRoll?*", heading: "Rent Roll" },
    ];
    for (const { path, call, heading } of screens) {
      const { promise: come, resolve } = Promise.withResolvers<void>();
      await page.route(call, async (route) => {
        await come;
        await route.continue();
      });
      await page.goto(path);
      await hydrated(page);
      const head = page.getByRole("main").locator("header").first();
      const busy = page.getByRole("main").locator("[aria-busy=true]").first();
      await expect(busy).toBeVisible();
      const before = await head.boundingBox();
      resolve();
      await expect(page.getByRole("heading", { level: 1, name: heading, exact: true })).toBeVisible();
      await expect(busy).toBeHidden();
      expect(await head.boundingBox(), path).toEqual(before);
      await page.unroute(call);
    }
  });
}
