import { beforeEach, describe, expect, it } from "vitest";
import { accounts } from "#server/tables/institution-tables.ts";
import { csv, ofx } from "../../../../../tests/support/factories/import-factory.ts";
import { marksOf } from "../../../../../tests/support/factories/marks-factory.ts";
import { bankRow } from "../../../../../tests/support/ledger/ledger-bank.ts";
import { createJoiningSite } from "../../../../../tests/support/sites/joining-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";

const database = useTestDatabase();
let own: Awaited<ReturnType<typeof createJoiningSite>>;

beforeEach(async () => {
  own = await createJoiningSite(database());
});

const market = { date: "2026-11-03", amount: -24.1, payee: "Greenbarrow Market" };
const delivered = (id: string, date: string) =>
  own.delivered(id, { date, name: "GREENBARROW 0412", amount: -2410 });

async function imported(file: string) {
  const { data } = await own.files.import(file, own.accountId);
  return data;
}

async function rowOf(source: string): Promise<number> {
  const found = (await own.rows()).find((row) => row.source === source);
  if (found === undefined) throw new Error(`There is no row of ${source}.`);
  return found.transactionId;
}

describe("a transaction that the rules joined", () => {
  const apart = ["2026-11-03 Greenbarrow Market manual", "2026-11-04 GREENBARROW plaid"];

  it("is taken apart, stays so, and can be joined again", async () => {
    const mine = await own.typed(market);
    const marks = await own.marks();
    await marks.put.category(mine);
    await delivered("b", "2026-11-04");
    expect(await own.shown()).toEqual(["2026-11-04 Greenbarrow Market plaid +"]);
    const { data } = await own.separate(mine);
    const separated = data?.separatedTransactionId ?? 0;
    expect(await own.shown()).toEqual(apart);
    expect(await marksOf(database(), mine), "marks stay where they are").toEqual(["category"]);
    expect((await own.separate(mine)).status).toBe(409);
    await own.ledgerBank.apply({
      modified: [bankRow("b", { date: "2026-11-04", name: "GREENBARROW 0412", amount: -2410 })],
    });
    expect(await own.shown()).toEqual(apart);
    expect((await own.join(mine, separated)).status).toBe(200);
    expect(await own.shown()).toEqual(["2026-11-04 Greenbarrow Market plaid +"]);
  });

  it("isn’t joined by the rules again: what comes is maybe it", async () => {
    await own.typed(market);
    const first = await imported(ofx([{ ...market, payee: "GREENBARROW", id: "1" }]));
    expect(await own.shown()).toEqual(["2026-11-03 Greenbarrow Market file +"]);
    const { data } = await own.separate(await rowOf("file"));
    const separated = data?.separatedTransactionId ?? 0;
    await own.files.undo(first.importId);
    expect(await own.shown()).toEqual(["2026-11-03 Greenbarrow Market manual"]);
    await imported(ofx([{ ...market, payee: "GREENBARROW", id: "1" }]));
    expect(await own.rows()).toMatchObject([
      { source: "manual", maybeSameAs: null },
      { source: "file", maybeSameAs: { transactionId: separated } },
    ]);
    await own.files.undo((await own.files.list()).data[0]?.importId ?? 0);
    const ofBank = await delivered("b", "2026-11-04");
    expect(await own.rows()).toMatchObject([
      { transactionId: separated },
      { transactionId: ofBank, maybeSameAs: { transactionId: separated } },
    ]);
  });

  it("gives what files say a row of its own, which they find again", async () => {
    const file = ofx([{ ...market, id: "1" }]);
    await delivered("b", "2026-11-03");
    await imported(file);
    expect(await own.shown()).toEqual(["2026-11-03 GREENBARROW plaid +"]);
    await own.separate(await rowOf("plaid"));
    const apartAgain = ["2026-11-03 GREENBARROW plaid", "2026-11-03 Greenbarrow Market file"];
    expect((await own.shown()).toSorted()).toEqual(apartAgain);
    expect(await imported(file)).toMatchObject({ added: 0 });
    expect(await imported(csv([market]))).toMatchObject({ added: 0 });
    expect((await own.shown()).map((row) => row.replace(" +", "")).toSorted()).toEqual(apartAgain);
  });
});

