import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { rowKinds } from "#shared/row-kinds.ts";
import type { RuleAction } from "../../contract.ts";
import { byDay } from "../../../../../tests/support/night.ts";
import { fc } from "../../../../../tests/support/properties.ts";
import {
  coffee,
  createRuleSite,
  everyDay,
  toDining,
  toGroceries,
  type RuleSite,
} from "../../../../../tests/support/sites/rule-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";

const database = useTestDatabase();
const payees = ["Corner Bakery", "Blue Fig", "Night Owl"];
let person: RuleSite;
let ids: number[];

beforeEach(async () => {
  person = await createRuleSite(database());
  ids = await person.old(
    payees.flatMap((name) => [
      { name, amount: -500, ...coffee },
      { name, amount: -700 },
      { name, amount: 300, date: "2026-11-12" },
    ]),
  );
});

type Undo = () => Promise<unknown>;
type Act = () => Promise<Undo>;

async function post<Data>(path: string, body: unknown): Promise<Data> {
  const answer = await person.site.post<Data>(path, body);
  expect([path, answer.errors]).toEqual([path, null]);
  return answer.data;
}

/** Calls that answer with what the rows had, which is sent to take them back. */
function choosing(path: string, rows: readonly object[], more: object = {}): Act {
  return async () => {
    const { undo } = await post<{ undo: object[] }>(
      path,
      rows.map((row) => ({ ...row, ...more })),
    );
    const former = undo.map((row) => Object.assign(row, more));
    return async () => former.length > 0 && post(path, former);
  };
}

/** Calls that remember what they changed under an id. */
function remembered(path: string, body: object): Act {
  return async () => {
    const undoId = randomUUID();
    const { updated } = await post<{ updated?: number }>(path, { ...body, undoId });
    return async () => updated !== 0 && post("/api/Undo", { undoId });
  };
}

const someRows = fc.uniqueArray(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 4 });
const ruleAction = fc.oneof(
  fc.constantFrom(toGroceries, toDining),
  fc.constantFrom(...rowKinds).map((value): RuleAction => ({ field: "kind", value })),
  fc.constantFrom("Bread", "Owls").map((value): RuleAction => ({ field: "payee", value })),
  fc.constant<RuleAction>({ field: "note", value: "By a rule" }),
  fc.constant<RuleAction>({ field: "tags", value: ["Trip"] }),
);

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(someRows, fc.constantFrom(-1, toGroceries.value, toDining.value)).map(
    ([rows, category]) =>
      () =>
        choosing(
          "/api/BulkUpdateTransactionCategory",
          rows.map((row) => ({ transactionId: ids[row], financialCategoryId: category })),
          { budgetId: null },
        )(),
  ),
  fc.tuple(someRows, fc.constantFrom(...rowKinds)).map(
    ([rows, kind]) =>
      () =>
        choosing(
          "/api/SetTransactionKinds",
          rows.map((row) => ({ transactionId: ids[row], kind })),
        )(),
  ),
  fc.tuple(fc.constantFrom(...payees), ruleAction).map(
    ([payee, action]) =>
      () =>
        remembered("/api/SaveRule", {
          ruleId: 0,
          conditions: [{ field: "payee", op: "is", values: [payee] }],
          actions: [action],
          appliesFrom: everyDay,
        })(),
  ),
  fc.tuple(fc.integer({ min: 0, max: 8 }), fc.constantFrom("Owls", "Bread", "")).map(
    ([row, name]) =>
      () =>
        remembered("/api/RenamePayee", { transactionId: ids[row], name })(),
  ),
);

it(
  "whatever a person does to rows and rules, taking it back restores each of them exactly",
  async () => {
    const state = async () => ({
      rows: await person.sortedRows(),
      // Undoing is a use of a rule, too.
      rules: (await person.rules()).map((rule) => Object.assign(rule, { lastUsedAt: null })),
    });
    const check = async (acts: readonly Act[]) => {
      const done: { before: unknown; undo: Undo }[] = [];
      for (const one of acts) {
        const before = await state();
        done.push({ before, undo: await one() });
      }
      for (const { before, undo } of done.toReversed()) {
        await undo();
        expect(await state()).toEqual(before);
      }
    };
    const story = fc.array(act, { minLength: 2, maxLength: 5 });
    await fc.assert(fc.asyncProperty(story, check), { numRuns: byDay(5, 100) });
  },
  byDay(30_000, 180_000),
);
