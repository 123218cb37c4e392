import type { Page } from "@playwright/test";
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  hydrated,
  open,
  test,
  night,
} from "../support/visits/e2e.ts";
import { createProductAsMember, pngFile } from "../support/sites/product-site.ts";

const field = (page: Page) => page.getByRole("searchbox", { name: "Serial number" });
const notFound = (page: Page) => page.getByRole("dialog", { name: "Product Not Found" });
const viewer = (page: Page) => page.getByRole("dialog", { name: /^Images of/ });

/** Returns the page's own content, without closed dialogs. */
const onPage = (page: Page, text: string) => page.getByRole("paragraph").filter({ hasText: text });

/** A product of its own for each test, since all share one server. */
async function seed(page: Page, serialNumber: string, pictureCount = 0): Promise<void> {
  await page.goto("/about");
  const colors = ["#44aa77", "#aa4477", "#4477aa"];
  const pictures = await Promise.all(
    colors.slice(0, pictureCount).map(async (color, index) => ({
      file: await pngFile(`${serialNumber}-${index}.png`, 1700 - index * 650, 1200 + index * 7, color),
      altText: index === 1 ? "" : `Side ${index + 1}`,
    })),
  );
  await createProductAsMember(page, {
    name: "Desk Lamp",
    serialNumber,
    grade: "A+",
    description: "Brass and oak.\n<b>Two joints</b> & a shade.",
    pictures,
  });
}

test("a visitor finds a product by its number, shares its address, and starts over", async ({ page }) => {
  test.slow();
  await seed(page, "Find Me-1");
  await open(page, "/search");
  await expect(page.getByRole("heading", { level: 1, name: "Find a Product" })).toBeVisible();
  await expect(page.getByText("Search Product by Serial Number")).toBeVisible();
  await expect(field(page)).toHaveAttribute("placeholder", "Enter your product's serial number");
  await expectNoAxeViolations(page);

  await field(page).fill("  find  me-1 ");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search\/find%20me-1$/);
  const product = page.getByRole("article", { name: "Desk Lamp" });
  await expect(product.getByRole("definition").first()).toHaveText("Find Me-1");
  await expect(product.getByRole("definition").nth(1)).toHaveText("A+");
  await expect(product).toContainText("<b>Two joints</b> & a shade.");
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toHaveText(
    /HOME\s*PRODUCTS\s*FIND ME-1/,
  );
  await expect(field(page)).toBeFocused();
  await expect(page).toHaveTitle(/^Desk Lamp · Find Me-1/);

  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page).toHaveURL(/\/search$/);
  await expect(product).toHaveCount(0);
  await expect(page.getByText("Search Product by Serial Number")).toBeVisible();
  await expect(field(page)).toBeFocused();
  await page.goBack();
  await expect(product).toBeVisible();
  await expect(field(page)).toHaveValue("find me-1");

  await field(page).fill("FIND ME-1");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL(/\/search\/FIND%20ME-1$/);
  await expect(product).toBeVisible();
});

test("a number in the address is searched on the server: head, text, and status, without JavaScript", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  await seed(page, "SRV-1", 1);
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const plain = await context.newPage();
  const response = await plain.goto("/search/srv-1");
  expect(response?.status()).toBe(200);
  await expect(plain.getByRole("heading", { level: 2, name: "Desk Lamp" })).toBeVisible();
  await expect(plain).toHaveTitle(/Desk Lamp · SRV-1/);
  await expect(plain.locator('meta[property="og:image"]')).toHaveAttribute("content", /\/images\/[0-9a-f]+-/);
  await expect(plain.locator('link[rel="canonical"]')).toHaveAttribute("href", /\/search\/SRV-1$/);
  await expect(plain.getByRole("link", { name: "Side 1" })).toHaveAttribute("href", /^\/images\/.+\.webp$/);

  await plain.goto("/search");
  await plain.getByRole("searchbox").fill("no such/1");
  await plain.keyboard.press("Enter");
  await expect(plain).toHaveURL(/\/search\/no%20such%2F1$/);
  await expect(onPage(plain, "No product has serial number no such/1.")).toBeVisible();
  expect((await plain.reload())?.status()).toBe(404);
  await context.close();
});

test(
  "an unknown number shows a dialog that returns the focus to the field",
  night,
  async ({ page, complaints }) => {
    await open(page, "/search/nobody-has-this");
    await expect(notFound(page)).toContainText("No product has serial number nobody-has-this.");
    await expectNoAxeViolations(page);
    await page.keyboard.press("Escape");
    await expect(notFound(page)).toBeHidden();
    await expect(field(page)).toBeFocused();
    await expect(onPage(page, "No product has serial number nobody-has-this.")).toBeVisible();
    await expectNoAxeViolations(page);
    // The same again: it is searched again, and told again.
    await page.keyboard.press("Enter");
    await expect(notFound(page)).toBeVisible();
    await notFound(page).getByRole("button", { name: "Close" }).click();
    await expect(field(page)).toBeFocused();
    complaints.length = 0;
  },
);

