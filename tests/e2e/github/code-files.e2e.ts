import type { Locator, Request } from "@playwright/test";
import {
  dialogPath,
  dropRefusals,
  foundPath,
  oddFilePath,
  openLines,
  test,
} from "../../support/sites/code-site.ts";
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  open,
  night,
  expectGoodLook,
} from "../../support/visits/e2e.ts";

/** Reading files that a search has found, odd ones too; and how search and files look, and what they weigh. */

test.describe("a file", () => {
  const shown: [path: string, first: string | RegExp][] = [
    ["html/pre-and-script.txt", /<\/?pre>|<script/],
    ["html/entities.html", /&lt;|&amp;/],
    ["html/<img src=x onerror=alert(1)>.md", /./],
    ["encodings/crlf.txt", "Lines end\nas on a typewriter:\nback, and down.\n"],
    ["encodings/mixed-ends.txt", "one\ntwo\nthree\nfour\n"],
    ["encodings/no-final-line-end.txt", "The last line has no end\n"],
    ["encodings/bom.json", '{ "begins": "with a mark that nobody sees" }\n'],
    ["encodings/latin-1.txt", "Café, naïve, £12, Straße, ¿qué?\n"],
    ["encodings/utf-16.txt", "Two bytes each.\n"],
    ["encodings/emoji.md", /\p{Extended_Pictographic}/u],
    ["encodings/tabs.py", /\t/],
    ["encodings/no-language", /./],
  ];
  for (const [path, text] of shown) {
    test(`${path} is shown right, and runs nothing`, night, async ({ page }) => {
      page.on("dialog", (alert) => {
        throw new Error(`the page was made to say: ${alert.message()}`);
      });
      await open(page, oddFilePath(path));
      await expect(page.locator("[data-line]").first()).toBeVisible();
      const lines = await openLines(page);
      if (typeof text === "string") expect(lines).toBe(text);
      else expect(lines).toMatch(text);
      await expect(page.locator("[data-chunk] :is(img, script)")).toHaveCount(0);
    });
  }

  for (const [path, reason] of [
    ["binary/pixel.png", "isn’t text"],
    ["generated/large.csv", "larger than 1 MB"],
    ["no/such/file.txt", "Not found. The file may have been moved, renamed, or deleted."],
  ] as const) {
    test(`${path} is refused with the reason`, night, async ({ page, complaints }) => {
      await open(page, oddFilePath(path));
      await expect(page.getByRole("alert")).toContainText(reason);
      expect(complaints.join("\n")).toContain("Failed to load edge-of-text/");
      dropRefusals(complaints);
    });
  }

  test("that fails to load says so and can be retried", night, async ({ page, complaints }) => {
    let isDown = true;
    await page.route("**/api/GetCodeFile?*", (route) => (isDown ? route.abort() : route.continue()));
    await open(page, oddFilePath("encodings/"));
    await page.getByRole("treeitem", { name: "crlf.txt" }).click();
    await expect(page.getByRole("alert")).toContainText("Can’t show this file");
    isDown = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.locator("[data-line]").first()).toContainText("Lines end");
    complaints.length = 0;
  });

  test("of 2,000 lines opens at its line, highlighted, and copies exactly", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(page, `${oddFilePath("generated/tariff.ts")}#L1500`);
    const line = page.locator('[data-line="1500"]');
    await expect(line).toBeInViewport();
    await expect(line).toHaveAttribute("data-selected", "true");
    await expect(line.locator(".hljs-string").first()).toBeVisible();
    // Far away the text is there as well: for the browser's own search.
    await expect(page.locator('[data-chunk="0"]')).toContainText("Duties by heading");

    await page.getByRole("button", { name: "Copy file" }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.split("\n")).toHaveLength(2001);

    const next = page.getByRole("link", { name: "Line 1502", exact: true });
    await next.click();
    await expect(page).toHaveURL(/#L1502$/);
    await expect(page.locator('[data-line="1502"]')).toHaveAttribute("data-selected", "true");

    await page.emulateMedia({ media: "print" });
    const printed = async (element: Locator) => (await element.boundingBox())?.height ?? 0;
    expect(await printed(page.locator("main section"))).toBeGreaterThan(await printed(page.locator("pre")));
    await expect(page.getByRole("textbox", { name: "Find" })).toBeHidden();
    // A line that wraps keeps its number.
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await expect(page.locator("[data-line]")).toHaveCount(2000);
    await page.emulateMedia({ media: "screen" });
    await page.goBack();
    await expect(page).not.toHaveURL(/#L/);
  });

  test("with a line of 10,000 characters scrolls horizontally", night, async ({ page }) => {
    await open(page, oddFilePath("generated/long-line.js"));
    const line = page.locator('[data-line="1"]');
    await expect(line).toContainText("export const digits");
    expect(await line.locator("span").count()).toBeLessThan(5);
    await expectNoSidewaysScroll(page);
  });
});

