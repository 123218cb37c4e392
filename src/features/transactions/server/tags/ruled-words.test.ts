import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { fc } from "../../../../../tests/support/properties.ts";
import { byDay } from "../../../../../tests/support/night.ts";
import { coffee, toDining, toGroceries } from "../../../../../tests/support/sites/rule-site.ts";
import {
  addTags,
  createWordSite,
  giveNote,
  hasNote,
  isTag,
  reaching,
  type WordSite,
} from "../../../../../tests/support/sites/word-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import type { LedgerSum } from "../../domain/ledger-shapes.ts";
import { storedWords } from "./ruled-words.ts";

type Ledger = { transactions: TransactionView[]; total: number; sums: LedgerSum[] };

const database = useTestDatabase();
let person: WordSite;

beforeEach(async () => {
  person = await createWordSite(database());
});

describe("notes and tags", () => {
  it("are looked up by their row, so that many of a person cost no more", async () => {
    const plan = await database().asUser(person.site.userId, async (tx) => {
      // Lets small tables be read as if they were large, and not counted yet.
      await tx.execute(sql`set local enable_seqscan = off`);
      return tx.execute(
        sql`explain select ${storedWords} from ${transactions} own where own.transaction_id = 1`,
      );
    });
    const [ofRows, ...ofWords] = plan.rows
      .map((row) => String(row["QUERY PLAN"]))
      .filter((line) => line.includes("Index Cond"));
    expect(ofRows).toBeDefined();
    expect(ofWords).toHaveLength(4);
    for (const condition of ofWords) expect(condition).toContain("transaction_id = own.transaction_id");
  });
});

