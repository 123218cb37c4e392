import { describe, expect, it } from "vitest";
import { money } from "#shared/money.ts";
import { addDays, spanOf } from "#shared/time/plain-dates.ts";
import { byDay } from "../../../../../tests/support/night.ts";
import { fc } from "../../../../../tests/support/properties.ts";
import { payeeKey } from "../payees/payee-key.ts";
import type { Days } from "../row-match.ts";
import { planStatement } from "./statement-plan.ts";
import type { FileFact, FileRow, KeptRow, KeptRows, PlannedRow } from "./statement-rows.ts";

type Facts = { date: string; amount: number; name: string; externalId?: string | null };

let line = 0;

function fileRow({ date, amount, name, externalId = null }: Facts, more: Partial<FileRow> = {}): FileRow {
  line += 1;
  return {
    accountId: 1,
    date,
    authorizedDate: null,
    amount: money(amount),
    isoCurrencyCode: "USD",
    name,
    merchantName: null,
    payeeKey: payeeKey(name),
    pending: false,
    bankCategory: null,
    bankCategoryDetailed: null,
    bankConfidence: null,
    line,
    externalId,
    correction: null,
    fileCategory: null,
    merchantCode: null,
    typeCode: null,
    ...more,
  };
}

let id = 0;

function keptRow({ date, amount, name }: Facts, more: Partial<KeptRow> = {}): KeptRow {
  id += 1;
  const content = { accountId: 1, date, amount, isoCurrencyCode: "USD", name, payeeKey: payeeKey(name) };
  const base = {
    transactionId: id,
    merchantName: null,
    payee: name,
    pending: false,
    isOfBank: false,
    isDeleted: false,
    isKeptApart: false,
    joinedFrom: null,
    facts: [],
  };
  return { ...content, ...base, ...more };
}

/** Numbers of files by their facts; a fact that no import has made is of a file with all others like it. */
const fileOf = new WeakMap<FileFact, number>();
let file = 0;

function asKept(rows: readonly KeptRow[]): KeptRows {
  const covered = new Map<string, Days[]>();
  const facts = rows.flatMap((row) => row.facts);
  for (const [dialect, ofDialect] of Map.groupBy(facts, (fact) => fact.dialect)) {
    const files = Map.groupBy(ofDialect, (fact) => fileOf.get(fact));
    covered.set(
      dialect,
      [...files.values()].flatMap((all) => spanOf(all.map(({ date }) => date)) ?? []),
    );
  }
  const ofBank = spanOf(rows.filter(({ isOfBank }) => isOfBank).map(({ date }) => date));
  if (ofBank !== null) covered.set("bank", [ofBank]);
  return { rows, covered };
}

/** Imports a file as commits do: new rows are added, and each row found remembers what the file said. */
function importFile(ledger: readonly KeptRow[], rows: readonly FileRow[], dialect = "ofx"): KeptRow[] {
  const { rows: planned, hasTrustedIds } = planStatement(rows, dialect, asKept(ledger));
  const found = new Map<KeptRow, FileRow>();
  const added: KeptRow[] = [];
  file += 1;
  const factOf = (row: FileRow): FileFact => {
    const fact = { ...row, dialect, externalId: hasTrustedIds ? row.externalId : null };
    fileOf.set(fact, file);
    return fact;
  };
  for (const { row, state, kept } of planned) {
    if (state === "new" || state === "maybe") added.push(keptRow(row, { facts: [factOf(row)] }));
    else if (kept !== null) found.set(kept, row);
  }
  const stay = ledger.map((kept) => {
    const row = found.get(kept);
    if (row === undefined) return kept;
    const { date, amount, name } = row;
    const said = kept.isOfBank ? {} : { date, amount, name, payeeKey: row.payeeKey };
    return { ...kept, ...said, facts: [...kept.facts, factOf(row)] };
  });
  return [...stay, ...added];
}

function content(ledger: readonly KeptRow[]): string[] {
  return ledger.map((row) => `${row.date} ${row.amount} ${row.payeeKey}`).toSorted();
}

function states(planned: readonly PlannedRow[]): string[] {
  return planned.map(({ state, reason }) => (state === reason ? state : `${state} ${reason}`));
}

const day = (number: number) => addDays("2026-11-01", number);

