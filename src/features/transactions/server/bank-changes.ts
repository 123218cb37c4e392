import { setImmediate as othersHadTheirTurn } from "node:timers/promises";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { BankTransaction } from "#shared/bank-rows.ts";
import { accounts } from "#server/tables/institution-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import type { IncomingChanges } from "../domain/incoming-changes.ts";
import { planChanges } from "../domain/ledger-fold.ts";
import type { ArrivedRow, LedgerPlan } from "../domain/ledger-plan.ts";
import { payeeKeyOf, payeeReader, type PayeeReader } from "../domain/payees/payee-key.ts";
import {
  sortNewRows,
  type NewPayee,
  type NewRow,
  type NewRowSorting,
  type SortingFacts,
} from "../domain/sorting/new-rows.ts";
import { loadLedger } from "./ledger-loader.ts";
import { reserveIds, writePlan, type LedgerOwner, type SortedPlan } from "./ledger-writer.ts";
import { providerTransactions, transactions } from "#server/tables/transaction-tables.ts";
import { recognizeRenumbered } from "./removed/renumbered-rows.ts";
import { lockLedger, sortRows } from "./sorting/row-sorting.ts";
import { settleRows } from "./sorting/settle-rows.ts";
import { payeesToSort, readSortingFacts } from "./sorting/sorting-facts.ts";
import type { Mode } from "./transaction-store.ts";
import { pairRows, sizesOfNew, sizesOfPlan, type PairOwner } from "./transfers/transfer-pairing.ts";

/** Rows for a few milliseconds: somebody else's call needs a dozen turns. */
const rowsInTurn = 200;

/** The person, bank, and source of changes, and our account for each of the source's. */
export type ChangesOwner = LedgerOwner & {
  /** The site's mode of banks. */
  mode: Mode;
  accountIds: ReadonlyMap<string, number>;
};

/**
 * Applies a bank's changes since the last cursor (docs/reference/money.md, "Sync") inside the caller's transaction on the
 * system connection, which holds the lock on the person's ledger (`lockLedger`), so that rows and cursor commit together.
 * Added and modified rows come first: each updates the row it backed before, takes over the row of its pending
 * predecessor or of an earlier link, or is new. Removed rows are then deleted, or flagged if the person has marked them.
 * Finally, transfers around the changes are paired again and rows are sorted. Applying the same changes twice changes
 * nothing, and unknown removed rows are ignored. In a list read from its beginning (`isWhole`), rows are matched by ID or
 * like those of a new link, and missing rows count as removed. Rows that come under other IDs keep their rows in the ledger.
 * @returns numbers of ledger rows that are new, changed, and deleted or flagged
 * @throws if a row's account isn't in `accountIds`: no row is ever skipped
 */
export async function applyBankChanges(
  tx: Transaction,
  owner: ChangesOwner,
  changes: IncomingChanges,
  now: Date,
): Promise<{ added: number; modified: number; removed: number }> {
  const missing = changes.isWhole === true ? await beginAnew(tx, owner, changes) : [];
  const links = await readLinks(tx, owner);
  const arrived = await recognizeRenumbered(tx, owner, changes, {
    rows: [...changes.added, ...changes.modified].map((row) => arrivedRow(owner, links, row)),
    removed: [...changes.removed, ...missing],
  });
  const known = await loadLedger(tx, { ...owner, links }, arrived);
  const knownIds = new Set(
    known.facts.flatMap((fact) => (fact.isCurrent ? [fact.providerTransactionId] : [])),
  );
  const most = arrived.rows.filter(({ fact }) => !knownIds.has(fact.providerTransactionId)).length;
  const ids = (await reserveIds(tx, most)).values();
  const planned = planChanges(known, arrived, () => {
    const { value } = ids.next();
    if (value === undefined) throw new Error("more new rows than ids for them");
    return value;
  });
  const plan = { ...planned, readPayee: payeeReader() };
  const sizes = await sizesOfPlan(tx, owner, plan);
  const { inserted, toSort, facts } = await sortInserted(tx, owner, plan, now);
  const payeeKeys = [...payeesOfChanged(plan), ...toSort];
  await writePlan(tx, owner, { ...plan, inserted }, now);
  for (const size of await sizesOfNew(tx, owner, inserted)) sizes.add(size);
  const paired = await pairRows(tx, owner, sizes);
  await sortRows(tx, owner.userId, { transactionIds: paired, payeeKeys }, facts);
  return { added: plan.inserted.length, modified: plan.updated.length, removed: plan.gone.length };
}

/** Sorts the new rows of a plan, and says which payees have to be sorted once they are written. Most syncs have none. */
async function sortInserted(
  tx: Transaction,
  { userId }: ChangesOwner,
  { inserted, readPayee }: Pick<SortedPlan, "inserted" | "readPayee">,
  now: Date,
): Promise<Pick<SortedPlan, "inserted"> & { toSort: readonly string[]; facts?: SortingFacts }> {
  if (inserted.length === 0) return { inserted, toSort: [] };
  const facts = await readSortingFacts(tx, userId);
  const sorting = new Map<number, NewRowSorting | null>();
  const payees: NewPayee[] = [];
  for await (const rows of inPartsByPayee(inserted, readPayee)) {
    const found = sortNewRows(rows, facts, now.getTime(), readPayee);
    for (const [index, { transactionId }] of rows.entries())
      sorting.set(transactionId, found.sorted[index] ?? null);
    payees.push(...found.payees);
  }
  return {
    inserted: inserted.map((row) => ({ ...row, ...sorting.get(row.transactionId) })),
    toSort: await payeesToSort(tx, userId, payees),
    facts,
  };
}

