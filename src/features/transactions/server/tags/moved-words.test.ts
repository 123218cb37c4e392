import { beforeEach, describe, expect, it } from "vitest";
import { bankRow } from "../../../../../tests/support/ledger/ledger-bank.ts";
import { createJoiningSite } from "../../../../../tests/support/sites/joining-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";

const database = useTestDatabase();
let own: Awaited<ReturnType<typeof createJoiningSite>>;

beforeEach(async () => {
  own = await createJoiningSite(database());
});

/** A rule for everything that gives a note and tags. */
async function giveWords(): Promise<void> {
  const answer = await own.post("SaveRule", {
    ruleId: 0,
    conditions: [{ field: "direction", op: "is", values: ["out"] }],
    actions: [
      { field: "tags", value: ["Trip", "Fun"] },
      { field: "note", value: "By rule" },
    ],
    appliesFrom: "0001-01-01",
  });
  expect(answer.errors).toBeNull();
}

const tag = (transactionId: number, change: object) =>
  own.post("SetTransactionTags", { transactionIds: [transactionId], ...change });

/** Returns the note and the tags of each row, by its ID. */
const words = async () =>
  new Map(
    (await own.rows()).map(({ transactionId, note, tags }) => [
      transactionId,
      [note, ...tags.map(({ name }) => name)].filter((word) => word !== "").join(" "),
    ]),
  );

describe("what a rule gave", () => {
  it("doesn't keep a row that the bank removes, and what the person gave does", async () => {
    await giveWords();
    const ruled = await own.delivered("a", { amount: -1200 });
    const tagged = await own.delivered("b", { amount: -1300 });
    await tag(tagged, { add: ["Trip"] });
    expect(await words()).toEqual(
      new Map([
        [ruled, "By rule Fun Trip"],
        [tagged, "By rule Fun Trip"],
      ]),
    );
    await own.ledgerBank.apply({ removed: ["a", "b"] });
    expect(await own.rows()).toMatchObject([{ transactionId: tagged, removedByBank: true }]);
  });

  it("is given again to the row of a join, beside what moves, and to both when they are separated", async () => {
    const typed = await own.typed({ date: "2026-11-03", amount: -12, payee: "Market" });
    const ofBank = await own.delivered("a", { amount: -1200, date: "2026-11-20", name: "OTHER SHOP" });
    await tag(typed, { add: ["Work"] });
    await giveWords();
    const before = await words();
    expect(before.get(typed)).toBe("By rule Fun Trip Work");
    const joined = await own.join(typed, ofBank);
    const id = joined.data?.transactionId ?? 0;
    expect(await words()).toEqual(new Map([[id, "By rule Fun Trip Work"]]));
    expect((await own.separate(id)).status).toBe(200);
    expect(await words()).toEqual(before);
  });

  it("stays off a joined row if the person took it off, and comes back when they are separated", async () => {
    const typed = await own.typed({ date: "2026-11-03", amount: -12, payee: "Market" });
    const ofBank = await own.delivered("a", { amount: -1200, date: "2026-11-20", name: "OTHER SHOP" });
    await giveWords();
    await tag(typed, { remove: ["Trip"] });
    const before = await words();
    expect(before).toEqual(
      new Map([
        [typed, "By rule Fun"],
        [ofBank, "By rule Fun Trip"],
      ]),
    );
    const joined = await own.join(typed, ofBank);
    const id = joined.data?.transactionId ?? 0;
    expect(id).toBe(ofBank);
    expect(await words()).toEqual(new Map([[id, "By rule Fun"]]));
    expect((await own.separate(id)).status).toBe(200);
    expect(await words()).toEqual(before);
  });

  it("stays with a pending row when it's posted, once", async () => {
    await giveWords();
    const id = await own.delivered("p", { amount: -1200, pending: true });
    await tag(id, { remove: ["Fun"] });
    await own.ledgerBank.apply({
      added: [bankRow("q", { amount: -1200, pendingTransactionId: "p" })],
      removed: ["p"],
    });
    expect(await words()).toEqual(new Map([[id, "By rule Trip"]]));
  });
});
