import { AxeBuilder } from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { expect, open } from "./e2e.ts";

/** Helpers for tests of the /design page, which run with reduced motion because they don't test movement. */

/** Opens the page that shows every component and waits until it is hydrated. */
export async function openDesign(page: Page): Promise<void> {
  await open(page, "/design");
  await expect(page.getByRole("heading", { name: "Table with selection" })).toBeVisible();
}

/** Returns one section of the page by its heading. */
export function part(page: Page, title: string): Locator {
  return page.getByRole("region", { name: title, exact: true });
}

/** Presses Tab, up to a maximum, until `target` has the focus. */
export async function tabTo(page: Page, target: Locator, mostPresses: number): Promise<void> {
  for (let press = 0; press < mostPresses; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}

/**
 * Fails with axe's findings in one part of the page. While an overlay is open, React Aria hides the rest of the page from
 * assistive technology.
 */
export async function expectNoAxeViolationsWithin(page: Page, selector: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include(selector).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}
