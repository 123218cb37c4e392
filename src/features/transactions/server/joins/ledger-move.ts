import { compareDates } from "#shared/time/compare-dates.ts";
import { eq, sql, type SQL } from "drizzle-orm";
import { budgetExemptions } from "#server/tables/budget-tables.ts";
import { incomeDismissals, incomePayments, unlinkedIncomePayments } from "#server/tables/income-tables.ts";
import {
  movedMarks,
  providerTransactions,
  transactions,
  transferDecisions,
} from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { matchElsewhere } from "../../domain/elsewhere-match.ts";
import { typedPayee } from "../../domain/ledger-fold.ts";
import type { KnownRow, LedgerPlan } from "../../domain/ledger-plan.ts";
import { payeeKeyOf, payeeReader } from "../../domain/payees/payee-key.ts";
import { readBankDays, readFileDays } from "../covered-days.ts";
import { lockKnownRows } from "../ledger-loader.ts";
import { writePlan } from "../ledger-writer.ts";
import { moveMarks } from "../removed/moved-marks.ts";
import { inChunks } from "../row-chunks.ts";
import { hasId, isMarked } from "../sorting/row-kinds.ts";
import { moveRuleAccount } from "../rules/rule-changes.ts";
import { settleRows } from "../sorting/settle-rows.ts";
import { sizesAround } from "../transfers/transfer-pairing.ts";
import type { JoinOwner } from "./join-rows.ts";
import { moveDecisions } from "./joined-transfers.ts";

/** A manual account, and the linked account that is the same one. */
export type LedgerMove = {
  fromId: number;
  to: { accountId: number; institutionAccessItemId: number };
};

/** Numbers of rows that the bank has, too, and of others. */
export type LedgerMoved = { joined: number; moved: number };

/** A row of the manual account, and that of the bank. */
type Pair = { own: KnownRow; ofBank: KnownRow };
type MovePlan = { rows: KnownRow[]; pairs: Pair[]; maybes: Pair[] };

/** Counts what `moveLedger` would do. */
export async function countLedgerMove(
  tx: Transaction,
  owner: JoinOwner,
  move: LedgerMove,
): Promise<LedgerMoved> {
  return countsOf(await planMove(tx, owner, move));
}

/**
 * Moves the rows of a manual account to the linked account that is the same one, in the caller's transaction, which holds the lock
 * of the person's ledger. Those that the bank has delivered, too, by the rules of a sync, become one row each, which ends as if the
 * bank had delivered it later: it keeps its ID and its marks, and the bank speaks for it.
 */
export async function moveLedger(tx: Transaction, owner: JoinOwner, move: LedgerMove): Promise<LedgerMoved> {
  const { fromId, to } = move;
  const plan = await planMove(tx, owner, move);
  const { rows, pairs } = plan;
  const ids = rows.map(({ transactionId }) => transactionId);
  const changed = [...rows, ...pairs.map(({ ofBank }) => ofBank)];
  const payeeKeys = [...new Set(changed.map(payeeKeyOf))];
  const before = { transactionIds: changed.map(({ transactionId }) => transactionId), payeeKeys };
  const sizes = await sizesAround(tx, owner, before);
  await tx.execute(sql`
    update ${providerTransactions} set account_id = ${to.accountId}
    where user_id = ${owner.userId} and account_id = ${fromId}`);
  await tx.execute(sql`
    update ${transactions} set account_id = ${to.accountId}, institution_access_item_id = ${to.institutionAccessItemId}
    where user_id = ${owner.userId} and account_id = ${fromId}`);
  for (const chunk of inChunks(pairs)) await joinPairs(tx, owner, chunk);
  await noteMaybes(tx, plan.maybes);
  // An account has no transfers with itself.
  await tx.execute(sql`
    delete from ${transferDecisions} word using ${transactions} one, ${transactions} other
    where word.user_id = ${owner.userId} and one.transaction_id = word.out_transaction_id and other.transaction_id = word.in_transaction_id
      and one.account_id = ${to.accountId} and other.account_id = ${to.accountId}`);
  const matching = await moveRuleAccount(tx, owner.userId, fromId, to.accountId);
  await settleRows(tx, owner, { transactionIds: ids, payeeKeys, matching }, sizes);
  return countsOf(plan);
}

function countsOf({ rows, pairs }: MovePlan): LedgerMoved {
  return { joined: pairs.length, moved: rows.filter(isThere).length - pairs.length };
}

function isThere({ isDismissed, isRemovedByBank }: KnownRow): boolean {
  return !isDismissed && !isRemovedByBank;
}