const anyFacts = fc.record({
  date: fc.integer({ min: 0, max: 14 }).map(day),
  amount: fc.constantFrom(-290, -500, 2000),
  name: fc.constantFrom("Blue Fig", "Corner Bakery", "City Transit"),
});

/** Rows of a bank: some banks number their rows, some have no ids, some repeat them. */
const anyHistory = fc
  .tuple(fc.array(anyFacts, { minLength: 1, maxLength: 25 }), fc.constantFrom("none", "each", "by day"))
  .map(([rows, ids]) =>
    rows
      .toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)))
      .map((row, index) => {
        const externalId = { none: null, each: `T${index}`, "by day": `D${row.date}` }[ids] ?? null;
        return Object.assign({}, row, { externalId });
      }),
  );

const anyCut = fc.tuple(fc.integer({ min: 0, max: 14 }), fc.integer({ min: 0, max: 14 }));

function statement(history: readonly Facts[], [one, other]: [number, number]): FileRow[] {
  const [from, to] = [day(Math.min(one, other)), day(Math.max(one, other))];
  return history.filter(({ date }) => from <= date && date <= to).map((row) => fileRow(row));
}

describe("files of one kind", () => {
  it("bring nothing new the second time", () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const once = importFile(
          [],
          history.map((row) => fileRow(row)),
        );
        expect(once).toHaveLength(history.length);
        const { rows } = planStatement(
          history.map((row) => fileRow(row)),
          "ofx",
          asKept(once),
        );
        expect(rows.every(({ state }) => state === "known")).toBe(true);
        expect(new Set(rows.map(({ kept }) => kept)).size).toBe(history.length);
      }),
      { numRuns: 200 },
    );
  });

  it("make one ledger, whichever days they cover and whatever their order", () => {
    fc.assert(
      fc.property(anyHistory, fc.array(anyCut, { minLength: 1, maxLength: 5 }), (history, cuts) => {
        const files = cuts.map((cut) => statement(history, cut));
        const seen = new Set(files.flat().map((row) => row.date));
        const ledger = files.reduce((rows: KeptRow[], file) => importFile(rows, file), []);
        const whole = history.filter(({ date }) => seen.has(date)).map((row) => keptRow(row));
        expect(content(ledger)).toEqual(content(whole));
      }),
      { numRuns: 500 },
    );
  });
});

describe("files of mixed kinds", () => {
  const kinds = ["ofx", "csv", "mt940"];
  const anyFile = fc.tuple(anyCut, fc.constantFrom(...kinds));
  const anyFiles = fc.array(anyFile, { minLength: 1, maxLength: 6 });
  /** Tables have no ids, and no two kinds have the same. */
  const ofKind = (rows: FileRow[], kind: string) =>
    rows.map((row) =>
      Object.assign(row, {
        externalId: kind === "csv" || row.externalId === null ? null : `${kind} ${row.externalId}`,
      }),
    );

  it("make one ledger, whichever days they cover and whatever their order, with a bank's link or without", () => {
    fc.assert(
      fc.property(anyHistory, fc.option(anyCut), anyFiles, (history, ofBank, cuts) => {
        const linked = ofBank === null ? [] : statement(history, ofBank);
        const bank = linked.map((row) => keptRow(row, { isOfBank: true }));
        const files = cuts.map(([cut, kind]) => ({ rows: ofKind(statement(history, cut), kind), kind }));
        const seen = new Set([...bank, ...files.flatMap(({ rows }) => rows)].map(({ date }) => date));
        const ledger = files.reduce((kept, { rows, kind }) => importFile(kept, rows, kind), bank);
        const whole = history.filter(({ date }) => seen.has(date)).map((row) => keptRow(row));
        expect(content(ledger)).toEqual(content(whole));
      }),
      { numRuns: byDay(1000, 50_000) },
    );
  });

  it("find a row of the same day before one of a day off, whichever file has it", () => {
    const on = (...days: number[]) =>
      days.map((number) => {
        const amount = number === 0 ? -290 : 2000;
        return fileRow({ date: day(number), amount, name: "Blue Fig" });
      });
    const ledger = importFile(importFile([], on(0, 1, 2)), on(1), "qif");
    const { rows } = planStatement(on(0, 1), "csv", asKept(ledger));
    expect(rows.map(({ kept }) => kept?.date)).toEqual([day(0), day(1)]);
  });
});

