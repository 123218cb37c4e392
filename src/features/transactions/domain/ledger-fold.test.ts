import { describe, expect, it } from "vitest";
import { money, moneyDigits, negateMoney } from "#shared/money.ts";
import { addDays } from "#shared/time/plain-dates.ts";
import { byDay } from "../../../../tests/support/night.ts";
import { fc } from "../../../../tests/support/properties.ts";
import { createMemoryLedger } from "../../../../tests/support/ledger/ledger-memory.ts";
import type { ArrivedRow, LedgerPlan } from "./ledger-plan.ts";

type BankRow = {
  id: string;
  accountId: number;
  pending: boolean;
  pendingId: string | null;
  /** The pending row that it came from, said or not. */
  cameFrom: string | null;
  day: number;
  cents: number;
  name: string;
};

function arrived(row: BankRow): ArrivedRow {
  const amount = money(row.cents);
  const common = {
    accountId: row.accountId,
    pending: row.pending,
    date: addDays("2026-11-01", row.day),
    name: row.name,
    isoCurrencyCode: "USD",
  };
  return {
    fact: {
      ...common,
      providerTransactionId: row.id,
      pendingTransactionId: row.pendingId,
      linkNumber: 1,
      rawAmount: moneyDigits(negateMoney(amount), "USD"),
    },
    ledger: {
      ...common,
      amount,
      authorizedDate: null,
      merchantName: null,
      bankCategory: null,
      bankCategoryDetailed: null,
      bankConfidence: null,
    },
  };
}

