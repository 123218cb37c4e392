import { compareDates } from "#shared/time/compare-dates.ts";
import { coverArrived, matchElsewhere } from "./elsewhere-match.ts";
import { matchHistory, matchPosted } from "./row-match.ts";
import type {
  ArrivedChanges,
  ArrivedRow,
  BankFact,
  CoveredDays,
  KnownFact,
  KnownLedger,
  KnownRow,
  LedgerFacts,
  LedgerPlan,
} from "./ledger-plan.ts";

/** A ledger row while changes are being applied; `current` is the fact it shows now, `maybe` a row that a new one may be; null for none. */
type Row = { before: KnownRow | null; now: LedgerFacts; current: Fact | null; maybe: Row | null };
type Fact = { before: KnownFact | null; now: BankFact; row: Row };

type Fold = {
  rows: Row[];
  facts: Map<string, Fact>;
  removed: ReadonlySet<string>;
  /** Pending rows named by new posted ones; no other row may take their place. */
  named: ReadonlySet<string>;
  /** The link that currently delivers each account's rows. */
  links: Map<number, number>;
  /** Rows that the person keeps apart, by the new ones that they would join. */
  apart: ReadonlyMap<ArrivedRow, Row>;
};

/**
 * Plans a bank's changes to the ledger (docs/reference/money.md, "Sync"): first arriving rows, each matched to the row
 * of its pending predecessor, of an earlier link, of a file, or of the person's typing; then removals. Planning the same changes again yields nothing.
 * `nextId` numbers new rows.
 */
export function planChanges(known: KnownLedger, changes: ArrivedChanges, nextId: () => number): LedgerPlan {
  const fold = open(known, changes);
  const arrived = latestOfEach(changes.rows);
  const fresh = arrived.filter((row) => !fold.facts.has(idOf(row)));
  for (const row of arrived) {
    const fact = fold.facts.get(idOf(row));
    if (fact !== undefined) refresh(fold, fact, row);
  }
  const ofHistory = matched(fresh, keptRows(fold), matchHistory);
  const unknown = fresh.filter((row) => !ofHistory.has(row) && !namesKnown(fold, fresh, row));
  const other = openElsewhere(fold);
  const covered = coverArrived(
    known.covered,
    arrived.map(({ ledger }) => ledger),
  );
  const elsewhere = ofElsewhere(unknown, other.free, covered);
  const rest = unknown.filter((row) => !elsewhere.has(row));
  fold.apart = ofElsewhere(rest, other.apart, covered);
  // Pending rows first, so that posted ones in the same sync find them.
  for (const row of fresh) if (row.fact.pending) place(fold, row, ofHistory.get(row) ?? elsewhere.get(row));
  const unexplained: ArrivedRow[] = [];
  for (const row of fresh) {
    if (row.fact.pending) continue;
    const predecessor = pendingRowOf(fold, row) ?? ofHistory.get(row) ?? elsewhere.get(row);
    if (predecessor === undefined) unexplained.push(row);
    else place(fold, row, predecessor);
  }
  placeUnexplained(fold, unexplained);
  for (const id of fold.removed) takeBack(fold.facts.get(id));
  takeBackOldPending(fold, arrived);
  return outcome(fold, nextId);
}

function open(known: KnownLedger, changes: ArrivedChanges): Fold {
  const rows = new Map<number, Row>();
  for (const before of known.rows)
    rows.set(before.transactionId, { before, now: before, current: null, maybe: null });
  const facts = new Map<string, Fact>();
  for (const before of known.facts) {
    const row = rows.get(before.transactionId);
    if (row === undefined) throw new Error(`row ${before.transactionId} of the ledger was not loaded`);
    const fact = { before, now: before, row };
    facts.set(before.providerTransactionId, fact);
    if (before.isCurrent) row.current = fact;
  }
  const links = new Map(changes.rows.map(({ fact }) => [fact.accountId, fact.linkNumber]));
  const named = new Set(
    changes.rows.flatMap((row) => (facts.has(idOf(row)) ? [] : (row.fact.pendingTransactionId ?? []))),
  );
  return {
    rows: [...rows.values()],
    facts,
    removed: new Set(changes.removed),
    named,
    links,
    apart: new Map(),
  };
}

function idOf({ fact }: ArrivedRow): string {
  return fact.providerTransactionId;
}

/** Returns the latest version of each row, by date, so that new rows are numbered in the order they happened. */
function latestOfEach(rows: readonly ArrivedRow[]): ArrivedRow[] {
  const latest = new Map(rows.map((row) => [idOf(row), row]));
  return [...latest.values()].toSorted((a, b) => compareDates(a.ledger.date, b.ledger.date));
}

