import type { Page } from "@playwright/test";
import { isFullRun } from "../support/night.ts";
import { expect, night, open, signIn, test } from "../support/visits/e2e.ts";
import {
  comingLate,
  householdScreens,
  ownScreens,
  publicScreens,
  type Screen,
} from "../support/visits/every-screen.ts";

/** On every screen, nothing moves while it loads, no sum is broken, and everything fits a phone at twice the text size. */

test.describe.configure({ timeout: 240_000 });

const phone = { width: 390, height: 844 };
const tablet = { width: 768, height: 1024 };
const desktop = { width: 1440, height: 900 };

// By day, they are shown with data, below.
test("nothing moves on a new person's screens while they load", night, async ({ page }) => {
  await signIn(page, "/about");
  await expectStillScreens(page, ownScreens);
});

test("nothing moves on the screens of a person with a bank, a budget and income while they load", async ({
  page,
}) => {
  await signIn(page, "/accounts");
  const household = await householdScreens(page);
  const screens = [...ownScreens, ...household].filter(({ more = false }) => isFullRun || !more);
  await expectStillScreens(page, screens, { sizes: isFullRun ? [phone, tablet, desktop] : [phone] });
});

// Over a second a screen shows its loading faces first (src/client/data/first-data.ts).
test("nothing moves on screens whose answers take over a second", night, async ({ page }) => {
  test.setTimeout(600_000);
  await signIn(page, "/accounts");
  await expectStillScreens(page, [...ownScreens, ...(await householdScreens(page))], { pauseMs: 1200 });
});

test(
  "public screens fit a phone at twice the text size, and name each navigation differently",
  night,
  async ({ page }) => {
    await page.setViewportSize(phone);
    const wide: string[] = [];
    const alike: string[] = [];
    for (const { path: screen } of publicScreens) {
      await open(page, screen);
      wide.push(...(await stickingOut(page, screen)));
      const names = await page
        .locator("nav")
        .evaluateAll((navs) => navs.map((nav) => nav.getAttribute("aria-label") ?? ""));
      if (new Set(names).size < names.length) alike.push(`${screen}: ${names.join(", ")}`);
    }
    expect(wide).toEqual([]);
    expect(alike).toEqual([]);
  },
);

/** Opens each screen in each size, with answers that come one after the other. */
async function expectStillScreens(
  page: Page,
  screens: readonly Screen[],
  { pauseMs = 60, sizes = [phone, desktop] }: { pauseMs?: number; sizes?: (typeof phone)[] } = {},
): Promise<void> {
  const answers = await comingLate(page, pauseMs);
  const found: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const { path: screen } of screens) {
      await open(page, screen);
      await expect.poll(answers.underWay, { intervals: [50] }).toBe(0);
      await expect(page.locator("main [aria-busy='true']")).toHaveCount(0);
      found.push(...(await shifts(page)).map((shift) => `${screen} at ${size.width} px: ${shift}`));
      found.push(...(await brokenSums(page)).map((sum) => `${screen} at ${size.width} px: ${sum} is broken`));
      if (size === phone) found.push(...(await stickingOut(page, screen)));
    }
  }
  expect(found, "what has moved, is broken, or sticks out at twice the text size").toEqual([]);
}

/** Describes everything that has moved since the page began to load. */
async function shifts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
        const rect = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width}×${height}`;
        const found: string[] = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const sources = (Reflect.get(entry, "sources") as Source[]).map(
              ({ node, previousRect, currentRect }) =>
                `“${node?.textContent?.slice(0, 40)}” from ${rect(previousRect)} to ${rect(currentRect)}`,
            );
            found.push(`${Reflect.get(entry, "value")}: ${sources.join("; ")}`);
          }
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(found), 0)));
      }),
  );
}

/** Lists sums of money that take more than one line. */
function brokenSums(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const sum = text.textContent?.trim() ?? "";
      if (!/^[-+−]?[$€£¥][\d,.]+$/.test(sum)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(sum);
    }
    return broken;
  });
}

/** Lists elements beyond the window's edge at twice the text size. */
async function stickingOut(page: Page, screen: string): Promise<string[]> {
  return page.evaluate(async (name) => {
    const { documentElement: root } = document;
    root.style.fontSize = "200%";
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    // On a busy machine, a table that has noticed its new size may still have to render.
    await new Promise((resolve) => requestIdleCallback(resolve));
    if (root.scrollWidth <= root.clientWidth) return [];
    const isOutside = (element: Element) => element.getBoundingClientRect().right > root.clientWidth;
    const isCut = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).overflowX !== "visible" || isCut(element.parentElement));
    const first = [...document.querySelectorAll("body *")].find(
      (element) => isOutside(element) && !isCut(element.parentElement),
    );
    return [`${name}: ${root.scrollWidth - root.clientWidth} px, first ${first?.outerHTML.slice(0, 160)}`];
  }, screen);
}
