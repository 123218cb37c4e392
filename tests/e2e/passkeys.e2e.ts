import type { StartedServer } from "../support/visits/e2e.ts";
import { expect, expectGoodLook, hydrated, open, test as base } from "../support/visits/e2e.ts";
import {
  addAuthenticator,
  answer,
  becomeOwner,
  signOut,
  startPasskeySite,
} from "../support/visits/passkey-visit.ts";

/** Passkeys in a real Chromium with its virtual authenticator; each test has a site of its own, because a site has one owner. */

const test = base.extend<{ site: StartedServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape to know what a fixture needs
  site: async ({}, use) => {
    const site = await startPasskeySite();
    await use(site);
    await site.stop();
  },
  baseURL: async ({ site }, use) => use(site.origin),
});

test("the printed link makes the owner's passkey, once", async ({ page, site, complaints }) => {
  await addAuthenticator(page);
  await page.goto(site.ownerLink() ?? "");
  await hydrated(page);
  await expect(page.getByRole("heading", { level: 1, name: "Make your passkey" })).toBeVisible();
  await expectGoodLook(page);
  await page.getByRole("button", { name: "Make a passkey" }).click();
  await expect(page.getByText("Enter your name.")).toBeVisible();
  await becomeOwner(page, site);
  await expect(page.getByRole("button", { name: "Account: Robin Ashgrove" })).toBeVisible();

  await signOut(page);
  await page.goto(site.ownerLink() ?? "");
  await expect(page.getByText("This link has expired or was already used. Ask for a new one.")).toBeVisible();
  expect(complaints.splice(0).join(), "the refused call").toContain("400");
});

test("the browser suggests the passkey on the sign-in page, and a button asks for it", async ({
  page,
  site,
}) => {
  const key = await addAuthenticator(page);
  await becomeOwner(page, site);
  await answer(key, false);
  await signOut(page);
  await open(page, "/about");
  await page.getByRole("banner").first().getByRole("link", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/sign-in\?return=%2Fabout$/);
  await expect(page.getByLabel("Or choose a suggested passkey")).toBeVisible();
  await expectGoodLook(page);
  // Chromium's virtual authenticator takes the suggestion as soon as it is made.
  await answer(key, true);
  await page.reload();
  await expect(page, "the suggestion").toHaveURL(/\/about$/);
  await hydrated(page);
  await expect(page.getByRole("button", { name: "Account: Robin Ashgrove" })).toBeVisible();

  await answer(key, false);
  await signOut(page);
  await open(page, "/sign-in?return=%2Fusers");
  await answer(key, true);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page, "the button").toHaveURL(/\/users$/);
});
