import type { Dialog } from "@playwright/test";
import {
  createBudget,
  createManualAccount,
  getAs,
  linkBank,
  postAs,
} from "../../support/sites/finance-site.ts";
import { expect, expectGoodLook, open, signIn, test } from "../../support/visits/e2e.ts";

test("two people share money: invited, seen, changed, told live, left", async ({ page, browser }) => {
  test.slow();
  const owner = test.info().testId;
  const memberWho = `${owner} member`;
  const other = await browser.newContext();
  const memberPage = await other.newPage();
  await signIn(page, "/household", owner);
  // For the first time, and only after the owner's page was opened.
  await signIn(memberPage, "/household", memberWho);
  const me = (await (await memberPage.request.get("/.auth/me")).json()) as {
    clientPrincipal: { userDetails: string };
  };
  const memberName = me.clientPrincipal.userDetails;
  await linkBank(page);
  const accountId = await createManualAccount(page);
  const categories = await getAs<{ financialCategoryId: number; name: string }[]>(
    page,
    "/api/FinancialCategories",
  );
  const groceries = categories.find(({ name }) => name === "Groceries")?.financialCategoryId ?? 0;
  const banks = await getAs<{ institutionAccessItemId: number }[]>(page, "/api/GetUserAccessItems");
  const budgetId = await createBudget(page, {
    name: "Groceries of both",
    budgetAccessItems: banks.map(({ institutionAccessItemId }) => institutionAccessItemId),
    startDate: "2026-10-01",
    endDate: "2026-12-31",
    categories: [{ financialCategoryId: groceries, estimate: 400 }],
  });

  await test.step("the owner invites a member to see their money", async () => {
    await page.getByRole("button", { name: "Invite a member" }).click();
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await expect(page.getByRole("combobox", { name: "Member" })).toBeFocused();
    await page.getByRole("combobox", { name: "Member" }).fill(memberName);
    await page.getByRole("option").first().click();
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await expect(page.getByText("May see it, invited")).toBeVisible();
    await page.getByRole("button", { name: /^Withdraw/ }).click();
    const withdrawal = page.getByRole("alertdialog", { name: /^Withdraw the invitation to / });
    await expect(withdrawal).toContainText("They can’t accept it anymore.");
    await withdrawal.getByRole("button", { name: "Cancel" }).click();
    await expectGoodLook(page);
  });

  await test.step("the member hears of it at once, accepts, and sees it read-only", async () => {
    await expect(memberPage.getByRole("button", { name: /^Accept the invitation/ })).toBeVisible();
    await open(memberPage, "/accounts");
    await memberPage.getByRole("link", { name: "See invitation" }).click();
    await memberPage.getByRole("button", { name: /^Accept the invitation/ }).click();
    // The page that is left may be told that its money isn't shown anymore before the next one is there.
    const refused = memberPage.waitForResponse((response) => response.status() === 409);
    await memberPage.route("**/accounts", async (route) => {
      await refused;
      await route.continue();
    });
    await memberPage.getByRole("button", { name: /^Open the money of/ }).click();
    await expect(memberPage).toHaveURL(/\/accounts$/);
    await expect(memberPage.getByText("You’re looking at the money of")).toBeVisible();
    await memberPage.unroute("**/accounts");
    await open(memberPage, "/spending");
    await expect(memberPage.getByRole("link", { name: "Groceries of both", exact: true })).toBeVisible();
    await expectGoodLook(memberPage);
    await open(memberPage, "/accounts");
    for (const name of ["Link a bank", "Use SimpleFIN", "Refresh"])
      await expect(memberPage.getByRole("button", { name })).toBeDisabled();
    await open(memberPage, "/recently-deleted");
    await expect(memberPage.getByRole("button", { name: "Restore budget Once" })).toBeDisabled();
    await open(memberPage, "/spending");
    await memberPage.getByRole("link", { name: "Groceries of both", exact: true }).click();
    await expect(memberPage.getByRole("textbox", { name: "Estimate for Groceries" })).toBeDisabled();
    await expect(memberPage.getByTitle(/but not change it\.$/).first()).toBeVisible();
    await open(memberPage, "/transactions");
    await expect(memberPage.locator("tbody tr").nth(1)).toBeVisible();
    await expect(memberPage.getByRole("button", { name: /, category of |^Use .+ for / })).toHaveCount(0);
    await expect(memberPage.getByRole("checkbox", { name: /^Select / }).first()).toBeDisabled();
    await expect(memberPage.getByRole("checkbox", { name: /^Select /, disabled: false })).toHaveCount(0);
    await open(memberPage, "/accounts");
  });

  await test.step("with write access, the owner sees the member's change live", async () => {
    await page.getByRole("button", { name: /^Allow changes by/ }).click();
    await expect(page.getByText("May see and change it")).toBeVisible();
    await memberPage.reload();
    // What is the owner's alone stays off.
    for (const [of, action] of [
      ["Wallet", "Delete bank"],
      ["Cash", "Delete account…"],
    ] as const) {
      await memberPage.getByRole("button", { name: `Actions for ${of}` }).click();
      await expect(memberPage.getByRole("menuitem", { name: action })).toBeDisabled();
      await expect(memberPage.getByText("can do this.")).toBeVisible();
      await memberPage.keyboard.press("Escape");
    }
    await open(memberPage, "/due");
    await expect(memberPage.getByRole("button", { name: "Calendar feed" })).toBeDisabled();
    await createBudget(memberPage, {
      name: "Made by the member",
      startDate: "2026-11-01",
      endDate: "2026-11-30",
    });
    await postAs(memberPage, "/api/SaveTransaction", {
      transactionId: 0,
      accountId,
      date: "2026-11-02",
      amount: -12,
      name: "Corner Shop",
      note: "For both of us",
    });
    await expect(page.getByRole("listitem").filter({ hasText: "saved a budget" })).toContainText(memberName);
    await expectGoodLook(page);
  });

  await test.step("once removed, the member is asked once about what they typed, and told why it isn’t saved", async () => {
    await open(memberPage, "/spending");
    await memberPage.getByRole("button", { name: "New Budget" }).first().click();
    const form = memberPage.getByRole("dialog", { name: "New Budget" });
    await form.getByRole("textbox", { name: "Name" }).fill("Typed before");
    const questions: Dialog[] = [];
    const asked = memberPage.waitForEvent("dialog");
    memberPage.on("dialog", (question) => {
      questions.push(question);
      void question.dismiss();
    });
    await page.getByRole("button", { name: /^Remove/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await asked;
    await form.getByRole("button", { name: "Save Budget" }).click();
    await expect(form.getByText("This money isn’t shared with you anymore.")).toBeVisible();
    expect(questions).toHaveLength(1);
    await form.getByRole("button", { name: "Cancel" }).click();
    await memberPage.getByRole("button", { name: "Discard changes" }).click();
  });

  await test.step("then the member is back at their own money", async () => {
    await expect(
      memberPage.getByText("The money you looked at isn’t shared with you anymore."),
    ).toBeVisible();
    await open(memberPage, "/spending");
    await expect(memberPage.getByRole("link", { name: "Made by the member", exact: true })).toBeHidden();
    await open(page, "/spending");
    await expect(page.getByRole("link", { name: "Made by the member", exact: true })).toBeVisible();
    await open(page, `/budget/${budgetId}/accounts`);
    // What is typed is never updated by a bank.
    await expect(page.getByRole("listitem").filter({ hasText: "Wallet" })).toContainText("1 account");
    await expect(page.getByText("Not updated yet")).toBeHidden();
    await open(page, "/transactions?q=corner");
    await expect(page.getByTitle(`For both of us (by ${memberName})`)).toBeVisible();
  });
  await other.close();
});
