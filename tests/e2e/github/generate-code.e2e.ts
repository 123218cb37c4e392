import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  open,
  test,
  night,
} from "../../support/visits/e2e.ts";

const person = '{"id":1,"name":"Ada","born":"1815-12-10","spouse":null}';

function input(page: Page) {
  return page.getByRole("textbox", { name: "JSON", exact: true });
}

function result(page: Page) {
  return page.getByRole("region", { name: "Generated code" });
}

async function paste(page: Page, text: string): Promise<void> {
  await input(page).fill(text);
}

test.describe("Generate Code", () => {
  test.beforeEach(async ({ page }) => {
    // Every page asks for the repositories, once the browser has nothing else to do.
    const asked = page.waitForRequest(/\/repos\?sort=pushed/);
    await open(page, "/generate-code");
    await asked;
  });

  test("generates code while typing, and keeps the input in the browser", async ({ page }) => {
    const sent: string[] = [];
    page.on("request", (request) =>
      sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ""}`),
    );
    await expect(result(page)).toContainText("No code yet");
    await paste(page, person);
    await expect(result(page)).toContainText("export interface Root");
    await expect(result(page)).toContainText(/born:\s+string/);
    await expect(result(page)).toContainText("Always null in the input");
    await page.getByLabel("Dates and times in strings").check();
    await expect(result(page)).toContainText(/born:\s+Date/);
    await page.getByRole("textbox", { name: "Type name" }).fill("Person");
    await page.getByLabel("To", { exact: true }).selectOption("go");
    await expect(result(page)).toContainText("type Person struct");
    await expect(result(page).getByText("Go", { exact: true })).toBeVisible();
    await page.getByRole("textbox", { name: "Generated package name" }).fill("people");
    await expect(result(page)).toContainText("package people");
    expect(
      sent.filter((line) => !/^GET \S+\/assets\/\S+ $/.test(line)),
      "calls while typing",
    ).toEqual([]);
  });

  test("shows where the JSON is invalid and leads there", night, async ({ page }) => {
    await paste(page, '{"id":1,\n  "name": }');
    await expect(page.getByText("Line 2, column 11: Expected a value").first()).toBeVisible();
    await expect(input(page)).toHaveAttribute("aria-invalid", "true");
    await page.getByRole("button", { name: "Show error" }).click();
    await expect(input(page)).toBeFocused();
    expect(await input(page).evaluate((field: HTMLTextAreaElement) => field.selectionStart)).toBe(19);
  });

  test("accepts several samples or a schema, and restores cleared input", night, async ({ page }) => {
    await paste(page, '{"a":1}');
    await page.getByRole("button", { name: "Add sample" }).click();
    await page.getByRole("textbox", { name: "Sample 2" }).fill('{"a":2,"b":"x"}');
    await expect(result(page)).toContainText(/b\?:\s+string/);
    const panel = page.getByRole("region", { name: "Input" });
    await page.getByRole("button", { name: "Remove sample 2" }).press("Enter");
    await expect(panel).toBeFocused();
    await expect(result(page)).not.toContainText("b?:");
    await page.getByRole("button", { name: "Clear" }).press("Enter");
    await expect(panel).toBeFocused();
    await expect(input(page)).toHaveValue("");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(input(page)).toHaveValue('{"a":1}');
    await page.getByText("JSON Schema", { exact: true }).first().click();
    await page
      .getByRole("textbox", { name: "JSON Schema" })
      .fill('{"type":"object","required":["when"],"properties":{"when":{"type":"integer"}}}');
    await expect(result(page)).toContainText(/when:\s+number/);
    const file = { name: "a.json", mimeType: "application/json", buffer: Buffer.from('{"title":"Other"}') };
    await page.locator('input[type="file"]').setInputFiles(file);
    await expect(page.getByRole("textbox", { name: "JSON Schema" })).toHaveValue('{"title":"Other"}');
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("textbox", { name: "JSON Schema" })).toHaveValue(/"when"/);
  });

  test("shares everything in a link that no server sees", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await paste(page, person);
    await page.getByLabel("To", { exact: true }).selectOption("rust");
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByText("Copied a link")).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain("/generate-code#code=");

    const other = await context.browser()?.newContext();
    const visitor = await other?.newPage();
    if (visitor === undefined) throw new Error("no second browser");
    const asked: string[] = [];
    visitor.on("request", (request) => asked.push(request.url()));
    await visitor.goto(link);
    await expect(input(visitor)).toHaveValue(person);
    await expect(result(visitor)).toContainText("pub struct Root");
    expect(asked.filter((url) => url.includes("#") || url.includes("code="))).toEqual([]);
    await input(visitor).fill("[1]");
    await expect(visitor).toHaveURL(/\/generate-code$/);
    await visitor.goto(`${new URL(link).origin}/generate-code#code=broken`);
    await expect(visitor.getByText("This link is damaged")).toBeVisible();
    await other?.close();
  });

  test("downloads one file or all, under the right names", night, async ({ page }) => {
    await paste(page, '{"id":1,"owner":{"name":"Ada"}}');
    await page.getByRole("textbox", { name: "Type name" }).fill("TaxBill");
    await expect(result(page)).toContainText("interface TaxBill");
    const [single] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: /Download/ }).click(),
    ]);
    expect(single.suggestedFilename()).toBe("tax-bill.ts");
    expect(await readFile(await single.path(), "utf8")).toContain("export interface TaxBill");
    await page.getByLabel("To", { exact: true }).selectOption("java");
    await expect(result(page)).toContainText("class TaxBill");
    await page.getByRole("button", { name: "Owner.java" }).click();
    await expect(result(page)).toContainText("public class Owner");
  });

  test(
    "opens or accepts a dropped file, and rejects one that is too large or isn't text",
    night,
    async ({ page }) => {
      const picker = page.locator('input[type="file"]');
      await picker.setInputFiles({
        name: "a.json",
        mimeType: "application/json",
        buffer: Buffer.from('{"fromFile":1}'),
      });
      await expect(result(page)).toContainText("fromFile");
      const large = Buffer.alloc(10_000_000, 32);
      await picker.setInputFiles({ name: "large.json", mimeType: "application/json", buffer: large });
      await expect(page.getByText("This is 10 MB. The limit is 5 MB.")).toBeVisible();
      await picker.setInputFiles({
        name: "a.png",
        mimeType: "image/png",
        buffer: Buffer.from([0x89, 0x50, 0xff, 0xfe]),
      });
      await expect(page.getByText("a.png isn’t UTF-8 text.")).toBeVisible();
      await expect(input(page)).toHaveValue('{"fromFile":1}');
      const dropped = await page.evaluateHandle(() => {
        const data = new DataTransfer();
        data.items.add(new File(['{"dropped":true}'], "b.json", { type: "application/json" }));
        return data;
      });
      await page
        .getByRole("heading", { name: "Generate Code" })
        .dispatchEvent("drop", { dataTransfer: dropped });
      await expect(page.getByRole("textbox", { name: "Sample 2" })).toHaveValue('{"dropped":true}');
    },
  );

  test("remembers settings for the next visit and the input for a reload", night, async ({ page }) => {
    await paste(page, person);
    await page.getByLabel("To", { exact: true }).selectOption("swift");
    await expect(result(page)).toContainText("struct Root");
    await page.reload();
    await expect(input(page)).toHaveValue(person);
    await expect(page.getByLabel("To", { exact: true })).toHaveValue("swift");
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await expect(input(page)).toHaveValue("");
    await expect(page.getByLabel("To", { exact: true })).toHaveValue("swift");
  });

  test("generates code from the site's own data", night, async ({ page }) => {
    await page.getByRole("button", { name: "A repository" }).click();
    await expect(result(page)).toContainText("export interface Repository");
    await page.getByRole("button", { name: "A bill" }).click();
    await expect(result(page)).toContainText("export interface Bill");
  });

  test("says so if an example fails to load", night, async ({ page, complaints }) => {
    await page.route("**/api/CongressGetBills*", (route) => route.fulfill({ status: 503, body: "away" }));
    await page.getByRole("button", { name: "A bill" }).click();
    await expect(page.getByText("Couldn’t load the example")).toBeVisible();
    complaints.splice(0).forEach((line) => expect(line).toContain("503"));
  });

  test("stays responsive while a worker reads a large input", night, async ({ page }) => {
    const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `n${id}`, nested: { value: id } }));
    const text = JSON.stringify(rows);
    await paste(page, text);
    await expect(result(page)).toHaveText("Generating code");
    await input(page).press("Control+End");
    await input(page).pressSequentially(" \n");
    await expect(input(page)).toHaveValue(`${text} \n`);
    await expect(result(page)).toContainText("export interface Root", { timeout: 20_000 });
  });

  for (const colorScheme of ["light", "dark"] as const) {
    test(`has no accessibility problem and fits a phone (${colorScheme})`, night, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await paste(page, person);
      await expect(result(page)).toContainText("export interface Root");
      await expectNoAxeViolations(page);
      await paste(page, "[1,");
      await expect(page.getByRole("button", { name: "Show error" })).toBeVisible();
      await page.setViewportSize({ width: 390, height: 800 });
      await expectNoSidewaysScroll(page);
      await expectNoAxeViolations(page);
      await page.setViewportSize({ width: 320, height: 640 });
      await expectNoSidewaysScroll(page);
    });
  }
});