describe("a file and a bank's link", () => {
  it("make one ledger of the rows that both have, and lose none", () => {
    fc.assert(
      fc.property(anyHistory, anyCut, anyCut, (history, ofFile, ofBank) => {
        const bank = statement(history, ofBank).map((row) => keptRow(row, { isOfBank: true }));
        const file = statement(history, ofFile);
        const days = new Set([...bank, ...file].map(({ date }) => date));
        const ledger = importFile(bank, file);
        const whole = history.filter(({ date }) => days.has(date)).map((row) => keptRow(row));
        expect(content(ledger)).toEqual(content(whole));
      }),
      { numRuns: 500 },
    );
  });

  it("meet a few days apart, if the other side would have to have the row", () => {
    const bank = [0, 5, 9].map((number) =>
      keptRow({ date: day(number), amount: -500, name: "BLUE FIG" }, { isOfBank: true }),
    );
    const file = [fileRow({ date: day(7), amount: -500, name: "Blue Fig LLC" })];
    expect(states(planStatement(file, "ofx", asKept(bank)).rows)).toEqual(["maybe"]);
    expect(states(planStatement(file, "ofx", asKept(bank.slice(0, 2))).rows)).toEqual(["new"]);
    const later = keptRow({ date: day(12), amount: -100, name: "A" }, { isOfBank: true });
    expect(states(planStatement(file, "ofx", asKept([...bank.slice(0, 2), later])).rows)).toEqual([
      "known ofBank",
    ]);
  });
});

