import type { Page } from "@playwright/test";
import { openDatabase } from "../../src/server/database/db.ts";
import type { StartedServer } from "../support/visits/e2e.ts";
import { expect, expectGoodLook, hydrated, night, open, test as base } from "../support/visits/e2e.ts";
import {
  addAuthenticator,
  answer,
  becomeOwner,
  signOut,
  startPasskeySite,
} from "../support/visits/passkey-visit.ts";

/** Changes the site's database as time would. */
async function sqlAt(dataDir: string, query: string): Promise<void> {
  const database = await openDatabase({ dataDir });
  await database.pool.query(query);
  await database.close();
}

/** Ends suggestions, which the virtual authenticator would take before anybody clicks. */
function withoutSuggestions(page: Page) {
  return page.addInitScript(() =>
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: () => Promise.resolve(false) }),
  );
}

/** Cancels the browser's dialogs, and counts the suggestions in an attribute of the page. */
function cancelDialogs(page: Page) {
  return page.addInitScript(() => {
    let suggestions = 0;
    navigator.credentials.get = ({ mediation, signal } = {}) =>
      new Promise((_resolve, reject) => {
        if (mediation !== "conditional") return reject(new DOMException("Canceled", "NotAllowedError"));
        suggestions += 1;
        document.documentElement.dataset["suggestions"] = String(suggestions);
        signal?.addEventListener("abort", () => reject(new DOMException("Ended", "AbortError")));
      });
  });
}

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

test("the printed link makes the owner's passkey, once", night, async ({ page, site, complaints }) => {
  await addAuthenticator(page);
  await page.goto(site.ownerLink() ?? "");
  await hydrated(page);
  await expect(page.getByRole("heading", { level: 1, name: "Make your passkey" })).toBeVisible();
  await expectGoodLook(page);
  await page.getByRole("button", { name: "Make a passkey" }).click();
  await expect(page.getByText("Enter your name.")).toBeVisible();
  await expect(page.getByLabel("Your name")).toBeFocused();
  await becomeOwner(page, site);
  await expect(page.getByRole("button", { name: "Account: Robin Ashgrove" })).toBeVisible();

  await signOut(page);
  await page.goto(site.ownerLink() ?? "");
  await expect(page.getByText("This link has expired or was already used. Ask for a new one.")).toBeVisible();
  expect(complaints.splice(0).join(), "the refused call").toContain("400");
});

test(
  "the browser suggests the passkey on the sign-in page, and a button asks for it",
  night,
  async ({ page, site }) => {
    const key = await addAuthenticator(page);
    await becomeOwner(page, site);
    await answer(key, false);
    await signOut(page);
    await open(page, "/about");
    await page.getByRole("banner").first().getByRole("link", { name: "Sign In" }).click();
    await expect(page).toHaveURL(/\/sign-in\?return=%2Fabout$/);
    await expect(page.getByLabel("Or choose a suggested passkey")).toBeVisible();
    await expectGoodLook(page);
    // The button's dialog ends the suggestion; once it's canceled, the browser suggests again.
    const canceling = await page.context().newPage();
    await cancelDialogs(canceling);
    await open(canceling, "/sign-in");
    await canceling.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(canceling.getByText("The request was canceled")).toBeVisible();
    await expect(canceling.locator("html")).toHaveAttribute("data-suggestions", "2");
    await canceling.close();
    // Chromium's virtual authenticator takes the suggestion as soon as it is made.
    await answer(key, true);
    await page.reload();
    await expect(page, "the suggestion").toHaveURL(/\/about$/);
    await hydrated(page);
    await expect(page.getByRole("button", { name: "Account: Robin Ashgrove" })).toBeVisible();

    await withoutSuggestions(page);
    await signOut(page);
    await open(page, "/sign-in?return=%2Fusers");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page, "the button").toHaveURL(/\/users$/);
  },
);

