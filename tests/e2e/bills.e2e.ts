import type { Page } from "@playwright/test";
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  held,
  hydrated,
  open,
  test,
  night,
  expectGoodLook,
} from "../support/visits/e2e.ts";

/** The feed of bills and their pages, on the real bills of the sandbox. */

const indexTimeoutMs = 30_000;

type ListAnswer = { data: { index: { isComplete: boolean } } };

/** A page that was rendered while the index grew would be shown for a minute: the tests wait until it is there. */
test.beforeAll(async ({ server }) => {
  async function isComplete() {
    const answer = await fetch(`${server.origin}/api/CongressGetBills?pageSize=1`);
    const { data } = (await answer.json()) as ListAnswer;
    return data.index.isComplete;
  }
  await expect
    .poll(isComplete, { message: "the index of bills", intervals: [200], timeout: indexTimeoutMs })
    .toBe(true);
});

function region(page: Page, name: string) {
  return page.getByRole("region", { name, exact: true });
}

test.describe("the feed", () => {
  test(
    "a citation leads to the bill's page while Congress.gov is away",
    night,
    async ({ page, complaints }) => {
      await open(page, "/congress");
      await page.getByRole("searchbox", { name: "Search titles or go to a bill" }).fill("HR 9500");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL("/bill/119/hr/9500");
      await expect(page.getByRole("alert")).toContainText("Failed to get bill.");
      await page.goBack();
      await expect(page).toHaveURL("/congress");
      expect(complaints.splice(0).filter((line) => !/503|Failed to get bill/.test(line))).toEqual([]);
    },
  );

  test("opens on the newest Congress and filters by Congress, type, and words, all in the address", async ({
    page,
  }) => {
    await open(page, "/congress");
    await expect(page.getByRole("heading", { level: 1, name: "Congress Feed" })).toBeVisible();
    const bills = region(page, "Bills");
    await expect(bills).toContainText(/\d+ bills in the 119th Congress, newest action first/);
    const dates = await bills
      .locator("li time")
      .evaluateAll((times) => times.map((time) => time.getAttribute("datetime") ?? ""));
    expect(dates.length).toBeGreaterThan(5);
    expect(dates).toEqual(dates.toSorted().toReversed());

    await page.getByText("Filters", { exact: true }).click();
    await page.getByRole("link", { name: /^117th / }).click();
    await expect(page).toHaveURL("/congress?congress=117");
    await expect(bills).toContainText("in the 117th Congress");
    await page.getByRole("link", { name: /^S\.Con\.Res\. / }).click();
    await expect(page).toHaveURL("/congress?congress=117&billType=sconres");
    await expect(bills.getByRole("listitem").first()).toContainText("S.Con.Res.");

    await page.goBack();
    await expect(bills.getByRole("link", { name: "For the People Act of 2021" })).toBeVisible();
    await page.reload();
    await expect(bills.getByRole("link", { name: "For the People Act of 2021" })).toBeVisible();
    await page.goForward();
    await expect(bills.getByRole("link", { name: "For the People Act of 2021" })).toHaveCount(0);
  });

  for (const isOwn of [false, true])
    test(
      `shows where Forward leads before its ${isOwn ? "own scripts" : "scripts"} have come`,
      isOwn ? {} : night,
      async ({ page, request }) => {
        const scriptsOf = async (path: string): Promise<string[]> =>
          (await (await request.get(path)).text()).match(/\/assets\/[\w-]+\.js/g) ?? [];
        const others = isOwn ? await scriptsOf("/") : [];
        const own = (await scriptsOf("/congress")).filter((script) => !others.includes(script));
        expect(own.length).toBeGreaterThan(0);
        await open(page, "/congress?congress=117");
        await page.getByText("Filters", { exact: true }).click();
        await page.getByRole("link", { name: /^S\.Con\.Res\. / }).click();
        await expect(page).toHaveURL("/congress?congress=117&billType=sconres");
        await page.goBack();
        await expect(page).toHaveURL("/congress?congress=117");
        const coming = await held(page, new RegExp(`(${own.join("|")})$`));
        await page.reload({ waitUntil: "commit" });
        await expect(page.getByText("117th Congress · all types")).toBeVisible();
        // `main.tsx` sets this first, and has a router two tasks later.
        if (isOwn) await page.waitForFunction(() => "__zod_globalConfig" in globalThis);
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        );
        await page.evaluate(() => history.forward());
        await expect(page).toHaveURL("/congress?congress=117&billType=sconres");
        coming.release();
        await hydrated(page);
        await expect(region(page, "Bills").getByRole("listitem").first()).toContainText("S.Con.Res.");
        await expect(page.getByText("117th Congress · S.Con.Res.")).toBeVisible();
      },
    );

  test("goes where Forward leads while React wakes the page", async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Element.prototype, "addEventListener", {
        configurable: true,
        get(this: Element): unknown {
          // React's first listener: the page is about to be hydrated.
          if (this.id === "app") {
            Reflect.deleteProperty(Element.prototype, "addEventListener");
            history.replaceState(null, "", "/congress?congress=117&billType=sconres");
            dispatchEvent(new PopStateEvent("popstate"));
          }
          return Reflect.get(EventTarget.prototype, "addEventListener");
        },
      });
    });
    await open(page, "/congress?congress=117");
    await expect(region(page, "Bills").getByRole("listitem").first()).toContainText("S.Con.Res.");
    await expect(page.getByText("117th Congress · S.Con.Res.")).toBeVisible();
  });

  test("goes to a cited bill in the selected Congress", night, async ({ page }) => {
    await open(page, "/congress");
    const field = page.getByRole("searchbox", { name: "Search titles or go to a bill" });
    await field.fill("117 hr 5376");
    await expect(page.getByText("Press Enter to go to H.R. 5376 in the 117th Congress.")).toBeVisible();
    await field.press("Enter");
    await expect(page).toHaveURL("/bill/117/hr/5376");
    await expect(page.getByRole("heading", { level: 1, name: "HR 5376" })).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL("/congress");

    await page.goto("/congress?congress=118");
    await hydrated(page);
    await field.fill("HR 1");
    await field.press("Enter");
    await expect(page).toHaveURL("/bill/118/hr/1");
    await page.goto("/bills");
    await hydrated(page);
    await field.fill("P.L. 117-169");
    await field.press("Enter");
    await expect(page).toHaveURL("/bill/117/hr/5376");
  });

  test("shows an empty state without matches, and clears the search", night, async ({ page }) => {
    await open(page, "/bills?q=no+such+words");
    await expect(page.getByRole("heading", { name: "No bills match “no such words”" })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole("button", { name: "Clear search" }).click();
    await expect(page).toHaveURL("/bills");
    await expect(region(page, "Bills")).toContainText("72 bills");
  });

  test("pages through the list, and shows an outage with a retry", night, async ({ page, complaints }) => {
    await open(page, "/bills");
    await page.getByRole("link", { name: "Older" }).click();
    await expect(page).toHaveURL("/bills?page=2");
    await expect(page.getByText("Page 2 of 4")).toBeVisible();
    // The first page has no link to a newer one, which had the focus.
    await page.getByRole("link", { name: "Newer" }).press("Enter");
    await expect(page).toHaveURL("/bills");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await page.route("**/api/CongressGetBills?*", (route) => route.fulfill({ status: 503, json: {} }));
    await page.getByRole("link", { name: /^115th / }).click();
    await expect(page.getByRole("alert")).toContainText("Couldn’t load bills");
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(region(page, "Bills")).toContainText("in the 115th Congress");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    expect(complaints.splice(0).filter((line) => !line.includes("503"))).toEqual([]);
  });

  test("shows by itself what is imported while it's open", night, async ({ page }) => {
    await open(page, "/bills");
    await hydrated(page);
    await page.clock.install();
    const { data } = (await (await page.request.get("/api/CongressGetBills")).json()) as { data: object };
    const index = { indexed: 0, isComplete: false, isFailing: true, asOf: null };
    const answer = {
      success: true,
      statusCode: 200,
      data: { ...data, index, bills: [], total: 0 },
      errors: null,
    };
    await page.route("**/api/CongressGetBills?*", (route) => route.fulfill({ json: answer }));
    await page.getByRole("link", { name: /^115th / }).click();
    await expect(region(page, "Bills")).toContainText("Couldn’t import bills from Congress.gov.");
    await page.unrouteAll();
    await page.clock.runFor(10_000);
    await expect(region(page, "Bills").locator("ol li").first()).toBeVisible();
    await expect(region(page, "Bills")).not.toContainText("failed");
  });

  test("has an Atom feed with the same filter", night, async ({ page, request }) => {
    await open(page, "/congress?congress=117&billType=hr");
    const href = await page.locator('link[rel="alternate"][href^="/congress/feed.xml"]').getAttribute("href");
    expect(href).toBe("/congress/feed.xml?congress=117&billType=hr");
    const feed = await request.get(href ?? "");
    expect(feed.headers()["content-type"]).toContain("application/atom+xml");
    expect(await feed.text()).toContain("For the People Act of 2021");
  });
});

