import { describe, expect, it } from "vitest";
import { renderPage, type RenderedPage } from "#client/entry-server.tsx";
import { publicConfig } from "#server/pages/public-config.ts";
import { readSettings } from "#server/settings/settings.ts";
import { failureEnvelope, successEnvelope, type Envelope } from "#shared/envelope.ts";
import { siteConfig } from "#site-config";
import { fullBill } from "../../../../../tests/support/factories/bill-factory.ts";
import { billBlocksSchema, type BillBlocks } from "../../domain/bill-shapes.ts";

const origin = "http://localhost:3000";
const config = publicConfig(
  { settings: readSettings({}), site: siteConfig, now: () => new Date("2026-11-21T12:00:00Z") },
  { origin, development: false, staleContentAsOf: null },
);

type Page = RenderedPage & { kind: "page" };

async function render(path: string, answer: Envelope<unknown>): Promise<RenderedPage> {
  return renderPage({
    request: new Request(`${origin}${path}`),
    config,
    apiFetch: () =>
      Response.json(answer, { status: answer.statusCode, headers: { "x-request-id": "request-1" } }),
  });
}

async function renderBill(blocks: BillBlocks): Promise<Page> {
  const page = await render("/bill/117/hr/1", successEnvelope(blocks));
  if (page.kind !== "page") throw new Error("expected a page, not a redirect");
  return page;
}

/** Returns the visible text, without tags. */
function words({ body }: Page): string {
  return body
    .replaceAll(/<style.*?<\/style>|<script.*?<\/script>/gs, "")
    .replaceAll(/<!--.*?-->/gs, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");
}

/** Returns the path to every value inside, outermost first. */
function pathsInto(value: unknown, way: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const here = way.concat(Array.isArray(value) ? Number(key) : key);
    return [here].concat(pathsInto(inner, here));
  });
}

/** Returns a copy without the value at the path. */
function without(value: unknown, [key, ...rest]: (string | number)[]): unknown {
  if (Array.isArray(value)) {
    return rest.length === 0
      ? value.filter((_item, index) => index !== key)
      : value.map((item: unknown, index) => (index === key ? without(item, rest) : item));
  }
  return Object.fromEntries(
    Object.entries(value ?? {}).flatMap(([name, inner]: [string, unknown]) => {
      if (name !== key) return [[name, inner]];
      return rest.length === 0 ? [] : [[name, without(inner, rest)]];
    }),
  );
}

/** Returns the full bill with each optional part left out in turn, including rows of lists. */
function poorerBills(): { missing: string; blocks: BillBlocks }[] {
  return pathsInto(fullBill).flatMap((way) => {
    const parsed = billBlocksSchema.safeParse(without(fullBill, way));
    return parsed.success ? [{ missing: way.join("."), blocks: parsed.data }] : [];
  });
}

/** Returns a bill without any of its optional parts. */
function poorestBill(): BillBlocks {
  return poorerBills().reduceRight<BillBlocks>((blocks, { missing }) => {
    const way = missing.split(".").map((key) => (/^\d+$/.test(key) ? Number(key) : key));
    const parsed = billBlocksSchema.safeParse(without(blocks, way));
    return parsed.success ? parsed.data : blocks;
  }, fullBill);
}

