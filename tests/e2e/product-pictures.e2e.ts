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
    const signInLink = row.getByRole("link", { name: "Sign in in a new tab" });
    await expect(signInLink).toHaveAttribute("href", "/sign-in?again");
    await page.context().addCookies(cookies);
    await row.getByRole("button", { name: "Try again" }).click();
    await expect(dialog.getByRole("textbox", { name: "Alt text for image 1" })).toBeVisible();
    // 401.
    complaints.length = 0;
  },
);

test("images can be dropped and pasted", night, async ({ page }) => {
  await signIn(page, "/products");
  await page.getByRole("button", { name: "New Product" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New Product" });
  const { buffer } = await pngFile("dropped.png", 50, 40, "#123456");
  for (const kind of ["drop", "paste", "paste of a cell"] as const) {
    const isLeftAlone = await dialog.getByLabel("Name").evaluate(
      (element, { base64, type }) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], `${type}.png`, { type: "image/png" }));
        // A spreadsheet puts a picture beside its text.
        if (type === "paste of a cell")
          for (const format of ["text/plain", "text/html"]) transfer.setData(format, "Lamp");
        const options = { bubbles: true, cancelable: true };
        return element.dispatchEvent(
          type === "drop"
            ? new DragEvent("drop", { ...options, dataTransfer: transfer })
            : new ClipboardEvent("paste", { ...options, clipboardData: transfer }),
        );
      },
      { base64: buffer.toString("base64"), type: kind },
    );
    expect([kind, isLeftAlone]).toEqual([kind, kind === "paste of a cell"]);
  }
  await expect(dialog.getByRole("textbox", { name: /^Alt text for image/ })).toHaveCount(2);
  await expect(dialog.getByRole("button", { name: "Save Product" })).toBeEnabled();
});
