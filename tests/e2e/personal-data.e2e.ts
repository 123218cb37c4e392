import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import {
  test,
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  open,
  signIn,
  night,
} from "../support/visits/e2e.ts";
import { createBudget, getAs, linkBank } from "../support/sites/finance-site.ts";

type Transaction = { transactionId: number; amount: number };

test(
  "a person can download and delete all their data, and starts fresh when signing in again",
  night,
  async ({ page, complaints }) => {
    await signIn(page, "/your-data");
    await expect(page.getByRole("heading", { level: 1, name: "Your data" })).toBeVisible();
    await expect(page.getByText("Only your sign-in")).toBeVisible();
    await linkBank(page);
    await createBudget(page, { name: "Autumn", startDate: "2026-10-01", endDate: "2026-12-31" });

    await test.step("stored data is counted", async () => {
      await open(page, "/users");
      await page.getByRole("link", { name: "Your data" }).click();
      await expect(page.getByText("transactions", { exact: true })).toBeVisible();
      await expect(page.getByText("budgets", { exact: true })).toBeVisible();
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await expectNoAxeViolations(page);
      }
      await page.setViewportSize({ width: 320, height: 800 });
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 1280, height: 800 });
    });

    await test.step("a failed download shows an error and can be retried", async () => {
      await page.route("**/api/ExportPersonalData", (route) => route.abort("connectionreset"), { times: 1 });
      await page.getByRole("button", { name: "Download everything" }).click();
      await expect(page.getByRole("alert")).toContainText("Couldn’t reach the site.");
      expect(complaints.splice(0)).toEqual([expect.stringContaining("ERR_CONNECTION_RESET")]);
    });

    await test.step("the download is a complete file", async () => {
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "Try again" }).click();
      const download = await saved;
      expect(download.suggestedFilename()).toMatch(/personal data \d{4}-\d\d-\d\d\.zip$/);
      const files = unzipSync(new Uint8Array(readFileSync(await download.path())));
      const text = (name: string) => new TextDecoder().decode(files[name]);
      expect(text("README.txt")).toContain("Everything that");
      const rows = JSON.parse(text("json/transactions.json")) as Transaction[];
      const { held } = await getAs<{ held: { name: string; count: number }[] }>(page, "/api/GetPersonalData");
      expect(rows).toHaveLength(held.find(({ name }) => name === "transactions")?.count ?? 0);
      await expect(page.getByText(/^Downloaded \d/)).toBeVisible();
      await expect(page.getByText(/^Last downloaded on /)).toBeVisible();
    });

    await test.step("the deletion requires typing the address", async () => {
      const opener = page.getByRole("button", { name: "Delete everything" });
      await opener.click();
      const dialog = page.getByRole("dialog", { name: "Delete all your data?" });
      await expect(dialog).toContainText("Unlinks Lanternfish Bank.");
      await expect(dialog).toContainText("2 budgets");
      await expectNoAxeViolations(page);
      await page.setViewportSize({ width: 390, height: 800 });
      await expectNoSidewaysScroll(page);
      await page.keyboard.press("Escape");
      await expect(opener).toBeFocused();
      await opener.click();
      await dialog.getByRole("button", { name: "Delete everything" }).click();
      await expect(dialog.getByLabel("Your address")).toBeFocused();
      await dialog.getByLabel("Your address").fill("somebody@else.example");
      await page.keyboard.press("Enter");
      await expect(dialog.getByText(/^Type .+ as shown above\.$/)).toBeVisible();
      await page.setViewportSize({ width: 1280, height: 800 });
    });

    await test.step("it signs the person out and says it is done", async () => {
      const dialog = page.getByRole("dialog");
      const address = await dialog.getByRole("strong").innerText();
      await dialog.getByLabel("Your address").fill(address.toUpperCase());
      const opened: string[] = [];
      page.on("request", (request) => {
        if (request.isNavigationRequest()) opened.push(new URL(request.url()).search);
      });
      await page.route("**/api/DeletePersonalData", async (route) => {
        const response = await route.fetch();
        // The page learns first that nobody is signed in any more.
        await page.getByRole("banner", { includeHidden: true }).getByText("Sign In").waitFor();
        await route.fulfill({ response });
      });
      await dialog.getByRole("button", { name: "Delete everything" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Your data is deleted" })).toBeVisible({
        timeout: 20_000,
      });
      expect(opened).toEqual([expect.stringMatching(/^\?deleted=/)]);
      await expectNoAxeViolations(page);
      const { clientPrincipal } = (await (await page.request.get("/.auth/me")).json()) as {
        clientPrincipal: unknown;
      };
      expect(clientPrincipal).toBeNull();
      await page.reload();
      await expect(page.getByRole("heading", { level: 1, name: "Your data is deleted" })).toBeVisible();
    });

    await test.step("a new sign-in starts fresh", async () => {
      await signIn(page, "/your-data");
      await expect(page.getByText("Only your sign-in")).toBeVisible();
      expect(await getAs<unknown[]>(page, "/api/GetUserAccessItems")).toEqual([]);
      expect(await getAs<unknown[]>(page, "/api/GetBudgets")).toEqual([]);
    });
  },
);

test("an unknown deletion and a failing server show errors", night, async ({ page, complaints }) => {
  await open(page, "/your-data?deleted=00000000-0000-4000-8000-000000000000");
  await expect(page.getByRole("alert")).toContainText("Couldn’t check the deletion");
  complaints.splice(0);
  await signIn(page, "/");
  await page.route("**/api/GetPersonalData", (route) => route.fulfill({ status: 500, body: "" }));
  await open(page, "/your-data");
  await expect(page.getByRole("alert")).toContainText("Couldn’t load your data");
  await page.unroute("**/api/GetPersonalData");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Only your sign-in")).toBeVisible();
  complaints.splice(0);
});