describe("a bill's page", () => {
  it("shows all data of a bill", async () => {
    const page = await renderBill(fullBill);
    expect(page.status).toBe(200);
    for (const text of [
      "HOME",
      "CONGRESS",
      "HR 1",
      "Introduced: 01/04/2021 12:00 am",
      "An invented bill",
      "Rep. Sample, Ada [D-MD-3]",
      "By request",
      "Withdrew Feb 5, 2021",
      "As reported on March 1, 2021",
      "House roll call 62",
      "HAMDT 12",
      "What it does.",
      "Elections Subcommittee",
      "Government Operations and Politics",
      "S. 949",
      "Public Law 117-1",
      "H. Rept. 117-1",
      "Article I, Section 8",
    ]) {
      expect(words(page)).toContain(text);
    }
    expect(page.head).toContain('href="/bill/117/hr/1/feed.xml"');
    expect(page.body).toContain('"@type":"Legislation"');
    expect(page.body).toContain('href="/bill/116/s/949"');
  });

  it("renders whatever the upstream leaves out", { timeout: 60_000 }, async () => {
    const bills = poorerBills();
    expect(bills.length).toBeGreaterThan(70);
    for (const { missing, blocks } of bills) {
      // oxlint-disable-next-line no-await-in-loop -- rendering is sequential anyway
      const page = await renderBill(blocks);
      expect(page, missing).toMatchObject({ status: 200, failure: null });
      expect(page.body, missing).toContain("HR 1");
      expect(words(page), missing).not.toMatch(/undefined|null|NaN|Invalid Date|\[object/);
    }
  });

  it("shows an empty state for each part without data", async () => {
    const text = words(await renderBill(poorestBill()));
    for (const face of [
      "No sponsors to display",
      "No cosponsors to display",
      "No actions to display",
      "No amendments to display",
      "No summary yet",
      "The text isn’t published yet",
      "No subjects assigned yet",
      "No related bills",
    ]) {
      expect(text).toContain(face);
    }
    expect(text).not.toContain("CBO Cost Estimates");
    expect(text).not.toContain("Introduced:");
  });

  it("says which parts failed to load, and shows the others", async () => {
    const full = fullBill;
    const page = await renderBill({
      ...full,
      billAmendments: { asOf: null, isStale: false, failed: true, amendments: [] },
      billActions: { ...full.billActions, failed: true, isStale: true },
    });
    const text = words(page);
    expect(text).toContain("Couldn’t load the amendments.");
    expect(text).not.toContain("No amendments to display");
    expect(text).toContain("couldn’t refresh");
    expect(text).toContain("House roll call 62");
    expect(page.status).toBe(200);
  });

  it("escapes the upstream's texts and links only to http and https addresses", async () => {
    const full = fullBill;
    const hostile = "<img src=x onerror=alert(1)>";
    const page = await renderBill({
      ...full,
      billDetails: {
        ...full.billDetails,
        bill: {
          ...full.billDetails.bill,
          title: `${hostile}</script><script>alert(1)</script>`,
          cboCostEstimates: [{ url: "javascript:alert(1)" }],
          legislationUrl: "javascript:alert(1)",
        },
      },
      billText: { ...full.billText, textVersions: [{ formats: [{ url: "data:text/html,x" }] }] },
    });
    expect(page.body).not.toContain("<img src=x");
    expect(page.body).not.toContain("<script>alert");
    expect(page.body).not.toMatch(/href="(?:javascript|data):/);
  });
});

describe("a bill's address", () => {
  it.each([
    ["/bill/117/HR/1", "/bill/117/hr/1"],
    ["/bill/117/s.j.res./007", "/bill/117/sjres/7"],
  ])("redirects %s to %s", async (path, location) => {
    expect(await render(path, successEnvelope(fullBill))).toMatchObject({ kind: "redirect", location });
  });

  it.each([
    ["/bill/117/law/1", "Use one of hr, s, hjres, sjres, hconres, sconres, hres, sres."],
    ["/bill/117/hr/one", "Use a whole number from 1 to 99999, such as 1234."],
    ["/bill/117/hr/999999", "Use a whole number from 1 to 99999, such as 1234."],
    ["/bill/next/hr/1", "Use the number of a Congress, such as 118."],
  ])("answers 404 for %s and says what is accepted", async (path, message) => {
    const page = await render(path, failureEnvelope(500, {}));
    expect(page).toMatchObject({ kind: "page", status: 404 });
    expect(page.kind === "page" ? words(page) : "").toContain(message);
  });

  it("answers 404 for an unknown bill, and 502 with a retry if the upstream fails", async () => {
    const unknown = await render("/bill/117/hr/9404", failureEnvelope(404, { NOT_FOUND: ["Not found"] }));
    expect(unknown).toMatchObject({ kind: "page", status: 404 });
    const failed = await render(
      "/bill/117/hr/9500",
      failureEnvelope(502, { UPSTREAM: ["Congress.gov did not answer."] }),
    );
    expect(failed).toMatchObject({ kind: "page", status: 502 });
    const text = failed.kind === "page" ? words(failed) : "";
    for (const part of ["Failed to get bill.", "Congress.gov did not answer.", "Try again", "request-1"]) {
      expect(text).toContain(part);
    }
  });
});

it("hides the committees if there are none", async () => {
  const committees = { ...fullBill.billCommittees, committees: [] };
  const { billDetails } = fullBill;
  const bare = { ...billDetails.bill, committeeReports: [] };
  const bill = { ...fullBill, billCommittees: committees, billDetails: { ...billDetails, bill: bare } };
  const heading = />Committees</;
  expect((await renderBill(fullBill)).body).toMatch(heading);
  expect((await renderBill(bill)).body).not.toMatch(heading);
});
