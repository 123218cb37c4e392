import { spanOf } from "#shared/time/plain-dates.ts";
import type { Days } from "#features/transactions/domain/row-match.ts";
import { payeeKeyOf } from "#features/transactions/domain/payees/payee-key.ts";
import { settleRows } from "#features/transactions/domain/statements/statement-choices.ts";
import { planStatement } from "#features/transactions/domain/statements/statement-plan.ts";
import type { FileFact, FileRow, KeptRows } from "#features/transactions/domain/statements/statement-rows.ts";
import { daysOfBank } from "#features/transactions/domain/elsewhere-match.ts";
import { planChanges } from "#features/transactions/domain/ledger-fold.ts";
import type {
  ArrivedChanges,
  ArrivedRow,
  CoveredDays,
  KnownFact,
  KnownRow,
  LedgerFacts,
  LedgerPlan,
} from "#features/transactions/domain/ledger-plan.ts";

type MemoryRow = KnownRow & { marks: Set<string>; fileFacts: (FileFact & { importId: number })[] };

/** Creates an in-memory ledger that follows a plan, for tests of the rules without a database. */
export function createMemoryLedger() {
  const rows = new Map<number, MemoryRow>();
  const facts = new Map<string, KnownFact>();
  let lastId = 0;
  let lastImportId = 0;

  function write(plan: LedgerPlan): void {
    for (const row of plan.inserted) {
      rows.set(row.transactionId, {
        ...row,
        isRemovedByBank: false,
        isDismissed: false,
        isOfFile: false,
        isTyped: false,
        isKeptApart: false,
        fileFacts: [],
        marks: new Set(),
      });
    }
    for (const { now } of plan.updated) {
      const before = rows.get(now.transactionId);
      if (before !== undefined)
        rows.set(now.transactionId, { ...before, ...now, isRemovedByBank: false, isDismissed: false });
    }
    for (const fact of plan.retired) facts.set(fact.providerTransactionId, { ...fact, isCurrent: false });
    for (const fact of plan.facts) facts.set(fact.providerTransactionId, fact);
    for (const { transactionId } of plan.gone) {
      const row = rows.get(transactionId);
      if (row !== undefined && row.marks.size > 0) row.isRemovedByBank = true;
      else drop(transactionId);
    }
  }

  function drop(transactionId: number): void {
    rows.delete(transactionId);
    for (const [id, fact] of facts) if (fact.transactionId === transactionId) facts.delete(id);
  }

  function coveredDays(): CoveredDays {
    const ofBank = [...facts.values()].filter(({ isCurrent }) => isCurrent);
    const ofFiles = [...rows.values()].flatMap(({ fileFacts }) => fileFacts);
    const days = (dated: readonly { date: string }[]) => spanOf(dated.map(({ date }) => date));
    const perFile = (all: typeof ofFiles) =>
      [...Map.groupBy(all, ({ importId }) => importId).values()].flatMap((file) => days(file) ?? []);
    const perLink = (all: typeof ofBank) => {
      const links = [...Map.groupBy(all, ({ linkNumber }) => linkNumber)].toSorted(([a], [b]) => a - b);
      const spans = links.flatMap(([, ofLink]) => days(ofLink) ?? []);
      return { current: spans.at(-1) ?? null, earlier: spans.slice(0, -1) };
    };
    return {
      bank: byAccount(ofBank, perLink),
      files: byAccount(ofFiles, perFile),
    };
  }

  function keptRows(): KeptRows {
    const ofBank = new Set(
      [...facts.values()].flatMap((fact) => (fact.isCurrent ? [fact.transactionId] : [])),
    );
    const { bank, files } = coveredDays();
    const covered = new Map<string, readonly Days[]>(
      [...bank].map(([, days]) => ["bank", daysOfBank(days)] as const),
    );
    for (const days of files.values()) covered.set("ofx", days);
    return {
      rows: [...rows.values()].map((row) =>
        Object.assign({}, row, {
          payeeKey: payeeKeyOf(row),
          payee: row.name,
          isOfBank: ofBank.has(row.transactionId),
          isDeleted: row.isDismissed,
          joinedFrom: null,
          facts: row.fileFacts,
        }),
      ),
      covered,
    };
  }

  return {
    rows,
    facts,
    /** Adds a row as the person types it. */
    type(row: LedgerFacts): void {
      lastId += 1;
      const base = {
        isRemovedByBank: false,
        isDismissed: false,
        isOfFile: false,
        isTyped: true,
        isKeptApart: false,
        fileFacts: [],
      };
      rows.set(lastId, { ...row, ...base, transactionId: lastId, marks: new Set() });
    },
    /** Imports a file of one account with OFX's ids. */
    importFile(file: readonly FileRow[]): void {
      const { rows: planned } = planStatement(file, "ofx", keptRows());
      lastImportId += 1;
      const importId = lastImportId;
      const settled = settleRows(planned, { choices: [], leaveOut: [] });
      const remember = (id: number, row: FileRow, said: Partial<LedgerFacts> = {}) => {
        const before = rows.get(id);
        if (before === undefined) throw new Error(`There is no row ${id}.`);
        const fileFacts = [...before.fileFacts, { ...row, dialect: "ofx", importId }];
        rows.set(id, { ...before, ...said, isOfFile: true, fileFacts });
      };
      for (const { row } of settled.added) {
        this.type(row);
        const added = rows.get(lastId);
        if (added !== undefined) added.isTyped = false;
        remember(lastId, row);
      }
      for (const { row, kept } of settled.found) remember(kept.transactionId, row);
      for (const { row, kept, now } of settled.stated) remember(kept.transactionId, row, now);
    },
    plan(changes: Partial<ArrivedChanges>): LedgerPlan {
      const known = { rows: [...rows.values()], facts: [...facts.values()], covered: coveredDays() };
      return planChanges(known, { rows: [], removed: [], ...changes }, () => (lastId += 1));
    },
    sync(changes: Partial<ArrivedChanges>): LedgerPlan {
      const plan = this.plan(changes);
      write(plan);
      return plan;
    },
    /** Returns the ledger row that a bank row belongs to, now or last. */
    rowOf: (id: string) => rows.get(facts.get(id)?.transactionId ?? 0),
    marks(): string[] {
      const all: string[] = [];
      for (const row of rows.values()) all.push(...row.marks);
      return all;
    },
    /** Returns the bank's rows according to the ledger: the current data of each row not marked as removed. */
    bankRows(): ArrivedRow["fact"][] {
      return [...facts.values()]
        .filter(({ isCurrent }) => isCurrent)
        .map(({ transactionId: _row, isCurrent: _isCurrent, ...fact }) => fact);
    },
  };
}

function byAccount<Dated extends { accountId: number }, Found>(
  dated: readonly Dated[],
  find: (ofAccount: Dated[]) => Found,
): Map<number, Found> {
  return new Map(
    [...Map.groupBy(dated, ({ accountId }) => accountId)].map(([id, all]) => [id, find(all)] as const),
  );
}
