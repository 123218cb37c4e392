import { describe, expect, it } from "vitest";
import { z } from "zod";
import { linkBank, openTestSandbox, type TestSandbox } from "./sandbox-support.ts";

const listedRow = z.looseObject({ transaction_id: z.string(), date: z.string(), pending: z.boolean() });
const syncPage = z.object({
  added: z.array(listedRow),
  modified: z.array(listedRow),
  removed: z.array(z.object({ transaction_id: z.string(), account_id: z.string() })),
  next_cursor: z.string(),
  has_more: z.boolean(),
});

/** A ledger as it should be: what the pages say, applied in order. */
async function syncAll(
  { call }: TestSandbox,
  accessToken: string,
  { cursor = "", count = 500, ledger = new Map<string, z.infer<typeof listedRow>>() } = {},
) {
  const pages: z.infer<typeof syncPage>[] = [];
  for (let next = cursor; ;) {
    const { status, body } = await call("/transactions/sync", {
      access_token: accessToken,
      cursor: next,
      count,
    });
    expect(status).toBe(200);
    const page = syncPage.parse(body);
    pages.push(page);
    for (const row of page.added) expect(ledger.has(row.transaction_id)).toBe(false);
    for (const row of page.modified) expect(ledger.has(row.transaction_id)).toBe(true);
    for (const row of [...page.added, ...page.modified]) ledger.set(row.transaction_id, row);
    for (const { transaction_id } of page.removed) expect(ledger.delete(transaction_id)).toBe(true);
    next = page.next_cursor;
    if (!page.has_more) return { pages, ledger, cursor: next };
  }
}

function byId(rows: Iterable<{ transaction_id: string }>): object[] {
  return [...rows].toSorted((a, b) => (a.transaction_id < b.transaction_id ? -1 : 1));
}

describe("reading a bank", () => {
  it("brings two years, page by page, and ends with what the bank lists", async () => {
    const sandbox = openTestSandbox();
    const { itemId, accessToken } = await linkBank(sandbox);
    const { pages, ledger } = await syncAll(sandbox, accessToken);
    expect(pages.length).toBeGreaterThan(4);
    expect(pages.every((page) => page.added.length <= 500)).toBe(true);
    expect(byId(ledger.values())).toEqual(byId(sandbox.control.truth(itemId).transactions));
    const dates = [...ledger.values()].map(({ date }) => date).toSorted();
    expect(dates[0]?.slice(0, 7)).toBe("2024-11");
    expect(dates.at(-1)).toBe("2026-11-21");
  });

  it("goes on with the days: what is new, what has posted, what fell away", async () => {
    const sandbox = openTestSandbox();
    const { itemId, accessToken } = await linkBank(sandbox);
    const first = await syncAll(sandbox, accessToken);
    // The 21st is a Saturday, on which nothing posts until Monday.
    for (const days of [2, 3, 10, 40]) {
      sandbox.control.advance(days * 24 * 60 * 60_000);
      const next = await syncAll(sandbox, accessToken, first);
      expect(next.pages[0]?.added.length).toBeGreaterThan(0);
      expect(next.pages[0]?.removed.length).toBeGreaterThan(0);
      first.cursor = next.cursor;
      expect(byId(first.ledger.values())).toEqual(byId(sandbox.control.truth(itemId).transactions));
    }
  });
});
