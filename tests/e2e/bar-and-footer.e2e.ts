import type { Page } from "@playwright/test";
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  night,
  open,
  signIn,
  test,
} from "../support/visits/e2e.ts";

test.describe("the top bar", () => {
  test("is transparent on the home page up to 75 px of scroll, and black after", async ({ page }) => {
    await open(page, "/");
    const bar = page.getByRole("banner").first();
    const ground = () => bar.evaluate((element) => getComputedStyle(element).backgroundColor);
    await expect.poll(ground).toBe("rgba(0, 0, 0, 0)");
    await page.evaluate(() => scrollTo({ top: 75, behavior: "instant" }));
    await expect.poll(ground).toBe("rgba(0, 0, 0, 0)");
    await page.evaluate(() => scrollTo({ top: 76, behavior: "instant" }));
    await expect.poll(ground).toBe("rgb(0, 0, 0)");
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await expect.poll(ground).toBe("rgba(0, 0, 0, 0)");
  });

  test("is black everywhere else", night, async ({ page }) => {
    await open(page, "/about");
    const ground = await page
      .getByRole("banner")
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(ground).toBe("rgb(0, 0, 0)");
  });

  test("shows the owner's domain and, signed out, Sign In with the way back", night, async ({ page }) => {
    await open(page, "/posts?tag=typescript");
    await expect(
      page.getByRole("banner").first().getByRole("link", { name: "robinashgrove.example" }),
    ).toBeVisible();
    const signIn = page.getByRole("banner").first().getByRole("link", { name: "Sign In" });
    await signIn.evaluate((element) => element.addEventListener("click", (event) => event.preventDefault()));
    await signIn.click();
    await expect(signIn).toHaveAttribute(
      "href",
      "/.auth/login/aad?post_login_redirect_uri=%2Fposts%3Ftag%3Dtypescript",
    );
  });
});

test.describe("a wide bar", () => {
  const names = (page: Page) =>
    page.getByRole("navigation", { name: "Pages" }).getByRole("link").allTextContents();

  test("leads to the main pages and the palette; narrower ones have a menu and an icon", async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 800 });
    await open(page, "/about");
    expect(await names(page)).toEqual(["About", "Posts", "Code", "Congress"]);
    const links = page.getByRole("navigation", { name: "Pages" });
    await expect(links.getByRole("link", { name: "About" })).toHaveAttribute("aria-current", "page");
    await links.getByRole("link", { name: "Posts" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Posts" })).toBeFocused();
    const search = page.getByRole("button", { name: /^Search (⌘K|Ctrl K)$/ });
    await search.press("Enter");
    await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(search).toBeFocused();
    await page.setViewportSize({ width: 1023, height: 800 });
    await expect(links).toBeHidden();
    await expect(page.getByRole("button", { name: "Search", exact: true }).locator("kbd")).toBeHidden();
    await expectNoAxeViolations(page);
  });

  test(
    "has members' pages too, and fits with them; their screens end in one line",
    night,
    async ({ page }) => {
      await page.setViewportSize({ width: 1024, height: 800 });
      await signIn(page, "/accounts");
      await expect
        .poll(() => names(page))
        .toEqual(["About", "Posts", "Code", "Congress", "Overview", "Spending", "Income"]);
      await expectNoSidewaysScroll(page);
      const title = page.getByRole("banner").first().getByRole("link", { name: "robinashgrove.example" });
      expect(await title.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
      await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Income" }).click();
      await expect(page).toHaveURL(/\/due$/);
      const footer = page.getByRole("contentinfo");
      expect(await footer.getByRole("link").allInnerTexts()).toEqual([
        "Users",
        "Products",
        "Accounts",
        "Spending",
        "Logout",
      ]);
      expect((await footer.boundingBox())?.height).toBeLessThan(64);
      await expectNoAxeViolations(page);
    },
  );
});

test.describe("the drawer", () => {
  test("slides in from the left, 256 px wide, holds the tools and closes by Escape with focus back", async ({
    page,
  }) => {
    await open(page, "/about");
    const button = page.getByRole("button", { name: "Open menu" });
    await button.focus();
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name: "Menu" });
    await expect(drawer).toBeVisible();
    await expect.poll(async () => (await drawer.boundingBox())?.x).toBe(0);
    expect((await drawer.boundingBox())?.width).toBe(256);
    for (const name of ["Search Code", "Generate Code", "Congress Feed"]) {
      await expect(drawer.getByRole("link", { name })).toBeVisible();
    }
    for (const name of [/GitHub/, /LinkedIn/, /Résumé/]) {
      await expect(drawer.getByRole("link", { name })).toBeVisible();
    }
    await expect(drawer.getByRole("link", { name: "Users" })).toHaveCount(0);
    await expectNoAxeViolations(page);
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    await expect(button).toBeFocused();
  });

  test("closes by a click beside it and after following a link", night, async ({ page }) => {
    await open(page, "/about");
    const drawer = page.getByRole("dialog", { name: "Menu" });
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.mouse.click(800, 400);
    await expect(drawer).toBeHidden();
    await page.getByRole("button", { name: "Open menu" }).click();
    await drawer.getByRole("link", { name: "Posts" }).click();
    await expect(page).toHaveURL(/\/posts$/);
    await expect(drawer).toBeHidden();
  });
});

test.describe("the footer", () => {
  test("has pages, external links, the year and a sign-in column", night, async ({ page }) => {
    await open(page, "/");
    const footer = page.getByRole("contentinfo");
    for (const name of [
      "Home",
      "About",
      "Posts",
      "Search Code",
      "Generate Code",
      "Congress Feed",
      "Microsoft",
    ]) {
      await expect(footer.getByRole("link", { name, exact: true })).toBeVisible();
    }
    await expect(footer.getByText(String(new Date().getFullYear()))).toBeVisible();
  });

  test("hides the year on a phone", night, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, "/");
    await expect(page.getByRole("contentinfo").getByText(String(new Date().getFullYear()))).toBeHidden();
    await expectNoSidewaysScroll(page);
  });
});
