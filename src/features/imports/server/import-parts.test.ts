import { beforeEach, describe, expect, it } from "vitest";
import { ofx } from "../../../../tests/support/factories/import-factory.ts";
import { createJoiningSite } from "../../../../tests/support/sites/joining-site.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";

const database = useTestDatabase();
let own: Awaited<ReturnType<typeof createJoiningSite>>;

beforeEach(async () => {
  own = await createJoiningSite(database());
});

const day = "2026-11-05";
const market = ["D11/05'2026", "T-50.00", "PGreenbarrow Market", "L--Split--"];
const record = (...lines: string[]) => `${[...lines, "^"].join("\n")}\n`;
const groceries = ["Sgroceries", "Efor the week", "$-40.00"];
const file = `!Type:Bank\n${record(...market, ...groceries, "S[Rainy Day]", "$-7.00")}${record("D11/20'2026", "T-3.00", "PCorner Bakery")}`;
const parts = [
  { amount: -40, categoryName: "Groceries", note: "for the week", leftOut: false, isRest: false },
  { amount: -7, categoryName: null, note: "Rainy Day", leftOut: true, isRest: false },
  { amount: -3, categoryName: null, note: "", leftOut: false, isRest: true },
];
const imported = async (text = file) => (await own.files.import(text, own.accountId)).data;
const rowOfMarket = async () => (await own.rows()).find(({ amount }) => amount === -50);
const rowOf = async (id: number) => (await own.rows()).find(({ transactionId }) => transactionId === id);
const states = async (text = file) => {
  const { data } = await own.files.preview(text, { accountId: own.accountId });
  return data.accounts[0]?.rows.map(({ state }) => state);
};

