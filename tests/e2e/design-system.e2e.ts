import { expectNoAxeViolationsWithin, openDesign, part } from "../support/visits/design-page.ts";
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  test,
  night,
  settled,
} from "../support/visits/e2e.ts";

/** Drives the /design page as a person would: with the keyboard, in both themes, wide and narrow. */

for (const theme of ["light", "dark"] as const) {
  for (const width of [1440, 390]) {
    test(`nothing for axe to complain about in ${theme} at ${width} px`, night, async ({ page }) => {
      // A page with every component in every state is a lot to read on a busy machine.
      test.setTimeout(120_000);
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: 900 });
      await openDesign(page);
      await expectNoAxeViolations(page);
    });
  }

  test(`open overlays please axe in ${theme}`, night, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await openDesign(page);

    await page.getByRole("button", { name: "New source…" }).click();
    await expect(page.getByRole("dialog", { name: "New Revenue Source" })).toBeVisible();
    await expectNoAxeViolationsWithin(page, "[role=dialog]");
    await page.keyboard.press("Escape");

    await part(page, "Dates")
      .getByRole("button", { name: /Start date/ })
      .click();
    await expect(page.getByRole("grid")).toBeVisible();
    await expectNoAxeViolationsWithin(page, "[role=dialog]");
    await page.keyboard.press("Escape");

    const menuButton = page.getByRole("button", { name: "Actions for Maple Apartments", exact: true });
    await menuButton.click();
    await expect(page.getByRole("menu")).toBeVisible();
    await expectNoAxeViolationsWithin(page, "[role=menu]");
    await page.keyboard.press("Escape");
    await expect(menuButton).toBeFocused();

    const category = page.getByRole("combobox", { name: "Category", exact: true });
    await category.click();
    await settled(page);
    await page.keyboard.press("ControlOrMeta+A");
    await category.pressSequentially("re");
    await expect(page.getByRole("option").first()).toBeVisible();
    await expectNoAxeViolationsWithin(page, "[role=option]");
  });
}

test("the page never scrolls sideways at 320 px", night, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await openDesign(page);
  await expectNoSidewaysScroll(page);
});

