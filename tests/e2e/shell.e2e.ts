import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  open,
  signIn,
  test,
  night,
  held,
} from "../support/visits/e2e.ts";

test.describe("moving inside the site", () => {
  test("changes the title, moves focus to the heading and restores the scroll on the way back", async ({
    page,
    context,
    complaints,
  }) => {
    await open(page, "/");
    await page.getByRole("link", { name: "All posts" }).scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => scrollY);
    expect(scrolled).toBeGreaterThan(100);
    // With view transitions, which other tests have switched off.
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.getByRole("link", { name: "All posts" }).click();
    await expect(page).toHaveTitle(/^Posts · /);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page.locator("head title")).toHaveCount(1);
    await expect(page.locator('head meta[name="description"]')).toHaveCount(1);
    await expect(page.locator('head link[rel="canonical"]')).toHaveCount(1);
    await page.goBack();
    await expect(page).toHaveTitle(/Robin Ashgrove · /);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled);

    await context.setOffline(true);
    await page.getByRole("banner").first().getByRole("link", { name: "Congress" }).click();
    await expect(page.getByRole("alert")).toContainText("Couldn’t load this page.");
    await context.setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Congress" })).toBeVisible();
    // What didn't load, and that the router caught it.
    complaints.length = 0;
  });

  test("starts at the top of a page opened by its address", night, async ({ page }) => {
    await signIn(page, "/bills");
    await page.evaluate(() => scrollTo({ top: 900, behavior: "instant" }));
    await open(page, "/users");
    await expect(page.getByRole("table")).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test("starts with a link that skips to the content", async ({ page }) => {
    await open(page, "/about");
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to content" });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.locator("#main")).toBeFocused();
  });

  test("says so when a page takes long", night, async ({ page }) => {
    const content = await held(page, "**/api/WordPressContent");
    await open(page, "/about");
    await page.getByRole("contentinfo").getByRole("link", { name: "Home" }).click();
    await expect(page.getByText("Loading page")).toBeAttached();
    content.release();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByText("Loading page")).toHaveCount(0);
  });

  test(
    "shows what went wrong with a retry when a page cannot be loaded",
    night,
    async ({ page, complaints }) => {
      let isDown = true;
      await page.route("**/api/WordPressContent", (route) =>
        isDown
          ? route.fulfill({
              status: 502,
              headers: { "x-request-id": "r-1" },
              json: {
                success: false,
                statusCode: 502,
                data: null,
                errors: { UPSTREAM: ["WordPress is down."] },
              },
            })
          : route.continue(),
      );
      await open(page, "/about");
      await page.getByRole("contentinfo").getByRole("link", { name: "Home" }).click();
      await expect(page.getByRole("alert")).toContainText("WordPress is down.");
      await expect(page.getByRole("alert")).not.toContainText("UPSTREAM");
      await expect(page.getByRole("alert")).toContainText("r-1");
      isDown = false;
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Robin Ashgrove" })).toBeFocused();
      complaints.length = 0;
    },
  );
});

test.describe("the theme", () => {
  for (const [system, ground] of [
    ["light", "rgb(242, 242, 239)"],
    ["dark", "rgb(16, 18, 21)"],
  ] as const) {
    test(`follows the system: ${system}`, night, async ({ page }) => {
      await page.emulateMedia({ colorScheme: system });
      await open(page, "/about");
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
        ground,
      );
    });
  }

  test("is remembered, and is there before the first paint", async ({ page, complaints }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await open(page, "/about");
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("dialog", { name: "Menu" }).getByText("Dark").click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    complaints.length = 0;
  });

  test("works where storage is blocked", night, async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, "localStorage", {
        get() {
          throw new DOMException("blocked", "SecurityError");
        },
      });
    });
    await open(page, "/about");
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("dialog", { name: "Menu" }).getByText("Dark").click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  });
});

