import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { isBakery, toDining, toGroceries } from "../../../../../tests/support/sites/rule-site.ts";
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
import type { RulePreview } from "../../contract.ts";

const database = useTestDatabase();
let person: WordSite;

beforeEach(async () => {
  person = await createWordSite(database());
});

describe("a preview", () => {
  const preview = async (actions: object[], more: object = {}) =>
    (
      await person.site.post<RulePreview>("/api/PreviewRule", {
        ruleId: 0,
        conditions: [isBakery],
        actions,
        ...more,
      })
    ).data;

  it("counts notes and tags by whose they are, and only what would change", async () => {
    const [byHand, taken] = await person.old([
      {},
      {},
      { name: "Corner Bakery", amount: -500 },
      { name: "Another" },
    ]);
    const out = { conditions: [isBakery, { field: "amount", op: "is", values: [5] }] };
    const loose = await person.saved({ ...out, actions: [addTags("Trip"), giveNote("Rolls")], ...reaching });
    await person.tagRows([byHand], ["Trip"]);
    await person.write(byHand, { note: "Mine" });
    const rule = await person.saved({ name: "b", actions: [addTags("Trip")], ...reaching });
    await person.tagRows([taken], [], ["Trip"]);
    await person.site.post("/api/DeleteRule", { ruleId: rule.ruleId });
    expect(await person.words()).toEqual(["Mine #Trip", "", "Rolls #Trip", ""]);
    expect(await preview([addTags("Trip")])).toMatchObject({
      total: 3,
      byNow: { none: 0, rule: 1, person: 2 },
      changing: 0,
      conflicts: [],
    });
    expect(await preview([addTags("Trip", "New")])).toMatchObject({
      byNow: { none: 1, rule: 1, person: 1 },
      changing: 2,
    });
    expect(await preview([giveNote("Bread")])).toMatchObject({
      byNow: { none: 0, rule: 1, person: 2 },
      changing: 1,
      conflicts: [{ ruleId: loose.ruleId, field: "note", sets: "the note “Rolls”", wins: true }],
    });
    expect(await preview([giveNote("Rolls")])).toMatchObject({ changing: 0, conflicts: [] });
    // It has made no tag.
    expect(await person.tags()).toMatchObject([{ name: "Trip" }]);
  });

  it("counts the rows of a tag or a note", async () => {
    const [first] = await person.old([{}, {}]);
    await person.tagRows([first], ["Trip"]);
    const conditions = [isTag(await person.tagIdOf("Trip"))];
    expect(await preview([toGroceries], { conditions })).toMatchObject({ total: 1, changing: 1 });
    expect(await preview([toGroceries], { conditions: [hasNote("pool")] })).toMatchObject({ total: 0 });
  });
});

