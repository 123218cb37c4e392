import { expect, expectNoAxeViolations, night, open, signIn, test } from "../support/visits/e2e.ts";

test(
  "a form whose code can’t be loaded leaves the page, and is tried again",
  night,
  async ({ page, complaints }) => {
    await signIn(page, "/products");
    await page.waitForLoadState("networkidle");
    const newProduct = page.getByRole("button", { name: "New Product" }).first();
    await page.route("**/assets/*", (route) => route.abort());
    await newProduct.click();
    const failure = page.getByRole("alertdialog", { name: "Couldn’t load this dialog" });
    await expect(failure).toContainText("You may be offline, or the site was updated.");
    await failure.getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Products" })).toBeVisible();
    await newProduct.click();
    await expect(failure).toBeVisible();
    await page.unroute("**/assets/*");
    await failure.getByRole("button", { name: "Try again" }).click();
    const name = page.getByRole("dialog", { name: "New Product" }).getByRole("textbox", { name: "Name" });
    await expect(name).toBeVisible();
    // Its styles are there, too.
    expect((await name.boundingBox())?.width).toBeGreaterThan(400);
    complaints.length = 0;
  },
);

test("a page of which no code can be loaded says so, and is tried again", async ({ page, complaints }) => {
  await signIn(page, "/about");
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/your-devices");
  const failure = page.getByRole("alert");
  await expect(failure).toContainText("This page couldn’t be loaded");
  await expectNoAxeViolations(page);
  await page.unroute("**/assets/*.js");
  await failure.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your devices" })).toBeVisible();
  await expect(failure).toHaveCount(0);
  complaints.length = 0;
});

test(
  "content whose code can’t be loaded says so, and the page is tried again",
  night,
  async ({ page, complaints }) => {
    await open(page, "/posts");
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.getByRole("article").getByRole("link").nth(1).click();
    const failure = page.getByRole("alert");
    await expect(failure).toContainText("You may be offline, or the site was updated.");
    await page.unroute("**/assets/*.js");
    await failure.getByRole("button", { name: "Try again" }).click();
    await expect(page).toHaveURL(/\/posts\?tag=/);
    await expect(page.getByRole("article").first()).toBeVisible();
    complaints.length = 0;
  },
);
