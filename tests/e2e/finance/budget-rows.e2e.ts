import {
  toast,
  undo,
  chooser,
  save,
  wholePage,
  boxes,
  openRows,
  open,
  listed,
  pick,
  act,
  forgive,
  type Rows,
} from "../../support/visits/budget-rows-visit.ts";
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  night,
  settled,
  test,
} from "../../support/visits/e2e.ts";

/** Lists of a budget's rows: search, failures, and appearance. */

test(
  "a server failure keeps the selection, shows the reason, and can be retried",
  night,
  async ({ page, complaints }) => {
    await openRows(page, "Failing");
    await boxes(page).nth(1).check();
    await boxes(page).nth(3).check();
    await pick(page, "Health");
    await page.route("**/api/BulkUpdateTransactionCategory", (route) =>
      route.fulfill({ status: 502, headers: { "x-request-id": "request-9" }, json: {} }),
    );
    await save(page).click();
    const failure = page.getByRole("status").filter({ hasText: "Couldn’t save the category." });
    await expect(failure).toContainText("request-9");
    await expect(page.getByText("2 selected")).toBeVisible();
    await expect(boxes(page).nth(1)).toBeChecked();
    await expect(chooser(page)).toHaveValue("Health");
    await expectNoAxeViolations(page);
    await page.unroute("**/api/BulkUpdateTransactionCategory");
    await failure.getByRole("button", { name: "Try again" }).click();
    await expect(toast(page).getByText("Set 2 transactions to Health.")).toBeVisible();
    await expect(failure).toHaveCount(0);
    await undo(page).click();
    await expect(toast(page).getByText("Undone.")).toBeVisible();

    await page.route("**/api/GetBudgetTransactions*", (route) =>
      route.fulfill({ status: 502, headers: { "x-request-id": "request-10" }, json: {} }),
    );
    await page.getByRole("searchbox", { name: "Search" }).fill("copper");
    const panel = page.getByRole("alert").filter({ hasText: "Couldn’t load the transactions" });
    await expect(panel).toContainText("request-10");
    await page.unroute("**/api/GetBudgetTransactions*");
    await panel.getByRole("button", { name: "Try again" }).click();
    await expect(boxes(page).first()).toBeVisible();
    forgive(complaints, /status of 502/);
  },
);

