import { expect, it } from "vitest";
import { addDays } from "#shared/time/plain-dates.ts";
import { csv, ofx, type StatementLine } from "../../../../tests/support/factories/import-factory.ts";
import { bankRow } from "../../../../tests/support/ledger/ledger-bank.ts";
import { byDay } from "../../../../tests/support/night.ts";
import { fc } from "../../../../tests/support/properties.ts";
import { createJoiningSite } from "../../../../tests/support/sites/joining-site.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";

const database = useTestDatabase();

const anyRow = fc.record({
  date: fc.integer({ min: 0, max: 14 }).map((day) => addDays("2026-11-01", day)),
  amount: fc.constantFrom(-2.9, -5, 20),
  payee: fc.constantFrom("Blue Fig", "Corner Bakery", "City Transit"),
});
const anyHistory = fc
  .array(anyRow, { minLength: 1, maxLength: 20 })
  .map((rows) => rows.map((row, index) => Object.assign(row, { id: `T${index}` })));
/** First and last day, as shares of the history, so that no file is empty. */
const anyCut = fc.tuple(fc.nat(19), fc.nat(19));
const anyFile = fc.record({ cut: anyCut, write: fc.constantFrom(ofx, csv, qif) });
const anyBank = fc.record({ cut: anyCut, comes: fc.constantFrom("first", "last", "never") });

/** Returns the rows of a history from the day of one row to that of another. */
function within(history: readonly StatementLine[], cut: readonly [number, number]): StatementLine[] {
  const [from = "", to = ""] = cut.map((index) => history[index % history.length]?.date ?? "").toSorted();
  return history.filter(({ date }) => from <= date && date <= to);
}

/** Writes a QIF file, which has no ids, and splits some amounts. */
function qif(rows: readonly StatementLine[]): string {
  const list = rows.map(({ date, amount, payee }) => {
    const splits = partsOf(amount).map((part) => `SCategory ${part}\n$${part}\n`);
    return `D${date}\nT${amount}\nP${payee}\n${splits.join("")}^\n`;
  });
  return `!Type:Bank\n${list.join("")}`;
}

function partsOf(amount: number): number[] {
  return amount === -2.9 ? [] : [amount - 1, 1];
}

type Source = { rows: readonly StatementLine[]; write?: (rows: readonly StatementLine[]) => string };

/** Returns the ledger that sources make together: rows that a QIF file splits have parts, whoever else has them. */
function ledgerOf(history: readonly StatementLine[], sources: readonly Source[]): string[] {
  const daysOf = (some: readonly Source[]) =>
    new Set(some.flatMap(({ rows }) => rows.map(({ date }) => date)));
  const days = daysOf(sources);
  const splitDays = daysOf(sources.filter(({ write }) => write === qif));
  return history
    .filter(({ date }) => days.has(date))
    .map((row) => shown(row, splitDays.has(row.date) ? partsOf(row.amount) : []))
    .toSorted();
}

function shown({ date, amount, payee }: StatementLine, parts: readonly number[]): string {
  return `${date} ${amount} ${payee} ${parts.join(" ")}`;
}

/** Creates a person to whose account files and a bank bring these rows. */
async function createPerson() {
  const { rows, files, accountId, ledgerBank } = await createJoiningSite(database());
  return {
    ledger: async () =>
      (await rows())
        .map((row) =>
          shown(
            row,
            row.parts.map(({ amount }) => amount),
          ),
        )
        .toSorted(),
    undo: (importId: number) => files.undo(importId),
    import: async (file: string) => (await files.import(file, accountId)).data.importId,
    sync(rows: readonly StatementLine[]) {
      const added = rows.map(({ date, amount, payee, id = "" }) =>
        bankRow(id, { date, amount: Math.round(amount * 100), name: payee }),
      );
      return ledgerBank.apply({ added });
    },
  };
}

it(
  "an import that is undone leaves the ledger as if it had never been, and can come again",
  async () => {
    const anyFiles = fc.array(anyFile, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(anyHistory, anyBank, anyFiles, fc.nat(3), async (history, ofBank, cuts, undone) => {
        const person = await createPerson();
        const bank = { rows: ofBank.comes === "never" ? [] : within(history, ofBank.cut) };
        const files = cuts.map(({ cut, write }) => ({ rows: within(history, cut), write }));
        if (ofBank.comes === "first") await person.sync(bank.rows);
        const ids: number[] = [];
        for (const { rows, write } of files) ids.push(await person.import(write(rows)));
        if (ofBank.comes === "last") await person.sync(bank.rows);
        const all = ledgerOf(history, [bank, ...files]);
        expect(await person.ledger()).toEqual(all);

        const index = undone % files.length;
        const others = files.filter((_, other) => other !== index);
        await person.undo(ids[index] ?? 0);
        expect(await person.ledger()).toEqual(ledgerOf(history, [bank, ...others]));
        const { rows, write } = files[index] ?? { rows: [], write: csv };
        await person.import(write(rows));
        expect(await person.ledger()).toEqual(all);
      }),
      { numRuns: byDay(8, 200) },
    );
  },
  byDay(60_000, 600_000),
);