/** Few values, so that rows are often alike. */
const anyEvent = fc.oneof(
  fc.record({
    kind: fc.constant("add" as const),
    pending: fc.boolean(),
    day: fc.integer({ min: 0, max: 12 }),
    cents: fc.constantFrom(-500, -700, 900),
    name: fc.constantFrom("Blue Fig 1", "BLUE FIG #2", "Rent"),
  }),
  fc.record({ kind: fc.constant("change" as const), pick: fc.nat(), cents: fc.constantFrom(-500, -701) }),
  fc.record({ kind: fc.constant("remove" as const), pick: fc.nat() }),
  fc.record({
    kind: fc.constant("post" as const),
    pick: fc.nat(),
    saysSo: fc.boolean(),
    days: fc.integer({ min: 0, max: 9 }),
    cents: fc.option(fc.constantFrom(-500, -720)),
  }),
  fc.record({ kind: fc.constant("come back" as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant("mark" as const), pick: fc.nat() }),
  fc.constant({ kind: "sync" as const }),
);
type BankEvent = typeof anyEvent extends fc.Arbitrary<infer T> ? T : never;

/** A bank in memory, what of it the ledger has been told, and the marks of a person who looks at the ledger. */
function createWorld() {
  const ledger = createMemoryLedger();
  const bank = new Map<string, BankRow>();
  const removed: BankRow[] = [];
  let told = new Map<string, BankRow>();
  let made = 0;
  const marks = new Set<string>();

  function pickOf<T>(list: T[], pick: number): T | undefined {
    return list[pick % Math.max(1, list.length)];
  }

  function removeAtBank(row: BankRow): void {
    bank.delete(row.id);
    removed.push(row);
  }

  function happen(event: BankEvent): void {
    made += 1;
    const all = [...bank.values()];
    if (event.kind === "add") {
      const row = { ...event, id: `t${made}`, accountId: 1, pendingId: null, cameFrom: null };
      bank.set(row.id, row);
    } else if (event.kind === "change") {
      const row = pickOf(all, event.pick);
      if (row) bank.set(row.id, { ...row, cents: event.cents });
    } else if (event.kind === "remove") {
      const row = pickOf(all, event.pick);
      if (row) removeAtBank(row);
    } else if (event.kind === "post") {
      const row = pickOf(
        all.filter(({ pending }) => pending),
        event.pick,
      );
      if (row === undefined) return;
      removeAtBank(row);
      const posted = {
        ...row,
        id: `t${made}`,
        pending: false,
        pendingId: event.saysSo ? row.id : null,
        cameFrom: row.id,
        day: row.day + event.days,
        cents: event.cents ?? row.cents,
      };
      bank.set(posted.id, posted);
    } else if (event.kind === "come back") {
      const row = pickOf(removed, event.pick);
      if (row === undefined) return;
      // Of a pending row and its posted one, only one is ever there.
      const origin = row.cameFrom ?? row.id;
      if (all.some(({ id, cameFrom }) => cameFrom === origin && id !== row.id)) return;
      const pending = bank.get(row.cameFrom ?? "");
      if (pending) removeAtBank(pending);
      bank.set(row.id, row);
    } else if (event.kind === "mark") {
      const row = pickOf([...ledger.rows.values()], event.pick);
      if (row === undefined) return;
      row.marks.add(`mark ${made}`);
      marks.add(`mark ${made}`);
    }
  }

  function pendingChanges() {
    const changed = [...bank.values()].filter((row) => told.get(row.id) !== row);
    const gone = [...told.keys()].filter((id) => !bank.has(id));
    return { rows: changed.map(arrived), removed: gone };
  }

  return {
    ledger,
    bank,
    marks,
    happen,
    sync() {
      const changes = pendingChanges();
      ledger.sync(changes);
      told = new Map(bank);
      return changes;
    },
  };
}

/** A row that comes back to the very row of the ledger that a posted one names as its pending predecessor's. */
const returnsWhereAnotherIsNamed: BankEvent[] = [
  { kind: "add", pending: true, day: 0, cents: -500, name: "Rent" },
  { kind: "sync" },
  { kind: "remove", pick: 0 },
  { kind: "add", pending: false, day: 0, cents: -500, name: "Rent" },
  { kind: "sync" },
  { kind: "come back", pick: 0 },
  { kind: "remove", pick: 0 },
  { kind: "sync" },
  { kind: "post", pick: 0, saysSo: true, days: 0, cents: null },
  { kind: "come back", pick: 1 },
  { kind: "mark", pick: 0 },
];

const nothing: LedgerPlan = { inserted: [], updated: [], gone: [], retired: [], facts: [], refiled: [] };

function byId<T extends { providerTransactionId: string }>(facts: T[]): T[] {
  return facts.toSorted((a, b) => (a.providerTransactionId < b.providerTransactionId ? -1 : 1));
}

describe("the ledger", () => {
  it("has exactly the bank's rows after every sync, and no mark is ever lost", { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40, size: "max" }), (events) => {
        const world = createWorld();
        const { ledger, bank } = world;
        for (const event of [...events, { kind: "sync" as const }]) {
          if (event.kind !== "sync") {
            world.happen(event);
            continue;
          }
          const marksOfPending = new Map(
            [...bank.values()].flatMap(({ id, pendingId }) =>
              pendingId === null || ledger.facts.has(id) || ledger.facts.get(pendingId)?.isCurrent !== true
                ? []
                : [[id, [...(ledger.rowOf(pendingId)?.marks ?? [])]] as const],
            ),
          );
          const changes = world.sync();
          expect(byId(ledger.bankRows())).toEqual(byId([...bank.values()].map((row) => arrived(row).fact)));
          for (const row of bank.values()) expect(ledger.rowOf(row.id)).toMatchObject(arrived(row).ledger);
          expect(ledger.marks().toSorted()).toEqual([...world.marks].toSorted());
          for (const row of ledger.rows.values()) {
            const isAtBank = [...ledger.facts.values()].some(
              (fact) => fact.isCurrent && fact.transactionId === row.transactionId,
            );
            expect(row.isRemovedByBank, "flagged where no row of the bank stands behind it").toBe(!isAtBank);
            if (row.isRemovedByBank) expect(row.marks.size).toBeGreaterThan(0);
          }
          for (const [id, expected] of marksOfPending) {
            expect([...(ledger.rowOf(id)?.marks ?? [])]).toEqual(expect.arrayContaining([...expected]));
          }
          expect(ledger.plan(changes), "again changes nothing").toEqual(nothing);
        }
      }),
      { numRuns: byDay(1000, 20_000), examples: [[returnsWhereAnotherIsNamed]] },
    );
  });
});
