import type { ImportState } from "#shared/import-states.ts";
import { isTyped } from "./statement-rows.ts";
import { daysBetween, spanOf } from "#shared/time/plain-dates.ts";
import {
  amountKey,
  contentKey,
  isCoveredBy,
  isWithin,
  renumberedShare,
  longestPostingDays,
  matchPostedInFile,
  matchOtherDays,
  matchSameDay,
  matchTyped,
  type Days,
} from "../row-match.ts";
import { isSimilarPayee } from "../payees/similar-payee.ts";
import { byId, hasTrustedIds, onlyLeft, settleWithin, type Behind } from "./statement-ids.ts";
import type { FileFact, FileRow, KeptRow, KeptRows, RowReason, StatementPlan } from "./statement-rows.ts";

/** Most days between a row and one that may be the same. */
const maybeDays = 5;

type Decision = { state: ImportState; reason: RowReason; kept: KeptRow | null };

type Plan = {
  dialect: string;
  /** Days of the file's rows. */
  days: Days;
  decisions: Map<FileRow, Decision>;
  /** Rows of the ledger that a row of the file has been found for: two rows of a file are never one. */
  taken: Set<KeptRow>;
  kept: KeptRows;
  rows: readonly FileRow[];
};

/**
 * Finds what becomes of each row of an account's statement (docs/reference/import-matching.md, "Matching"). Trusted ids come first, and
 * content only where they say nothing; equal rows are counted, not compared; everything looser needs to be the only candidate
 * both ways. What stays in doubt is new, and says so. `dialect` names the kind of file, within which ids and texts stay the same.
 */
export function planStatement(rows: readonly FileRow[], dialect: string, kept: KeptRows): StatementPlan {
  const isTrusted = hasTrustedIds(rows);
  const [first] = rows;
  const plan: Plan = {
    dialect,
    days: spanOf(rows.map(({ date }) => date)) ?? { from: "", to: "" },
    decisions: new Map(),
    taken: new Set(),
    kept,
    rows,
  };
  if (first !== undefined) {
    leavePending(plan);
    takeCorrections(plan);
    // Into an empty account, most rows come at once.
    if (kept.rows.length > 0) {
      if (isTrusted) takeSameIds(plan);
      takeEqual(plan, isTrusted);
      takePosted(plan);
      takeOtherSources(plan);
      takeTyped(plan);
      takeDeleted(plan);
    }
    takeRest(plan);
  }
  return {
    rows: rows.map((row) => ({
      row,
      ...(plan.decisions.get(row) ?? { state: "new", reason: "new", kept: null }),
    })),
    hasTrustedIds: isTrusted,
  };
}

function open({ rows, decisions }: Plan): FileRow[] {
  return rows.filter((row) => !decisions.has(row));
}

function free({ kept, taken }: Plan): KeptRow[] {
  return kept.rows.filter((row) => !taken.has(row));
}

function decide(
  plan: Plan,
  row: FileRow,
  state: ImportState,
  reason: RowReason,
  kept: KeptRow | null = null,
): void {
  if (kept !== null) plan.taken.add(kept);
  if (kept?.isDeleted === true) plan.decisions.set(row, { state: "deleted", reason: "deleted", kept });
  // The bank's own word outranks a file's, and that of the row it's joined with, too.
  else if (kept?.isOfBank === true && state === "changed")
    plan.decisions.set(row, { state: "known", reason: "ofBank", kept });
  else if (typeof kept?.joinedFrom === "number" && state === "changed")
    plan.decisions.set(row, { state: "known", reason: "sameId", kept });
  else plan.decisions.set(row, { state, reason, kept });
}

/** Pending rows come again when they post. */
function leavePending(plan: Plan): void {
  for (const row of plan.rows) if (row.pending) decide(plan, row, "refused", "stillPending");
}

/** Facts of earlier files of the same kind. */
function factsOf(plan: Plan): Behind[] {
  return free(plan).flatMap((kept) =>
    kept.facts.filter(({ dialect }) => dialect === plan.dialect).map((fact) => ({ fact, kept })),
  );
}