test("a cached page hydrates unchanged and is then refreshed", night, async ({ page, complaints }) => {
  await page.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() + 120_000;
  });
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const renewal = page.waitForRequest("**/api/GetProductBySerialNumber?*");
  await page.route("**/api/GetProductBySerialNumber?*", async (route) => {
    await held;
    await route.continue();
  });
  await open(page, "/search/kept-a-while");
  await renewal;
  await expect(notFound(page)).toBeVisible();
  await page.keyboard.press("Escape");
  const renewed = page.waitForResponse("**/api/GetProductBySerialNumber?*");
  release();
  await (await renewed).finished();
  // What was told and closed is not told again.
  await expect(onPage(page, "No product has serial number kept-a-while.")).toBeVisible();
  await expect(notFound(page)).toBeHidden();
  expect(complaints.splice(0).filter((line) => !line.includes("404"))).toEqual([]);
});

const oddNumbers = [
  ["65 characters", "x".repeat(65), /up to 64 characters/],
  ["a path", "../../etc/passwd", /No product has serial number \.\.\/\.\.\/etc\/passwd\./],
  ["two dots", "..", /No product has serial number \.\.\./],
  ["SQL", "' OR '1'='1'; DROP TABLE products; --", /No product has serial number ' OR '1'='1'/],
  ["HTML", "<img src=x onerror=alert(1)>", /No product has serial number <img src=x onerror=alert\(1\)>\./],
  ["a percent code", "A%2FB", /No product has serial number A%2FB\./],
  ["a control character", "A\u0007B", /invisible characters/],
] as const;

for (const [what, typed, answer] of oddNumbers) {
  test(
    `${what} as a serial number: a clear answer, typed or in the address`,
    night,
    async ({ page, complaints }) => {
      await open(page, "/search");
      await field(page).fill(typed);
      await page.keyboard.press("Enter");
      await expect(notFound(page)).toContainText(answer);
      await expect(notFound(page).locator("img")).toHaveCount(0);
      await page.reload();
      await hydrated(page);
      await expect(notFound(page)).toContainText(answer);
      complaints.length = 0;
    },
  );
}

test(
  "a look-alike letter makes a different number, a full-width letter the same",
  night,
  async ({ page, complaints }) => {
    test.slow();
    await seed(page, "ALIKE-1");
    await open(page, "/search/%EF%BC%A1LIKE-1");
    await expect(page.getByRole("heading", { level: 2, name: "Desk Lamp" })).toBeVisible();
    await open(page, "/search/%D0%90LIKE-1");
    await expect(notFound(page)).toContainText("No product has serial number");
    complaints.length = 0;
  },
);

test(
  "a slow search says so, and a failed one says why and can be retried",
  night,
  async ({ page, complaints }) => {
    test.slow();
    await seed(page, "SLOW-1");
    await open(page, "/search");
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/GetProductBySerialNumber?*", async (route) => {
      await held;
      await route.fulfill({ status: 500, body: "broken" });
    });
    await field(page).fill("slow-1");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Searching, please wait")).toBeVisible();
    await expectNoAxeViolations(page);
    release();
    await expect(notFound(page)).toContainText("An error occurred searching. Please try again later.");
    await page.keyboard.press("Escape");
    await page.unroute("**/api/GetProductBySerialNumber?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 2, name: "Desk Lamp" })).toBeVisible();

    await page.route("**/api/GetProductBySerialNumber?*", (route) => route.abort());
    await field(page).fill("other");
    await page.keyboard.press("Enter");
    await expect(notFound(page)).toContainText("An error occurred searching. Please try again later.");
    complaints.length = 0;
  },
);

