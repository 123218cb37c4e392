import type { Page } from "@playwright/test";

/** Visits to the sandbox bank, from the Accounts page and back. */

export type BankName = "Lanternfish Bank" | "Rusty Gate Credit Union" | "Stormcloud Savings";

/** Goes through the sandbox bank's steps up to the last button. */
export async function chooseAtBank(page: Page, bank: BankName, person: RegExp): Promise<void> {
  await page.waitForURL(/\/sandbox\/plaid\/link/);
  await page.getByRole("button", { name: bank }).click();
  await page.getByRole("button", { name: person }).click();
  await page.getByRole("button", { name: "Continue" }).last().click();
}

/** Links a bank through its pages. */
export async function linkThroughPages(page: Page, bank: BankName, person = /Avery/): Promise<void> {
  await page.getByRole("button", { name: "Link a bank" }).click();
  await chooseAtBank(page, bank, person);
  await page.getByRole("button", { name: "Share and return" }).click();
  await page.waitForURL(/\/accounts$/);
}
