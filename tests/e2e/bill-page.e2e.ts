import type { Page, Route } from "@playwright/test";
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  hydrated,
  open,
  test,
  night,
} from "../support/visits/e2e.ts";

/** A bill's page, on the real bills of the sandbox. */

const brotliBudget = 170_000;

function region(page: Page, name: string) {
  return page.getByRole("region", { name, exact: true });
}

/** Goes to a bill as a visitor of the site does, without a new load of it. */
async function goToBill(page: Page, citation: string): Promise<void> {
  await open(page, "/congress");
  const field = page.getByRole("searchbox", { name: "Search titles or go to a bill" });
  await field.fill(citation);
  await field.press("Enter");
}

test.describe("a bill's page", () => {
  test("shows all parts of a real bill", async ({ page }) => {
    await open(page, "/bill/117/hr/1");
    const crumbs = page.getByRole("navigation", { name: "Breadcrumb" });
    await expect(crumbs.getByRole("link", { name: "HOME" })).toHaveAttribute("href", "/");
    await expect(crumbs.getByRole("link", { name: "CONGRESS" })).toHaveAttribute("href", "/congress");
    await expect(crumbs.getByRole("link", { name: "HR 1" })).toBeDisabled();
    await expect(page.getByText("Introduced: 01/04/2021 12:00 am")).toBeVisible();
    await expect(page.getByText("For the People Act of 2021", { exact: true }).first()).toBeVisible();
    const present = region(page, "Progress").locator("[aria-current=step]");
    await expect(present).toContainText("Passed House");
    await expect(region(page, "Progress")).toContainText(
      "died when the 117th Congress ended on January 3, 2023",
    );
    await expect(region(page, "Sponsors")).toContainText("Rep. Sarbanes, John P. [D-MD-3]");
    await expect(region(page, "Cosponsors")).toContainText("Democrats 222 100%");
    await expect(region(page, "CBO Cost Estimates").getByRole("link")).toHaveAttribute(
      "href",
      "https://www.cbo.gov/publication/57035",
    );
    const timeline = region(page, "Timeline");
    await expect(timeline).toContainText(/\d+ years ago/);
    await expect(timeline.getByRole("link", { name: /House roll call 62/ })).toHaveCount(1);
    await expect(region(page, "Amendments")).toContainText("HAMDT 23");
    await expect(region(page, "Summary")).toContainText("This bill addresses voter access");
    await expect(region(page, "Text").getByRole("link", { name: /XML/ }).first()).toBeVisible();
    await expect(region(page, "Timeline")).toContainText(/Congress\.gov, (just now|\d+ minutes? ago)/);
    await expect(region(page, "Related bills").getByRole("link").first()).toHaveAttribute(
      "href",
      /^\/bill\/117\/\w+\/\d+$/,
    );
  });

  test("marks sponsors by request, withdrawn cosponsors, and missing parts", night, async ({ page }) => {
    await open(page, "/bill/117/hr/4350");
    await expect(region(page, "Sponsors")).toContainText("By request");
    await open(page, "/bill/119/hr/3464");
    await expect(region(page, "Cosponsors")).toContainText("1 withdrew and is not counted");
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByText(/^Withdrew /)).toHaveCount(1);
    await open(page, "/bill/117/hr/9200");
    for (const face of [
      "No cosponsors to display",
      "No amendments to display",
      "The text isn’t published yet",
    ]) {
      await expect(page.getByText(face)).toBeVisible();
    }
    await expect(region(page, "CBO Cost Estimates")).toHaveCount(0);
  });

  test(
    "sorts cosponsors ascending, descending, or not at all, and shows 5, 10, or 25 per page",
    night,
    async ({ page }) => {
      await open(page, "/bill/117/hr/1");
      const table = page.getByRole("table", { name: "List of cosponsors" });
      const first = table.getByRole("rowheader").first();
      await expect(table.getByRole("rowheader")).toHaveCount(5);
      const unsorted = await first.textContent();
      const state = table.getByRole("columnheader", { name: "State" });
      for (const [direction, cell] of [
        ["ascending", "AL"],
        ["descending", "WI"],
      ] as const) {
        await state.getByRole("button").click();
        await expect(state).toHaveAttribute("aria-sort", direction);
        await expect(table.getByRole("row").nth(1).getByRole("cell").nth(1)).toHaveText(cell);
      }
      await state.getByRole("button").click();
      await expect(state).toHaveAttribute("aria-sort", "none");
      expect(await first.textContent()).toBe(unsorted);
      const pages = page.getByRole("navigation", { name: "List of cosponsors, pages" });
      await pages.getByRole("button", { name: "Next" }).click();
      await expect(pages).toContainText("6–10 of 222");
      await pages.getByLabel("Rows per page").selectOption("25");
      await expect(table.getByRole("rowheader")).toHaveCount(25);
      expect(await pages.getByLabel("Rows per page").locator("option").allTextContents()).toEqual([
        "5",
        "10",
        "25",
      ]);
    },
  );

  test("loads more amendments, older summaries, and earlier actions on request", night, async ({ page }) => {
    await open(page, "/bill/117/hr/5376");
    const amendments = region(page, "Amendments");
    await expect(amendments.getByRole("listitem")).toHaveCount(10);
    await amendments.getByRole("button", { name: "Show 42 more" }).click();
    await expect(amendments.getByRole("listitem")).toHaveCount(52);
    const summary = region(page, "Summary");
    await expect(summary).not.toContainText("Build Back Better Act");
    await summary.getByLabel("Version").selectOption({ index: 4 });
    await expect(summary).toContainText("Build Back Better Act");
    const timeline = region(page, "Timeline");
    await expect(timeline.getByText("Introduced in House")).toBeHidden();
    await timeline.getByText(/^Show \d+ earlier actions$/).click();
    await expect(timeline.getByText("Introduced in House")).toBeVisible();
  });

  test("offers a citation, an Atom feed, and structured data", night, async ({ page, context, request }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(page, "/bill/117/hr/5376");
    await page.getByRole("button", { name: "Copy citation" }).click();
    await expect(page.getByText("Copied")).toBeAttached();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      "Inflation Reduction Act of 2022, H.R. 5376, 117th Cong. (2021) (enacted as Pub. L. 117-169)",
    );
    const described = await page.locator('script[type="application/ld+json"]').allTextContents();
    expect(described.map((text) => JSON.parse(text) as unknown)).toContainEqual(
      expect.objectContaining({
        "@type": "Legislation",
        legislationIdentifier: "H.R. 5376 (117th Congress)",
        legislationLegalForce: "InForce",
        legislationDate: "2021-09-27",
      }),
    );
    const feed = await request.get(
      (await page.getByRole("main").getByRole("link", { name: "Atom feed" }).getAttribute("href")) ?? "",
    );
    expect(await feed.text()).toContain("Became Public Law No: 117-169");
  });
});