test.describe("the command palette", () => {
  test("opens by / and Mod+K, finds a post, goes there by keyboard alone", async ({ page }) => {
    await open(page, "/");
    await page.keyboard.press("/");
    const palette = page.getByRole("dialog", { name: "Command palette" });
    // Its code loads now; what is typed meanwhile is kept.
    await page.keyboard.type("gen erate");
    const field = palette.getByRole("searchbox", { name: "Go to" });
    await expect(field).toBeFocused();
    await page.keyboard.type(" code");
    await expect(field).toHaveValue("gen erate code");
    await page.keyboard.press("Escape");
    await expect(palette).toBeHidden();
    await page.keyboard.press("Control+k");
    await expect(field).toHaveValue("");
    await expect(palette.getByRole("menuitem", { name: /About/ })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.keyboard.type("abou");
    // The first is chosen already; what else is about something stands below it.
    const first = palette.getByRole("menuitem").first();
    await expect(first).toHaveText(/^About/);
    const active = async () => field.getAttribute("aria-activedescendant");
    await expect.poll(active).toBe(await first.getAttribute("id"));
    await page.keyboard.press("ArrowDown");
    await expect.poll(active).not.toBe(await first.getAttribute("id"));
    await page.keyboard.press("ArrowUp");
    await expect.poll(active).toBe(await first.getAttribute("id"));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/about$/);
    await expect(palette).toBeHidden();
    await page.keyboard.press("Control+k");
    await expect(field).toBeFocused();
    await page.keyboard.type("dark th");
    await expect(first).toHaveText(/^Dark theme/);
    await expect.poll(active).toBe(await first.getAttribute("id"));
    await page.keyboard.press("Enter");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(page).toHaveURL(/\/about$/);
  });

  test("answers at once without the network, adds the rest below, and says what is missing", async ({
    page,
    context,
    complaints,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await open(page, "/about");
    await page.keyboard.press("/");
    const field = page.getByRole("searchbox", { name: "Go to" });
    const items = page.getByRole("menuitem");
    const status = page.getByRole("dialog", { name: "Command palette" }).getByRole("status");
    await expect(field).toBeFocused();
    await expect(status).toHaveText(/results$/);
    const calls: string[] = [];
    page.on("request", (request) => calls.push(new URL(request.url()).pathname));
    const bills = await held(page, "**/api/CongressSuggestBills*");
    await field.fill("act");
    // The first local results need no answer of the server.
    await expect(items.first()).toBeVisible();
    const atOnce = await items.allTextContents();
    await expect(status).toHaveText("Searching…");
    bills.release();
    await expect(page.getByRole("group", { name: "Bills" }).getByRole("menuitem")).not.toHaveCount(0);
    expect((await items.allTextContents()).slice(0, atOnce.length)).toEqual(atOnce);
    await expect(status).toHaveText(/^\d+ results$/);
    expect(calls.toSorted()).toEqual(["/api/CongressSuggestBills", "/api/FindCode"]);
    await expectNoAxeViolations(page);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press("End");
    await expect(items.last()).toHaveAttribute("data-focused");
    await page.keyboard.press("Home");
    await expect(items.first()).toHaveAttribute("data-focused");

    // A post is found by its text, and shows where.
    await field.fill("postgres");
    await expect(page.getByRole("group", { name: "Posts" }).getByRole("menuitem").first()).toContainText(
      /postgres/i,
    );
    await page.route("**/api/CongressSuggestBills*", (route) => route.abort());
    await field.fill("reading a bill");
    await expect(items.first()).toHaveText(/^Reading a bill as data/);
    await expect(status).toHaveText("Couldn’t search bills.");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Home");
    const opened = context.waitForEvent("page");
    await page.keyboard.press("Control+Enter");
    await expect(await opened).toHaveURL(/\/post\/reading-a-bill-as-data$/);
    await expect(page).toHaveURL(/\/about$/);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/post\/reading-a-bill-as-data$/);
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("group", { name: "Recent" }).getByRole("menuitem")).toHaveText([
      /^Reading a bill as data/,
    ]);
    complaints.splice(0, complaints.length, ...complaints.filter((line) => !line.includes("ERR_FAILED")));
  });

  test("says when nothing is found, and does not open while typing in a field", night, async ({ page }) => {
    await open(page, "/design");
    await page.getByRole("textbox").first().focus();
    await page.keyboard.press("/");
    await expect(page.getByRole("dialog", { name: "Command palette" })).toHaveCount(0);
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
    await page.keyboard.type("zzzzqq");
    await expect(page.getByText("No results for “zzzzqq”")).toBeVisible();
  });

  test("lists the shortcuts behind ?", night, async ({ page }) => {
    await open(page, "/");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Shortcuts" })).toContainText("Open the command palette");
    await expectNoAxeViolations(page);
  });
});

test.describe("unknown addresses", () => {
  for (const path of [
    "/nope",
    "/post/no-such-post",
    "/repo/x/y/z",
    "/%E0%A4%A",
    "/blog/%",
    "/..%2f..%2fetc%2fpasswd",
  ]) {
    test(
      `${path} is a 404 page with a way on`,
      path === "/nope" ? {} : night,
      async ({ page, complaints }) => {
        const response = await page.goto(path);
        expect(response?.status()).toBe(404);
        await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
        await page.getByRole("link", { name: "Go to the home page" }).click();
        await expect(page.getByRole("heading", { level: 1, name: "Robin Ashgrove" })).toBeVisible();
        expect(complaints.filter((line) => line.startsWith("console.warning"))).toEqual([]);
        complaints.length = 0;
      },
    );
  }
});

test("the theme's three choices stand inside the drawer on one line", night, async ({ page }) => {
  await open(page, "/about");
  await page.getByRole("button", { name: "Open menu" }).click();
  const drawer = page.getByRole("dialog", { name: "Menu" });
  const sideways = () => drawer.evaluate((element) => element.scrollWidth - element.clientWidth);
  await expect(drawer).toBeVisible();
  expect(await sideways()).toBe(0);
  const tops = await drawer
    .getByRole("group", { name: "Color theme" })
    .locator("label")
    .evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  expect(await sideways()).toBe(0);
});

test("search and the account stay in the bar at twice the text size", async ({ page }) => {
  await signIn(page, "/about");
  for (const width of [1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    const bar = page.getByRole("banner");
    await expect(bar.getByRole("button", { name: /^Account: / })).toBeInViewport({ ratio: 1 });
    await expect(bar.getByRole("button", { name: /^Search/ })).toBeInViewport({ ratio: 1 });
  }
});

test("a link inside the content changes the page without loading the site anew", night, async ({ page }) => {
  await open(page, "/about");
  await page.evaluate(() => document.documentElement.setAttribute("data-same-load", "yes"));
  await page.getByRole("main").getByRole("link", { name: "posts", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Posts" })).toBeFocused();
  await expect(page.locator("html")).toHaveAttribute("data-same-load", "yes");
});

test("the hero's links are ink on paper when printed, with their addresses", night, async ({ page }) => {
  await page.emulateMedia({ media: "print", colorScheme: "light" });
  await open(page, "/");
  const link = page
    .getByRole("main")
    .getByRole("link", { name: /GitHub/ })
    .first();
  const look = await link.evaluate((element) => ({
    ink: getComputedStyle(element).color === getComputedStyle(document.body).color,
    address: getComputedStyle(element, "::after").content.includes("https://"),
  }));
  expect(look).toEqual({ ink: true, address: true });
});