describe("a new link to the bank", () => {
  const relink = () => database().unsafeDb.update(accounts).set({ linkNumber: 2 });

  it("leaves rows as the person joined and separated them", async () => {
    await own.typed(market);
    await delivered("b", "2026-11-04");
    await own.separate(await rowOf("plaid"));
    const mine = await own.typed({ ...market, date: "2026-11-02", amount: -9, payee: "Kiosk" });
    const ofBank = await own.delivered("k", { date: "2026-11-20", name: "KIOSK 3", amount: -900 });
    await own.join(mine, ofBank);
    const before = await own.shown();
    expect(before).toEqual([
      "2026-11-03 Greenbarrow Market manual",
      "2026-11-04 GREENBARROW plaid",
      "2026-11-20 Kiosk plaid +",
    ]);
    await relink();
    await own.ledgerBank.apply({
      added: [
        bankRow("b2", { date: "2026-11-04", name: "GREENBARROW 0412", amount: -2410 }),
        bankRow("k2", { date: "2026-11-20", name: "KIOSK 3", amount: -900 }),
      ],
    });
    expect(await own.shown()).toEqual(before);
  });

  it("may have what an earlier one had, which stays if the bank takes its own back", async () => {
    await delivered("b", "2026-11-04");
    await relink();
    const again = await delivered("b2", "2026-11-20");
    await own.join(again, await own.ledgerBank.idOf("b"));
    expect(await own.shown()).toEqual(["2026-11-20 GREENBARROW plaid +"]);
    await own.ledgerBank.apply({ removed: ["b2"] });
    expect(await own.shown()).toEqual(["2026-11-20 GREENBARROW plaid +"]);
    await own.separate(again);
    expect(await own.shown()).toEqual(["2026-11-04 GREENBARROW plaid"]);
  });
});

it("a transaction that is maybe one that was joined is maybe the one it’s now", async () => {
  const first = await own.typed({ ...market, date: "2026-11-01" });
  const second = await own.typed({ ...market, date: "2026-11-05" });
  await imported(ofx([{ ...market, date: "2026-11-04", id: "1" }]));
  const ofFile = async () => (await own.rows()).find(({ source }) => source === "file");
  expect(await ofFile()).toMatchObject({ maybeSameAs: { transactionId: second } });
  await own.join(first, second);
  expect(await ofFile()).toMatchObject({ maybeSameAs: { transactionId: first } });
});