/** Rows that replace earlier ones, or take them back: of this file, or of an earlier one. */
function takeCorrections(plan: Plan): void {
  const corrections = open(plan).filter(({ correction }) => correction !== null);
  if (corrections.length === 0) return;
  const facts = byId(factsOf(plan), ({ fact }) => fact.externalId);
  const here = byId(plan.rows, ({ externalId }) => externalId);
  for (const row of corrections) {
    const { externalId = "", action } = row.correction ?? { action: "replace" as const };
    const target = (here.get(externalId) ?? []).find((other) => other !== row && !plan.decisions.has(other));
    const earlier = (facts.get(externalId) ?? []).find(({ kept }) => !plan.taken.has(kept));
    if (target !== undefined) decide(plan, target, "known", "superseded");
    if (action === "delete" && (target !== undefined || earlier === undefined))
      decide(plan, row, "known", target === undefined ? "nothingToTakeBack" : "superseded");
    else if (target === undefined && earlier !== undefined)
      decide(plan, row, "changed", action === "delete" ? "withdrawn" : "corrected", earlier.kept);
  }
}

/** First rows of the same id and amount, then those of which the bank has changed the amount. */
function takeSameIds(plan: Plan): void {
  const sameAmount = (id: string | null, amount: number) => (id === null ? null : `${amount} ${id}`);
  settleWithin(
    byId(open(plan), ({ externalId, amount }) => sameAmount(externalId, amount)),
    byId(factsOf(plan), ({ fact }) => sameAmount(fact.externalId, fact.amount)),
    plan,
    (row, kept) => decide(plan, row, "known", "sameId", kept),
  );
  const rows = byId(open(plan), ({ externalId }) => externalId);
  const facts = byId(factsOf(plan), ({ fact }) => fact.externalId);
  for (const [id, ofId] of rows) {
    const pair = onlyLeft(ofId, facts.get(id) ?? []);
    if (pair === null) continue;
    const [row, { fact, kept }] = pair;
    const isNear = Math.abs(daysBetween(fact.date, row.date)) <= longestPostingDays;
    // Otherwise the bank uses the id again: this file doesn't cover that day, and says nothing about it.
    if (isNear && isWithin(fact.date, plan.days)) decide(plan, row, "changed", "amount", kept);
  }
}

/** Rows with the same content as in an earlier file of the kind, counted. */
function takeEqual(plan: Plan, isTrusted: boolean): void {
  const facts = factsOf(plan);
  const ofNoId = facts.filter(({ fact }) => !isTrusted || fact.externalId === null);
  pairEqual(plan, open(plan), ofNoId, "equal");
  if (!isTrusted) return;
  const ofId = facts.filter(({ fact, kept }) => fact.externalId !== null && !plan.taken.has(kept));
  const covered = spanOf(
    plan.kept.rows.flatMap((row) => row.facts.filter(isOfId(plan.dialect)).map(({ date }) => date)),
  );
  if (ofId.length === 0 || covered === null) return;
  const files = plan.kept.covered.get(plan.dialect) ?? [];
  const inBoth = plan.rows.filter(({ date }) => isWithin(date, covered) && isCoveredBy(files, date)).length;
  const twins = equalPairs(
    plan,
    open(plan).filter(({ externalId }) => externalId !== null),
    ofId,
  );
  if (twins.length < renumberedShare * inBoth) return;
  for (const [row, kept] of twins) decide(plan, row, "known", "renumbered", kept);
}

function isOfId(of: string) {
  return ({ dialect, externalId }: FileFact) => dialect === of && externalId !== null;
}

function pairEqual(plan: Plan, rows: readonly FileRow[], facts: readonly Behind[], reason: RowReason): void {
  for (const [row, kept] of equalPairs(plan, rows, facts)) decide(plan, row, "known", reason, kept);
}

/** Pairs equal rows in order, those that the person deleted last. */
function equalPairs(plan: Plan, rows: readonly FileRow[], facts: readonly Behind[]): [FileRow, KeptRow][] {
  const sorted = facts.toSorted((a, b) => Number(a.kept.isDeleted) - Number(b.kept.isDeleted));
  return pairInOrder(
    rows,
    sorted.map(({ fact, kept }) => [contentKey(fact), kept]),
    plan.taken,
  );
}

/** Gives each row the next kept one of its content. A kept row can be listed several times, once for each file that had it. */
function pairInOrder(
  rows: readonly FileRow[],
  kept: readonly (readonly [key: string, kept: KeptRow])[],
  taken: ReadonlySet<KeptRow>,
): [FileRow, KeptRow][] {
  const waiting = new Map(
    [...Map.groupBy(kept, ([key]) => key)].map(([key, all]) => [key, all.values()] as const),
  );
  const used = new Set(taken);
  return rows.flatMap((row): [FileRow, KeptRow][] => {
    const queue = waiting.get(contentKey(row));
    let next = queue?.next();
    while (next?.done === false && used.has(next.value[1])) next = queue?.next();
    if (next === undefined || next.done === true) return [];
    used.add(next.value[1]);
    return [[row, next.value[1]]];
  });
}