test("the viewer works by keyboard: next, zoom, move, download, close", async ({ page }) => {
  test.slow();
  await seed(page, "VIEW-1", 3);
  await open(page, "/search/view-1");
  const thumbnails = page.getByRole("list", { name: "Images" }).getByRole("link");
  await expect(thumbnails).toHaveCount(3);
  await thumbnails.nth(1).focus();
  await page.keyboard.press("Enter");
  await expect(viewer(page)).toBeVisible();
  await expect(viewer(page)).toContainText("2 of 3");
  await expect(viewer(page).getByRole("img", { name: "Desk Lamp, image 2" })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press("ArrowRight");
  await expect(viewer(page)).toContainText("3 of 3");
  await page.keyboard.press("ArrowRight");
  await expect(viewer(page)).toContainText("3 of 3");
  await page.keyboard.press("Home");
  const image = viewer(page).getByRole("img", { name: "Side 1" });
  await expect(image).toBeVisible();
  await page.keyboard.press("+");
  await expect(viewer(page)).toContainText("150%");
  const before = await image.boundingBox();
  await page.keyboard.press("ArrowRight");
  await expect(viewer(page)).toContainText("1 of 3");
  await expect.poll(async () => (await image.boundingBox())?.x).toBeLessThan(before?.x ?? 0);
  await page.keyboard.press("PageDown");
  await expect(viewer(page)).toContainText("2 of 3");
  await expect(viewer(page)).toContainText("100%");
  await page.keyboard.press("+");
  await page.keyboard.press("-");
  await expect(viewer(page)).toContainText("100%");
  await page.keyboard.press("+");
  await page.keyboard.press("0");
  await expect(viewer(page)).toContainText("100%");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    viewer(page).getByRole("link", { name: "Download image" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("desk-lamp-2.webp");
  await page.keyboard.press("Escape");
  await expect(viewer(page)).toHaveCount(0);
  await expect(thumbnails.nth(1)).toBeFocused();
});

test("the viewer works by hand: buttons, swipe, double tap, wheel, pan, pinch", night, async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 800 });
  await seed(page, "HAND-1", 3);
  await open(page, "/search/hand-1");
  await page.getByRole("link", { name: "Side 1" }).click();
  const position = (text: string) => expect(viewer(page)).toContainText(text);
  await viewer(page).getByRole("button", { name: "Next image" }).click();
  await position("2 of 3");
  await viewer(page).getByRole("button", { name: "Previous image" }).click();
  await position("1 of 3");

  await drag(page, [300, 400], [120, 410]);
  await position("2 of 3");
  await drag(page, [120, 400], [300, 410]);
  await position("1 of 3");
  // Too short, or more down than across, is no swipe.
  await drag(page, [200, 400], [170, 400]);
  await drag(page, [200, 300], [260, 500]);
  await position("1 of 3");

  await page.mouse.dblclick(200, 400);
  await position("250%");
  const image = viewer(page).getByRole("img", { name: "Side 1" });
  const before = await image.boundingBox();
  await drag(page, [200, 400], [150, 400]);
  await position("1 of 3");
  await expect.poll(async () => (await image.boundingBox())?.x).toBeLessThan(before?.x ?? 0);
  await page.mouse.dblclick(200, 400);
  await position("100%");
  await page.mouse.wheel(0, -400);
  await expect(viewer(page)).not.toContainText("100%");
  await page.keyboard.press("0");

  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", spread: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints:
        type === "touchEnd"
          ? []
          : [
              { x: 195 - spread, y: 400, id: 1 },
              { x: 195 + spread, y: 400, id: 2 },
            ],
    });
  await touch("touchStart", 40);
  for (const spread of [50, 60, 70, 80]) await touch("touchMove", spread);
  await touch("touchEnd", 0);
  await position("200%");
  await position("1 of 3");
});

async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
}

for (const colorScheme of ["light", "dark"] as const) {
  test(
    `a product holds at every width, without a shift of the page, ${colorScheme}`,
    night,
    async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme });
      await seed(page, `WIDE-${"8".repeat(50)}-${colorScheme}`, 3);
      await page.addInitScript(() => {
        Object.assign(window, { shift: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            Reflect.set(window, "shift", Reflect.get(window, "shift") + Reflect.get(entry, "value"));
        }).observe({ type: "layout-shift", buffered: true });
      });
      for (const width of [320, 390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await open(page, `/search/wide-${"8".repeat(50)}-${colorScheme}`);
        await expect(page.getByRole("heading", { level: 2, name: "Desk Lamp" })).toBeVisible();
        await expect(page.getByRole("link", { name: "Side 3" }).locator("img")).toHaveJSProperty(
          "complete",
          true,
        );
        await expectNoSidewaysScroll(page);
        expect(await page.evaluate(() => Number(Reflect.get(window, "shift"))), `${width} px`).toBeLessThan(
          0.02,
        );
      }
      await expectNoAxeViolations(page);
      await page.getByRole("link", { name: "Side 3" }).click();
      await expect(viewer(page).getByRole("img", { name: "Side 3" })).toBeVisible();
      await expectNoAxeViolations(page);
    },
  );
}

test("product search loads at most 170 KB of scripts", night, async ({ page: seeding, browser, baseURL }) => {
  test.slow();
  await seed(seeding, "BYTES-1", 1);
  // Nothing of the site is in this browser's cache yet.
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const page = await context.newPage();
  let scriptBytes = 0;
  const sizes: Promise<void>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() !== "script") return;
    sizes.push(
      request.sizes().then(({ responseBodySize }) => {
        scriptBytes += responseBodySize;
      }),
    );
  });
  await open(page, "/search/bytes-1");
  await page.waitForLoadState("networkidle");
  await Promise.all(sizes);
  test.info().annotations.push({ type: "bytes", description: String(scriptBytes) });
  expect(scriptBytes, "JavaScript, brotli").toBeGreaterThan(50_000);
  expect(scriptBytes, "JavaScript, brotli").toBeLessThanOrEqual(170_000);
  await context.close();
});