describe("a rule", () => {
  it("adds tags, and gives a note where there is none, to what comes and to the past", async () => {
    const [first, second] = await person.old([{}, {}, { name: "Another" }]);
    await person.tagRows([first], ["Work"]);
    await person.write(second, { note: "Mine" });
    const rule = await person.saved({
      actions: [addTags("Trip", "#trip", "work"), giveNote("Bread")],
      ...reaching,
    });
    expect(rule.actions).toEqual([addTags("Trip", "Work"), giveNote("Bread")]);
    expect(await person.words()).toEqual(["Bread #Trip #Work", "Mine #Trip #Work", ""]);
    await person.fresh([{}]);
    expect((await person.words())[3]).toBe("Bread #Trip #Work");
    expect(await person.rules()).toMatchObject([{ transactionCount: 3, lastUsedAt: expect.any(String) }]);
    expect(await person.tags()).toMatchObject([
      { name: "Trip", transactionCount: 3 },
      { name: "Work", transactionCount: 3 },
    ]);
    await person.site.post("/api/DeleteRule", { ruleId: rule.ruleId });
    expect(await person.words()).toEqual(["#Work", "Mine", "", ""]);
    await person.expectSorted();
  });

  it("is named where it gave a note or tags, and not where the person did", async () => {
    const [first, second] = await person.old([{}, {}]);
    await person.tagRows([first], ["Work"]);
    await person.write(second, { note: "Mine" });
    const { ruleId } = await person.saved({
      name: "Trips",
      actions: [addTags("Trip", "Work"), giveNote("Bread")],
      ...reaching,
    });
    const [trip, work] = [await person.tagIdOf("Trip"), await person.tagIdOf("Work")];
    const rule = { ruleId, name: "Trips" };
    expect(await person.rows()).toMatchObject([
      { note: "Bread", noteRule: rule, tagRules: [{ ...rule, tagId: trip }] },
      {
        note: "Mine",
        noteRule: null,
        tagRules: [
          { ...rule, tagId: trip },
          { ...rule, tagId: work },
        ],
      },
    ]);
  });

  it("leads to the rows that have something from it now, whatever it is, and to nobody else's", async () => {
    const names = ["Rent", "Mill", "Pool", "Fair", "Gift"];
    const ids = await person.old(names.map((name) => ({ name })));
    const stranger = (await person.site.stranger()).cookie;
    const given: [name: string, action: object][] = [
      ["Rent", { field: "category", value: 3 }],
      ["Mill", { field: "kind", value: "leftOut" }],
      ["Pool", { field: "payee", value: "The pool" }],
      ["Fair", giveNote("Bread")],
      ["Gift", addTags("Trip")],
    ];
    const found = async (query: string, cookie?: string) =>
      (await person.site.get<Ledger>(`/api/GetLedger?${query}`, cookie)).data;
    for (const [name, action] of given) {
      const conditions = [{ field: "payee", op: "is", values: [name] }];
      const { ruleId } = await person.saved({ conditions, actions: [action], ...reaching });
      const ledger = await found(`ruleId=${ruleId}`);
      expect(ledger).toMatchObject({
        transactions: [{ transactionId: ids[names.indexOf(name)] }],
        total: 1,
        sums: [{ isoCurrencyCode: "USD" }],
      });
      const { kind = "" } = ledger.transactions[0] ?? {};
      expect(await found(`ruleId=${ruleId}&kind=${kind}&page=1`)).toMatchObject({
        total: 1,
        sums: ledger.sums,
      });
      expect(await found(`ruleId=${ruleId}`, stranger)).toMatchObject({ total: 0, transactions: [] });
      const file = await person.site.app.request(`/api/ExportLedger?ruleId=${ruleId}`, {
        headers: { cookie: person.site.cookie },
      });
      expect((await file.text()).trimEnd().split("\r\n")).toHaveLength(2);
    }
    expect((await person.rules()).map(({ transactionCount }) => transactionCount)).toEqual([1, 1, 1, 1, 1]);
  });

  it("tests the person's notes and tags, not those of rules, whatever comes first", async () => {
    const [tagged, noted, split] = await person.old([{}, {}, {}, {}]);
    await person.tagRows([tagged], ["Trip"]);
    await person.write(noted, { note: "With Ann at the POOL" });
    await person.site.post("/api/SplitTransaction", {
      transactionId: split,
      parts: [
        { amount: -1, financialCategoryId: -1, note: "pool towels" },
        { amount: -11.5, financialCategoryId: -1 },
      ],
    });
    const tagId = await person.tagIdOf("Trip");
    await person.saved({ conditions: [isTag(tagId)], actions: [toDining, addTags("A")], ...reaching });
    await person.saved({ conditions: [hasNote("pool")], actions: [addTags("B")], ...reaching });
    const before = await person.words();
    expect(before).toEqual(["#A #Trip", "With Ann at the POOL #B", "#B", ""]);
    expect((await person.shown())[0]).toBe("Dining Out (rule)");
    // These give what the others test.
    await person.saved({ actions: [addTags("Trip"), giveNote("the pool")], ...reaching });
    expect(await person.words()).toEqual([
      "the pool #A #Trip",
      "With Ann at the POOL #B #Trip",
      "the pool #B #Trip",
      "the pool #Trip",
    ]);
    await person.expectSorted();
    await person.tagRows([tagged], [], ["Trip"]);
    expect((await person.shown())[0]).toBe("None (none)");
    await person.write(noted, { note: "" });
    expect((await person.words()).slice(0, 2)).toEqual(["the pool", "the pool #Trip"]);
    await person.expectSorted();
  });

  it("never takes or overwrites what the person writes, before or after it", async () => {
    const [id] = await person.old([{}]);
    await person.saved({ actions: [addTags("Trip", "Work"), giveNote("Bread")], ...reaching });
    // A save that changes neither leaves both to the rule.
    await person.write(id, {});
    const other = await person.saved({ name: "b", actions: [giveNote("Rolls")], ...reaching });
    await person.site.post("/api/OrderRules", { ruleIds: [other.ruleId] });
    expect(await person.words()).toEqual(["Rolls #Trip #Work"]);
    await person.write(id, { note: "Mine" });
    await person.tagRows([id], ["Trip"]);
    await person.deleteRules();
    expect(await person.words()).toEqual(["Mine #Trip"]);
  });

  it("stops giving a row words once the person takes one off, and leaves them the rest", async () => {
    const [first, second] = await person.old([{}, {}]);
    const rule = await person.saved({ actions: [addTags("Trip", "Work"), giveNote("Bread")], ...reaching });
    const { updated } = await person.tagRows([first, second], [], ["Trip"]);
    expect(updated).toBe(2);
    expect(await person.words()).toEqual(["Bread #Work", "Bread #Work"]);
    await person.tagRows([first, second], ["Trip"]);
    const more = await person.saved({ name: "b", actions: [addTags("More")], ...reaching });
    for (const { ruleId } of [rule, more]) await person.site.post("/api/DeleteRule", { ruleId });
    expect(await person.words()).toEqual(["Bread #Trip #Work", "Bread #Trip #Work"]);
    const [third] = await person.fresh([{}]);
    await person.saved({ actions: [addTags("Trip"), giveNote("Bread")], ...reaching });
    await person.write(third, { note: "" });
    expect((await person.words())[2]).toBe("#Trip");
    await person.expectSorted();
  });

  it("has a removal of its tags undone as if nothing had happened, one change after another", async () => {
    const [first, second, third] = await person.old([{}, {}, {}]);
    const { ruleId } = await person.saved({
      actions: [addTags("Trip", "Work"), giveNote("Bread")],
      ...reaching,
    });
    await person.tagRows([second], ["Trip", "Sea"]);
    await person.write(third, { note: "Mine" });
    const before = await person.sortedRows();
    const rows = await person.rows();
    const { undo } = await person.tagRows([first, second, third], [], ["Trip", "Work", "Sea"]);
    expect(await person.words()).toEqual(["Bread", "Bread", "Mine"]);
    for (const change of undo) await person.site.post("/api/SetTransactionTags", change);
    expect(await person.sortedRows()).toEqual(before);
    expect(await person.rows()).toEqual(rows);
    await person.expectSorted();
    await person.site.post("/api/DeleteRule", { ruleId });
    expect(await person.words()).toEqual(["", "#Sea #Trip", "Mine"]);
  });

  it("gets back a note that was written over and a tag that was taken off in the row's dialog", async () => {
    const [id] = await person.old([{}]);
    await person.saved({ actions: [addTags("Trip", "Work"), giveNote("Bread")], ...reaching });
    const before = await person.rows();
    const given = { tags: ["Trip", "Work"], note: "Bread" };
    for (const said of [{ note: "Mine" }, { tags: ["Work"] }, { note: "", tags: [] }]) {
      await person.write(id, said);
      await person.write(id, { note: "Bread", tags: ["Trip", "Work"] });
      await person.site.post("/api/SetTransactionTags", { transactionIds: [id], given });
      expect(await person.rows()).toEqual(before);
      await person.expectSorted();
    }
  });

  it("gives its note again, although an empty one is given back", async () => {
    const [id] = await person.old([{}]);
    const given = { tags: [], note: "" };
    await person.site.post("/api/SetTransactionTags", { transactionIds: [id], given });
    await person.saved({ actions: [giveNote("Bread")], ...reaching });
    expect(await person.words()).toEqual(["Bread"]);
  });

  it("has a removal undone as the person's if the rule is gone by then", async () => {
    const [id] = await person.old([{}]);
    await person.saved({ actions: [addTags("Trip", "Work"), giveNote("Bread")], ...reaching });
    const { undo } = await person.tagRows([id], [], ["Trip"]);
    await person.deleteRules();
    for (const change of undo) await person.site.post("/api/SetTransactionTags", change);
    expect(await person.words()).toEqual(["Bread #Trip #Work"]);
    await person.expectSorted();
  });

  it("doesn't give a tag again that the person removes, whoever gave it, and keeps to a condition that ends", async () => {
    const [first, second] = await person.old([{}, {}]);
    await person.saved({ actions: [addTags("Trip"), giveNote("Bread")], ...reaching });
    await person.tagRows([first], ["Trip", "Sea"]);
    const isSea = [isTag(await person.tagIdOf("Sea"))];
    await person.saved({ conditions: isSea, actions: [addTags("Fish")], ...reaching });
    expect(await person.words()).toEqual(["Bread #Fish #Sea #Trip", "Bread #Trip"]);
    // Nothing gives the other one any more, so the row is still the rules'.
    await person.tagRows([first], [], ["Sea", "Fish"]);
    await person.saved({ name: "b", actions: [addTags("More")], ...reaching });
    expect(await person.words()).toEqual(["Bread #More #Trip", "Bread #More #Trip"]);
    await person.tagRows([first, second], [], ["Trip"]);
    expect(await person.words()).toEqual(["Bread #More", "Bread #More"]);
    await person.deleteRules();
    expect(await person.words()).toEqual(["Bread #More", "Bread #More"]);
  });

  it("fills up to 20 tags", async () => {
    const [id] = await person.old([{}]);
    const names = (count: number, letter: string) =>
      Array.from({ length: count }, (_, index) => `${letter}${String(index).padStart(2, "0")}`);
    await person.tagRows([id], names(18, "a"));
    await person.saved({ actions: [addTags(...names(5, "b"))], ...reaching });
    expect((await person.words())[0]?.split(" ")).toEqual(
      [...names(18, "a"), "b00", "b01"].map((name) => `#${name}`),
    );
    await person.tagRows([id], ["c", "d"]);
    expect((await person.words())[0]?.split(" ")).toHaveLength(20);
    expect(await person.words()).not.toEqual([expect.stringContaining("#b00")]);
    await person.expectSorted();
  });

  it("is undone exactly, applied, deleted, or deleted with what it gave kept", async () => {
    const [first] = await person.old([{}, {}, { name: "Another" }]);
    await person.tagRows([first], ["Work"]);
    await person.write(first, { note: "Mine" });
    const none = await person.sortedRows();
    const rule = await person.saved({ actions: [addTags("Trip", "Work"), giveNote("Bread"), toGroceries] });
    const applied = (await person.site.post<{ undoId: string }>("/api/ApplyRule", { ruleId: rule.ruleId }))
      .data;
    const given = await person.sortedRows();
    expect(await person.words()).toEqual(["Mine #Trip #Work", "Bread #Trip #Work", ""]);
    const undoId = randomUUID();
    await person.site.post("/api/DeleteRule", { ruleId: rule.ruleId, undoId });
    expect(await person.sortedRows()).toEqual(none);
    await person.undo(undoId);
    expect(await person.sortedRows()).toEqual(given);
    const keeping = randomUUID();
    await person.site.post("/api/DeleteRule", { ruleId: rule.ruleId, keep: true, undoId: keeping });
    expect(await person.words()).toEqual(["Mine #Trip #Work", "Bread #Trip #Work", ""]);
    await person.expectSorted();
    await person.undo(keeping);
    expect(await person.sortedRows()).toEqual(given);
    await person.undo(applied.undoId);
    expect(await person.sortedRows()).toEqual(none);
  });
});

