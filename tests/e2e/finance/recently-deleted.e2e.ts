import { expect, expectGoodLook, night, open, signIn, test } from "../../support/visits/e2e.ts";
import { createBudget, postAs } from "../../support/sites/finance-site.ts";

/** Products are shared, so those deleted by other tests may appear as well. */
test(
  "a deleted budget and product can be restored from Recently deleted by keyboard",
  night,
  async ({ page, complaints }) => {
    const answer = { success: true, statusCode: 200, data: [], errors: null };
    await page.route("**/api/GetRecentlyDeleted", (route) => route.fulfill({ json: answer }), { times: 1 });
    await signIn(page, "/spending");
    await page.getByRole("button", { name: /^Account:/ }).press("Enter");
    await page.getByRole("link", { name: "Recently deleted" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Recently deleted" })).toBeVisible();
    await expect(page.getByText("No recently deleted items")).toBeVisible();
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

    // A deleted budget's page links here.
    await open(page, `/budget/${budgetId}/edit`);
    await page.getByRole("link", { name: "Recently deleted" }).last().press("Enter");
    const waiting = page
      .getByRole("list", { name: "Recently deleted" })
      .getByRole("listitem")
      .filter({ hasText: /lighthouse/i });
    await expect(waiting).toHaveText([/^Lighthouse lamp/, /^Trip to the lighthouse/]);
    await expectGoodLook(page);
    await page.getByRole("button", { name: `Restore budget ${name}` }).press("Enter");
    await expect(page.getByText(`Restored ${name}.`)).toBeVisible();
    await expect(waiting).toHaveText([/^Lighthouse lamp/]);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

    // Changes are in the same list, and undone there.
    const conditions = [{ field: "payee", op: "is", values: ["Lighthouse"] }];
    const actions = [{ field: "note", value: "Trip" }];
    await postAs(page, "/api/SaveRule", { ruleId: 0, name: "Lighthouse", conditions, actions, isOn: true });
    await open(page, "/recently-deleted");
    await expect(waiting).toHaveText([
      /^Added the rule “Lighthouse”\.Change, today.*Undo$/,
      /^Lighthouse lamp/,
    ]);
    await expectGoodLook(page);
    await page.getByRole("button", { name: "Undo: Added the rule “Lighthouse”." }).press("Enter");
    await expect(page.getByText("Undone.")).toBeVisible();
    await expect(waiting).toHaveText([/^Lighthouse lamp/]);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

    // Its serial number was taken by another product: shows an error and keeps the item in the list.
    await postAs(page, "/api/SaveProduct", { ...lamp, name: "Another lamp" });
    await page.getByRole("button", { name: "Restore product Lighthouse lamp" }).press("Enter");
    await expect(page.getByText(/Couldn’t restore Lighthouse lamp\. .*LMP-LH-77/)).toBeVisible();
    await expect(waiting).toHaveText([/^Lighthouse lamp/]);
    await open(page, `/budget/${budgetId}/edit`);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

    await page.route("**/api/GetRecentlyDeleted", (route) => route.fulfill({ status: 500, body: "" }));
    await open(page, "/recently-deleted");
    await expect(page.getByText("Couldn’t load deleted items")).toBeVisible({ timeout: 15_000 });
    await expectGoodLook(page);
    // The browser's errors about refused calls.
    complaints.splice(0);
  },
);
