import { createBillIndexStore } from "#features/bills/server/index-pass/bill-index-store.ts";
import { toIndexRow } from "#features/bills/server/index-pass/bill-rows.ts";
import type { Database } from "#server/database/db.ts";
import { createCongressSandbox } from "#upstreams/congress/sandbox/congress-sandbox.ts";
import { createTestApp } from "../test-app.ts";

const now = new Date("2026-11-21T12:00:00Z");

/** A site on a stopped clock whose index has only the bills of the test. */
export function createBillSite(database: Database) {
  const sandbox = createCongressSandbox({ now: () => now });
  const app = createTestApp(database, {
    now: () => now,
    fetch: async (input, init) =>
      sandbox.app.request(input instanceof Request ? input : input.toString(), init),
  });
  return {
    app,
    sandbox,
    now,
    /** Adds bills by their names, such as "119 hr 1". */
    async index(
      bills: Record<string, { title?: string; date?: string; action?: string }>,
      source = "sandbox",
    ): Promise<void> {
      const rows = Object.entries(bills).flatMap(([name, { title, date, action }]) => {
        const [congress = "", type = "", number = ""] = name.split(" ");
        const row = {
          congress: Number(congress),
          type: type.toUpperCase(),
          number,
          title: title ?? null,
          latestAction: { actionDate: date ?? null, actionTime: null, text: action ?? "Introduced." },
          laws: [],
          originChamber: "House",
          updateDate: "2026-01-01",
          updateDateIncludingText: null,
        };
        return toIndexRow(row, "2026-01-01") ?? [];
      });
      await createBillIndexStore({ database, source }).save(rows, now);
    },
  };
}
