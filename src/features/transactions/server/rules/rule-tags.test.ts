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

/** The rules without when they were last used. */
async function unusedRules(): Promise<object[]> {
  return (await person.rules()).map(({ lastUsedAt: _at, ...rule }) => rule);
}

describe("a tag that rules know", () => {
  it("doesn't keep a rule that it was deleted from as it is", async () => {
    const [first] = await person.old([{}]);
    await person.tagRows([first], ["Trip"]);
    const tagId = await person.tagIdOf("Trip");
    const { ruleId } = await person.saved({ conditions: [isTag(tagId)], actions: [addTags("Trip")] });
    await person.site.post("/api/DeleteTag", { tagId });
    const rule = { ruleId, conditions: [isTag(tagId)], actions: [] };
    expect((await person.save({ ...rule, isOn: false })).data).toMatchObject([{ ...rule, isOn: false }]);
    expect((await person.save({ ...rule, name: "Picnics" })).data).toMatchObject([{ name: "Picnics" }]);
    await person.save({ ...rule, actions: [toDining] });
    expect(await person.save({ ...rule, conditions: [isTag(tagId), isBakery] })).toMatchObject({
      status: 400,
      errors: { actions: [expect.any(String)] },
    });
  });

  it("is renamed and merged in them, and all of it undone", async () => {
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
    const before = await unusedRules();
    const undoId = randomUUID();
    const merging = { tagId, intoTagId, undoId };
    expect(await person.changeTag("MergeTag", merging)).toEqual({ updated: 2, undoId });
    // Sent again, it changes nothing more.
    expect(await person.changeTag("MergeTag", merging)).toEqual({ updated: 0, undoId });
    expect(await person.words()).toEqual(["#Work", "#Work"]);
    expect((await person.shown())[0]).toBe("Dining Out (rule)");
    expect((await person.rules()).map(({ title, actions }) => [title, actions])).toEqual([
      ["Payee is Another", [addTags("Work")]],
      ["Tag is Work", [toDining]],
    ]);
    await person.expectSorted();
    expect((await person.undo(undoId)).status).toBe(200);
    expect(await person.words()).toEqual(["#Tour #Work", "#Tour"]);
    expect(await unusedRules()).toEqual(before);
    await person.expectSorted();
    expect((await person.undo(undoId)).status).toBe(404);
  });

  it("takes from the other tag only what the merge gave, and leaves a rule that was changed since", async () => {
    const [both, one] = await person.old([{}, {}, { name: "Another" }]);
    await person.tagRows([both, one], ["Trip"]);
    await person.tagRows([both], ["Work"]);
    const [tagId, intoTagId] = [await person.tagIdOf("Trip"), await person.tagIdOf("Work")];
    const conditions = [isTag(tagId)];
    const rule = await person.saved({ conditions, actions: [toDining], ...reaching });
    const other = await person.saved({ conditions, actions: [addTags("C")], ...reaching });
    const undoId = randomUUID();
    await person.changeTag("MergeTag", { tagId, intoTagId, undoId });
    await person.save({
      ruleId: rule.ruleId,
      conditions: [isTag(intoTagId)],
      actions: [toGroceries],
      ...reaching,
    });
    await person.undo(undoId);
    expect(await person.words()).toEqual(["#C #Trip #Work", "#C #Trip", ""]);
    expect(await person.rules()).toMatchObject([
      { ruleId: rule.ruleId, title: "Tag is Work", actions: [toGroceries] },
      { ruleId: other.ruleId, title: "Tag is Trip", actions: [addTags("C")] },
    ]);
    await person.expectSorted();
  });

  it("comes back with its rules after it was deleted, as the tag that has its name by then", async () => {
    const [first, second] = await person.old([{}, { name: "Another" }]);
    await person.tagRows([first], ["Trip"]);
    const tagId = await person.tagIdOf("Trip");
    await person.saved({ conditions: [isTag(tagId)], actions: [toDining], ...reaching });
    const isAnother = { field: "payee", op: "is", values: ["Another"] };
    await person.saved({ conditions: [isAnother], actions: [addTags("Trip", "Work")], ...reaching });
    const now = async () => ({
      words: await person.words(),
      rules: await unusedRules(),
      shown: await person.shown(),
    });
    const before = await now();
    const undoId = randomUUID();
    await person.changeTag("DeleteTag", { tagId, undoId });
    expect(await person.words()).toEqual(["", "#Work"]);
    expect(await person.site.get("/api/GetUndos")).toMatchObject({
      data: [{ undoId, text: "Deleted the tag Trip." }, {}, {}],
    });
    await person.undo(undoId);
    expect(await now()).toEqual(before);
    expect(await person.tagIdOf("Trip")).toBe(tagId);

    const again = randomUUID();
    await person.changeTag("DeleteTag", { tagId, undoId: again });
    await person.tagRows([second], ["TRIP"]);
    const newId = await person.tagIdOf("TRIP");
    await person.undo(again);
    expect(await person.words()).toEqual(["#TRIP", "#TRIP #Work"]);
    // The second has the tag by hand now.
    expect(await person.shown()).toEqual(["Dining Out (rule)", "Dining Out (rule)"]);
    const titles = (await person.rules()).map(({ title, actions }) => [title, actions]);
    expect(titles).toEqual([
      ["Payee is Another", [addTags("TRIP", "Work")]],
      ["Tag is TRIP", [toDining]],
    ]);
    expect(newId).not.toBe(tagId);
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

describe("tags made for a rule", () => {
  it("are gone with it when it's undone, unless something else has them", async () => {
    const [row] = await person.old([{}]);
    await person.tagRows([row], ["Own"]);
    const undoId = randomUUID();
    await person.saved({ actions: [addTags("Own", "Rows", "Rules", "Unused")], ...reaching, undoId });
    await person.tagRows([row], ["Rows"]);
    await person.saved({ conditions: [isTag(await person.tagIdOf("Rules"))], actions: [toDining] });
    expect((await person.undo(undoId)).status).toBe(200);
    expect((await person.tags()).map(({ name }) => name)).toEqual(["Own", "Rows", "Rules"]);
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