test.describe("the look", () => {
  const views: [name: string, path: string, seen: RegExp][] = [
    ["the hints of Search Code", "/code", /Qualifiers/],
    ["the results", foundPath, /2 files/],
    ["the tree", "/repo/ledger-kit/files/", /LICENSE/],
    ["a file", `${oddFilePath("generated/tariff.ts")}#L3`, /2,000 lines/],
    ["the dialog", dialogPath, /2 files/],
    ["a file in the dialog", `${dialogPath}&file=src%2FCongressClient.cs`, /Match 1 of/],
  ];
  for (const [name, path, seen] of views) {
    // The results stand for all by day.
    const isShownByDay = path === foundPath;
    test(`${name} can be read in both themes and on a phone`, isShownByDay ? {} : night, async ({ page }) => {
      await open(page, path);
      await expect(page.getByText(seen).first()).toBeVisible();
      await expectGoodLook(page);
    });

    for (const colorScheme of ["light", "dark"] as const) {
      test(`${name}: nothing for axe to complain about in ${colorScheme}`, night, async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await open(page, path);
        await expect(page.getByText(seen).first()).toBeVisible();
        await expectNoAxeViolations(page);
      });
    }

    test(`${name}: nothing sticks out at 320 and 390 px`, night, async ({ page }) => {
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        await open(page, path);
        await expect(page.getByText(seen).first()).toBeVisible();
        await expectNoSidewaysScroll(page);
      }
    });
  }
});

test.describe("the bytes", () => {
  for (const [name, path] of [
    ["a colored file on its own page", oddFilePath("generated/tariff.ts")],
    ["a repository's page with a colored file in its dialog", `${dialogPath}&file=src%2FCongressClient.cs`],
  ] as const) {
    test(`of ${name}: at most 170 KB of JavaScript`, night, async ({ page }) => {
      const scripts: Request[] = [];
      page.context().on("requestfinished", (request) => {
        if (new URL(request.url()).pathname.endsWith(".js")) scripts.push(request);
      });
      await open(page, path);
      await expect(page.locator("[data-line] .hljs-keyword").first()).toBeVisible();
      await page.waitForLoadState("networkidle");
      expect(page.workers()).toHaveLength(1);
      const bytes = (await Promise.all(scripts.map(travelledBytes))).reduce((sum, size) => sum + size, 0);
      expect(scripts.map((request) => request.url())).toContainEqual(page.workers()[0]?.url());
      test.info().annotations.push({ type: "bytes", description: String(bytes) });
      expect(bytes, "JavaScript, brotli").toBeGreaterThan(100_000);
      expect(bytes, "JavaScript, brotli").toBeLessThanOrEqual(170_000);
    });
  }
});

/** Counts the bytes that the server sent, because the browser doesn't report the size of a worker's script. */
async function travelledBytes(request: Request): Promise<number> {
  const response = await request.response();
  return Number(await response?.headerValue("content-length"));
}
