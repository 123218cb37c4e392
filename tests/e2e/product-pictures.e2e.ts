import { expect, open, signIn, test, night } from "../support/visits/e2e.ts";
import { createProduct, pngFile } from "../support/sites/product-site.ts";

test("a product with the same picture twice leaves none behind for the next", night, async ({ page }) => {
  await signIn(page, "/products");
  const twice = { file: await pngFile("twice.png", 40, 30, "#123456"), altText: "Seen twice" };
  const other = { file: await pngFile("other.png", 40, 30, "#654321"), altText: "Seen once" };
  await createProduct(page, { name: "Two", serialNumber: "TWICE-2", pictures: [twice, twice, other] });
  await createProduct(page, { name: "One", serialNumber: "TWICE-1", pictures: [other] });
  await open(page, "/search/TWICE-1");
  const field = page.getByRole("searchbox", { name: "Serial number" });
  const images = page.getByRole("list", { name: "Images" }).getByRole("img");
  await field.fill("TWICE-2");
  await field.press("Enter");
  await expect(page.getByRole("heading", { name: "Two" })).toBeVisible();
  await expect(images).toHaveCount(3);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "One" })).toBeVisible();
  await expect(images).toHaveCount(1);
});

test(
  "an image refused after the session ended says where to sign in",
  night,
  async ({ page, complaints }) => {
    await signIn(page, "/products");
    await page.getByRole("button", { name: "New Product" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New Product" });
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await dialog.locator("input[type=file]").setInputFiles(await pngFile("late.png", 40, 30, "#334455"));
    const row = dialog.getByRole("listitem");
    await expect(row.getByRole("link", { name: "Sign in in a new tab" })).toHaveAttribute("href", "/sign-in");
    await page.context().addCookies(cookies);
    await row.getByRole("button", { name: "Try again" }).click();
    await expect(dialog.getByRole("textbox", { name: "Alt text for image 1" })).toBeVisible();
    // 401.
    complaints.length = 0;
  },
);
