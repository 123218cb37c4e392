import type { Page } from "@playwright/test";
import {
  act,
  boxes,
  forgive,
  listed,
  open,
  openRows,
  toast,
  undo,
} from "../../support/visits/budget-rows-visit.ts";
import { expect, expectGoodLook, expectNoSidewaysScroll, night, test } from "../../support/visits/e2e.ts";
import { getAs, postAs } from "../../support/sites/finance-site.ts";

/** Rules: from a row in two clicks, in the editor with its preview, in their list; and payees' names. */

// Long tests that each link a bank first, which takes a while on a busy machine.
test.describe.configure({ timeout: 180_000 });

type Rule = { ruleId: number; title: string; isOn: boolean };
type WrittenRow = { transactionId: number; note: string; tags: { name: string }[] };

const manager = (page: Page) => page.getByRole("dialog", { name: "Rules" });
const itemOf = (page: Page, title: string) => manager(page).getByRole("listitem").filter({ hasText: title });
const rulesOf = (page: Page) => getAs<Rule[]>(page, "/api/GetRules");
/** Deletes the rules of earlier tests: those in one file share the person. */
async function deleteRules(page: Page): Promise<void> {
  for (const { ruleId } of await rulesOf(page)) await postAs(page, "/api/DeleteRule", { ruleId });
}
const categoriesOf = async (page: Page, budgetId: number) =>
  new Set(
    (await listed(page, budgetId, "excluded=false&q=nine+plums")).transactions.map(
      ({ category }) => category?.name,
    ),
  );

