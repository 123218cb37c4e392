import { describe, expect, it } from "vitest";
import { createApi } from "#client/data/api.ts";
import { successEnvelope } from "#shared/envelope.ts";
import { registerActs, rowActs } from "./row-acts.ts";
import { takingRowsBack } from "./row-batches.ts";

/** A server that keeps a value for each row, such as a decision of a budget, and answers with the former ones. */
function createServer<Value>(field: "excluded" | "kind", kept: Map<number, Value | null>) {
  type Row = { transactionId: number } & Partial<Record<typeof field, Value | null>>;
  return createApi(async (path, init) => {
    const sent = (await new Response(init.body ?? null).json()) as Row[] | { decisions: Row[] };
    const rows = Array.isArray(sent) ? sent : sent.decisions;
    expect({ path, count: rows.length }).toEqual({ path, count: Math.min(rows.length, 5_000) });
    const undo = rows.map(({ transactionId }) => ({
      transactionId,
      [field]: kept.get(transactionId) ?? null,
    }));
    for (const row of rows) kept.set(row.transactionId, row[field] ?? null);
    return Response.json(successEnvelope({ updated: rows.length, undo }));
  }, "site");
}

describe("an exemption of one row", () => {
  it.each([
    ["exemptOne", true, "Exempted Larkspur from this budget."],
    ["restoreOne", false, "Larkspur counts in this budget again."],
  ] as const)("%s is undone to the former decision, none included", async (act, excluded, text) => {
    for (const former of [null, !excluded]) {
      const kept = new Map([[7, former]]);
      const acts = rowActs(1)(createServer("excluded", kept));
      const done = await acts[act]({ transactionId: 7, payee: "Larkspur" }).run();
      expect(done.text).toBe(text);
      expect(kept.get(7)).toBe(excluded);
      expect(await done.undo?.run()).toEqual({ text: "Undone." });
      expect(kept.get(7)).toBe(former);
    }
  });
});

describe("a kind of many rows", () => {
  it("is set 5,000 at a time, and undone to each row's former one", async () => {
    const ids = Array.from({ length: 5_001 }, (_, id) => id + 1);
    const kept = new Map<number, "income" | "transfer" | null>([[1, "income"]]);
    const done = await registerActs(createServer("kind", kept))
      .setKinds(async () => ids, "transfer")
      .run();
    expect(done.text).toBe("Set 5,001 transactions to Transfer.");
    expect([kept.get(1), kept.get(2), kept.get(5_001)]).toEqual(["transfer", "transfer", "transfer"]);
    expect(await done.undo?.run()).toEqual({ text: "Undone." });
    expect([kept.get(1), kept.get(2), kept.get(5_001)]).toEqual(["income", null, null]);
  });
});

it("is undone as a whole after a retry of what failed midway", async () => {
  const kept = new Map<number, "transfer" | null>();
  const server = createServer("kind", kept);
  let calls = 0;
  const post: typeof server.post = async (...sent) => {
    calls += 1;
    if (calls === 2) throw new Error("No connection.");
    return server.post(...sent);
  };
  let reads = 0;
  const ids = Array.from({ length: 5_001 }, (_, id) => id + 1);
  const readIds = async () => ((reads += 1), ids);
  const act = registerActs({ ...server, post }).setKinds(readIds, "transfer");
  await expect(act.run()).rejects.toThrow("No connection.");
  const done = await act.run();
  expect([done.text, reads]).toEqual(["Set 5,001 transactions to Transfer.", 1]);
  await done.undo?.run();
  expect([kept.get(1), kept.get(5_001)]).toEqual([null, null]);
});

it("isn't undone for a row that has changed since", async () => {
  const changed = takingRowsBack([7], async () => ({ updated: 0 }));
  expect(await changed?.run()).toEqual({ text: "Not undone; 1 transaction has changed since." });
});

it("offers no undo where every row has the chosen category already", async () => {
  const api = createApi(async () => Response.json(successEnvelope({ updated: 2, undo: [] })), "site");
  for (const acts of [registerActs(api), rowActs(1)(api)]) {
    const done = await acts.categorize({ ids: [7, 8] }, { id: 3, words: "Groceries" });
    expect(done.text).toBe("Set 2 transactions to Groceries.");
    expect(done.undo).toBeUndefined();
  }
});

describe("a row to be sorted by itself again", () => {
  const category = "/api/BulkUpdateTransactionCategory";
  const kind = "/api/SetTransactionKinds";

  it.each([
    ["person", "bank", [category]],
    ["bank", "person", [kind]],
    ["person", "person", [category, kind]],
  ] as const)(
    "loses what the person chose: category by %s, kind by %s",
    async (categorySource, kindSource, paths) => {
      const sent: [path: string, body: unknown][] = [];
      const former = { transactionId: 7, financialCategoryId: 3, isByHand: true, kind: "leftOut" };
      const api = createApi(async (path, init) => {
        sent.push([path, await new Response(init.body ?? null).json()]);
        return Response.json(successEnvelope({ updated: 1, undo: [former] }));
      }, "site");
      const row = { transactionId: 7, payee: "Larkspur", categorySource, kindSource };
      const done = await registerActs(api).sortAgain(row).run();
      expect(done.text).toBe("Larkspur is sorted automatically again.");
      const lost = { [category]: { isByHand: false }, [kind]: { kind: null } };
      expect(sent).toMatchObject(paths.map((path) => [path, [lost[path]]]));
      expect(await done.undo?.run()).toEqual({ text: "Undone." });
      expect(sent.slice(paths.length)).toMatchObject(paths.map((path) => [path, [former]]));
    },
  );
});
