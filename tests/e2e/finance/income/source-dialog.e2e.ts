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

test("a change in another tab leaves what is typed", night, async ({ page, complaints }) => {
  await signIn(page, "/accounts", landlord);
  const itemId = await linkBank(page);
  await withoutSources(page, itemId);
  const source = { name: "Garden flat", amountDue: 1200 };
  const incomeSourceId = await makeSource(page, itemId, source);
  await open(page, `/account/${itemId}/income`);
  await page.getByRole("button", { name: "Actions for Garden flat" }).press("Enter");
  await page.getByRole("menuitem", { name: "Edit" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit Revenue Source" });
  const name = dialog.getByRole("textbox", { name: "Name" });
  await name.fill("Garden house");
  const loaded = page.waitForResponse(/\/api\/GetIncomeSource\?/);
  await makeSource(page, itemId, { ...source, incomeSourceId, name: "Cellar" });
  await (await loaded).finished();
  await expect(name).toHaveValue("Garden house");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toContainText("This was changed elsewhere while you were editing.");
  expect(complaints.splice(0).filter((line) => !/409|Cellar/.test(line))).toEqual([]);
});