test("a row makes a rule in two clicks, the editor shows what it does, and each step can be undone", async ({
  page,
}) => {
  const budgetId = await openRows(page, "Rules");
  await open(page, `/budget/${budgetId}/transactions?q=nine+plums`);
  const row = page.locator("tbody tr").first();

  await act(page, row, "Always Groceries for Nine Plums Grocer");
  await expect(toast(page).getByText("Nine Plums Grocer is always Groceries now.")).toBeVisible();
  expect(await rulesOf(page)).toMatchObject([{ title: "Payee is Nine Plums Grocer" }]);
  await undo(page).click();
  await expect.poll(() => rulesOf(page)).toEqual([]);

  await act(page, row, "Make a rule…");
  const editor = page.getByRole("dialog", { name: "New rule" });
  const preview = editor.getByRole("region", { name: "Preview" });
  await expect(
    preview.getByText(/^Matches \d+ transactions?, -\$[\d,.]+\. None will change\.$/),
  ).toBeVisible();
  const category = editor.getByRole("combobox", { name: "Category" });
  await category.fill("Dining");
  await page.keyboard.press("Enter");
  await expect(preview.getByText(/\d+ will change\./)).toBeVisible();
  await expectGoodLook(page);
  await editor.getByRole("textbox", { name: "Name of the rule" }).fill("Plums");
  await editor.getByRole("button", { name: "Save rule" }).click();
  await expect(editor).toHaveCount(0);
  await expect(
    toast(page).getByText(/^Saved the rule “Plums”\. It sorts \d+ transactions?\.$/),
  ).toBeVisible();
  expect(await categoriesOf(page, budgetId)).toEqual(new Set(["Dining Out"]));
  await row.getByRole("button", { name: "Dining Out" }).focus();
  await expect(page.getByText("Your rule “Plums” says Dining Out.")).toBeVisible();

  await page.getByRole("button", { name: "Rules", exact: true }).click();
  await expect(itemOf(page, "Plums")).toContainText("Dining Out");
  await expectGoodLook(page);
  await page.getByRole("button", { name: "Actions for Plums" }).click();
  await page.getByRole("menuitem", { name: "Turn off" }).click();
  await expect(itemOf(page, "Plums")).toContainText("Off");
  expect(await categoriesOf(page, budgetId)).toEqual(new Set(["Groceries"]));
  await undo(page).click();
  await expect.poll(() => categoriesOf(page, budgetId)).toEqual(new Set(["Dining Out"]));
  const use = itemOf(page, "Plums").getByRole("link", { name: /^\d+ transactions?$/ });
  const count = await use.textContent();
  await use.click();
  await expect(page).toHaveURL(/\/transactions\?rule=\d+$/);
  await expect(page.getByText(`${count} · $`)).toBeVisible();
  await expect(page.locator("tbody")).toContainText("Nine Plums");
  await expect(page.getByRole("button", { name: "Remove the filter Rule: Plums" })).toBeVisible();
  await expectGoodLook(page);
  await page.goBack();
  await page.getByRole("button", { name: "Rules", exact: true }).click();
  // The dialog asks about the transactions that the list knows of.
  await expect(itemOf(page, "Plums")).not.toContainText("Off");

  await page.getByRole("button", { name: "Actions for Plums" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  const deleting = page.getByRole("dialog", { name: "Delete “Plums”" });
  await deleting.getByText("Keep what it set, as if you’d set it").click();
  await deleting.getByRole("button", { name: "Delete rule" }).click();
  await expect(manager(page).getByRole("heading", { name: "No rules yet" })).toBeVisible();
  expect(await categoriesOf(page, budgetId)).toEqual(new Set(["Dining Out"]));
  await undo(page).click();
  await expect(itemOf(page, "Plums")).toBeVisible();
});

test("a rule for what the person tagged adds tags and a note", night, async ({ page }) => {
  const budgetId = await openRows(page, "Words");
  await open(page, `/budget/${budgetId}/transactions?q=nine+plums`);
  const [first] = (await listed(page, budgetId, "excluded=false&q=nine+plums")).transactions;
  await postAs(page, "/api/SetTransactionTags", { transactionIds: [first?.transactionId], add: ["Picnic"] });
  await page.getByRole("button", { name: "Rules", exact: true }).click();
  await manager(page).getByRole("button", { name: "New rule" }).click();
  const editor = page.getByRole("dialog", { name: "New rule" });
  await editor.getByRole("button", { name: / Condition 1$/ }).click();
  await page.getByRole("option", { name: "Tag is" }).click();
  await editor.getByText("#Picnic").click();
  await editor.getByRole("combobox", { name: "Add tags" }).fill("Outdoors");
  await page.keyboard.press("Enter");
  await editor.getByRole("textbox", { name: "Note, if there is none" }).fill("By the lake");
  await expect(editor.getByText(/^Matches 1 transaction, -?\$[\d,.]+\. 1 will change\.$/)).toBeVisible();
  await expectGoodLook(page);
  await editor.getByRole("button", { name: "Save rule" }).click();
  await expect(itemOf(page, "Tag is Picnic")).toContainText("#Outdoors · Note “By the lake”");
  const words = async () => {
    const path = `/api/GetBudgetTransactions?budgetId=${budgetId}&excluded=false&q=nine+plums`;
    const { transactions } = await getAs<{ transactions: WrittenRow[] }>(page, path);
    return transactions.find(({ transactionId }) => transactionId === first?.transactionId);
  };
  expect(await words()).toMatchObject({
    note: "By the lake",
    tags: [{ name: "Outdoors" }, { name: "Picnic" }],
  });
  await manager(page).getByRole("button", { name: "Close" }).click();
  await act(page, page.locator("tbody tr").filter({ hasText: "#Outdoors" }), "Note and tags…");
  const written = page.getByRole("dialog", { name: /^Note and tags of / });
  await expect(written).toContainText("Your rule “Tag is Picnic” gave the note and #Outdoors.");
  await expectGoodLook(page);
  await written.getByRole("button", { name: "Cancel" }).click();
  await undo(page).click();
  await expect.poll(words).toMatchObject({ note: "", tags: [{ name: "Picnic" }] });
});

test(
  "rules change places by keyboard or by dragging, and the list says what failed",
  night,
  async ({ page, complaints }) => {
    const budgetId = await openRows(page, "Order");
    await deleteRules(page);
    await open(page, `/budget/${budgetId}/transactions?q=nine+plums`);
    await page.route("**/api/GetRules", (route) => route.fulfill({ status: 503, json: {} }), { times: 4 });
    await page.getByRole("button", { name: "Rules", exact: true }).click();
    await expect(manager(page).getByText("Couldn’t load your rules")).toBeVisible({ timeout: 15_000 });
    forgive(complaints, /status of 503/);
    await page.unroute("**/api/GetRules");
    await manager(page).getByRole("button", { name: "Try again" }).click();
    for (const text of ["plums", "grocer"]) {
      await manager(page).getByRole("button", { name: "New rule" }).click();
      const editor = page.getByRole("dialog", { name: "New rule" });
      await editor.getByRole("button", { name: "Save rule" }).click();
      await expect(editor.getByText("Enter at least one value.")).toBeVisible();
      await editor.getByRole("textbox", { name: "Values of condition 1" }).fill(text);
      const category = editor.getByRole("combobox", { name: "Category" });
      await category.fill(text === "plums" ? "Travel" : "Shopping");
      await page.keyboard.press("Enter");
      await editor.getByRole("button", { name: "Save rule" }).click();
      await expect(editor).toHaveCount(0);
    }
    expect(await categoriesOf(page, budgetId)).toEqual(new Set(["Travel"]));
    const up = manager(page).getByRole("button", { name: "Move Payee contains grocer up" });
    await up.focus();
    await page.keyboard.press("Enter");
    await expect(manager(page).getByRole("listitem").first()).toContainText("grocer");
    await expect(up).toBeFocused();
    expect(await categoriesOf(page, budgetId)).toEqual(new Set(["Shopping"]));
    const [first, second] = [0, 1].map((place) => manager(page).getByRole("listitem").nth(place));
    await first?.dragTo(second ?? page.locator("body"));
    await expect(manager(page).getByRole("listitem").first()).toContainText("plums");
    await expect.poll(() => categoriesOf(page, budgetId)).toEqual(new Set(["Travel"]));
    await page.setViewportSize({ width: 390, height: 800 });
    await expectNoSidewaysScroll(page);
    // The order in sight is the order by keyboard.
    await manager(page).getByRole("button", { name: "New rule" }).click();
    const editor = page.getByRole("dialog", { name: "New rule" });
    const test = await editor.getByRole("button", { name: /Condition 1$/ }).boundingBox();
    const values = await editor.getByRole("textbox", { name: "Values of condition 1" }).boundingBox();
    expect(test?.y ?? Infinity).toBeLessThan(values?.y ?? 0);
    await editor.getByRole("button", { name: "Add a condition" }).click();
    const remove = await editor.getByRole("button", { name: "Remove condition 1" }).boundingBox();
    expect(remove?.y ?? Infinity).toBeLessThan((test?.y ?? 0) + (test?.height ?? 0));
    await expect(editor.getByRole("textbox", { name: "Values of condition 2" })).toBeVisible();
    await expect(editor.getByText("Enter at least one value.")).toHaveCount(0);
    await expectNoSidewaysScroll(page);
  },
);

test("a payee gets another name everywhere, and the bank's text stays in sight", night, async ({ page }) => {
  const budgetId = await openRows(page, "Names");
  await open(page, `/budget/${budgetId}/transactions?q=nine+plums`);
  const total = (await listed(page, budgetId, "excluded=false&q=nine+plums")).total;
  await act(page, page.locator("tbody tr").first(), "Rename payee…");
  const dialog = page.getByRole("dialog", { name: "Rename Nine Plums Grocer" });
  await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("The Corner Shop");
  await page.keyboard.press("Enter");
  await expect(
    toast(page).getByText(/^Renamed Nine Plums Grocer to The Corner Shop on \d+ transactions?\.$/),
  ).toBeVisible();
  await expect(page.locator("tbody tr").first()).toContainText("The Corner Shop");
  await expect(page.locator("tbody tr").first()).toContainText(/nine plums/i);
  expect((await listed(page, budgetId, "excluded=false&q=corner+shop")).total).toBe(total);
  await undo(page).click();
  await expect(page.locator("tbody tr").first()).toContainText("Nine Plums Grocer");
  await expect(boxes(page).first()).toBeVisible();
});

test(
  "a rule deleted in another tab leaves what is typed in its form",
  night,
  async ({ page, complaints }) => {
    const budgetId = await openRows(page, "Deleted rule");
    await deleteRules(page);
    await open(page, `/budget/${budgetId}/transactions?q=nine+plums`);
    const row = page.locator("tbody tr").first();
    await act(page, row, "Always Groceries for Nine Plums Grocer");
    await expect(toast(page).getByText("Nine Plums Grocer is always Groceries now.")).toBeVisible();
    await act(page, row, "Edit its rule…");
    const editor = page.getByRole("dialog", { name: "Edit rule" });
    const name = editor.getByRole("textbox", { name: "Name of the rule" });
    await name.fill("Plums");
    const [rule] = await rulesOf(page);
    const loaded = page.waitForResponse(/\/api\/GetRules/);
    await postAs(page, "/api/DeleteRule", {
      ruleId: rule?.ruleId,
      keep: true,
      undoId: crypto.randomUUID(),
    });
    await (await loaded).finished();
    await expect(name).toHaveValue("Plums");
    await editor.getByRole("button", { name: "Save rule" }).click();
    await expect(editor).toContainText("This rule was deleted in the meantime. Your changes weren’t saved.");
    await expect(name).toHaveValue("Plums");
    expect(complaints.splice(0).filter((line) => !line.includes("404"))).toEqual([]);
  },
);