test(
  "after twelve idle hours, a member's page asks for the passkey",
  night,
  async ({ page, site, complaints }) => {
    await withoutSuggestions(page);
    await addAuthenticator(page);
    await becomeOwner(page, site);
    await sqlAt(site.dataDir, "update sessions set last_seen_at = last_seen_at - interval '13 hours'");
    // Where a form whose session is idle leads.
    await open(page, "/sign-in?again");
    await expect(page.getByRole("button", { name: /^Account: / })).toBeVisible();
    await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeVisible();
    await open(page, "/spending");
    await page.getByRole("link", { name: "Sign in with Passkey" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Sign in again" })).toBeVisible();
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Spending" })).toBeVisible();
    expect(
      complaints.splice(0).every((line) => line.includes("401") || line.includes("SIGN_IN_REQUIRED")),
    ).toBe(true);
  },
);

test(
  "your devices: a second passkey, a new name, a removal, and other sessions",
  night,
  async ({ page, site, complaints }) => {
    const first = await addAuthenticator(page);
    await becomeOwner(page, site);
    await open(page, "/your-devices");
    await expect(page.getByRole("button", { name: "Rename Chrome on Linux" })).toBeVisible();
    await expectGoodLook(page);
    await page.getByRole("button", { name: "Rename Chrome on Linux" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Laptop");
    await page.getByRole("button", { name: "Rename", exact: true }).click();
    await expect(page.getByText("Laptop")).toBeVisible();
    await expect(page.getByRole("button", { name: "Rename Laptop" })).toBeFocused();

    await page.getByRole("button", { name: "Remove Laptop" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove passkey" }).click();
    await expect(
      page.getByText("This is your only way to sign in. Add another passkey first."),
    ).toBeVisible();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();

    // The same device can't have a second one for the same person.
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await expect(page.getByText("This device already has a passkey for you.")).toBeVisible();
    await first.session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: first.id });
    await addAuthenticator(page);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await expect(page.getByText("Passkey added.")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(2);

    await page.getByRole("button", { name: "Remove Laptop" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove passkey" }).click();
    await expect(page.getByText("Removed Laptop.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(1);
    expect(complaints.splice(0).join(), "the refused removal").toMatch(/^[^,]*409[^,]*$/);
  },
);

test("an invited person makes a passkey on their device, and the owner removes them", async ({
  page,
  site,
  browser,
  complaints,
}) => {
  await addAuthenticator(page);
  await becomeOwner(page, site);
  await open(page, "/users");
  await page.getByRole("button", { name: "Invite a person" }).click();
  await page.getByRole("button", { name: "Create link" }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Wren Holloway");
  await page.getByRole("button", { name: "Create link" }).click();
  await expect(page.getByRole("img", { name: "QR code of the invitation for Wren Holloway" })).toBeVisible();
  await expectGoodLook(page);
  const link = (await page.getByText(/\/sign-in\?invitation#/).textContent()) ?? "";
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Member, invited")).toBeVisible();

  const theirs = await browser.newContext();
  const wren = await theirs.newPage();
  await addAuthenticator(wren);
  // A preview of the link, as messengers make them.
  expect((await wren.request.get(link)).headers()["referrer-policy"]).toBe("no-referrer");
  await wren.goto(link);
  await hydrated(wren);
  await wren.getByRole("button", { name: "Make a passkey" }).click();
  await expect(wren).toHaveURL(/\/accounts$/);
  await expect(wren.getByRole("button", { name: "Account: Wren Holloway" })).toBeVisible();

  await page.reload();
  await hydrated(page);
  await page.getByRole("button", { name: "Remove Wren Holloway" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove person" }).click();
  await expect(page.getByText("Removed Wren Holloway.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeFocused();
  // Their open page notices it.
  await expect(wren.getByRole("heading", { level: 1 })).toHaveText("Sign in to see this page");
  await withoutSuggestions(wren);
  await wren.goto(new URL("/sign-in", link).href);
  await hydrated(wren);
  await wren.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(
    wren.getByText("This passkey doesn’t work here. It may have been removed.").first(),
  ).toBeVisible();
  await theirs.close();
  expect(complaints.splice(0).every((line) => line.includes("401") || line.includes("400"))).toBe(true);
});

test(
  "deleting everything asks for the passkey after five minutes, so a stolen cookie isn't enough",
  night,
  async ({ page, site, browser, complaints }) => {
    const key = await addAuthenticator(page);
    await becomeOwner(page, site);
    await sqlAt(site.dataDir, "update sessions set verified_at = verified_at - interval '6 minutes'");
    const thief = await browser.newContext({
      baseURL: site.origin,
      storageState: await page.context().storageState(),
    });
    const stolen = await thief.newPage();
    await addAuthenticator(stolen);
    await open(stolen, "/your-data");
    await stolen.getByRole("button", { name: "Delete everything" }).click();
    await stolen.getByLabel("Your name").fill("Robin Ashgrove");
    await stolen.getByRole("dialog").getByRole("button", { name: "Delete everything" }).click();
    await expect(stolen.getByText("Nothing was deleted")).toBeVisible();
    await thief.close();

    await open(page, "/your-data");
    await page.getByRole("button", { name: "Delete everything" }).click();
    await page.getByLabel("Your name").fill("Robin Ashgrove");
    await answer(key, true);
    await page.getByRole("dialog").getByRole("button", { name: "Delete everything" }).click();
    await expect(page).toHaveURL(/\/your-data\?deleted=/);
    expect(complaints.splice(0).every((line) => line.includes("403"))).toBe(true);
  },
);

test(
  "an answer sent again, another origin, and a copied passkey are refused",
  night,
  async ({ page, site, complaints }) => {
    const key = await addAuthenticator(page);
    await becomeOwner(page, site);
    await withoutSuggestions(page);
    const signIn = page.getByRole("button", { name: "Sign in with a passkey" });
    await signOut(page);
    await open(page, "/sign-in?return=%2Fusers");
    const sent = page.waitForRequest("**/.auth/passkey/sign-in/verify");
    await signIn.click();
    await expect(page).toHaveURL(/\/users$/);
    const { credentials } = await key.session.send("WebAuthn.getCredentials", { authenticatorId: key.id });
    const [copy] = credentials;
    if (copy === undefined) throw new Error("The authenticator has no passkey.");

    await signOut(page);
    const body: unknown = (await sent).postDataJSON();
    const again = await page.request.post("/.auth/passkey/sign-in/verify", {
      data: body,
      headers: { origin: site.origin },
    });
    expect(again.status(), "the same answer").toBe(400);
    await open(page, "/sign-in?return=%2Fusers");
    await signIn.click();
    await expect(page, "an own answer, which counts on").toHaveURL(/\/users$/);

    // The copy counts from where it was taken.
    await signOut(page);
    await key.session.send("WebAuthn.clearCredentials", { authenticatorId: key.id });
    await key.session.send("WebAuthn.addCredential", { authenticatorId: key.id, credential: copy });
    await open(page, "/sign-in");
    await signIn.click();
    await expect(page.getByText("Refused, because this passkey may have been copied.").first()).toBeVisible();

    await page.goto(site.origin.replace("localhost", "127.0.0.1") + "/sign-in");
    await hydrated(page);
    await signIn.click();
    await expect(page.getByRole("main").getByRole("alert")).toHaveText("Access Denied");
    await expect(page.getByRole("button", { name: /^Account: / })).toHaveCount(0);
    complaints.length = 0;
  },
);

test(
  "an invitation that can’t be read during an outage can be tried again",
  night,
  async ({ page, site, complaints }) => {
    await addAuthenticator(page);
    await becomeOwner(page, site);
    await open(page, "/users");
    await page.getByRole("button", { name: "Invite a person" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Wren Holloway");
    await page.getByRole("button", { name: "Create link" }).click();
    const link = (await page.getByText(/\/sign-in\?invitation#/).textContent()) ?? "";
    await signOut(page);
    await page.route("**/api/OpenInvitation", (route) => route.abort());
    await page.goto(link);
    await expect(page.getByText("Couldn’t open the invitation")).toBeVisible();
    await page.unroute("**/api/OpenInvitation");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("button", { name: "Make a passkey" })).toBeVisible();
    complaints.length = 0;
  },
);

test(
  "an invitation that ran out says so, and makes no passkey",
  night,
  async ({ page, site, complaints }) => {
    await addAuthenticator(page);
    await becomeOwner(page, site);
    await open(page, "/users");
    await page.getByRole("button", { name: "Invite a person" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Wren Holloway");
    await page.getByRole("button", { name: "Create link" }).click();
    const link = (await page.getByText(/\/sign-in\?invitation#/).textContent()) ?? "";
    await sqlAt(site.dataDir, "update invitations set expires_at = now() - interval '1 second'");
    await signOut(page);
    await page.goto(link);
    await expect(
      page.getByText("This link has expired or was already used. Ask for a new one."),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Make a passkey" })).toHaveCount(0);
    expect(complaints.splice(0).join(), "the refused call").toContain("400");
  },
);
