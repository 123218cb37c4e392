import { expect, night, open, signIn, test } from "../../../support/visits/e2e.ts";
import { linkBank } from "../../../support/sites/finance-site.ts";
import { landlord, makeSource, withoutSources } from "../../../support/visits/income-visit.ts";

test("a dialog that was loading gives the focus back to what opened it", night, async ({ page }) => {
  await signIn(page, "/accounts", landlord);
  const itemId = await linkBank(page);
  await withoutSources(page, itemId);
  await makeSource(page, itemId, { name: "Garden flat", amountDue: 1200 });
  await open(page, `/account/${itemId}/income`);
  const fresh = page.getByRole("dialog", { name: "New Revenue Source" });
  const opener = page.getByRole("button", { name: "New", exact: true });
  await opener.press("Enter");
  await expect(fresh.getByRole("textbox", { name: "Name" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();

  const edited = page.getByRole("dialog", { name: "Edit Revenue Source" });
  const menu = page.getByRole("button", { name: "Actions for Garden flat" });
  for (const time of ["once its code is loaded", "at once"]) {
    await menu.press("Enter");
    await page.getByRole("menuitem", { name: "Edit" }).press("Enter");
    await expect(edited.getByRole("textbox", { name: "Name" })).toHaveValue("Garden flat");
    await page.keyboard.press("Escape");
    await expect(menu, time).toBeFocused();
  }
});