describe("a row of a file", () => {
  const blueFig = { date: day(5), amount: -500, name: "Blue Fig" };
  const typed = (number: number, name = "Lunch") => keptRow({ date: day(number), amount: -500, name });
  const ofFile = (facts: Facts, more: Partial<KeptRow> = {}, dialect = "ofx") =>
    keptRow(facts, { facts: [{ ...fileRow(facts), dialect }], ...more });
  const plan = (rows: FileRow[], kept: KeptRow[], dialect = "ofx") =>
    states(planStatement(rows, dialect, asKept(kept)).rows);
  /** Other rows of the same file, so that one id isn't a fifth of it. */
  const filler = (externalId = true) =>
    Array.from({ length: 9 }, (_, index) => ({
      date: day(index),
      amount: -1000 - index,
      name: "Filler",
      externalId: externalId ? `F${index}` : null,
    }));

  it.each([
    ["joins one that was typed on the same day", [typed(5)], "joined typed"],
    ["joins one that was typed a week before", [typed(-2)], "joined typed"],
    ["is maybe one of two that were typed", [typed(4), typed(6)], "maybe"],
    ["joins the typed one with its payee", [typed(4), typed(6, "The Blue Fig")], "joined typed"],
    ["isn't one of eight days before", [typed(-3)], "new"],
    [
      "takes the place of a pending one",
      [keptRow({ ...blueFig, date: day(1) }, { isOfBank: true, pending: true })],
      "joined posted",
    ],
    [
      "is maybe a pending one of another payee",
      [keptRow({ ...blueFig, date: day(1), name: "Zoo" }, { isOfBank: true, pending: true })],
      "maybe",
    ],
    ["isn't what the person deleted", [ofFile(blueFig, { isDeleted: true })], "deleted"],
    ["isn't what the person typed and deleted", [keptRow(blueFig, { isDeleted: true })], "deleted"],
    [
      "is known from a file of another kind",
      [ofFile({ ...blueFig, name: "POS BLUE FIG" }, {}, "csv")],
      "known otherFile",
    ],
  ])("%s", (_, kept, state) => {
    expect(plan([fileRow(blueFig)], kept)).toEqual([state]);
  });

  it("counts with its equals", () => {
    expect(plan([fileRow(blueFig), fileRow(blueFig)], [])).toEqual(["new repeated", "new repeated"]);
    expect(plan([fileRow(blueFig), fileRow(blueFig)], [ofFile(blueFig)])).toEqual(["known equal", "new"]);
    expect(
      plan([fileRow(blueFig), fileRow(blueFig)], [ofFile(blueFig), ofFile(blueFig, { isDeleted: true })]),
    ).toEqual(["known equal", "deleted"]);
  });

  it("is one of its own beside another of its id in the file", () => {
    const twins = [
      { ...blueFig, externalId: "X" },
      { ...blueFig, amount: -15, externalId: "X" },
      { ...blueFig, externalId: "X" },
    ];
    const rows = [
      ...twins,
      ...filler(),
      ...filler().map((row) => Object.assign({}, row, { externalId: `${row.externalId}b` })),
    ];
    const once = importFile(
      [],
      rows.map((row) => fileRow(row)),
    );
    expect(once).toHaveLength(rows.length);
    expect(
      importFile(
        once,
        rows.map((row) => fileRow(row)),
      ),
    ).toHaveLength(rows.length);
  });

  it("changes the one of its id", () => {
    const rows = [...filler(), { ...blueFig, externalId: "X" }];
    const once = importFile(
      [],
      rows.map((row) => fileRow(row)),
    );
    const tipped = rows.map((row) => fileRow(row.externalId === "X" ? { ...row, amount: -600 } : row));
    expect(plan(tipped, once).at(-1)).toBe("changed amount");
    expect(content(importFile(once, tipped))).toContain(`${day(5)} -600 blue fig`);
  });

  it("isn't the one of its id that the file says nothing about", () => {
    const rows = [...filler(), { ...blueFig, externalId: "X" }];
    const once = importFile(
      [],
      rows.map((row) => fileRow(row)),
    );
    const later = Array.from({ length: 6 }, (_, index) =>
      fileRow({
        date: day(9 + index),
        amount: -500,
        name: "Blue Fig",
        externalId: index === 0 ? "X" : `L${index}`,
      }),
    );
    expect(plan(later, once)[0]).toBe("new");
  });

  it("is known by its content if the bank has numbered all rows anew", () => {
    const once = importFile(
      [],
      filler().map((row) => fileRow(row)),
    );
    const anew = filler().map((row) => fileRow({ ...row, externalId: `N${row.externalId}` }));
    expect(new Set(plan(anew, once))).toEqual(new Set(["known renumbered"]));
    const few = anew.map((row, index) => (index < 7 ? fileRow({ ...row, amount: -1 }) : row));
    expect(plan(few, once).slice(7)).toEqual(["maybe", "maybe"]);
  });

  it("is known by its content then, too, if there are other rows between earlier files", () => {
    const whole = Array.from({ length: 15 }, (_, index) => ({
      date: day(index),
      amount: -1000 - index,
      name: "Filler",
      externalId: `F${index}`,
    }));
    const once = importFile(importFile([], statement(whole, [0, 2])), statement(whole, [12, 14]));
    const anew = whole.map((row) => fileRow({ ...row, externalId: `N${row.externalId}` }));
    expect(importFile(once, anew)).toHaveLength(whole.length);
  });

  it.each([
    ["replace", "changed corrected"],
    ["delete", "changed withdrawn"],
  ] as const)("can %s an earlier one", (action, state) => {
    const rows = [...filler(), { ...blueFig, externalId: "X" }];
    const once = importFile(
      [],
      rows.map((row) => fileRow(row)),
    );
    const correction = { externalId: "X", action };
    const row = fileRow({ ...blueFig, amount: -700, externalId: "Y" }, { correction });
    expect(plan([row], once)).toEqual([state]);
    expect(plan([fileRow({ ...blueFig, externalId: "X" }), row], [])).toEqual(
      action === "replace" ? ["known superseded", "new"] : ["known superseded", "known superseded"],
    );
  });

  it("waits until it's posted", () => {
    expect(plan([fileRow(blueFig, { pending: true })], [])).toEqual(["refused stillPending"]);
  });
});

it("plans 20,000 equal rows against as many in linear time", () => {
  const rows = Array.from({ length: 20_000 }, (_, index) =>
    fileRow({ date: day(index % 3), amount: -500, name: `Shop ${"abc".repeat(1 + (index % 5))}` }),
  );
  const kept = rows.map((row) => keptRow({ ...row, name: `Other ${row.name}` }, { isOfBank: true }));
  // Time of the processor: the machine may be busy.
  const before = process.cpuUsage();
  planStatement(rows, "ofx", asKept(kept));
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
});
