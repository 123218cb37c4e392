import { planChanges } from "#features/transactions/domain/ledger-fold.ts";
import type {
  ArrivedChanges,
  ArrivedRow,
  KnownFact,
  KnownRow,
  LedgerPlan,
} from "#features/transactions/domain/ledger-plan.ts";

type MemoryRow = KnownRow & { marks: Set<string> };

/** Creates an in-memory ledger that follows a plan, for tests of the rules without a database. */
export function createMemoryLedger() {
  const rows = new Map<number, MemoryRow>();
  const facts = new Map<string, KnownFact>();
  let lastId = 0;

  function write(plan: LedgerPlan): void {
    for (const row of plan.inserted) {
      rows.set(row.transactionId, {
        ...row,
        isRemovedByBank: false,
        isDismissed: false,
        marks: new Set(),
      });
    }
    for (const { now } of plan.updated) {
      const marks = rows.get(now.transactionId)?.marks ?? new Set();
      rows.set(now.transactionId, { ...now, isRemovedByBank: false, isDismissed: false, marks });
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

  return {
    rows,
    facts,
    plan(changes: Partial<ArrivedChanges>): LedgerPlan {
      const known = { rows: [...rows.values()], facts: [...facts.values()] };
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
