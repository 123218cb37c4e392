import { AxeBuilder } from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { expect, open } from "./e2e.ts";

/** What the tests of the /design page share. They run with reduced motion: movement is not what they look at. */

/** Opens the page that shows every component and waits until it answers. */
export async function openDesign(page: Page): Promise<void> {
  await open(page, "/design");
  await expect(page.getByRole("heading", { name: "Table with selection" })).toBeVisible();
}

/** One section of the page, by its heading. */
export function part(page: Page, title: string): Locator {
  return page.getByRole("region", { name: title, exact: true });
}

/** Presses Tab, at most so often, until `target` has the focus, as a person would who looks for it. */
export async function tabTo(page: Page, target: Locator, mostPresses: number): Promise<void> {
  for (let press = 0; press < mostPresses; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}

/**
 * Fails with what axe found in one part of the page. For what lies over the page: while it is open React Aria hides the
 * rest from assistive technology.
 */
export async function expectNoAxeViolationsWithin(page: Page, selector: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include(selector).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}
