import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test as base, expect, hydrated, night } from "../support/visits/e2e.ts";
import { createBudget, getAs, linkBank, postAs } from "../support/sites/finance-site.ts";
import { hostileMark, hostileTexts } from "../support/fuzz/hostile-texts.ts";
import { endProgram } from "../support/programs.ts";
import { createProduct } from "../support/sites/product-site.ts";
import type { BrowserContext, Page } from "@playwright/test";

/**
 * Texts that would be code in the wrong place, in every field that somebody else fills: what members enter, and what
 * WordPress, GitHub, Congress.gov and a bank say. They are shown as they are, with scripts and without.
 */

type HostileServer = { origin: string; dataDir: string; stop: () => Promise<void>; cookie: string };

const program = fileURLToPath(new URL("../support/sites/hostile-site.ts", import.meta.url));

async function startHostileSite(): Promise<HostileServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "folio-e2e-"));
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env["PATH"],
      PORT: "0",
      DATA_DIR: dataDir,
      READS_PER_MINUTE: "100000",
      WRITES_PER_MINUTE: "100000",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const { origin, cookie } = JSON.parse(line.toString()) as { origin: string; cookie: string };
  return {
    origin,
    dataDir,
    cookie,
    stop: async () => {
      await endProgram(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const test = base.extend<object, { server: HostileServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape to know what a fixture needs
    async ({}, use) => {
      const server = await startHostileSite();
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

/** Everything in the document that one of the texts has become; nothing, where each is shown as text. */
function brokenOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll("*")) {
      const name = element.localName;
      if (["iframe", "object", "embed", "base", "math", "xss7-mark"].includes(name)) found.push(`<${name}>`);
      if (name === "meta" && element.hasAttribute("http-equiv")) found.push("a refresh");
      const isData = /json/.test(element.getAttribute("type") ?? "");
      if (name === "script" && !isData && /alert\(1\)/.test(element.textContent)) found.push("a script");
      for (const { name: attribute, value } of element.attributes) {
        if (/^on|^srcdoc$|^data-xss7$/.test(attribute)) found.push(`${attribute} of <${name}>`);
        const isAddress = ["href", "src", "action", "formaction", "xlink:href"].includes(attribute);
        const leadsTo = isAddress ? URL.parse(value, location.href) : null;
        if (leadsTo?.protocol === "javascript:" || leadsTo?.hostname.includes("evil.example"))
          found.push(`${attribute}=${value}`);
      }
    }
    return found;
  });
}

async function signInAs(context: BrowserContext, { origin, cookie }: HostileServer): Promise<void> {
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: origin }]);
}

/** Each of the texts in what a member may enter; answers the addresses of the screens that show it. */
async function fillIn(page: Page): Promise<string[]> {
  const [text] = hostileTexts;
  const accountId = await linkBank(page);
  for (const [index, hostile] of hostileTexts.entries()) {
    // Separators of lines are refused where a member enters a text; other services send them.
    const line = hostile.replace("\u2028", "line ");
    await createProduct(page, { name: line, serialNumber: `XSS-${index}`, grade: "A", description: line });
    await postAs(page, "/api/SaveFinancialCategory", { financialCategoryId: 0, name: line });
    await postAs(page, "/api/SaveIncomeSource", {
      incomeSourceId: 0,
      institutionAccessItemId: accountId,
      name: line,
      description: line,
      startDate: "2026-01-01",
      amountDue: 100,
      incomeSourceType: "Rent",
      expectedPaymentMemos: [line],
    });
  }
  const categories = await getAs<{ financialCategoryId: number; name: string }[]>(
    page,
    "/api/FinancialCategories",
  );
  const own = categories.filter(({ name }) => name.startsWith(hostileMark));
  expect(own.length).toBeGreaterThan(hostileTexts.length / 2);
  const today = new Date().toISOString().slice(0, 10);
  const budgetId = await createBudget(page, {
    name: text,
    startDate: `${today.slice(0, 7)}-01`,
    endDate: `${today.slice(0, 7)}-28`,
    categories: own.map(({ financialCategoryId }) => ({ financialCategoryId, estimate: 10 })),
    budgetAccessItems: [accountId],
  });
  return [
    "/users",
    "/products",
    "/search/XSS-1",
    "/accounts",
    "/spending",
    `/budget/${budgetId}`,
    `/budget/${budgetId}/edit`,
    `/budget/${budgetId}/transactions`,
    `/account/${accountId}`,
    `/account/${accountId}/income`,
    `/account/${accountId}/transactions`,
    `/account/${accountId}/rent-roll`,
  ];
}

const publicPages = ["/", "/posts", "/post/summary", "/repo/ledger-kit", "/congress", "/bill/119/hr/1"];

async function expectPlainText(page: Page, path: string): Promise<void> {
  await expect(page.locator("body"), path).toContainText(hostileMark, { timeout: 20_000 });
  expect([path, await brokenOut(page)]).toEqual([path, []]);
}

test("are text on every screen, in the browser", night, async ({ page, context, server, complaints }) => {
  test.setTimeout(300_000);
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await signInAs(context, server);
  await page.goto("/about");
  const screens = await fillIn(page);
  for (const path of [...publicPages, ...screens]) {
    await page.goto(path);
    await hydrated(page);
    await expectPlainText(page, path);
    expect(new URL(page.url()).origin).toBe(server.origin);
  }
  expect(dialogs).toEqual([]);
  // A field that has a form of its own makes an answer unreadable, which is said as the other service's failure.
  const unreadable = complaints.filter((line) => line.includes("the server responded with a status of 502"));
  for (const line of unreadable) complaints.splice(complaints.indexOf(line), 1);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("are text in the HTML that the server made", night, async ({ page }) => {
    for (const path of publicPages) {
      await page.goto(path);
      await expectPlainText(page, path);
    }
  });
});