describe("a rule for everything of a payee", () => {
  it("keeps its tags and its note when it gets another category", async () => {
    const [id] = await person.old([{ ...coffee }]);
    const { ruleId } = await person.saved({
      actions: [toGroceries, addTags("Trip"), giveNote("Bread")],
      ...reaching,
    });
    const draft = (await person.site.get(`/api/GetRuleDraft?transactionId=${id}`)).data;
    expect(draft).toMatchObject({ ruleId, actions: [toGroceries, addTags("Trip"), giveNote("Bread")] });
  });
});

describe("an undo", () => {
  it("that was kept before rules gave notes and tags still works", async () => {
    await person.old([{}]);
    const none = await person.sortedRows();
    const undoId = randomUUID();
    await person.saved({ ...reaching, undoId });
    await database().unsafeDb.execute(sql`
      update undos set change = jsonb_set(change, '{rules,0,after}', (change #> '{rules,0,after}') - 'note' - 'tagIds')`);
    expect((await person.undo(undoId)).status).toBe(200);
    expect(await person.rules()).toEqual([]);
    expect(await person.sortedRows()).toEqual(none);
  });
});

type Act = { row: number; tag: string | null };

/** Does what the person does by hand, with both rules made before one of the acts, and returns all words with and without the rules. */
async function wordsAfter(acts: readonly Act[], place: number) {
  person = await createWordSite(database());
  const ids = await person.old([{}, {}, {}]);
  await person.tagRows([ids[2]], ["A"]);
  const isTagged = {
    conditions: [isTag(await person.tagIdOf("A"))],
    actions: [giveNote("pool"), addTags("B")],
  };
  const isNoted = { conditions: [hasNote("pool")], actions: [addTags("A", "C")] };
  const steps = acts.map(({ row, tag }) => async () => {
    if (tag === null) await person.write(ids[row], { note: "my pool" });
    else await person.tagRows([ids[row]], [tag]);
  });
  const make = async () => {
    for (const rule of [isTagged, isNoted]) await person.saved({ ...rule, ...reaching });
  };
  for (const step of steps.toSpliced(place, 0, make)) await step();
  await person.expectSorted();
  const withRules = await person.words();
  await person.deleteRules();
  return { withRules, byHand: await person.words() };
}

describe("rules and the person", () => {
  it("come to the same words in any order, and the person's are left without the rules", async () => {
    const anyAct = fc.record({ row: fc.nat(2), tag: fc.constantFrom("A", "B", null) });
    await fc.assert(
      fc.asyncProperty(fc.array(anyAct, { maxLength: 4 }), fc.nat(4), async (acts, place) => {
        const first = await wordsAfter(acts, 0);
        expect(await wordsAfter(acts, place)).toEqual(first);
        expect(first.byHand).toEqual(
          [0, 1, 2].map((row) => {
            const own = acts.filter((one) => one.row === row);
            const tags = new Set(own.flatMap(({ tag }) => tag ?? []));
            if (row === 2) tags.add("A");
            const note = own.some(({ tag }) => tag === null) ? ["my pool"] : [];
            return [...note, ...[...tags].toSorted().map((name) => `#${name}`)].join(" ");
          }),
        );
      }),
      { numRuns: byDay(3, 60) },
    );
  }, 120_000);
});
