import { expect, it } from "vitest";
import { addDays } from "#shared/time/plain-dates.ts";
import { csv, ofx } from "../../../../../tests/support/factories/import-factory.ts";
import { marksOf } from "../../../../../tests/support/factories/marks-factory.ts";
import { bankRow } from "../../../../../tests/support/ledger/ledger-bank.ts";
import { byDay } from "../../../../../tests/support/night.ts";
import { fc } from "../../../../../tests/support/properties.ts";
import { createJoiningSite } from "../../../../../tests/support/sites/joining-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";

const database = useTestDatabase();

const payees = ["Greenbarrow Market", "GREENBARROW 0412", "Tenant"];
/** Rows of one amount, so that any two could be one. */
const row = fc
  .record({ day: fc.nat(27), payee: fc.constantFrom(...payees) })
  .map(({ day, payee }) => ({ date: addDays("2026-11-01", day), amount: 50, payee }));
const someRows = fc.array(row, { minLength: 1, maxLength: 3 });
const history = fc.record({
  typed: someRows,
  bank: someRows,
  ofx: someRows,
  csv: someRows,
  order: fc.shuffledSubarray(["typed", "bank", "ofx", "csv"] as const, { minLength: 4 }),
  marked: fc.array(fc.nat(11), { maxLength: 3 }),
  steps: fc.array(
    fc.record({
      act: fc.constantFrom("join", "join", "join", "separate", "separate", "sync", "importAgain" as const),
      one: fc.nat(11),
      other: fc.nat(11),
    }),
    { maxLength: 9 },
  ),
  undone: fc.constantFrom("ofx", "csv", null),
});
type History = (typeof history extends fc.Arbitrary<infer Made> ? Made : never) & object;

/** Creates a person whose rows came from all sources, some with marks. */
async function createPerson({ order, marked, ...rows }: History) {
  const own = await createJoiningSite(database());
  const bank = rows.bank.map(({ date, payee: name }, index) =>
    bankRow(`b${index}`, { date, name, amount: 5000 }),
  );
  const files = {
    ofx: ofx(rows.ofx.map((each, index) => ({ ...each, id: `f${index}` }))),
    csv: csv(rows.csv),
  };
  const imports = { ofx: 0, csv: 0 };
  const come = {
    typed: async () => {
      for (const each of rows.typed) await own.typed(each);
    },
    bank: () => own.ledgerBank.apply({ added: bank }),
    ofx: async () => (imports.ofx = (await own.files.import(files.ofx, own.accountId)).data.importId),
    csv: async () => (imports.csv = (await own.files.import(files.csv, own.accountId)).data.importId),
  };
  for (const source of order) await come[source]();
  const marks = await own.marks();
  const ids = (await own.rows()).map(({ transactionId }) => transactionId);
  for (const [index, mark] of (["category", "kind", "payment"] as const).entries()) {
    const id = ids[(marked[index] ?? ids.length) % ids.length];
    if (marked[index] !== undefined && id !== undefined) await marks.put[mark](id);
  }
  return { own, bank, files, imports };
}
type Person = Awaited<ReturnType<typeof createPerson>>;

async function ledgerOf({ own }: Person) {
  const rows = await own.rows();
  return Promise.all(
    rows.map(async ({ transactionId, date, payee, source }) => ({
      shown: `${date} ${payee} ${source}`,
      marks: await marksOf(database(), transactionId),
    })),
  );
}

/** Takes random steps, and says how many rows fewer there are, and which were taken apart that the rules had joined. */
async function takeSteps(person: Person, { steps }: History) {
  const { own, bank, files } = person;
  const split: [number, number][] = [];
  for (const { act, one, other } of steps) {
    const before = await ledgerOf(person);
    const ids = (await own.rows()).map(({ transactionId }) => transactionId);
    const [id = 0, otherId = 0] = [ids[one % ids.length], ids[other % ids.length]];
    let change = 0;
    if (act === "join") {
      change = (await own.join(id, otherId)).status === 200 ? -1 : 0;
    } else if (act === "separate") {
      const isByHand = (await own.joinsOf(id)).length > 0;
      const { status, data } = await own.separate(id);
      change = status === 200 ? 1 : 0;
      if (data !== null && !isByHand) split.push([id, data.separatedTransactionId]);
    } else {
      if (act === "sync") await own.ledgerBank.apply({ added: bank, modified: bank });
      else await own.files.import(one % 2 === 0 ? files.ofx : files.csv, own.accountId);
      expect(await ledgerOf(person), act).toEqual(before);
    }
    const after = await own.rows();
    expect(after.length, act).toBe(before.length + change);
    const { kept, real } = await own.sums();
    expect(kept).toEqual({ rows: after.length, in: after.length * 5000 });
    expect(kept).toEqual(real);
  }
  return split;
}

/** Takes all joins by hand apart; what comes back may be joined itself. */
async function separateAll({ own }: Person): Promise<void> {
  const open = (await own.rows()).map(({ transactionId }) => transactionId);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if ((await own.joinsOf(id)).length === 0) continue;
    const { data } = await own.separate(id);
    if (data === null) throw new Error("a joined row can't be separated");
    open.push(id, data.separatedTransactionId);
  }
}

it(
  "joins and separations in any order add and lose neither money nor marks",
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async (made) => {
        const person = await createPerson(made);
        const first = await ledgerOf(person);
        const split = await takeSteps(person, made);
        const marks = (await ledgerOf(person)).flatMap((each) => each.marks);
        for (const mark of first.flatMap((each) => each.marks)) expect(marks).toContain(mark);
        await separateAll(person);
        for (const [id, separated] of split.toReversed()) {
          expect((await person.own.join(id, separated)).status).toBe(200);
        }
        expect(await ledgerOf(person)).toEqual(first);
      }),
      { numRuns: byDay(3, 30) },
    );
  },
);

it("an undone import takes its own rows and no others, joined or not", { timeout: 500_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (made) => {
      const joined = await createPerson({ ...made, marked: [] });
      const plain = await createPerson({ ...made, marked: [] });
      const steps = made.steps.filter(({ act }) => act !== "separate" && act !== "importAgain");
      await takeSteps(joined, { ...made, steps });
      if (made.undone !== null)
        for (const { own, imports } of [joined, plain]) await own.files.undo(imports[made.undone]);
      await separateAll(joined);
      expect(await ledgerOf(joined)).toEqual(await ledgerOf(plain));
    }),
    { numRuns: byDay(3, 30) },
  );
});