test("a dialog opens, traps the focus, closes on Escape, and restores the focus", night, async ({ page }) => {
  await openDesign(page);
  const opener = page.getByRole("button", { name: "Info dialog" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Info dialog" });
  await expect(dialog).toBeVisible();
  expect((await dialog.boundingBox())?.width).toBeCloseTo(498, -1);
  for (let step = 0; step < 5; step += 1) {
    await page.keyboard.press("Tab");
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test("a dialog fills a phone's screen", night, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openDesign(page);
  await page.getByRole("button", { name: "Budget dialog" }).click();
  const dialog = page.getByRole("dialog", { name: "Budget dialog" });
  // All but the place that is kept for a scroll bar.
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBeGreaterThan(370);
  await expect.poll(async () => (await dialog.boundingBox())?.height).toBe(800);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
});

test("a dialog with unsaved changes asks before it closes", night, async ({ page }) => {
  await openDesign(page);
  const opener = page.getByRole("button", { name: "New source…" });
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "New Revenue Source" });
  await page.keyboard.press("Escape");
  await expect(dialog, "nothing typed: nothing to ask").toBeHidden();

  await opener.click();
  const name = dialog.getByRole("textbox", { name: "Source name" });
  await name.fill("Garage");
  // The palette would lead to another page, without what is typed.
  await page.keyboard.press("Control+k");
  await dialog.getByRole("button", { name: "Cancel" }).press("/");
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  await expect(question.getByRole("button", { name: "Keep editing" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await expect(name).toHaveValue("Garage");

  await dialog.getByRole("button", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("dialog", { name: "Command palette" })).toBeHidden();
});

test("a confirmation lists the consequences and shows its progress", night, async ({ page }) => {
  await openDesign(page);
  await page.getByRole("button", { name: "Delete budget…" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete November 2026?" });
  await expect(question.getByRole("listitem")).toHaveText(["6 estimates", "3 exempted transactions"]);
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  const action = question.getByRole("button", { name: "Delete budget" });
  await action.click();
  await expect(action).toHaveAttribute("aria-busy", "true");
  await expect(page.getByTestId("dialog-result")).toHaveText("Budget deleted.");
  await expect(question).toBeHidden();
});

test(
  "a form validates on leaving a field, shows all server errors, and loses no input",
  night,
  async ({ page }) => {
    await openDesign(page);
    const form = part(page, "Form");
    const name = form.getByRole("textbox", { name: "Source name" });
    await name.focus();
    await page.keyboard.press("Tab");
    await expect(name).toHaveAccessibleDescription("Enter a name.");
    await name.fill("t");
    await expect(name, "errors go live after the first one").not.toHaveAttribute("aria-invalid", "true");

    await name.fill("");
    await form.getByRole("button", { name: "Save source" }).click();
    await expect(name).toBeFocused();
    await expect(form.getByText("Choose a type.")).toBeVisible();

    await name.fill("taken");
    await form.getByRole("textbox", { name: "Monthly amount" }).fill("1,450");
    await form.getByRole("spinbutton", { name: /month/ }).focus();
    await page.keyboard.type("11012026");
    await form.getByRole("button", { name: /Source type/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: "Rent" }).click();
    await name.focus();
    await page.keyboard.press("Enter");
    await expect(name).toHaveAccessibleDescription("This name is already taken.");
    await expect(name).toBeFocused();
    await expect(form.getByRole("alert")).toContainText("You already have 50 sources.");

    await name.fill("broken");
    await page.keyboard.press("Enter");
    await expect(form.getByRole("alert")).toContainText("Couldn’t reach the server.");
    await expect(name).toHaveValue("broken");

    await name.fill("Garage");
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("form-result")).toHaveText(
      "Saved Garage for 145000 cents from 2026-11-01.",
    );
    await expect(form.getByRole("alert")).toBeHidden();
  },
);

test("a menu works by keyboard and restores the focus", night, async ({ page }) => {
  await openDesign(page);
  const opener = page.getByRole("button", { name: "Actions for Maple Apartments", exact: true });
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Edit" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Delete" }), "disabled items are skipped").toBeFocused();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.type("pay");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("menu-result")).toHaveText("Payment History");
  await expect(opener).toBeFocused();
});

test(
  "a combobox opens on a click, highlights the first match for Enter, and resets on Escape",
  night,
  async ({ page }) => {
    await openDesign(page);
    const box = page.getByRole("combobox", { name: "Category", exact: true });
    const list = page.getByRole("listbox");
    const highlighted = page.locator("[role=option][data-focused]");
    await box.scrollIntoViewIfNeeded();
    await box.click();
    await expect(highlighted).toHaveText(/^Rent/);
    await box.fill("gro");
    await expect(highlighted).toHaveText(/^Groceries/);
    await expect(box).toHaveAttribute("aria-activedescendant", (await highlighted.getAttribute("id")) ?? "");
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await expect(box).toHaveValue("Rent");

    await box.click();
    await expect(list).toBeVisible();
    await box.fill("gro");
    await page.keyboard.press("Enter");
    await expect(list).toBeHidden();
    await expect(box).toHaveValue("Groceries");

    // Where nothing is chosen and nothing typed, leaving the field chooses nothing.
    const source = page.getByRole("combobox", { name: "Income source" });
    await source.click();
    await expect(list).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(source).toHaveValue("");
  },
);

test("a combobox filters, selects, shows when nothing matches, and clears", night, async ({ page }) => {
  await openDesign(page);
  const box = page.getByRole("combobox", { name: "Category", exact: true });
  const result = page.getByTestId("category-id");
  await expect(box).toHaveValue("Rent");
  await box.click();
  await box.fill("re");
  await expect(page.getByRole("option")).toHaveText([/^Rent/, /^Restaurants/]);
  await box.fill("rest");
  await expect(page.getByRole("option")).toHaveText([/^Restaurants/]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(box).toHaveValue("Restaurants");
  await expect(result).toHaveText("Id 6");
  await box.fill("zzz");
  await expect(page.getByText("No such category.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear Category" }).click();
  await expect(result).toHaveText("None");
  await expect(box).toHaveValue("");
});

test("a select opens, jumps by letters, and selects", night, async ({ page }) => {
  await openDesign(page);
  const select = page.getByRole("button", { name: /Income type/ });
  await select.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("listbox")).toBeVisible();
  await page.keyboard.type("lo");
  await page.keyboard.press("Enter");
  await expect(select).toContainText("Loan");
  await expect(select).toBeFocused();
});

test.describe("in a browser in another time zone", () => {
  test.use({ timezoneId: "Pacific/Kiritimati" });

  test("the calendar of a date marks the site's today", night, async ({ page }) => {
    // In New York it's still Saturday, the 21st.
    await page.clock.setFixedTime("2026-11-21T15:00:00Z");
    await openDesign(page);
    const dates = part(page, "Dates");
    await dates.getByRole("button", { name: /Start date/ }).click();
    const calendar = page.getByRole("dialog", { name: /Start date/ });
    await calendar.getByRole("combobox", { name: "Year" }).selectOption("2026");
    await calendar.getByRole("combobox", { name: "Month" }).selectOption("November");
    const marked = calendar.getByRole("button", { name: /^Today, / });
    await expect(marked).toHaveAccessibleName(/^Today, Saturday, November 21, 2026/);
    await expect(calendar.locator("[data-today]")).toHaveText("21");
  });
});

test(
  "a date can be typed in parts or selected in the calendar, with a choice of years",
  night,
  async ({ page }) => {
    await openDesign(page);
    const dates = part(page, "Dates");
    const result = page.getByTestId("start-date");
    await dates.getByRole("spinbutton", { name: /month, Start date/ }).focus();
    await page.keyboard.type("2292024");
    await expect(result).toHaveText("2024-02-29");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const calendar = page.getByRole("dialog", { name: /Start date/ });
    const thisYear = new Date().getFullYear();
    const years = await calendar.getByRole("combobox", { name: "Year" }).locator("option").allTextContents();
    expect([years[0], years.at(-1)]).toEqual([String(thisYear - 100), String(thisYear + 52)]);
    await calendar.getByRole("combobox", { name: "Year" }).selectOption("2027");
    await calendar.getByRole("combobox", { name: "Month" }).selectOption("March");
    await calendar.getByRole("button", { name: /March 17, 2027/ }).click();
    await expect(result).toHaveText("2027-03-17");
    await expect(calendar).toBeHidden();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(() => navigator.clipboard.writeText("11/21/2026"));
    await dates.getByRole("spinbutton", { name: /day, Start date/ }).focus();
    await page.keyboard.press("ControlOrMeta+v");
    await expect(result).toHaveText("2026-11-21");

    await dates.getByRole("button", { name: /Within November/ }).click();
    await expect(page.getByRole("combobox", { name: "Year" }).locator("option")).toHaveText(["2026"]);
  },
);

test(
  "a money field shows $1,234.50 for 1,234.5 and keeps invalid text with an error",
  night,
  async ({ page }) => {
    await openDesign(page);
    const field = page.getByRole("textbox", { name: "Amount due" });
    const minor = page.getByTestId("amount-minor");
    await field.fill("1,234.5");
    await field.blur();
    await expect(field).toHaveValue("$1,234.50");
    await expect(minor).toHaveText("123450 cents");

    await field.fill("about ten");
    await field.blur();
    await expect(field).toHaveValue("about ten");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(/Enter an amount such as \$1,234\.50\./);
    await field.fill("10");
    await expect(field).not.toHaveAttribute("aria-invalid", "true");

    const yen = page.getByRole("textbox", { name: "Amount in yen" });
    await yen.fill("1.5");
    await yen.blur();
    await expect(yen).toHaveAccessibleDescription("Use no decimals for JPY.");
  },
);

test("a search runs on Enter and on the magnifier, and clearing calls back", night, async ({ page }) => {
  await openDesign(page);
  const field = page.getByRole("searchbox", { name: "Search code" });
  const result = page.getByTestId("search-result");
  await field.fill("repo");
  await page.keyboard.press("Enter");
  await expect(result).toHaveText("Searched for repo.");
  await field.fill("again");
  await part(page, "Text fields").getByRole("button", { name: "Search", exact: true }).click();
  await expect(result).toHaveText("Searched for again.");
  await part(page, "Text fields").getByRole("button", { name: "Clear search" }).click();
  await expect(result).toHaveText("Cleared.");
  await expect(field).toHaveValue("");
});

test("'all' selects everything, or clears an existing selection", night, async ({ page }) => {
  await openDesign(page);
  const group = page.getByRole("group", { name: "Categories" });
  const all = group.getByRole("checkbox", { name: "All categories" });
  await all.focus();
  await page.keyboard.press("Space");
  await expect(group.locator("input:checked")).toHaveCount(6);
  await page.keyboard.press("Space");
  await expect(group.locator("input:checked")).toHaveCount(0);
  await group.getByRole("checkbox", { name: "Transport" }).focus();
  await page.keyboard.press("Space");
  await expect(group.locator("input:checked")).toHaveCount(1);
  await all.focus();
  await page.keyboard.press("Space");
  await expect(group.locator("input:checked")).toHaveCount(0);
});

test("a tooltip shows on focus and hides on Escape", night, async ({ page }) => {
  await openDesign(page);
  const button = part(page, "Tooltips").getByRole("button", { name: "Refresh accounts" });
  // Scrolling hides a tooltip, so the page scrolls before it's shown.
  await button.scrollIntoViewIfNeeded();
  await part(page, "Menus").getByRole("button", { name: "More", exact: true }).focus();
  await page.keyboard.press("Tab");
  await expect(button).toBeFocused();
  await expect(page.getByRole("tooltip")).toHaveText("Get new transactions");
  await expect(button).toHaveAccessibleDescription("Get new transactions");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("tooltip")).toBeHidden();
});

test("a link that looks like a button prints as text", night, async ({ page }) => {
  await openDesign(page);
  await page.emulateMedia({ media: "print", colorScheme: "light" });
  const link = page.getByRole("link", { name: "A link", exact: true });
  await expect(link).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await expect(link).toHaveCSS("border-top-width", "0px");
  const isInk = (one: Element) => getComputedStyle(one).color === getComputedStyle(document.body).color;
  expect(await link.evaluate(isInk)).toBe(true);
});