test(
  "Generate Code loads at most 170 KB of scripts beside the worker, and the worker at most 300 KB",
  night,
  async ({ page }) => {
    const sizes = new Map<string, number>();
    page.on("response", async (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.endsWith(".js")) return;
      sizes.set(pathname, Number(response.headers()["content-length"] ?? 0));
    });
    await open(page, "/generate-code");
    await paste(page, person);
    await expect(result(page).locator("[class*=hljs]").first()).toBeVisible();
    const isWorker = ([path]: [string, number]) => path.includes("worker");
    const total = (entries: [string, number][]) => entries.reduce((sum, [, size]) => sum + size, 0);
    const workers = [...sizes].filter(isWorker);
    const generator = workers.filter(([path]) => path.includes("codegen"));
    const others = [...sizes].filter(([path]) => !path.includes("codegen-worker"));
    expect(total(generator)).toBeGreaterThan(0);
    expect(total(generator), "the generator's worker").toBeLessThanOrEqual(300_000);
    expect(total(others), JSON.stringify(others)).toBeLessThanOrEqual(170_000);
  },
);

test("the selected kind of input is visible in forced colors", night, async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(page, "/generate-code");
  const ground = (name: string) =>
    page
      .locator("label")
      .filter({ hasText: new RegExp(`^${name}$`) })
      .first()
      .evaluate((label) => getComputedStyle(label).backgroundColor);
  expect(await ground("JSON")).not.toBe(await ground("JSON Schema"));
});

test("long lines of generated code wrap on paper", night, async ({ page }) => {
  await page.setViewportSize({ width: 816, height: 1056 });
  await open(page, "/generate-code");
  await paste(page, JSON.stringify({ ["long".repeat(30)]: 1 }));
  await expect(result(page)).toContainText("longlong");
  await page.emulateMedia({ media: "print" });
  await expectNoSidewaysScroll(page);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("Generate Code says that it needs JavaScript", async ({ page }) => {
    await page.goto("/generate-code");
    const notice = page.getByRole("main").locator("noscript p");
    await expect(notice).toBeVisible();
    await expect(notice).toHaveText("Generating code needs JavaScript.");
  });
});