describe("the parts of a QIF file", () => {
  it("are previewed with the file's words, and imported with the person's categories", async () => {
    const { data } = await own.files.preview(file, { accountId: own.accountId });
    const [first, second] = data.accounts[0]?.rows ?? [];
    expect(first?.parts).toEqual([{ ...parts[0], categoryName: "groceries" }, parts[1], parts[2]]);
    expect(second).not.toHaveProperty("parts");
    expect(await imported()).toMatchObject({ added: 2 });
    expect(await rowOfMarket()).toMatchObject({
      kind: "spending",
      category: null,
      categorySource: "file",
      why: "The file split it.",
      parts,
    });
  });

  it("are already here when the file comes again, and go when it's undone", async () => {
    const { importId } = await imported();
    expect(await states()).toEqual(["known", "known"]);
    const again = await imported();
    expect(again).toMatchObject({ added: 0, joined: 0, changed: 0 });
    await own.files.undo(importId);
    expect(await rowOfMarket()).toMatchObject({ parts });
    expect((await own.files.list()).data[0]).toMatchObject({ touched: 0 });
    expect(await own.files.undo(again.importId, true)).toMatchObject({ data: { removed: 2, kept: 0 } });
    expect(await own.rows()).toEqual([]);
    expect(await states()).toEqual(["new", "new"]);
    await imported();
    expect(await rowOfMarket()).toMatchObject({ parts });
  });

  it("leave a row that another source has, too, whole when it's undone", async () => {
    const { importId } = await imported();
    await imported(ofx([{ date: day, amount: -50, payee: "Greenbarrow Market", id: "A" }]));
    expect(await own.files.undo(importId)).toMatchObject({ data: { removed: 1 } });
    expect(await rowOfMarket()).toMatchObject({ parts: [], categorySource: "none" });
  });

  it("are the person's once they change them, and stay with a typed row if they like", async () => {
    const { importId } = await imported();
    const { transactionId = 0 } = (await rowOfMarket()) ?? {};
    const changed = [
      { amount: -45, financialCategoryId: 1 },
      { amount: -5, financialCategoryId: 2 },
    ];
    await own.post("SplitTransaction", { transactionId, parts: changed });
    expect((await own.files.list()).data[0]).toMatchObject({ touched: 1 });
    expect(await own.files.undo(importId, true)).toMatchObject({ data: { removed: 1, kept: 1 } });
    expect(await rowOfMarket()).toMatchObject({
      why: "You split it.",
      parts: [{ amount: -45 }, { amount: -5 }],
    });
  });

  it("come to a row that the person typed, and go with the import", async () => {
    await own.typed({ date: "2026-11-06", amount: -50, payee: "Market" });
    const { importId } = await imported();
    expect(await rowOfMarket()).toMatchObject({ date: day, parts });
    expect(await own.files.undo(importId)).toMatchObject({ data: { restored: 1 } });
    expect(await rowOfMarket()).toMatchObject({ date: "2026-11-06", parts: [] });
  });

  const halves = [
    { amount: -20, financialCategoryId: 1 },
    { amount: -30, financialCategoryId: 2 },
  ];
  it.each([
    [
      "a category",
      (id: number) =>
        own.post("BulkUpdateTransactionCategory", [
          { transactionId: id, financialCategoryId: 1, budgetId: null },
        ]),
    ],
    ["parts", (id: number) => own.post("SplitTransaction", { transactionId: id, parts: halves })],
  ])("don't replace %s that the person chose", async (_what, choose) => {
    const answer = await choose(await own.typed({ date: day, amount: -50, payee: "Market" }));
    expect(answer.status).toBe(200);
    const before = await rowOfMarket();
    const { importId } = await imported();
    const said = { parts: before?.parts, category: before?.category, categorySource: "person" };
    expect(await rowOfMarket()).toMatchObject(said);
    await own.files.undo(importId);
    expect(await rowOfMarket()).toMatchObject(said);
  });

  const ofBank = () => own.delivered("a", { date: day, amount: -5000, name: "Greenbarrow Market" });
  const ofFile = () => imported(ofx([{ date: day, amount: -50, payee: "Greenbarrow Market", id: "A" }]));
  const split = (body: object) => own.post("SplitTransaction", body);

  it.each([
    ["the bank", ofBank],
    ["a file without parts", ofFile],
  ])("come to a row of %s, whichever is first, and go with the import", async (_source, arrive) => {
    await arrive();
    const [row] = (await own.files.preview(file, { accountId: own.accountId })).data.accounts[0]?.rows ?? [];
    expect(row).toMatchObject({ state: "known", parts: [{ amount: -40 }, { amount: -7 }, { amount: -3 }] });
    const before = await rowOfMarket();
    const { importId } = await imported();
    const said = { parts, category: null, categorySource: "file", why: "The file split it." };
    expect(await rowOfMarket()).toMatchObject(said);
    const again = await imported();
    expect(await rowOfMarket()).toMatchObject(said);
    await own.files.undo(importId);
    expect(await rowOfMarket()).toMatchObject(said);
    await own.files.undo(again.importId);
    expect(await rowOfMarket()).toEqual(before);
  });

  it.each([
    ["the bank", ofBank],
    ["a file without parts", ofFile],
  ])("stay with a row that %s has later", async (_source, arrive) => {
    await imported();
    await arrive();
    expect(await rowOfMarket()).toMatchObject({ parts, categorySource: "file" });
  });

  const wholeFile = `!Type:Bank\n${record("D11/05'2026", "T-50.00", "PGreenbarrow Market")}`;
  it.each([
    ["before", [wholeFile, file]],
    ["after", [file, wholeFile]],
  ])("stay with their own file when one of the kind comes %s it without them", async (_when, files) => {
    const imports = new Map<string, number>();
    for (const text of files) imports.set(text, (await imported(text)).importId);
    expect(await own.rows()).toHaveLength(2);
    expect(await rowOfMarket()).toMatchObject({ parts, category: null, categorySource: "file" });
    expect(await states()).toEqual(["known", "known"]);
    await own.files.undo(imports.get(file) ?? 0);
    expect(await own.rows()).toHaveLength(1);
    expect(await rowOfMarket()).toMatchObject({ parts: [], categorySource: "none" });
    await imported();
    await own.files.undo(imports.get(wholeFile) ?? 0);
    expect(await rowOfMarket()).toMatchObject({ parts, category: null });
  });

  it("go with the file's row when the person separates it, and come back when they join the two", async () => {
    const bankId = await ofBank();
    await imported();
    const { data } = await own.separate(bankId);
    const separatedId = data?.separatedTransactionId ?? 0;
    const partsOf = async (id: number) => (await rowOf(id))?.parts;
    expect(await partsOf(bankId)).toEqual([]);
    expect(await partsOf(separatedId)).toMatchObject(parts);
    expect((await own.join(separatedId, bankId)).status).toBe(200);
    expect(await partsOf(bankId)).toMatchObject(parts);
    await own.separate(bankId);
    expect(await partsOf(bankId)).toEqual([]);
    expect(await partsOf(separatedId)).toMatchObject(parts);
  });

  it.each([
    [
      "a category",
      (id: number) =>
        own.post("BulkUpdateTransactionCategory", [
          { transactionId: id, financialCategoryId: 1, budgetId: null },
        ]),
    ],
    ["parts", (id: number) => split({ transactionId: id, parts: halves })],
  ])("don't come by a join to a row that the person gave %s", async (_what, choose) => {
    const bankId = await ofBank();
    await imported();
    const { data } = await own.separate(bankId);
    await choose(bankId);
    const before = await rowOf(bankId);
    await own.join(data?.separatedTransactionId ?? 0, bankId);
    expect(await rowOf(bankId)).toMatchObject({ parts: before?.parts, category: before?.category });
  });

  it("don't come again to a row whose parts the person has joined", async () => {
    const transactionId = await ofBank();
    await split({ transactionId, parts: halves });
    await split({ transactionId, parts: [] });
    const [row] = (await own.files.preview(file, { accountId: own.accountId })).data.accounts[0]?.rows ?? [];
    expect(row).not.toHaveProperty("parts");
    await imported();
    expect(await rowOfMarket()).toMatchObject({ parts: [], categorySource: "bank" });
  });

  it("don't come again when the person joins them and the file is undone and imported again", async () => {
    const transactionId = await ofBank();
    const { importId } = await imported();
    await split({ transactionId, parts: [] });
    await imported();
    expect(await rowOfMarket()).toMatchObject({ parts: [] });
    await own.files.undo(importId);
    await imported();
    expect(await rowOfMarket()).toMatchObject({ parts: [] });
  });

  it("are previewed anew if the person splits the row before the import", async () => {
    const transactionId = await ofBank();
    const { data } = await own.files.preview(file, { accountId: own.accountId });
    await split({ transactionId, parts: halves });
    const commit = () => own.files.commit(data.importId, [{ index: 0, accountId: own.accountId }]);
    const { data: moved } = await commit();
    expect(moved.accounts[0]?.rows[0]).not.toHaveProperty("parts");
    await commit();
    expect(await rowOfMarket()).toMatchObject({
      parts: [{ amount: -20 }, { amount: -30 }],
      why: "You split it.",
    });
  });
});
