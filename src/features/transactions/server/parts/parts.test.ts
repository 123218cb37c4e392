import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestUser } from "../../../../../tests/support/factories/auth-factory.ts";
import { bankRow } from "../../../../../tests/support/ledger/ledger-bank.ts";
import { createJoiningSite } from "../../../../../tests/support/sites/joining-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import type { TagChange } from "../../contract.ts";
import { transactionParts } from "#server/tables/part-tables.ts";

const database = useTestDatabase();
let own: Awaited<ReturnType<typeof createJoiningSite>>;

beforeEach(async () => {
  own = await createJoiningSite(database());
});

const groceries = { amount: -7, financialCategoryId: 1, note: "for the week" };
const rest = { amount: -5, financialCategoryId: 2 };
const split = (transactionId: number, parts: object[], more: object = {}) =>
  own.post("SplitTransaction", { transactionId, parts, ...more });
const partsOf = async (transactionId: number) =>
  (await own.rows())
    .find((row) => row.transactionId === transactionId)
    ?.parts.map(({ amount, financialCategoryId, isRest }) => [amount, financialCategoryId, isRest]);

describe("a split row", () => {
  it("has parts, which another split replaces and joining removes", async () => {
    const id = await own.delivered("a", { amount: -1200, name: "Market" });
    expect(await split(id, [groceries, rest])).toMatchObject({
      status: 200,
      data: {
        amount: -12,
        category: null,
        why: "You split it.",
        parts: [
          { amount: -7, financialCategoryId: 1, note: "for the week", leftOut: false, isRest: false },
          { amount: -5, financialCategoryId: 2, note: "" },
        ],
      },
    });
    expect((await split(id, [groceries, rest], { basedOn: [9, 10] })).status).toBe(409);
    expect(
      (
        await split(
          id,
          [
            { ...rest, amount: 3 },
            { ...rest, amount: -15 },
          ],
          { basedOn: [1, 2] },
        )
      ).status,
    ).toBe(200);
    expect(await split(id, [], { financialCategoryId: 1 })).toMatchObject({
      data: { parts: [], category: { financialCategoryId: 1 }, categorySource: "person" },
    });
    await split(id, [groceries, rest]);
    expect(await split(id, [])).toMatchObject({ data: { parts: [], categorySource: "bank" } });
  });

  it("keeps its parts when the bank changes its amount or posts it, and has the difference to assign", async () => {
    const id = await own.delivered("p", { amount: -1200, pending: true });
    await split(id, [groceries, rest]);
    await own.ledgerBank.apply({ modified: [bankRow("p", { amount: -1500, pending: true })] });
    expect(await partsOf(id)).toEqual([
      [-7, 1, false],
      [-5, 2, false],
      [-3, -1, true],
    ]);
    await own.ledgerBank.apply({
      added: [bankRow("q", { amount: -1100, pendingTransactionId: "p" })],
      removed: ["p"],
    });
    expect(await partsOf(await own.ledgerBank.idOf("q"))).toEqual([
      [-7, 1, false],
      [-5, 2, false],
      [1, -1, true],
    ]);
    await own.ledgerBank.apply({ modified: [bankRow("q", { amount: -1200 })] });
    expect(await partsOf(id)).toEqual([
      [-7, 1, false],
      [-5, 2, false],
    ]);
  });

  it("is found by the category, the note, and the tag of a part, and summed by what is in the category", async () => {
    const id = await own.delivered("a", { amount: -1200, name: "Market" });
    await own.delivered("b", { amount: -900, name: "Kiosk" });
    await split(id, [groceries, { ...rest, leftOut: true }]);
    await own.post("SetTransactionTags", { transactionIds: [id], add: ["#Trip"] });
    const response = await own.site.request("/api/GetLedger?financialCategoryId=1", {
      headers: { cookie: own.cookie },
    });
    expect(await response.json()).toMatchObject({ data: { total: 1, sums: [{ in: 0, out: 7 }] } });
    for (const query of ["q=week", "q=trip", "financialCategoryId=2"])
      expect((await own.list(`GetLedger?${query}`)).rows, query).toMatchObject([{ transactionId: id }]);
    expect((await own.list("GetLedger?financialCategoryId=-1")).rows).toEqual([]);
  });

  it("has in a file of a category or a kind only its parts of it", async () => {
    const id = await own.delivered("a", { amount: -1200, name: "Market" });
    await split(id, [groceries, { ...rest, leftOut: true }]);
    const amounts = async (query: string) => {
      const response = await own.site.request(`/api/ExportLedger?${query}`, {
        headers: { cookie: own.cookie },
      });
      const lines = (await response.text()).trimEnd().split("\r\n").slice(1);
      return lines.map((line) => line.split(",")[2]);
    };
    expect(await amounts("")).toEqual(["-7.00", "-5.00"]);
    expect(await amounts("financialCategoryId=1")).toEqual(["-7.00"]);
    expect(await amounts("financialCategoryId=2&kind=leftOut")).toEqual(["-5.00"]);
    expect(await amounts("kind=spending")).toEqual(["-7.00"]);
  });

  it("isn't categorized as a whole, and teaches nothing", async () => {
    const ids = [];
    for (const each of ["a", "b"]) ids.push(await own.delivered(each, { amount: -1200, name: "Market" }));
    for (const id of ids) await split(id, [groceries, { ...rest, financialCategoryId: 1 }]);
    const later = await own.delivered("c", { amount: -800, name: "Market" });
    const answer = await own.post(
      "BulkUpdateTransactionCategory",
      ids.map((transactionId) => ({ transactionId, financialCategoryId: 2, budgetId: null })),
    );
    expect(answer).toMatchObject({ status: 200, data: { updated: 0 } });
    const rows = await own.rows();
    expect(rows.find((row) => row.transactionId === later)).toMatchObject({ categorySource: "bank" });
  });

  it("takes its parts along in a join, and back", async () => {
    const typed = await own.typed({ date: "2026-11-03", amount: -12, payee: "Market" });
    await split(typed, [groceries, rest]);
    const ofBank = await own.delivered("a", { amount: -1200, date: "2026-11-20", name: "OTHER SHOP" });
    const joined = await own.join(typed, ofBank);
    const id = joined.data?.transactionId ?? ofBank;
    expect(await partsOf(id)).toEqual([
      [-7, 1, false],
      [-5, 2, false],
    ]);
    expect((await own.separate(id)).status).toBe(200);
    expect(await partsOf(typed)).toHaveLength(2);
    expect(await partsOf(ofBank)).toEqual([]);
  });

  it("can't be stored with parts that don't add up to it", async () => {
    const id = await own.delivered("a", { amount: -1200 });
    const write = database().unsafeDb.insert(transactionParts).values({
      transactionId: id,
      userId: own.userId,
      partId: 1,
      amount: -1100,
      leftOut: false,
    });
    await expect(write).rejects.toThrow();
    expect((await database().unsafeDb.execute(sql`select from transaction_parts`)).rows).toEqual([]);
  });
});