function takePosted(plan: Plan): void {
  const pending = free(plan).filter((row) => row.pending && !row.isDeleted);
  for (const [row, kept] of matchPostedInFile(open(plan), pending))
    decide(plan, row, "joined", "posted", kept);
}

/**
 * Rows that the bank delivered, then those of files of another kind: first all of the same day, whichever of them has it, so that
 * none is lost to one a few days off.
 */
function takeOtherSources(plan: Plan): void {
  const isCovered = (row: FileRow, kept: KeptRow) =>
    isWithin(kept.date, plan.days) || isCoveredByOwn(plan, kept, row.date);
  const onOtherDays = (rows: readonly FileRow[], kept: readonly KeptRow[]) =>
    matchOtherDays(rows, kept, isCovered);
  for (const match of [matchSameDay<FileRow, KeptRow>, onOtherDays]) {
    for (const isOfBank of [true, false]) {
      const others = free(plan).filter((kept) => kept.isOfBank === isOfBank && isOfOtherSource(plan, kept));
      for (const [row, kept] of match(open(plan), others))
        decide(plan, row, "known", isOfBank ? "ofBank" : "otherFile", kept);
    }
  }
}

function isOfOtherSource({ dialect }: Plan, kept: KeptRow): boolean {
  if (kept.pending || kept.isDeleted || kept.isKeptApart || isTyped(kept)) return false;
  return kept.facts.every((fact) => fact.dialect !== dialect);
}

/** Returns true if one of a row's own sources covers a day; the person covers none. */
function isCoveredByOwn({ kept: { covered } }: Plan, { isOfBank, facts }: KeptRow, date: string): boolean {
  const isCovered = (source: string) => isCoveredBy(covered.get(source) ?? [], date);
  return (isOfBank && isCovered("bank")) || facts.some(({ dialect }) => isCovered(dialect));
}

function takeTyped(plan: Plan): void {
  const typed = free(plan).filter((row) => isTyped(row) && !row.isDeleted && !row.isKeptApart);
  for (const [row, kept] of matchTyped(open(plan), typed)) decide(plan, row, "joined", "typed", kept);
}

/** Rows that the person deleted, and that came from elsewhere. */
function takeDeleted(plan: Plan): void {
  const deleted = free(plan).flatMap((kept) => (kept.isDeleted ? [[contentKey(kept), kept] as const] : []));
  for (const [row, kept] of pairInOrder(open(plan), deleted, plan.taken))
    decide(plan, row, "deleted", "deleted", kept);
}

/** The rest is new, or maybe one that's here. */
function takeRest(plan: Plan): void {
  const near = Map.groupBy(
    free(plan).filter((row) => !row.isDeleted),
    amountKey,
  );
  const rest = open(plan).map((row) => ({ row, content: contentKey(row) }));
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { content } of rest) {
    if (seen.has(content)) repeated.add(content);
    seen.add(content);
  }
  for (const { row, content } of rest) {
    const maybe = near.size === 0 ? null : nearest(plan, row, near.get(amountKey(row)) ?? []);
    const isRepeated = repeated.has(content);
    // Not taken: several rows may be the same as one.
    plan.decisions.set(
      row,
      maybe === null
        ? { state: "new", reason: isRepeated ? "repeated" : "new", kept: null }
        : { state: "maybe", reason: "maybe", kept: maybe },
    );
  }
}

/** Most rows that are compared with a row that may be the same. */
const mostCompared = 20;

function nearest(plan: Plan, row: FileRow, candidates: readonly KeptRow[]): KeptRow | null {
  let best: { kept: KeptRow; distance: number } | null = null;
  for (const kept of candidates.slice(0, mostCompared)) {
    const days = Math.abs(daysBetween(kept.date, row.date));
    if (days > maybeDays || !mayBe(plan, row, kept)) continue;
    const distance = 2 * days + Number(!isSimilarPayee(row.payeeKey, kept.payeeKey));
    if (best === null || distance < best.distance) best = { kept, distance };
  }
  return best?.kept ?? null;
}

/** A row of another source on days that neither covers of the other, or one that this kind of file has no more, may be the same. */
function mayBe(plan: Plan, row: FileRow, kept: KeptRow): boolean {
  const isHere = isWithin(kept.date, plan.days);
  if (kept.facts.some(({ dialect }) => dialect === plan.dialect)) return isHere;
  return isHere || kept.pending || isTyped(kept) || isCoveredByOwn(plan, kept, row.date);
}