test.describe("a bill's address", () => {
  test("redirects from capitals or dots to the canonical one", night, async ({ page, request }) => {
    await page.goto("/bill/117/H.R./01");
    await expect(page).toHaveURL("/bill/117/hr/1");
    expect((await request.get("/bill/117/HR/1", { maxRedirects: 0 })).status()).toBe(302);
  });

  test("answers 404 for an invalid bill and says what is accepted", night, async ({ page, complaints }) => {
    for (const [path, words] of [
      ["/bill/117/act/1", "Use one of hr, s, hjres, sjres, hconres, sconres, hres, sres."],
      ["/bill/117/hr/one", "Use a whole number from 1"],
      ["/bill/117/hr/9404", "Congress.gov has no H.R. 9404 in the 117th Congress."],
    ] as const) {
      const response = await page.goto(path);
      await hydrated(page);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole("main")).toContainText(words);
    }
    await expectNoAxeViolations(page);
    await page.getByRole("link", { name: "Look up a bill" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Look up a bill" })).toBeFocused();
    expect(complaints.splice(0).filter((line) => !line.includes("404"))).toEqual([]);
  });
});

test.describe("when Congress.gov fails", () => {
  test("the page says so, logs it, and can be retried", night, async ({ page, complaints }) => {
    const response = await page.goto("/bill/117/hr/9500");
    await hydrated(page);
    expect(response?.status()).toBe(503);
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("Failed to get bill.");
    await expect(alert).toContainText(/Request [\w-]{36}/);
    expect(complaints).toContain("console.error: Failed to get bill.");
    await expectNoAxeViolations(page);
    const whole = await page.request.get("/api/CongressGetBill?congress=117&billType=hr&billNumber=1");
    const body = await whole.body();
    await page.route("**/api/CongressGetBill?*", (route) =>
      route.fulfill({ body, contentType: "application/json" }),
    );
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(region(page, "Sponsors")).toContainText("Sarbanes");
    const unexpected = complaints.splice(0).filter((line) => !/503|Failed to get bill/.test(line));
    expect(unexpected).toEqual([]);
  });

  test("one block shows the error, the others work, and a retry fills it", night, async ({ page }) => {
    async function withoutAmendments(route: Route) {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: Record<string, unknown> };
      body.data["billAmendments"] = { amendments: [], asOf: null, isStale: false, failed: true };
      await route.fulfill({ json: body, headers: { "cache-control": "no-store" } });
    }
    await page.route("**/api/CongressGetBill?*", withoutAmendments);
    await goToBill(page, "117 hr 1");
    const amendments = region(page, "Amendments");
    await expect(amendments).toContainText("Couldn’t load the amendments.");
    await expect(region(page, "Sponsors")).toContainText("Sarbanes");
    await expectNoAxeViolations(page);
    await page.unrouteAll({ behavior: "wait" });
    await amendments.getByRole("button", { name: "Try again" }).click();
    await expect(amendments).toContainText("HAMDT 23");
  });

  test("a slow answer shows a skeleton first", night, async ({ page }) => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/CongressGetBill?*", async (route) => {
      await held;
      await route.continue();
    });
    await goToBill(page, "117 hr 1");
    await expect(page.getByText("Loading HR 1")).toBeAttached();
    await expect(page.getByRole("heading", { level: 1, name: "HR 1" })).toBeFocused();
    await expectNoAxeViolations(page);
    release();
    await expect(region(page, "Sponsors")).toContainText("Sarbanes");
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a bill is complete, with every cosponsor", async ({ page }) => {
    await page.goto("/bill/117/hr/1");
    await expect(region(page, "Summary")).toContainText(
      "commissions to carry out congressional redistricting",
    );
    await page.getByText("Show all 222").click();
    await expect(region(page, "Cosponsors").locator("details li")).toHaveCount(222);
    await page.getByText(/^Show \d+ earlier actions$/).click();
    await expect(region(page, "Timeline").getByText("Introduced in House")).toBeVisible();
    await expect(page.getByRole("button", { name: "Next" })).toBeHidden();
  });
});