test(
  "search, sorting, page size, and page are in the URL, and Back steps through them",
  night,
  async ({ page }) => {
    const budgetId = await openRows(page, "Address");
    await page.getByRole("button", { name: "Amount" }).click();
    await expect(page).toHaveURL(/sort=amount&direction=asc$/);
    await expect(page.getByRole("columnheader", { name: "Amount" })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
    await page.getByRole("combobox", { name: "Rows per page" }).selectOption("10");
    await expect(boxes(page)).toHaveCount(10);
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await expect(page).toHaveURL(/sort=amount&direction=asc&pageSize=10&page=2$/);
    const wanted = await listed(
      page,
      budgetId,
      "excluded=false&sort=amount&direction=asc&page=2&pageSize=10",
    );
    await expect(page.locator("tbody tr").first()).toContainText(wanted.transactions[0]?.payee ?? "nothing");
    await page.goBack();
    await expect(page).toHaveURL(/direction=asc&pageSize=10$/);
    await page.goBack();
    await expect(page).toHaveURL(/direction=asc$/);
    // Any list has as many rows as were chosen last.
    await expect(boxes(page)).toHaveCount(10);
    await page.reload();
    await expect(page.getByRole("columnheader", { name: "Amount" })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
    // Invalid values are ignored; a page past the end leads to the last one.
    await open(page, `/budget/${budgetId}/transactions?sort=color&pageSize=7&category=x&page=9999`);
    const { total } = await listed(page, budgetId, "excluded=false&page=1");
    await expect(page).toHaveURL(new RegExp(`page=${Math.ceil(total / 10)}$`));

    // What is typed stays while an earlier search is under way, and is searched for after it.
    await open(page, `/budget/${budgetId}/transactions`);
    const answers = Promise.withResolvers<undefined>();
    await page.route("**/api/GetBudgetTransactions*", async (route) => {
      await answers.promise;
      await route.continue();
    });
    const search = page.getByRole("searchbox", { name: "Search" });
    const asked = page.waitForRequest(/GetBudgetTransactions.*q=paper(?:&|$)/);
    await search.fill("paper");
    await asked;
    await search.press("End");
    await search.pressSequentially(" boat");
    await expect(search).toHaveValue("paper boat");
    answers.resolve(undefined);
    await expect(page).toHaveURL(/q=paper\+boat/);
    await expect(search).toHaveValue("paper boat");
    await page.goBack();
    await expect(page).toHaveURL(/page=\d+$/);
  },
);

test("the export contains exactly the matching rows", night, async ({ page }) => {
  const budgetId = await openRows(page, "File");
  await open(page, `/budget/${budgetId}/transactions?q=wagtail`);
  const { total } = await listed(page, budgetId, "excluded=false&q=wagtail");
  expect(total).toBeGreaterThan(2);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  const lines = Buffer.concat(chunks).toString("utf8").trim().split("\r\n");
  expect(lines[0]).toContain('"Date","Transaction","Amount"');
  expect(lines).toHaveLength(total + 1);
  for (const line of lines.slice(1)) expect(line).toContain("WAGTAIL");
});

test(
  "a row removed by the bank passes its edits to its replacement, or is dismissed",
  night,
  async ({ page }) => {
    const budgetId = await openRows(page, "Removed");
    // Fakes a row removed by the bank, which would take days. The ledger's tests cover the calls themselves.
    await page.route("**/api/GetBudgetTransactions*", async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: Rows };
      const [first, second] = body.data.transactions;
      if (first === undefined || second === undefined) throw new Error("no rows");
      body.data.transactions = [
        Object.assign({}, first, { removedByBank: true, moveMarksTo: second.transactionId }),
        ...body.data.transactions.slice(1),
      ];
      await route.fulfill({ response, json: body });
    });
    const { transactions } = await listed(page, budgetId, "excluded=false&page=1&pageSize=5");
    const [first, second] = transactions.map(({ transactionId }) => transactionId);
    const sent: [string, unknown][] = [];
    await page.route(
      /api\/(MoveTransactionMarks|DismissRemovedTransaction|RestoreRemovedTransaction)$/,
      async (route) => {
        sent.push([new URL(route.request().url()).pathname, route.request().postDataJSON()]);
        await route.fulfill({ json: { statusCode: 200, message: "OK", data: {}, errors: null } });
      },
    );
    await open(page, `/budget/${budgetId}/transactions`);
    const row = page.locator("tbody tr").first();
    await expect(row).toContainText("Removed by the bank");
    await act(page, row, "Move edits to the posted transaction");
    await expect(toast(page).getByText("Moved your edits to the posted transaction.")).toBeVisible();
    await undo(page).click();
    await expect(toast(page).getByText("Undone.")).toBeVisible();
    await act(page, row, "Remove from the list");
    await expect(toast(page).getByText(/^Removed .* from the list\.$/)).toBeVisible();
    expect(sent).toEqual([
      ["/api/MoveTransactionMarks", { fromTransactionId: first, toTransactionId: second }],
      ["/api/RestoreRemovedTransaction", { transactionId: first }],
      ["/api/DismissRemovedTransaction", { transactionId: first }],
    ]);
    // A response may still be passing through the route above.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },
);

test("two tabs that save different categories end up with one of them", night, async ({ page, context }) => {
  const budgetId = await openRows(page, "Tabs");
  await open(page, `/budget/${budgetId}/transactions?q=voltpond`);
  const other = await context.newPage();
  await open(other, `/budget/${budgetId}/transactions?q=voltpond`);
  const count = await boxes(page).count();
  expect(count).toBeGreaterThan(1);
  for (const [tab, category] of [
    [page, "Fuel"],
    [other, "Shopping"],
  ] as const) {
    await wholePage(tab).check();
    await pick(tab, category);
  }
  await Promise.all([save(page).click(), save(other).click()]);
  await expect(toast(page).getByText(/to Fuel\./)).toBeVisible();
  await expect(toast(other).getByText(/to Shopping\./)).toBeVisible();
  const { transactions } = await listed(page, budgetId, `excluded=false&q=voltpond&page=1&pageSize=${count}`);
  const names = [...new Set(transactions.map(({ category }) => category?.name))];
  expect(names).toHaveLength(1);
  expect(["Fuel", "Shopping"]).toContain(names[0]);
  await other.close();
});

test("rows can be categorized by keyboard, creating a category on the way", async ({ page }) => {
  const budgetId = await openRows(page, "Keys");
  await page.keyboard.press("j");
  await expect(boxes(page).nth(0)).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowDown");
  await expect(boxes(page).nth(2)).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("x");
  await expect(boxes(page).nth(1)).toBeChecked();
  await page.keyboard.press("c");
  await expect(chooser(page)).toBeFocused();
  await settled(page);
  const name = `Ferries ${budgetId}`;
  await page.keyboard.type(name);
  await expect(page.getByRole("option", { name: "New category…" })).toBeVisible();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New category" });
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue(name);
  await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(chooser(page)).toHaveValue(name);
  await expect(chooser(page)).toBeFocused();
  await page.keyboard.press("Tab");
  while (!(await save(page).evaluate((element) => element === document.activeElement)))
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(toast(page).getByText(`Set 1 transaction to ${name}.`)).toBeVisible();
  await page.keyboard.press("f");
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
  await page.keyboard.type("xej");
  await expect(page.getByRole("heading", { name: "No transactions match" })).toBeVisible();
});

test("both screens work in both themes, on small screens, and in print", night, async ({ page }) => {
  test.slow();
  const budgetId = await openRows(page, "Looks");
  for (const screen of ["transactions", "exemptions"]) {
    await open(page, `/budget/${budgetId}/${screen}`);
    await wholePage(page).check();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoAxeViolations(page);
    }
    for (const width of [320, 390, 768]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
    await page.setViewportSize({ width: 390, height: 800 });
    await expectNoAxeViolations(page);
    const actions = page
      .locator("tbody tr")
      .first()
      .getByRole("button", { name: /^Actions for/ });
    await actions.focus();
    await expect(actions).toBeInViewport();
    await page.emulateMedia({ media: "print" });
    await expect(boxes(page).first()).toBeHidden();
    await expect(page.getByRole("searchbox")).toBeHidden();
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});