describe("a tag that rules know", () => {
  it("is renamed and merged in them, and undone for the person's rows", async () => {
    const [first] = await person.old([{}, { name: "Another" }]);
    await person.tagRows([first], ["Trip"]);
    const tagId = await person.tagIdOf("Trip");
    await person.saved({ conditions: [isTag(tagId)], actions: [toDining], ...reaching });
    const isAnother = { field: "payee", op: "is", values: ["Another"] };
    await person.saved({ conditions: [isAnother], actions: [addTags("Trip")], ...reaching });
    await person.site.post("/api/RenameTag", { tagId, name: "Tour" });
    expect((await person.rules()).map(({ title, actions }) => [title, actions])).toEqual([
      ["Payee is Another", [addTags("Tour")]],
      ["Tag is Tour", [toDining]],
    ]);
    await person.tagRows([first], ["Work"]);
    const intoTagId = await person.tagIdOf("Work");
    const merged = await person.changeTag("MergeTag", { tagId, intoTagId });
    expect(merged.updated).toBe(2);
    expect(await person.words()).toEqual(["#Work", "#Work"]);
    expect((await person.shown())[0]).toBe("Dining Out (rule)");
    expect((await person.rules()).map(({ title, actions }) => [title, actions])).toEqual([
      ["Payee is Another", [addTags("Work")]],
      ["Tag is Work", [toDining]],
    ]);
    await person.expectSorted();
    for (const change of merged.undo) await person.site.post("/api/SetTransactionTags", change);
    expect(await person.words()).toEqual(["#Tour #Work", "#Work"]);
    await person.expectSorted();
  });

  it("is gone from them when it's deleted, and a condition on it alone holds for nothing", async () => {
    const [first] = await person.old([{}, { name: "Another" }]);
    await person.tagRows([first], ["Trip", "Work"]);
    const [trip, work] = [await person.tagIdOf("Trip"), await person.tagIdOf("Work")];
    await person.saved({ conditions: [isTag(trip)], actions: [toDining], ...reaching });
    await person.saved({ conditions: [isTag(trip, work)], actions: [addTags("C")], ...reaching });
    const isAnother = { field: "payee", op: "is", values: ["Another"] };
    const giving = await person.saved({ conditions: [isAnother], actions: [addTags("Trip")], ...reaching });
    const undoId = randomUUID();
    await person.site.post("/api/DeleteRule", { ruleId: giving.ruleId, undoId });
    await person.undo(undoId);
    expect(await person.words()).toEqual(["#C #Trip #Work", "#Trip"]);
    expect((await person.changeTag("DeleteTag", { tagId: trip })).updated).toBe(2);
    expect(await person.words()).toEqual(["#C #Work", ""]);
    expect((await person.shown())[0]).toBe("None (none)");
    expect((await person.rules()).map(({ title, actions }) => [title, actions])).toEqual([
      ["Payee is Another", []],
      ["Tag is a deleted tag", [toDining]],
      ["Tag is Work", [addTags("C")]],
    ]);
    await person.expectSorted();
  });

  it("stays deleted when a rule that gave it is restored", async () => {
    await person.old([{}]);
    const { ruleId } = await person.saved({ actions: [addTags("Trip", "Work")], ...reaching });
    const undoId = randomUUID();
    await person.site.post("/api/DeleteRule", { ruleId, undoId });
    await person.site.post("/api/DeleteTag", { tagId: await person.tagIdOf("Trip") });
    await person.undo(undoId);
    expect(await person.words()).toEqual(["#Work"]);
    expect(await person.rules()).toMatchObject([{ actions: [addTags("Work")] }]);
  });
});

describe("SaveRule", () => {
  it.each<[object, Record<string, string[]>]>([
    [{ actions: [addTags()] }, { "actions.0.value": ["Enter a tag."] }],
    [{ actions: [addTags(" # ")] }, { "actions.0.value.0": ["Enter a tag."] }],
    [{ actions: [giveNote(" ")] }, { "actions.0.value": ["Enter a note."] }],
    [{ actions: [giveNote("a"), giveNote("b")] }, { actions: ["Set each thing only once."] }],
    [{ conditions: [hasNote()] }, { "conditions.0.values": ["Enter at least one value."] }],
    [{ conditions: [isTag()] }, { "conditions.0.values": ["Enter at least one value."] }],
    [
      { conditions: [isTag(999_999)] },
      { "conditions.0.values": ["This tag doesn’t exist. Choose another one."] },
    ],
  ])("refuses %j", async (rule, errors) => {
    expect(await person.save(rule)).toMatchObject({ status: 400, errors });
    expect(await person.rules()).toEqual([]);
    expect(await person.tags()).toEqual([]);
  });

  it("refuses another person's tag, and makes one of the same name for each", async () => {
    await person.saved({ actions: [addTags("Trip")] });
    const tagId = await person.tagIdOf("Trip");
    const stranger = (await person.site.stranger()).cookie;
    expect(await person.save({ conditions: [isTag(tagId)] }, stranger)).toMatchObject({ status: 400 });
    expect((await person.save({ actions: [addTags("Trip")] }, stranger)).status).toBe(200);
    expect(await person.tags(stranger)).toMatchObject([{ name: "Trip" }]);
    expect((await person.tags(stranger))[0]?.tagId).not.toBe(tagId);
  });
});