/** Finds the rows of both accounts that are one, as a sync does (docs/reference/import-matching.md, "Matching"). */
async function planMove(tx: Transaction, owner: JoinOwner, { fromId, to }: LedgerMove): Promise<MovePlan> {
  const { userId } = owner;
  const { accountId } = to;
  const rows = await readRows(tx, userId, sql`${transactions.accountId} = ${fromId}`);
  const ofBank = await readRows(
    tx,
    userId,
    sql`${transactions.accountId} = ${accountId}
      and ${transactions.amount} in (select amount from ${transactions} mine where mine.account_id = ${fromId} and mine.user_id = ${userId})
      and exists (select from ${providerTransactions} fact where fact.transaction_id = ${transactions.transactionId}
        and fact.source in ('plaid', 'simplefin') and fact.removed_at is null and fact.joined_from is null)`,
  );
  const files = await readFileDays(tx, userId, [fromId, accountId]);
  const covered = {
    files: new Map([[accountId, [...files.values()].flat()]]),
    bank: await readBankDays(tx, userId, [accountId]),
  };
  const open = rows.filter(isThere).map((own) => Object.assign({}, own, { accountId, own }));
  const delivered = byDay(ofBank.filter((row) => isThere(row) && !row.isKeptApart));
  const free = open.filter(({ isKeptApart }) => !isKeptApart);
  const pairs = pairsOf(matchElsewhere(delivered, free, covered));
  const found = new Set(pairs.map((pair) => pair.ofBank));
  const rest = delivered.filter((row) => !found.has(row));
  const apart = open.filter(({ isKeptApart }) => isKeptApart);
  // Each pays an income source, so the person has to decide.
  const twice = await readPayingTwice(tx, pairs);
  return {
    rows,
    pairs: pairs.filter((pair) => !twice.has(pair)),
    maybes: [...twice, ...pairsOf(matchElsewhere(rest, apart, covered))],
  };
}

function pairsOf(found: Map<KnownRow, { own: KnownRow }>): Pair[] {
  return [...found].map(([ofBank, { own }]) => ({ own, ofBank }));
}

/** Sorts rows as a sync does, because equal ones pair in order. */
function byDay(rows: readonly KnownRow[]): KnownRow[] {
  return rows.toSorted((a, b) => compareDates(a.date, b.date));
}

/** Locks rows by ID, as in all bulk edits. */
async function readRows(tx: Transaction, userId: string, where: SQL): Promise<KnownRow[]> {
  const found = await tx
    .select({ id: transactions.transactionId })
    .from(transactions)
    .where(sql`${eq(transactions.userId, userId)} and ${where}`)
    .orderBy(transactions.transactionId);
  const rows: KnownRow[] = [];
  for (const chunk of inChunks(found.map(({ id }) => id)))
    rows.push(...(await lockKnownRows(tx, { userId }, chunk)));
  return rows;
}

async function readPayingTwice(tx: Transaction, pairs: readonly Pair[]): Promise<Set<Pair>> {
  const paying = new Set<number | null>();
  for (const chunk of inChunks(pairs.flatMap((pair) => idsOf(pair)))) {
    const found = await tx
      .select({ id: incomePayments.transactionId })
      .from(incomePayments)
      .where(sql`${incomePayments.transactionId} = any(${sql.param(chunk)}::int[])`);
    for (const { id } of found) paying.add(id);
  }
  return new Set(pairs.filter((pair) => idsOf(pair).every((id) => paying.has(id))));
}

function idsOf({ own, ofBank }: Pair): [own: number, ofBank: number] {
  return [own.transactionId, ofBank.transactionId];
}

/** Puts what the bank has behind the person's rows, with the marks of its own, and deletes those. */
async function joinPairs(tx: Transaction, owner: JoinOwner, pairs: readonly Pair[]): Promise<void> {
  const ids = pairs.map(idsOf);
  const both = sql`unnest(${sql.param(ids.map(([own]) => own))}::int[], ${sql.param(ids.map(([, ofBank]) => ofBank))}::int[]) as pair(own, bank)`;
  await moveAllMarks(tx, owner, { pairs, both });
  await moveReferences(tx, both);
  await moveFacts(tx, owner, both);
  const updated = pairs.map(({ own, ofBank }) => {
    const { transactionId } = own;
    return { before: own, now: { ...ofBank, ...typedPayee(own), transactionId } };
  });
  const plan: LedgerPlan = { inserted: [], updated, gone: [], retired: [], facts: [], refiled: [] };
  const ofPerson = { ...owner, institutionAccessItemId: 0, source: "manual" } as const;
  await writePlan(tx, ofPerson, { ...plan, readPayee: payeeReader() }, owner.now);
  await tx.delete(transactions).where(hasId(ids.map(([, ofBank]) => ofBank)));
}