describe("a transaction of a file that is maybe one of the bank’s", () => {
  let ofBank: number;
  let ofFile: number;
  let importId: number;
  const maybe = [
    { ...market, date: "2026-11-04", id: "1" },
    { date: "2026-11-09", amount: -9, payee: "Kiosk", id: "2" },
  ];
  const kiosk = "2026-11-09 Kiosk file";

  beforeEach(async () => {
    ofBank = await delivered("b", "2026-11-08");
    ({ importId } = await imported(ofx(maybe)));
    ofFile = (await own.rows())[0]?.transactionId ?? 0;
  });

  it("says so until the person says that it isn’t, or joins the two", async () => {
    const mark = { transactionId: ofBank, date: "2026-11-08", name: "GREENBARROW" };
    expect((await own.rows())[0]?.maybeSameAs).toEqual(mark);
    expect((await own.setApart(ofFile, true)).status).toBe(200);
    expect((await own.rows())[0]?.maybeSameAs).toBeNull();
    await own.setApart(ofFile, false);
    expect((await own.rows())[0]?.maybeSameAs).toEqual(mark);
    expect((await own.candidates(ofFile)).rows).toMatchObject([{ transactionId: ofBank }]);
    await own.join(ofFile, ofBank);
    expect(await own.shown()).toEqual(["2026-11-08 GREENBARROW plaid +", kiosk]);
    expect(await own.separate(ofBank)).toMatchObject({ status: 200 });
    expect((await own.rows())[0]).toMatchObject({ transactionId: ofFile, maybeSameAs: mark });
  });

  it("is known when a file has it again, however far off the other is", async () => {
    await own.ledgerBank.apply({
      modified: [bankRow("b", { date: "2026-11-28", name: "GREENBARROW 0412", amount: -2410 })],
    });
    await own.join(ofFile, ofBank);
    const joined = [kiosk, "2026-11-28 GREENBARROW plaid +"];
    expect(await imported(ofx(maybe))).toMatchObject({ added: 0, changed: 0 });
    expect(await imported(ofx([{ ...market, date: "2026-11-04", id: "1", amount: -25 }]))).toMatchObject({
      added: 0,
      changed: 0,
    });
    expect(await own.shown()).toEqual(joined);
    // What the later files said of it goes back with it.
    await own.separate(ofBank);
    await own.files.undo(importId);
    expect(await own.shown()).toEqual([
      "2026-11-04 Greenbarrow Market file",
      kiosk,
      "2026-11-28 GREENBARROW plaid",
    ]);
  });

  it("is known when one file has both, because the person knows better", async () => {
    const again = { ...market, date: "2026-11-14", id: "3" };
    await imported(ofx([again]));
    const second = (await own.rows()).at(-1)?.transactionId ?? 0;
    await own.join(ofFile, second);
    const joined = await own.shown();
    expect(joined).toContain("2026-11-04 Greenbarrow Market file +");
    const both = await imported(ofx([...maybe, again]));
    expect(both).toMatchObject({ added: 0, changed: 0 });
    expect(await own.shown()).toEqual(joined);
    // What the bank corrects is only the joined row's.
    expect(await imported(ofx([{ ...again, amount: -25 }]))).toMatchObject({ added: 0, changed: 0 });
    await own.files.undo(both.importId);
    expect(await own.shown()).toEqual(joined);
    await own.separate(ofFile);
    expect((await own.shown()).at(-1)).toBe("2026-11-14 Greenbarrow Market file");
  });

  it("goes for good if its import is undone, and the bank’s stays", async () => {
    await own.join(ofFile, ofBank);
    await own.files.undo(importId);
    expect(await own.shown()).toEqual(["2026-11-08 GREENBARROW plaid"]);
    expect((await own.separate(ofBank)).status).toBe(409);
    await imported(ofx(maybe));
    expect((await own.rows())[0]?.maybeSameAs).toMatchObject({ transactionId: ofBank });
  });

  it("leaves what was joined with it if its import is undone", async () => {
    const mine = await own.typed({ ...market, date: "2026-11-25", payee: "Typed" });
    const marks = await own.marks();
    await marks.put.category(mine);
    await own.join(mine, ofFile);
    expect((await own.shown())[0]).toBe("2026-11-04 Typed file +");
    await own.files.undo(importId);
    expect(await own.shown()).toEqual(["2026-11-08 GREENBARROW plaid", "2026-11-25 Typed manual"]);
    expect(await marksOf(database(), mine)).toEqual(["category"]);
  });

  it("stays joined, as if typed, if its import is undone but the person’s work is kept", async () => {
    const mine = await own.typed({ ...market, date: "2026-11-25", payee: "Typed" });
    const marks = await own.marks();
    await marks.put.category(ofFile);
    await own.join(mine, ofFile);
    await own.files.undo(importId, true);
    expect(await own.shown()).toEqual(["2026-11-04 Typed manual +", "2026-11-08 GREENBARROW plaid"]);
    await own.separate(ofFile);
    expect(await own.shown()).toEqual([
      "2026-11-04 Greenbarrow Market manual",
      "2026-11-08 GREENBARROW plaid",
      "2026-11-25 Typed manual",
    ]);
    expect(await marksOf(database(), ofFile)).toEqual(["category"]);
  });

  it("isn’t maybe another if the person added it in the preview", async () => {
    await own.files.undo(importId);
    const { data } = await own.files.preview(ofx(maybe), { accountId: own.accountId });
    const choices = [{ row: 0, choice: "add" as const }];
    await own.files.commit(data.importId, [{ index: 0, accountId: own.accountId, choices }]);
    expect((await own.rows())[0]).toMatchObject({ source: "file", maybeSameAs: null });
  });
});