/** Applies a row that the bank has sent before: changed, restored, or merely repeated. */
function refresh(fold: Fold, fact: Fact, arrival: ArrivedRow): void {
  const { current } = fact.row;
  fact.now = arrival.fact;
  if (current === fact || isFree(fold, fact.row)) say(fact, arrival);
  // If its posted row names it, it stays replaced. Otherwise the bank has both rows, and so does the ledger.
  else if (current?.now.pendingTransactionId !== idOf(arrival)) {
    fact.row = newRow(fold, arrival);
    fact.row.current = fact;
  }
}

/** Returns true if no bank row backs it, or only one that this sync removes and no posted row names. */
function isFree({ removed, named }: Fold, { current }: Row): boolean {
  if (current === null) return true;
  const id = current.now.providerTransactionId;
  return removed.has(id) && !named.has(id);
}

function say(fact: Fact, { ledger }: ArrivedRow): void {
  fact.row.current = fact;
  fact.row.now = ledger;
}

function newRow(fold: Fold, arrival: ArrivedRow): Row {
  const maybe = fold.apart.get(arrival) ?? null;
  const row: Row = { before: null, now: arrival.ledger, current: null, maybe };
  fold.rows.push(row);
  return row;
}

/** Puts a new bank row behind a ledger row: the one it takes over, otherwise a new one. */
function place(fold: Fold, arrival: ArrivedRow, row: Row = newRow(fold, arrival)): void {
  const fact: Fact = { before: null, now: arrival.fact, row };
  fold.facts.set(idOf(arrival), fact);
  say(fact, arrival);
}

/** Returns the ledger row of the pending row that a posted one names, unless another posted row already has it. */
function pendingRowOf(fold: Fold, { fact }: ArrivedRow): Row | undefined {
  const pending = fact.pendingTransactionId === null ? undefined : fold.facts.get(fact.pendingTransactionId);
  if (pending === undefined) return undefined;
  const { row } = pending;
  const mayTake = row.current === pending || isFree(fold, row);
  return mayTake && !isDismissed(row) ? row : undefined;
}

function isDismissed({ before }: Row): boolean {
  return before?.isDismissed ?? false;
}

/**
 * Places posted rows without a known predecessor. If the bank names none, the only candidate is taken
 * (docs/reference/money.md, "Sync"). A posted row that names a pending one can take only that one, though an earlier
 * link may have given it another ID.
 */
function placeUnexplained(fold: Fold, arrivals: ArrivedRow[]): void {
  const over = fold.rows.filter((row) => isOverWhilePending(fold, row));
  const silent = arrivals.filter(({ fact }) => fact.pendingTransactionId === null);
  const naming = arrivals.filter(({ fact }) => fact.pendingTransactionId !== null);
  const found = matched(silent, over, matchPosted);
  const taken = new Set(found.values());
  const renamed = over.filter((row) => !taken.has(row) && isOfOldLink(fold, row));
  for (const match of matched(naming, renamed, matchPosted)) found.set(...match);
  for (const arrival of arrivals) place(fold, arrival, found.get(arrival));
}

/** Returns true if a row was pending in the ledger and the bank no longer has it. */
function isOverWhilePending(fold: Fold, row: Row): boolean {
  if (row.before === null || isDismissed(row) || !row.now.pending) return false;
  return isFree(fold, row) || isOfOldLink(fold, row);
}

/** Returns rows of an earlier link that the current one hasn't delivered yet. */
function keptRows(fold: Fold): Row[] {
  return fold.rows.filter((row) => isOfOldLink(fold, row) && !isDismissed(row));
}

function isOfOldLink({ links }: Fold, { current }: Row): boolean {
  return current !== null && current.now.linkNumber < (links.get(current.now.accountId) ?? 0);
}

/** Returns true for a row whose pending predecessor is here, or arrives with it. */
function namesKnown({ facts }: Fold, fresh: readonly ArrivedRow[], { fact }: ArrivedRow): boolean {
  const { pendingTransactionId: named } = fact;
  return named !== null && (facts.has(named) || fresh.some((other) => idOf(other) === named));
}

/** Returns the rows of files and of the person's typing that the bank may deliver, and those of them that are kept apart. */
function openElsewhere({ rows }: Fold): { free: Row[]; apart: Row[] } {
  const open = rows.filter((row) => row.current === null && isElsewhere(row) && !isDismissed(row));
  const [free, apart] = [false, true].map((isApart) =>
    open.filter(({ before }) => before?.isKeptApart === isApart),
  );
  return { free: free ?? [], apart: apart ?? [] };
}

/** Finds rows that files brought or the person typed before the bank delivered them. */
function ofElsewhere(
  arrivals: readonly ArrivedRow[],
  open: readonly Row[],
  covered: CoveredDays,
): Map<ArrivedRow, Row> {
  return matched(arrivals, open, (bank, others) => matchElsewhere(bank, others, covered));
}

