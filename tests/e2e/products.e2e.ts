import type { Locator, Page } from "@playwright/test";
import { failureEnvelope } from "../../src/shared/envelope.ts";
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  open,
  signIn,
  startE2eServer,
  test,
  night,
} from "../support/visits/e2e.ts";
import { createProduct, deleteProducts, pngFile } from "../support/sites/product-site.ts";

const newProduct = (page: Page) => page.getByRole("button", { name: "New Product" }).first();
const picker = (dialog: Locator) => dialog.locator("input[type=file]");
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

async function signInWithoutProducts(page: Page): Promise<void> {
  await signIn(page, "/products");
  await deleteProducts(page);
  await page.reload();
}

async function choose(page: Page, product: RegExp, action: string): Promise<void> {
  await page.getByRole("button", { name: product }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("a member creates a product with images and reorders them", async ({ page }) => {
  test.slow();
  await signInWithoutProducts(page);
  await expect(page.getByRole("heading", { level: 1, name: "Products" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No products yet" })).toBeVisible();
  await expectNoAxeViolations(page);

  await newProduct(page).click();
  const dialog = page.getByRole("dialog", { name: "New Product" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Brass Lamp");
  await dialog.getByRole("textbox", { name: "Serial Number" }).fill("  fl   100 ");
  await dialog.getByRole("textbox", { name: "Grade" }).fill("A");
  await dialog.getByRole("textbox", { name: "Description" }).fill("Brass and oak.");
  await picker(dialog).setInputFiles([
    await pngFile("one.png", 1700, 1200, "#44aa77"),
    await pngFile("two.png", 600, 900, "#aa4477"),
    await pngFile("three.png", 300, 200, "#4477aa"),
  ]);
  await expect(dialog.getByRole("textbox", { name: /^Alt text for image/ })).toHaveCount(3);
  await dialog.getByRole("textbox", { name: "Alt text for image 1" }).fill("Green side");
  await dialog.getByRole("textbox", { name: "Alt text for image 3" }).fill("Blue side");
  await expectNoAxeViolations(page);

  // By keyboard: the button keeps the focus, so that it can be pressed again.
  const up = dialog.getByRole("button", { name: "Move image 3 up" });
  await up.focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Move image 2 up" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("textbox", { name: "Alt text for image 1" })).toHaveValue("Blue side");
  await expect(dialog.getByText("Image moved to position 1 of 3.")).toBeVisible();
  // By dragging.
  await dialog.getByRole("listitem").nth(2).dragTo(dialog.getByRole("listitem").nth(1));
  await expect(dialog.getByRole("textbox", { name: "Alt text for image 3" })).toHaveValue("Green side");
  await dialog.getByRole("button", { name: "Remove image 2" }).press("Enter");
  await expect(dialog.getByRole("heading", { name: "Images" })).toBeFocused();
  await dialog.getByRole("button", { name: "Save Product" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Saved Brass Lamp.")).toBeVisible();
  await expect(rowOf(page, "Brass Lamp")).toContainText("fl 100");
  await expect(rowOf(page, "Brass Lamp").locator("img")).toHaveJSProperty("complete", true);

  await choose(page, /Brass Lamp/, "Edit");
  const edit = page.getByRole("dialog", { name: "Edit Product" });
  await expect(edit.getByRole("textbox", { name: /^Alt text for image/ })).toHaveCount(2);
  await expect(edit.getByRole("textbox", { name: "Alt text for image 1" })).toHaveValue("Blue side");
  await expect(edit.getByRole("textbox", { name: "Alt text for image 2" })).toHaveValue("Green side");
  await page.keyboard.press("Escape");
  await expect(edit).toBeHidden();
});

test("a member edits a product, deletes it, and undoes that", night, async ({ page }) => {
  test.slow();
  await signInWithoutProducts(page);
  await createProduct(page, { name: "Old Lamp", serialNumber: "old 1" });
  await page.reload();
  await choose(page, /Old Lamp/, "Edit");
  const edit = page.getByRole("dialog", { name: "Edit Product" });
  await edit.getByRole("textbox", { name: "Name" }).fill("Reading Lamp");
  await page.keyboard.press("Enter");
  await expect(edit).toBeHidden();
  await expect(rowOf(page, "Reading Lamp")).toBeVisible();

  await choose(page, /Reading Lamp/, "Delete");
  await expect(rowOf(page, "Reading Lamp")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Products" })).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rowOf(page, "Reading Lamp")).toBeVisible();
  await expect(page.getByText("Restored Reading Lamp.")).toBeVisible();
  await choose(page, /Reading Lamp/, "Public page");
  await expect(page).toHaveURL(/\/search\/old%201$/);
  await expect(page.getByRole("heading", { level: 2, name: "Reading Lamp" })).toBeVisible();
});

test(
  "a failed undo is shown on any page, can be retried, and may be too late",
  night,
  async ({ page, complaints }) => {
    test.slow();
    await signInWithoutProducts(page);
    await createProduct(page, { name: "Piano Lamp", serialNumber: "piano 1" });
    await page.reload();
    await choose(page, /Piano Lamp/, "Delete");
    await expect(rowOf(page, "Piano Lamp")).toHaveCount(0);
    await page.route("**/api/RestoreProduct", (route) => route.abort(), { times: 1 });
    // The toast outlives the page that it came from.
    await page.getByRole("button", { name: /^Account:/ }).click();
    await page.getByRole("link", { name: "Recently deleted" }).click();
    await expect(page.getByRole("button", { name: "Restore product Piano Lamp" })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Couldn’t restore Piano Lamp. Couldn’t reach the site.")).toBeVisible();
    expect(complaints.splice(0)).not.toEqual([]);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("Restored Piano Lamp.")).toBeVisible();
    await page.goBack();
    await expect(rowOf(page, "Piano Lamp")).toBeVisible();

    await choose(page, /Piano Lamp/, "Delete");
    await page.route("**/api/RestoreProduct", (route) =>
      route.fulfill({
        status: 404,
        json: { statusCode: 404, message: "Not found", data: null, errors: null },
      }),
    );
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Couldn’t restore Piano Lamp. It was already undone")).toBeVisible();
    await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
    complaints.splice(0);
  },
);

test(
  "input isn't lost: server errors appear on their fields, and closing asks first",
  night,
  async ({ page, complaints }) => {
    test.slow();
    await signInWithoutProducts(page);
    await createProduct(page, { name: "First", serialNumber: "Taken-1" });
    await newProduct(page).click();
    const dialog = page.getByRole("dialog", { name: "New Product" });
    await dialog.getByRole("button", { name: "Save Product" }).click();
    await expect(dialog.getByText("Enter a name.")).toBeVisible();
    await expect(dialog.getByText("Enter a serial number.")).toBeVisible();
    await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
    await dialog.getByRole("textbox", { name: "Name" }).fill("Second");
    const serialNumber = dialog.getByRole("textbox", { name: "Serial Number" });
    await serialNumber.fill("x".repeat(65));
    await expect(dialog.getByText("up to 64 characters")).toBeVisible();
    await serialNumber.fill("TAKEN-1");
    await dialog.getByRole("button", { name: "Save Product" }).click();
    await expect(serialNumber).toHaveAttribute("aria-invalid", "true");
    await expect(serialNumber).toBeFocused();
    await expect(serialNumber).toHaveAccessibleDescription(/TAKEN-1|another product/i);
    await expectNoAxeViolations(page);

    await page.route("**/api/SaveProduct", (route) => route.abort());
    await serialNumber.fill("Free-1");
    await dialog.getByRole("button", { name: "Save Product" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Not saved");
    await expect(serialNumber).toHaveValue("Free-1");
    await page.unroute("**/api/SaveProduct");

    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog", { name: "Discard changes?" });
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(serialNumber).toHaveValue("Free-1");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await question.getByRole("button", { name: "Discard changes" }).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, "Second")).toHaveCount(0);
    // 409 and the aborted call.
    complaints.length = 0;
  },
);

test("a failed image doesn't affect the others and can be retried", night, async ({ page, complaints }) => {
  test.slow();
  await signIn(page, "/products");
  await newProduct(page).click();
  const dialog = page.getByRole("dialog", { name: "New Product" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Chair");
  await dialog.getByRole("textbox", { name: "Serial Number" }).fill("CH-1");
  let isDown = true;
  await page.route("**/api/UploadProductImage", async (route) => {
    const isTheOne = route.request().postDataBuffer()?.includes("unlucky.png") ?? false;
    if (isDown && isTheOne) await route.fulfill({ status: 503, body: "busy" });
    else await route.continue();
  });
  await picker(dialog).setInputFiles([
    await pngFile("unlucky.png", 40, 30, "#445566"),
    await pngFile("lucky.png", 40, 30, "#665544"),
    { name: "notes.png", mimeType: "image/png", buffer: Buffer.from("no picture at all") },
    { name: "drawing.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") },
    { name: "huge.png", mimeType: "image/png", buffer: Buffer.alloc(10_000_001) },
  ]);
  const rows = dialog.getByRole("listitem");
  await expect(
    rows.filter({ hasText: "unlucky.png" }).getByRole("button", { name: "Try again" }),
  ).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "Alt text for image 2" })).toBeVisible();
  await expect(rows.filter({ hasText: "notes.png" })).toContainText(/\./);
  await expect(rows.filter({ hasText: "drawing.svg" })).toContainText("Use a JPEG, PNG, WebP, or AVIF image");
  await expect(rows.filter({ hasText: "huge.png" })).toContainText("larger than 10 MB");
  await expect(dialog.getByRole("button", { name: "Save Product" })).toBeDisabled();
  await expect(dialog.getByText("Retry or remove the failed images.")).toBeVisible();
  await expectNoAxeViolations(page);

  isDown = false;
  await rows.filter({ hasText: "unlucky.png" }).getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByRole("textbox", { name: "Alt text for image 1" })).toBeVisible();
  for (const place of [5, 4, 3]) await dialog.getByRole("button", { name: `Remove image ${place}` }).click();
  await dialog.getByRole("button", { name: "Save Product" }).click();
  await expect(rowOf(page, "Chair")).toBeVisible();
  // 503 and 400.
  complaints.length = 0;
});

test(
  "a failed delete shows a dialog with a retry, and a failed list another",
  night,
  async ({ page, complaints }) => {
    await signInWithoutProducts(page);
    await createProduct(page, { name: "Stubborn", serialNumber: "ST-1" });
    await page.reload();
    await page.route("**/api/DeleteProduct", (route) => route.fulfill({ status: 500, body: "no" }));
    await choose(page, /Stubborn/, "Delete");
    const dialog = page.getByRole("alertdialog", { name: "Request Failed" });
    await expect(dialog).toContainText("Couldn’t delete Stubborn.");
    await expect(rowOf(page, "Stubborn")).toHaveCount(1);
    await expectNoAxeViolations(page);
    await page.unroute("**/api/DeleteProduct");
    await dialog.getByRole("button", { name: "Try again" }).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, "Stubborn")).toHaveCount(0);

    const failure = failureEnvelope(502, { UPSTREAM: ["The pictures aren’t available."] });
    await page.route("**/api/GetProducts", (route) => route.fulfill({ status: 502, json: failure }));
    await page.reload();
    await expect(page.getByRole("heading", { name: "Couldn’t load products" })).toBeVisible();
    await expect(page.getByText("The pictures aren’t available.", { exact: true })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.unroute("**/api/GetProducts");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Couldn’t load products" })).toBeHidden();
    complaints.length = 0;
  },
);

test("the public link can be copied and saved as a QR code", night, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInWithoutProducts(page);
  await createProduct(page, { name: "Vase", serialNumber: "V 1/2" });
  await page.reload();
  const link = `${new URL(page.url()).origin}/search/V%201%2F2`;
  await choose(page, /Vase/, "Copy public link");
  await expect(page.getByText("Public link copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  await choose(page, /Vase/, "QR code");
  const dialog = page.getByRole("dialog", { name: "QR code" });
  const code = dialog.getByRole("img", { name: `QR code for ${link}` });
  await expect(code).toHaveJSProperty("complete", true);
  expect((await code.boundingBox())?.width).toBeGreaterThan(200);
  await expectNoAxeViolations(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download SVG" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("qr-V-1-2.svg");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the list and the form hold on a phone, ${colorScheme}`, night, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 700 });
    await signInWithoutProducts(page);
    await createProduct(page, {
      name: "A long name without an end ".repeat(5),
      serialNumber: `LONG-${"9".repeat(50)}-${colorScheme}`,
      pictures: [{ file: await pngFile("a.png", 80, 60, "#998877"), altText: "" }],
    });
    await page.reload();
    await expect(rowOf(page, colorScheme)).toBeVisible();
    await expectNoSidewaysScroll(page);
    // A name that breaks after every second letter is not read.
    const name = await rowOf(page, colorScheme).getByText("A long name").boundingBox();
    expect(name?.width).toBeGreaterThanOrEqual(70);
    await expectNoAxeViolations(page);
    await choose(page, new RegExp(`LONG-.*-${colorScheme}`), "Edit");
    const dialog = page.getByRole("dialog", { name: "Edit Product" });
    await expect(dialog.getByRole("textbox", { name: "Alt text for image 1" })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectNoAxeViolations(page);
  });
}

test("the command palette finds products for members only", night, async ({ page, context }) => {
  await signInWithoutProducts(page);
  await createProduct(page, { name: "Quill Pen", serialNumber: "QP-7" });
  // Products of other tests may stand before it: the palette finds it wherever it is.
  await open(page, "/products");
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("searchbox", { name: "Go to" })).toBeFocused();
  await page.keyboard.type("QP-7");
  await page.getByRole("menuitem", { name: /Quill Pen/ }).click();
  await expect(page).toHaveURL(/\/search\/QP-7$/);

  await context.clearCookies();
  let calls = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/GetProducts")) calls += 1;
  });
  await open(page, "/about");
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("searchbox", { name: "Go to" })).toBeFocused();
  await page.keyboard.type("quill");
  await expect(page.getByRole("menuitem", { name: /Quill Pen/ })).toHaveCount(0);
  expect(calls).toBe(0);
});

test("an anonymous visitor is asked to sign in", night, async ({ page }) => {
  await open(page, "/products");
  await expect(page.getByRole("heading", { level: 1, name: "Sign in to see this page" })).toBeVisible();
  await expectNoAxeViolations(page);
});

test("a person who isn't on the owner's list sees why nothing is shown", night, async ({ page }) => {
  // The sandbox makes everybody a member: the answer of the look-up says otherwise.
  await signIn(page, "/about");
  await page.route("**/.auth/me", (route) =>
    route.fulfill({
      json: {
        clientPrincipal: {
          identityProvider: "aad",
          userId: "someone",
          userDetails: "someone@else.example",
          userRoles: ["anonymous", "authenticated"],
        },
      },
    }),
  );
  let calls = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/GetProducts")) calls += 1;
  });
  await open(page, "/products");
  await expect(page.getByRole("heading", { level: 1, name: "Access Denied" })).toBeVisible();
  expect(calls).toBe(0);
  await expectNoAxeViolations(page);
});

test("a demo says that uploads are turned off", night, async ({ page, complaints }) => {
  const demo = await startE2eServer({ FOLIO_DEMO: "1" });
  try {
    await page.goto(`${demo.origin}/.auth/login/aad?post_login_redirect_uri=/products`);
    const person = page.getByRole("button", { name: /.+@.+/ }).first();
    if (await person.isVisible().catch(() => false)) await person.click();
    await newProduct(page).click();
    const dialog = page.getByRole("dialog", { name: "New Product" });
    await expect(dialog.getByText("Uploads are turned off in the demo.")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Add images" })).toBeDisabled();
  } finally {
    await demo.stop();
    complaints.length = 0;
  }
});
