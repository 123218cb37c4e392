import { expect, expectGoodLook, open, signIn, test } from "../../support/visits/e2e.ts";
import { createBudget, postAs } from "../../support/sites/finance-site.ts";

/** The one place where deleted things wait for a day. Products are everybody's: those of other tests may wait here too. */
test("a deleted budget and a product come back from Recently deleted, by keyboard alone", async ({
  page,
  complaints,
}) => {
  const answer = { success: true, statusCode: 200, data: [], errors: null };
  await page.route("**/api/GetRecentlyDeleted", (route) => route.fulfill({ json: answer }), { times: 1 });
  await signIn(page, "/spending");
  await page.getByRole("button", { name: /^Account:/ }).press("Enter");
  await page.getByRole("link", { name: "Recently deleted" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Recently deleted" })).toBeVisible();
  await expect(page.getByText("Nothing was deleted in the last day")).toBeVisible();
  await expectGoodLook(page);

  const days = { startDate: "2026-11-01", endDate: "2026-11-30" };
  const name = "Trip to the lighthouse";
  const budgetId = await createBudget(page, { name, ...days, budgetAccessItems: [], categories: [] });
  await postAs(page, "/api/DeleteBudget", { budgetId });
  const lamp = {
    productId: 0,
    name: "Lighthouse lamp",
    serialNumber: "LMP-LH-77",
    grade: "A",
    description: "",
  };
  const { productId } = await postAs<{ productId: number }>(page, "/api/SaveProduct", lamp);
  await postAs(page, "/api/DeleteProduct", { productId });

  // The budget's own address leads here.
  await open(page, `/budget/${budgetId}/edit`);
  await page.getByRole("link", { name: "Recently deleted" }).last().press("Enter");
  const waiting = page
    .getByRole("list", { name: "Deleted in the last day" })
    .getByRole("listitem")
    .filter({ hasText: /lighthouse/i });
  await expect(waiting).toHaveText([/^Lighthouse lamp/, /^Trip to the lighthouse/]);
  await expectGoodLook(page);
  await page.getByRole("button", { name: `Restore budget ${name}` }).press("Enter");
  await expect(page.getByText(`Restored ${name}.`)).toBeVisible();
  await expect(waiting).toHaveText([/^Lighthouse lamp/]);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  // Its number has gone to another meanwhile: that is said, and it stays where it is.
  await postAs(page, "/api/SaveProduct", { ...lamp, name: "Another lamp" });
  await page.getByRole("button", { name: "Restore product Lighthouse lamp" }).press("Enter");
  await expect(page.getByText(/Lighthouse lamp could not be restored\. .*LMP-LH-77/)).toBeVisible();
  await expect(waiting).toHaveText([/^Lighthouse lamp/]);
  await open(page, `/budget/${budgetId}/edit`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  await page.route("**/api/GetRecentlyDeleted", (route) => route.fulfill({ status: 500, body: "" }));
  await open(page, "/recently-deleted");
  await expect(page.getByText("What was deleted could not be looked up")).toBeVisible({ timeout: 15_000 });
  await expectGoodLook(page);
  // What the browser says of refused calls.
  complaints.splice(0);
});