test.describe("the lookup form", () => {
  test("validates the input and goes to the bill", night, async ({ page }) => {
    await open(page, "/bill");
    await page.getByRole("textbox", { name: "Congress" }).fill("117");
    await page.getByRole("button", { name: "Go to the bill" }).click();
    const number = page.getByRole("textbox", { name: "Number" });
    await expect(number).toBeFocused();
    await expect(number).toHaveAccessibleDescription(/Use a whole number from 1/);
    await expectNoAxeViolations(page);
    await number.fill("1");
    await number.press("Enter");
    await expect(page).toHaveURL("/bill/117/hr/1");
  });
});

test("the command palette opens a bill by its citation", night, async ({ page }) => {
  await open(page, "/about");
  await page.keyboard.press("/");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await expect(palette).toBeVisible();
  await page.keyboard.type("118 s 1207");
  await expect(palette.getByRole("menuitem", { name: /S\. 1207 \(118th Congress\)/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/bill/118/s/1207");
  await page.keyboard.press("/");
  await expect(palette).toBeVisible();
  await page.keyboard.type("P.L. 118-5");
  await palette.getByRole("menuitem", { name: /Public Law 118-5/ }).click();
  await expect(page).toHaveURL("/bill/118/hr/3746");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("bills can be listed, filtered, searched, and looked up", async ({ page }) => {
    await page.goto("/bills");
    await page.getByRole("link", { name: /^117th / }).click();
    await expect(page).toHaveURL("/bills?congress=117");
    const field = page.getByRole("searchbox");
    await field.fill("118 HR 3746");
    await field.press("Enter");
    await page.getByRole("link", { name: "Go to H.R. 3746 (118th Congress)" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "HR 3746" })).toBeVisible();
    await page.goto("/bill");
    await page.getByLabel("Number").fill("0");
    await page.getByRole("button", { name: "Go to the bill" }).click();
    await expect(page.getByText("Use a whole number from 1 to 99999, such as 1234.")).toBeVisible();
    await page.getByLabel("Congress").fill("117");
    await page.getByLabel("Number").fill("1");
    await page.getByRole("button", { name: "Go to the bill" }).click();
    await expect(page).toHaveURL("/bill/117/hr/1");
  });
});

test("a bill's page can be read in both themes and on a phone", night, async ({ page }) => {
  await open(page, "/bill/117/hr/1");
  await expectGoodLook(page);
});

for (const path of [
  "/congress",
  "/bills",
  "/bill",
  "/bill/117/hr/1",
  "/bill/117/hr/5376",
  "/bill/119/hr/3464",
]) {
  test(`${path} is accessible in both themes and fits every window`, night, async ({ page }) => {
    test.slow();
    await open(page, path);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoAxeViolations(page);
    }
    for (const width of [320, 390, 768]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
    await page.emulateMedia({ colorScheme: "light" });
    await expectNoAxeViolations(page);
  });
}
