import type { Page } from "@playwright/test";
import { expect, hydrated, night, open, signIn, test } from "../../../support/visits/e2e.ts";
import { createBudget, postAs } from "../../../support/sites/finance-site.ts";

/** Changes from another browser, another tab, or a job appear without a reload. */
const soon = { timeout: 2_000 };
const card = (page: Page, name: string) => page.getByRole("link", { name: new RegExp(name) }).first();

function makeBudget(page: Page, name: string): Promise<number> {
  return createBudget(page, {
    name,
    startDate: "2026-11-01",
    endDate: "2026-11-30",
    budgetAccessItems: [],
    categories: [],
  });
}

test("a change in another browser and in another tab is on the screen in two seconds, over one stream", async ({
  page,
  context,
  browser,
  server,
}) => {
  let streams = 0;
  context.on("request", (request) => (streams += request.url().includes("/api/Events") ? 1 : 0));
  const isListening = page.waitForResponse(/\/api\/Events/);
  await signIn(page, "/spending");
  await isListening;
  const tab = await context.newPage();
  await open(tab, "/spending");

  const elsewhere = await browser.newContext({ baseURL: server.origin });
  const other = await elsewhere.newPage();
  await signIn(other, "/spending");
  await makeBudget(other, "From another browser");
  await expect(card(page, "From another browser")).toBeVisible(soon);
  await expect(card(tab, "From another browser")).toBeVisible(soon);
  await makeBudget(tab, "From another tab");
  await expect(card(page, "From another tab")).toBeVisible(soon);
  await expect(card(other, "From another tab")).toBeVisible(soon);
  expect(streams, "streams of the first browser").toBe(1);

  await page.close();
  await expect.poll(() => streams, "the tab that is left takes over").toBe(2);
  await makeBudget(other, "After the first tab");
  await expect(card(tab, "After the first tab")).toBeVisible(soon);
  await elsewhere.close();
});

test(
  "where no stream can be had, what is on show is renewed when the person comes back to it",
  night,
  async ({ page, complaints }) => {
    await page.route("**/api/Events*", (route) => route.fulfill({ status: 503, body: "" }));
    const isListed = page.waitForResponse(/\/api\/GetBudgets/);
    await signIn(page, "/spending");
    await isListed;
    await hydrated(page);
    await makeBudget(page, "While nobody listened");
    await expect(card(page, "While nobody listened")).toBeHidden();
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await expect(card(page, "While nobody listened")).toBeVisible(soon);
    // What the browser says of the refused stream.
    complaints.splice(0);
  },
);

test(
  "a page whose session another browser has ended shows that nobody is signed in, without a click",
  night,
  async ({ page, browser, server }) => {
    const isListening = page.waitForResponse(/\/api\/Events/);
    await signIn(page, "/spending");
    await isListening;
    const elsewhere = await browser.newContext({ baseURL: server.origin });
    const other = await elsewhere.newPage();
    await signIn(other, "/users");
    await postAs(other, "/api/EndOtherSessions", {});
    await expect(page.getByRole("button", { name: /^Account:/ })).toBeHidden(soon);
    await elsewhere.close();
  },
);