test("the page prints with everything expanded and without screen-only parts", night, async ({ page }) => {
  await page.emulateMedia({ media: "print" });
  await open(page, "/bill/117/hr/1");
  await expect(page.getByRole("banner").first()).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Breadcrumb" }).locator("ol")).toBeHidden();
  await expect(page.getByText("Show all 222")).toBeHidden();
  const last = region(page, "Timeline").getByText("Introduced in House");
  expect((await last.boundingBox())?.height).toBeGreaterThan(0);
});

test("the steps of a bill fit the page at twice the text size", night, async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await open(page, "/bill/118/hjres/30");
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  await expectNoSidewaysScroll(page);
});

test("the steps of a bill stack on a phone without overlapping", night, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/bill/117/hr/1");
  const here = await page.getByText("Ended here", { exact: true }).boundingBox();
  const next = await page.getByText("Passed Senate").boundingBox();
  expect((next?.y ?? 0) - (here?.y ?? 0) - (here?.height ?? 0)).toBeGreaterThanOrEqual(8);
});

test("a bill's page stays within its byte budget", night, async ({ page }) => {
  let scriptBytes = 0;
  const measured: Promise<void>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() !== "script") return;
    measured.push(
      request.sizes().then(({ responseBodySize }) => {
        scriptBytes += responseBodySize;
      }),
    );
  });
  await open(page, "/bill/117/hr/1");
  await page.waitForLoadState("networkidle");
  await Promise.all(measured);
  test.info().annotations.push({ type: "bytes", description: String(scriptBytes) });
  expect(scriptBytes, "JavaScript, brotli").toBeGreaterThan(50_000);
  expect(scriptBytes, "JavaScript, brotli").toBeLessThanOrEqual(brotliBudget);
});
