import { expect, it } from "vitest";
import { renderPage } from "#client/entry-server.tsx";
import { publicConfig } from "#server/pages/public-config.ts";
import { readSettings } from "#server/settings/settings.ts";
import { successEnvelope } from "#shared/envelope.ts";
import { siteConfig } from "#site-config";
import type { BillIndexState } from "../../domain/bill-shapes.ts";

const origin = "http://localhost:3000";
const now = new Date("2026-11-21T12:00:00Z");
const config = publicConfig(
  { settings: readSettings({}), site: siteConfig, now: () => now },
  { origin, development: false, staleContentAsOf: null },
);

/** Renders a page beyond the last bill. */
async function render(page: number, total: number, index: Partial<BillIndexState> = {}): Promise<string> {
  const answer = successEnvelope({
    bills: [],
    total,
    page,
    pageSize: 25,
    congress: 119,
    facets: { congresses: [], billTypes: [] },
    citation: null,
    index: { indexed: 72, isComplete: true, isFailing: false, asOf: now.toISOString(), ...index },
  });
  const rendered = await renderPage({
    request: new Request(`${origin}/congress?page=${page}`),
    config,
    apiFetch: () => Response.json(answer),
  });
  if (rendered.kind !== "page") throw new Error("expected a page, not a redirect");
  return rendered.body.replaceAll("<!-- -->", "");
}

it.each([
  [2, 18, "There’s no page 2", "This list has one page."],
  [9, 60, "There’s no page 9", "This list has 3 pages."],
])(
  "page %i of %i bills says that it doesn't exist, and leads to the first",
  async (page, total, title, words) => {
    const body = await render(page, total);
    expect(body).toContain(title);
    expect(body).toContain(words);
    expect(body).toMatch(/<a [^>]*href="\/congress"[^>]*>First page</);
    expect(body).not.toContain("No matching bills");
    expect(body).not.toContain(`Page ${page} of`);
  },
);

it("a list without bills says that nothing matches", async () => {
  expect(await render(1, 0)).toContain("No matching bills");
});

it("says that the first import fails, and doesn't promise bills shortly", async () => {
  const first = { indexed: 0, isComplete: false, asOf: null };
  expect(await render(1, 0, first)).toContain("They’ll appear here shortly.");
  const body = await render(1, 0, { ...first, isFailing: true });
  expect(body).toContain("Couldn’t import bills from Congress.gov. We’ll retry automatically.");
  expect(body).not.toContain("shortly");
});