/** Moves marks of the bank's rows. Where both rows have some, those of the person's own row stay. */
async function moveAllMarks(
  tx: Transaction,
  { userId }: JoinOwner,
  { pairs, both }: { pairs: readonly Pair[]; both: SQL },
): Promise<void> {
  await tx.execute(sql`
    delete from ${budgetExemptions} word using ${both}, ${budgetExemptions} mine
    where word.transaction_id = pair.bank and mine.transaction_id = pair.own and mine.budget_id = word.budget_id`);
  const { categorySource, chosenKind, transactionId } = transactions;
  const { amount, isoCurrencyCode, financialCategoryId } = transactions;
  const columns = {
    transactionId,
    userId: transactions.userId,
    amount,
    isoCurrencyCode,
    financialCategoryId,
    categorySource,
    categoryBy: transactions.categoryBy,
    chosenKind,
    kindBy: transactions.kindBy,
    note: transactions.note,
    noteRuleId: transactions.noteRuleId,
    noteBy: transactions.noteBy,
    keepsWords: transactions.keepsWords,
  };
  const decided = sql`exists (select from ${transferDecisions} word where ${transactionId} in (word.out_transaction_id, word.in_transaction_id))`;
  const marked = await tx
    .select(columns)
    .from(transactions)
    .where(
      sql`${hasId(pairs.map(({ ofBank }) => ofBank.transactionId))} and (${categorySource} = 'person' or ${isMarked} or ${transactions.keepsWords} or ${decided})`,
    );
  const owns = new Map(pairs.map((pair) => [pair.ofBank.transactionId, pair.own.transactionId]));
  for (const from of marked) {
    const ownId = owns.get(from.transactionId) ?? 0;
    const [to] = await tx
      .select(columns)
      .from(transactions)
      .where(sql`${eq(transactions.userId, userId)} and ${eq(transactionId, ownId)}`);
    if (to === undefined) continue;
    await moveMarks(
      tx,
      {
        ...from,
        categorySource: to.categorySource === "person" ? "none" : from.categorySource,
        chosenKind: to.chosenKind === null ? from.chosenKind : null,
      },
      to,
    );
    await moveDecisions(tx, from.transactionId, ownId);
  }
}

/** Moves what refers to the bank's rows. */
async function moveReferences(tx: Transaction, both: SQL): Promise<void> {
  await tx.execute(sql`
    update ${incomeDismissals} word set transaction_id = pair.own from ${both}
    where word.transaction_id = pair.bank and not exists (select from ${incomeDismissals} mine
      where mine.transaction_id = pair.own and mine.income_source_id = word.income_source_id)`);
  await tx.execute(sql`
    update ${unlinkedIncomePayments} word set transaction_id = pair.own from ${both} where word.transaction_id = pair.bank`);
  await tx.execute(sql`
    update ${movedMarks} word set to_transaction_id = pair.own from ${both} where word.to_transaction_id = pair.bank
      and word.from_transaction_id <> pair.bank`);
  await tx.execute(sql`
    update ${transactions} other set maybe_same_as = pair.own from ${both}
    where other.maybe_same_as = pair.bank and other.transaction_id <> pair.own`);
  await tx.execute(sql`
    update ${transactions} mine set file_category = coalesce(mine.file_category, ofbank.file_category),
      merchant_code = coalesce(mine.merchant_code, ofbank.merchant_code), type_code = coalesce(mine.type_code, ofbank.type_code)
    from ${both}, ${transactions} ofbank
    where mine.transaction_id = pair.own and ofbank.transaction_id = pair.bank
      and coalesce(ofbank.file_category, ofbank.merchant_code, ofbank.type_code) is not null`);
}

/** Moves facts. Of two of one source, the later file's is current, and the person's of their own row. */
async function moveFacts(tx: Transaction, { userId, now }: JoinOwner, both: SQL): Promise<void> {
  const isCurrent = (fact: "fact" | "other") =>
    sql`${sql.raw(fact)}.removed_at is null and ${sql.raw(fact)}.joined_from is null`;
  await tx.execute(sql`
    update ${providerTransactions} fact set removed_at = ${now}
    from ${both}, ${providerTransactions} other
    where fact.user_id = ${userId} and fact.transaction_id in (pair.own, pair.bank) and ${isCurrent("fact")}
      and other.transaction_id in (pair.own, pair.bank) and ${isCurrent("other")}
      and other.transaction_id <> fact.transaction_id and other.source = fact.source
      and (fact.source = 'file' and other.import_id > fact.import_id or fact.source <> 'file' and fact.transaction_id = pair.bank)`);
  await tx.execute(sql`
    update ${providerTransactions} fact set transaction_id = pair.own from ${both}
    where fact.user_id = ${userId} and fact.transaction_id = pair.bank`);
}

/** Lets rows of the bank say that they may be rows which the person keeps. */
async function noteMaybes(tx: Transaction, maybes: readonly Pair[]): Promise<void> {
  for (const chunk of inChunks(maybes)) {
    const ids = chunk.map(idsOf);
    await tx.execute(sql`
      update ${transactions} ofbank set maybe_same_as = pair.own
      from unnest(${sql.param(ids.map(([own]) => own))}::int[], ${sql.param(ids.map(([, ofBank]) => ofBank))}::int[]) as pair(own, bank)
      where ofbank.transaction_id = pair.bank and ofbank.maybe_same_as is null`);
  }
}