describe("SplitTransaction", () => {
  it("refuses parts that aren't the whole, one part, and other people's rows", async () => {
    const id = await own.delivered("a", { amount: -1200 });
    expect(await split(id, [groceries, { ...rest, amount: -4 }])).toMatchObject({
      status: 400,
      errors: { parts: ["The parts must add up to the transaction."] },
    });
    expect(await split(id, [{ ...rest, amount: -12 }])).toMatchObject({ status: 400 });
    expect(await split(id, [groceries, { ...rest, financialCategoryId: 99_999 }])).toMatchObject({
      status: 400,
      errors: { "parts.1.financialCategoryId": [expect.any(String)] },
    });
    const allOut = [groceries, rest].map((part) => Object.assign({}, part, { leftOut: true }));
    expect((await split(id, allOut)).status).toBe(400);
    const stranger = await createTestUser(database());
    const body = { transactionId: id, parts: [groceries, rest] };
    expect((await own.post("SplitTransaction", body, stranger.cookie)).status).toBe(404);
    expect((await own.post("SplitTransaction", body, "")).status).toBe(401);
  });
});

describe("notes and tags", () => {
  it("are the person's on any row, and never the bank's", async () => {
    const id = await own.delivered("a", { amount: -1200, name: "Market" });
    const [row] = await own.rows();
    const saved = {
      transactionId: id,
      accountId: row?.account.accountId,
      date: row?.date,
      amount: -12,
      name: "Market",
      note: "With friends",
      tags: ["Trip", "#trip", "Work"],
    };
    expect(await own.post("SaveTransaction", saved)).toMatchObject({
      status: 200,
      data: { note: "With friends", tags: [{ name: "Trip" }, { name: "Work" }] },
    });
    await own.ledgerBank.apply({ modified: [bankRow("a", { amount: -1300, name: "MARKET 2" })] });
    expect(await own.rows()).toMatchObject([
      { note: "With friends", tags: [{ name: "Trip" }, { name: "Work" }] },
    ]);
    expect((await own.post("SaveTransaction", { ...saved, amount: -13, note: "x".repeat(501) })).status).toBe(
      400,
    );
    const basedOn = { note: "Something else" };
    expect(
      (await own.post("SaveTransaction", { ...saved, amount: -13, name: "MARKET 2", note: "Mine", basedOn }))
        .status,
    ).toBe(409);
  });

  it("change in two tabs without taking back each other's", async () => {
    const id = await own.delivered("a", { amount: -1200, name: "Market" });
    const [row] = await own.rows();
    const values = { accountId: row?.account.accountId, date: row?.date, amount: -12, name: "Market" };
    const save = (tags: string[], read?: string[]) =>
      own.post("SaveTransaction", {
        transactionId: id,
        ...values,
        tags,
        ...(read === undefined ? {} : { basedOn: { tags: read } }),
      });
    await save(["Trip", "Work"]);
    const read = ["Trip", "Work"];
    expect((await save(["Trip", "Work", "Fun"], read)).status).toBe(200);
    // The other tab takes "Work" off and adds another one; "Fun" stays.
    expect(await save(["trip", "Gift"], read)).toMatchObject({
      data: { tags: [{ name: "Fun" }, { name: "Gift" }, { name: "Trip" }] },
    });
    // A form that hasn't changed its tags brings nothing back.
    expect(await save(read, read)).toMatchObject({
      data: { tags: [{ name: "Fun" }, { name: "Gift" }, { name: "Trip" }] },
    });
    expect(await save(["Work"])).toMatchObject({ data: { tags: [{ name: "Work" }] } });
  });

  it("are taken off again by an undo, though one of the transactions was joined with another since", async () => {
    const other = await own.delivered("a", { amount: -1200, date: "2026-11-03" });
    const mine = await own.typed({ date: "2026-11-03", amount: -12, payee: "Market" });
    const transactionIds = [await own.delivered("b", { amount: -900 }), mine];
    const tagged = await own.site.post(
      "/api/SetTransactionTags",
      { transactionIds, add: ["Trip"] },
      { cookie: own.cookie },
    );
    const { data } = (await tagged.json()) as { data: { undo: TagChange[] } };
    expect((await own.join(mine, other)).status).toBe(200);
    for (const change of data.undo) expect((await own.post("SetTransactionTags", change)).status).toBe(200);
    const rows = await own.rows();
    expect(rows.map(({ transactionId, tags }) => [transactionId, tags.map(({ name }) => name)])).toEqual(
      expect.arrayContaining([
        [other, ["Trip"]],
        [transactionIds[0], []],
      ]),
    );
    const gone = { transactionIds: [mine], add: ["Trip"] };
    expect((await own.post("SetTransactionTags", gone)).status).toBe(404);
  });

  it("renames, merges, and deletes tags, and can undo it", async () => {
    const ids = [await own.delivered("a", { amount: -1200 }), await own.delivered("b", { amount: -900 })];
    await own.post("SetTransactionTags", { transactionIds: ids, add: ["Trip"] });
    await own.post("SetTransactionTags", { transactionIds: ids.slice(0, 1), add: ["Work"] });
    const tags = async () => {
      const response = await own.site.request("/api/GetTags", { headers: { cookie: own.cookie } });
      return (
        (await response.json()) as { data: { tagId: number; name: string; transactionCount: number }[] }
      ).data;
    };
    const [trip, work] = await tags();
    expect([trip, work]).toMatchObject([
      { name: "Trip", transactionCount: 2 },
      { name: "Work", transactionCount: 1 },
    ]);
    expect((await own.list(`GetLedger?tag=${work?.tagId}`)).rows).toMatchObject([{ transactionId: ids[0] }]);
    expect((await own.post("RenameTag", { tagId: trip?.tagId, name: "work" })).status).toBe(409);
    expect((await own.post("RenameTag", { tagId: trip?.tagId, name: "Tour" })).status).toBe(200);
    const stale = { tagId: trip?.tagId, name: "Holiday", basedOn: { name: "Trip" } };
    expect(await own.post("RenameTag", stale)).toMatchObject({
      status: 409,
      errors: { name: ["Name was changed to “Tour” in the meantime."] },
    });
    const merging = { tagId: trip?.tagId, intoTagId: work?.tagId };
    const merged = await own.site.post("/api/MergeTag", merging, { cookie: own.cookie });
    const { data } = (await merged.json()) as { data: { undoId: string } };
    expect(await tags()).toMatchObject([{ name: "Work", transactionCount: 2 }]);
    expect((await own.post("Undo", { undoId: data.undoId })).status).toBe(200);
    expect(await tags()).toMatchObject([
      { name: "Tour", transactionCount: 2 },
      { name: "Work", transactionCount: 1 },
    ]);
    const stranger = await createTestUser(database());
    for (const [call, body] of [
      ["RenameTag", { tagId: work?.tagId, name: "Mine" }],
      ["DeleteTag", { tagId: work?.tagId }],
      ["SetTransactionTags", { transactionIds: ids, add: ["Mine"] }],
    ] as const) {
      expect((await own.post(call, body, stranger.cookie)).status, call).toBe(404);
      expect((await own.post(call, body, "")).status, call).toBe(401);
    }
    expect((await own.post("DeleteTag", { tagId: work?.tagId })).status).toBe(200);
    expect(await tags()).toMatchObject([{ name: "Tour" }]);
  });
});