/** Returns true if the row stays without the bank: a file has it, or the person typed it. */
function isElsewhere({ before }: Row): boolean {
  return before !== null && (before.isOfFile || before.isTyped);
}

function takeBack(fact: Fact | undefined): void {
  if (fact !== undefined && fact.row.current === fact) fact.row.current = null;
}

/** Ends rows that were pending when an earlier link ended, once the current link has reported that day or a later one. */
function takeBackOldPending(fold: Fold, arrived: readonly ArrivedRow[]): void {
  const lastDays = new Map(arrived.map(({ ledger }) => [ledger.accountId, ledger.date]));
  for (const row of keptRows(fold)) {
    if (row.now.pending && row.now.date <= (lastDays.get(row.now.accountId) ?? "")) row.current = null;
  }
}

const matchable = (arrival: ArrivedRow) => ({ ...arrival.ledger, arrival });
const matchableRow = (row: Row) => ({ ...row.now, row, isOfFile: row.before?.isOfFile === true });
type Matchable = ReturnType<typeof matchable>;
type MatchableOfLedger = ReturnType<typeof matchableRow>;

/** Matches arriving rows with rows of the ledger. Most syncs have none to match, so thousands aren't copied for it. */
function matched(
  arrivals: readonly ArrivedRow[],
  rows: readonly Row[],
  match: (arrivals: Matchable[], rows: MatchableOfLedger[]) => Map<Matchable, MatchableOfLedger>,
): Map<ArrivedRow, Row> {
  if (arrivals.length === 0 || rows.length === 0) return new Map();
  const matches = match(arrivals.map(matchable), rows.map(matchableRow));
  return new Map([...matches].map(([{ arrival }, { row }]) => [arrival, row]));
}

function outcome({ rows, facts }: Fold, nextId: () => number): LedgerPlan {
  const plan: LedgerPlan = { inserted: [], updated: [], gone: [], retired: [], facts: [], refiled: [] };
  const ids = new Map<Row, number>();
  for (const row of rows) {
    const { before, current } = row;
    // Rows that came and went within one sync never existed.
    if (before === null && current === null) continue;
    const transactionId = before?.transactionId ?? nextId();
    ids.set(row, transactionId);
    if (before === null) {
      const maybeSameAs = row.maybe?.before?.transactionId ?? null;
      plan.inserted.push({ ...row.now, transactionId, maybeSameAs });
      continue;
    }
    if (current === null) {
      if (!before.isRemovedByBank && !isElsewhere(row)) plan.gone.push(before);
      continue;
    }
    const now = { ...row.now, ...typedPayee(before), transactionId };
    if (before.isRemovedByBank || before.isDismissed || !saysTheSame(before, now))
      plan.updated.push({ before, now });
  }
  for (const folded of facts.values()) {
    const { before, now, row } = folded;
    const transactionId = ids.get(row);
    if (transactionId === undefined) continue;
    const fact = { ...now, transactionId, isCurrent: row.current === folded };
    if (before?.isCurrent === true && !fact.isCurrent) plan.retired.push(before);
    if (before !== null && before.accountId !== fact.accountId) plan.refiled.push(before);
    if (before === null || !isSameFact(before, fact)) plan.facts.push(fact);
  }
  return plan;
}

/** The payee stays as the person typed it, whatever the bank calls it. */
export function typedPayee(before: KnownRow | null): Partial<Pick<LedgerFacts, "merchantName">> {
  return before?.isTyped === true ? { merchantName: before.merchantName ?? before.name } : {};
}

function saysTheSame(before: LedgerFacts, now: LedgerFacts): boolean {
  return (
    before.accountId === now.accountId &&
    before.date === now.date &&
    before.authorizedDate === now.authorizedDate &&
    before.name === now.name &&
    before.merchantName === now.merchantName &&
    before.amount === now.amount &&
    before.isoCurrencyCode === now.isoCurrencyCode &&
    before.pending === now.pending &&
    before.bankCategory === now.bankCategory &&
    before.bankCategoryDetailed === now.bankCategoryDetailed &&
    before.bankConfidence === now.bankConfidence
  );
}

function isSameFact(before: KnownFact, now: KnownFact): boolean {
  return (
    before.transactionId === now.transactionId &&
    before.accountId === now.accountId &&
    before.linkNumber === now.linkNumber &&
    before.pending === now.pending &&
    before.pendingTransactionId === now.pendingTransactionId &&
    before.date === now.date &&
    before.name === now.name &&
    before.rawAmount === now.rawAmount &&
    before.isoCurrencyCode === now.isoCurrencyCode &&
    before.isCurrent === now.isCurrent
  );
}