/**
 * Reads the payees of new rows, and returns the rows in parts that have all rows of their payees. Lets others have their turn
 * between them: reading and sorting ten thousand rows takes a fifth of a second.
 */
async function* inPartsByPayee(inserted: LedgerPlan["inserted"], readPayee: PayeeReader) {
  const rows: (LedgerPlan["inserted"][number] & NewRow)[] = [];
  for (const row of inserted) {
    const { payeeKey } = readPayee(row);
    rows.push({ ...row, payeeKey, fileCategory: null, merchantCode: null, typeCode: null });
    if (rows.length % rowsInTurn === 0) await othersHadTheirTurn();
  }
  let part: typeof rows = [];
  for (const ofPayee of Map.groupBy(rows, ({ payeeKey }) => payeeKey).values()) {
    part = part.concat(ofPayee);
    if (part.length < rowsInTurn) continue;
    yield part;
    part = [];
    await othersHadTheirTurn();
  }
  if (part.length > 0) yield part;
}

/** Returns the payees of rows that a plan changes, before and after. */
function payeesOfChanged({ updated, gone }: LedgerPlan): string[] {
  const rows = [...updated.flatMap(({ before, now }) => [before, now]), ...gone];
  return [...new Set(rows.map(payeeKeyOf))];
}

/**
 * Lets accounts in a whole list take over their own history, and returns the IDs that are no longer in the list. Rows
 * before the list begins, and rows of accounts that aren't in it, stay.
 */
async function beginAnew(
  tx: Transaction,
  { userId, source, accountIds }: ChangesOwner,
  { added, modified }: IncomingChanges,
): Promise<string[]> {
  const here = new Set<string>();
  const firstDays = new Map<number, string>();
  for (const { providerTransactionId, providerAccountId, date } of [...added, ...modified]) {
    here.add(providerTransactionId);
    const accountId = accountIds.get(providerAccountId);
    if (accountId === undefined) continue;
    const first = firstDays.get(accountId);
    if (first === undefined || date < first) firstDays.set(accountId, date);
  }
  if (firstDays.size === 0) return [];
  const { rows } = await tx.execute<{ id: string }>(sql`
    select fact.provider_transaction_id as id
    from unnest(${sql.param([...firstDays.keys()])}::int[], ${sql.param([...firstDays.values()])}::date[]) as listed(account_id, first_day)
    join ${accounts} own on own.account_id = listed.account_id and own.user_id = ${userId}
    join ${providerTransactions} fact on fact.account_id = own.account_id and fact.link_number = own.link_number
    where fact.user_id = ${userId} and fact.source = ${source} and fact.removed_at is null and fact.date >= listed.first_day`);
  await takeOverHistory(tx, { userId, accountIds: [...firstDays.keys()] });
  return rows.flatMap(({ id }) => (here.has(id) ? [] : [id]));
}

async function readLinks(tx: Transaction, owner: ChangesOwner): Promise<Map<number, number>> {
  const { rows } = await tx.execute<{ accountId: number; link: number }>(sql`
    select account_id as "accountId", link_number as link from ${accounts}
    where user_id = ${owner.userId} and institution_access_item_id = ${owner.institutionAccessItemId}`);
  return new Map(rows.map(({ accountId, link }) => [accountId, link]));
}

function arrivedRow(
  { accountIds }: ChangesOwner,
  links: ReadonlyMap<number, number>,
  row: BankTransaction,
): ArrivedRow {
  const accountId = accountIds.get(row.providerAccountId);
  const linkNumber = accountId === undefined ? undefined : links.get(accountId);
  if (accountId === undefined || linkNumber === undefined) {
    throw new Error(
      `A row came for the account ${row.providerAccountId}, which is not one of the institution's.`,
    );
  }
  const { date, name, pending, isoCurrencyCode, amount } = row;
  const common = { accountId, date, name, pending, isoCurrencyCode };
  return {
    fact: {
      ...common,
      linkNumber,
      providerTransactionId: row.providerTransactionId,
      pendingTransactionId: row.pendingTransactionId,
      rawAmount: row.rawAmount,
    },
    ledger: {
      ...common,
      amount,
      authorizedDate: row.authorizedDate,
      merchantName: row.merchantName,
      bankCategory: row.bankCategory,
      bankCategoryDetailed: row.bankCategoryDetailed,
      bankConfidence: row.bankConfidence,
    },
  };
}

/**
 * Moves accounts with kept history to a new link, in the transaction that links them (docs/reference/money.md,
 * "Linking"). They keep their rows. From then on, a row of the new link takes over the matching row of an earlier link
 * (`matchHistory`) with its marks; rows it doesn't deliver stay as history.
 */
export async function takeOverHistory(
  tx: Transaction,
  { userId, accountIds }: { userId: string; accountIds: readonly number[] },
): Promise<void> {
  await tx
    .update(accounts)
    .set({ linkNumber: sql`${accounts.linkNumber} + 1` })
    .where(and(eq(accounts.userId, userId), inArray(accounts.accountId, [...accountIds])));
}

/**
 * Sorts anew the rows whose other side was deleted with its bank, in the caller's transaction: they're no transfers any
 * more, or have another other side.
 */
export async function sortUnpaired(tx: Transaction, owner: PairOwner): Promise<void> {
  await lockLedger(tx, owner.userId);
  const { rows } = await tx.execute<{ id: number }>(sql`
    select transaction_id as id from ${transactions}
    where user_id = ${owner.userId} and transfer_pair_id is null and kind_reason in ('paired', 'loanPayment')`);
  if (rows.length === 0) return;
  const transactionIds = rows.map(({ id }) => id);
  await settleRows(tx, owner, { transactionIds });
}
