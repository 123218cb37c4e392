import type { Page as FirefoxPage } from "puppeteer-core";
import { expect, night, personOf, signIn, test } from "../support/visits/e2e.ts";
import { householdScreens, ownScreens, publicScreens, type Screen } from "../support/visits/every-screen.ts";
import { findFirefox, launchFirefox } from "../support/visits/firefox.ts";

/** The same screens in another engine: Chromium makes the household, Firefox signs in as its person and looks. */

test.describe.configure({ timeout: 300_000 });

test(
  "every screen comes with its heading and without a complaint in Firefox",
  night,
  async ({ page, server }) => {
    const firefox = findFirefox();
    test.skip(firefox === null, "This machine has no Firefox from version 128 on: nothing was walked in it.");
    if (firefox === null) return;
    // oxlint-disable-next-line no-console -- a run says which Firefox it was
    console.log(firefox.version);
    await signIn(page, "/accounts");
    const household = await householdScreens(page);
    const browser = await launchFirefox(firefox);
    try {
      const tab = await browser.newPage();
      const complaints = complaintsOf(tab);
      await walk(tab, server.origin, publicScreens, complaints);
      await signInThere(tab, server.origin, personOf(test.info().testId));
      await walk(tab, server.origin, [...ownScreens, ...household], complaints);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  },
);

/** Collects this tab's errors from now on. */
function complaintsOf(tab: FirefoxPage): string[] {
  const complaints: string[] = [];
  tab.on("console", (message) => {
    if (message.type() === "error") complaints.push(`console: ${message.text()}`);
  });
  tab.on("pageerror", (error) => complaints.push(`uncaught: ${String(error)}`));
  return complaints;
}

/** Opens screen after screen, each the moment the one before has its heading: calls are still under way then. */
async function walk(
  tab: FirefoxPage,
  origin: string,
  screens: readonly Screen[],
  complaints: string[],
): Promise<void> {
  for (const { path, heading } of screens) {
    const before = complaints.length;
    await tab.goto(`${origin}${path}`, { waitUntil: "domcontentloaded" });
    await tab
      .waitForFunction(
        (name) =>
          document.documentElement.dataset["hydrated"] === "true" &&
          document.querySelector("h1")?.textContent?.includes(name) === true,
        { timeout: 20_000 },
        heading,
      )
      .catch(async () => {
        const found = await tab.evaluate(() => document.querySelector("h1")?.textContent ?? "none");
        complaints.push(`heading “${found}” in place of “${heading}”`);
      });
    complaints.push(...complaints.splice(before).map((line) => `${path}: ${line}`));
  }
}

/** Chooses a person at the sandbox's own page, as a button that stands for them would. */
async function signInThere(tab: FirefoxPage, origin: string, account: string): Promise<void> {
  await tab.goto(`${origin}/.auth/login/aad?post_login_redirect_uri=/accounts`);
  await tab.$eval("button[name=account]", (button, value) => button.setAttribute("value", value), account);
  await Promise.all([tab.waitForNavigation(), tab.click("button[name=account]")]);
}
