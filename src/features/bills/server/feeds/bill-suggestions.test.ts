import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createBillSite } from "../../../../../tests/support/sites/bill-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { billsContract } from "../../contract.ts";

const database = useTestDatabase();
let site: ReturnType<typeof createBillSite>;
beforeEach(() => (site = createBillSite(database())));

const envelope = z.object({ data: z.unknown() });

describe("GET /api/CongressSuggestBills", () => {
  function suggest(q: string): Promise<Response> {
    return site.app.request(`/api/CongressSuggestBills?${new URLSearchParams({ q }).toString()}`);
  }
  async function titles(q: string): Promise<string[]> {
    const answer = envelope.parse(await (await suggest(q)).json());
    return billsContract.suggestBills.output.parse(answer.data).bills.map(({ title }) => title);
  }

  it("puts titles that are, begin with, and contain the words first, then the newest", async () => {
    await site.index({
      "119 hr 1": { title: "To act on clean air in schools", date: "2026-05-01" },
      "119 hr 2": { title: "Air that is clean for all", date: "2026-06-01" },
      "118 hr 3": { title: "The Clean Air Restoration Act", date: "2024-01-01" },
      "118 s 4": { title: "Clean Air Act Amendments", date: "2023-01-01" },
      "117 s 5": { title: "Clean Air!", date: "2022-01-01" },
      "117 s 6": { title: "Clean Water Act", date: "2026-07-01" },
    });
    expect(await titles(" clean  air ")).toEqual([
      "Clean Air!",
      "Clean Air Act Amendments",
      "To act on clean air in schools",
      "The Clean Air Restoration Act",
      "Air that is clean for all",
    ]);
    expect(await titles("clean ai")).toHaveLength(5);
    expect(site.sandbox.calls).toEqual([]);
  });

  it("names at most 8 bills, each with its key, and ignores other sources", async () => {
    await site.index(
      Object.fromEntries(
        Array.from({ length: 9 }, (_unused, at) => [`118 hr ${at + 1}`, { title: "Roads Act" }]),
      ),
    );
    await site.index({ "118 s 77": { title: "Roads" } }, "elsewhere");
    const answer = envelope.parse(await (await suggest("roads")).json());
    const { bills } = billsContract.suggestBills.output.parse(answer.data);
    expect(bills).toHaveLength(8);
    expect(bills[0]).toEqual({ congress: 118, billType: "hr", billNumber: "1", title: "Roads Act" });
  });

  it.each(["%", "’", "zebra", "_"])("finds nothing for “%s”", async (q) => {
    await site.index({ "118 hr 1": { title: "Roads Act" } });
    expect(await titles(q)).toEqual([]);
  });

  it.each(["", "  ", "x".repeat(201)])("rejects “%s”", async (q) => {
    expect((await suggest(q)).status).toBe(400);
  });

  it("counts toward the limit of searches", () => {
    expect(billsContract.suggestBills).toMatchObject({ auth: "public", limit: "search" });
  });
});
