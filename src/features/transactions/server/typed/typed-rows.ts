import { randomUUID } from "node:crypto";
import { and, eq, gt, isNull, ne, type SQL } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { isRequestKey, requestKey, sameContentMs } from "#server/http/calls/creation-key.ts";
import { providerTransactions, transactions } from "#server/tables/transaction-tables.ts";
import { conflict, invalid, notFound, type FieldErrors } from "#shared/errors.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { fromUnits, money, moneyDigits, toUnits, zeroMoney, type Money } from "#shared/money.ts";
import { uncategorizedId, type RowKind } from "#shared/row-kinds.ts";
import { payeeKeyOf } from "../../domain/payees/payee-key.ts";
import { dayProblem, type SaveTransactionInput } from "../../domain/typed-row.ts";
import { chosenCategory, lockCategories, noSuchCategory } from "../sorting/category-choice.ts";
import { hasId } from "../sorting/row-kinds.ts";
import { lockLedger, sortRows } from "../sorting/row-sorting.ts";
import { forgetChecks } from "../balances/balance-store.ts";
import { readTransactions } from "../transaction-reader.ts";
import { ofMode, type Mode } from "../transaction-store.ts";
import { settleRows } from "../sorting/settle-rows.ts";
import { sizesAround } from "../transfers/transfer-pairing.ts";
import { isSplitRow } from "../parts/part-store.ts";
import { asNew, writeWords } from "../tags/row-words.ts";
import { lockManualAccount, type ManualAccount } from "./manual-account-lock.ts";
import { mergeTyped } from "./typed-merge.ts";

/** Person who types rows, the site's mode of banks, the day, and the time. */
export type TypedOwner = { userId: string; mode: Mode; today: string; now: Date };

/** A row's values, checked. */
type Values = { account: ManualAccount; date: string; amount: Money; name: string };

type Row = typeof transactions.$inferSelect;

/**
 * Adds a typed row (id 0), or changes one; of other rows, only the category, the note, and the tags (docs/reference/money.md, "Manual accounts").
 * @throws AppError 404 for a row or an account that isn't the person's, 400 for its fields, 409 for a closed account and for
 * fields changed elsewhere since `basedOn`
 */
export async function saveTransaction(
  tx: Transaction,
  owner: TypedOwner,
  input: SaveTransactionInput,
): Promise<TransactionView> {
  await lockLedger(tx, owner.userId);
  const made = input.transactionId === 0 ? await findMade(tx, owner, input) : null;
  const transactionId = made ?? input.transactionId;
  const saved = input.transactionId === 0 ? asNew(input) : input;
  if (transactionId === 0) {
    const added = await addRow(tx, owner, input);
    await writeWords(tx, owner, added, saved);
    return viewOf(tx, owner, added);
  }
  const row = await lockRow(tx, owner, transactionId);
  if (row.dismissedAt !== null) throw notFound();
  if (await isTyped(tx, row)) await changeRow(tx, owner, row, saved);
  else await changeMarksOnly(tx, owner, row, saved);
  return viewOf(tx, owner, transactionId);
}

/** Deletes a typed row restorably (`RemovedRows.restore`). @throws AppError 404; 409 for another row, or a closed account */
export async function deleteTransaction(
  tx: Transaction,
  owner: TypedOwner,
  transactionId: number,
): Promise<void> {
  await lockLedger(tx, owner.userId);
  const row = await lockRow(tx, owner, transactionId);
  if (row.dismissedAt !== null) return;
  if (!(await isTyped(tx, row)))
    throw conflict("transactionId", "Only transactions that you typed can be deleted.");
  await lockManualAccount(tx, owner, row.accountId);
  await forgetChecks(tx, row, row.date);
  const sizes = await sizesAround(tx, owner, { transactionIds: [transactionId] });
  await tx
    .update(transactions)
    .set({ removedByBankAt: owner.now, dismissedAt: owner.now, transferPairId: null })
    .where(isRow(owner, transactionId));
  await tx.update(providerTransactions).set({ removedAt: owner.now }).where(isFactOf(owner, transactionId));
  await settleRows(tx, owner, { transactionIds: [transactionId] }, sizes);
}

/**
 * Adds a row of values that are known to be right, such as a balance adjustment. The caller holds the locks of the ledger and
 * of the account. Returns its id.
 */
export async function insertTyped(
  tx: Transaction,
  owner: TypedOwner,
  values: Values & { key?: string; chosen: CategoryChoice & { chosenKind?: RowKind; kindBy?: SQL } },
): Promise<number> {
  const { account, key = `typed ${randomUUID()}`, chosen } = values;
  const [added] = await tx
    .insert(transactions)
    .values({
      userId: owner.userId,
      institutionAccessItemId: account.institutionAccessItemId,
      pending: false,
      createdAt: owner.now,
      ...ledgerValues(values),
      ...chosen,
    })
    .returning({ transactionId: transactions.transactionId });
  if (added === undefined) throw new Error("The database added no transaction.");
  await tx.insert(providerTransactions).values({
    userId: owner.userId,
    source: "manual",
    providerTransactionId: key,
    transactionId: added.transactionId,
    pending: false,
    receivedAt: owner.now,
    ...factValues(values),
  });
  await settleRows(tx, owner, { transactionIds: [added.transactionId] });
  return added.transactionId;
}

/** Finds the row that an equal request has made: with the same key, or a moment ago; null if there is none. */
async function findMade(
  tx: Transaction,
  { userId, now }: TypedOwner,
  { requestId, accountId, date, name, amount }: SaveTransactionInput,
): Promise<number | null> {
  if (requestId !== undefined) {
    const [made] = await tx
      .select({ transactionId: providerTransactions.transactionId })
      .from(providerTransactions)
      .where(
        and(
          eq(providerTransactions.userId, userId),
          eq(providerTransactions.source, "manual"),
          eq(providerTransactions.providerTransactionId, requestKey(requestId)),
        ),
      );
    return made?.transactionId ?? null;
  }
  const rows = await tx
    .select({
      transactionId: transactions.transactionId,
      amount: transactions.amount,
      isoCurrencyCode: transactions.isoCurrencyCode,
      key: providerTransactions.providerTransactionId,
    })
    .from(transactions)
    .innerJoin(providerTransactions, eq(providerTransactions.transactionId, transactions.transactionId))
    .where(
      and(
        eq(transactions.userId, userId),
        eq(transactions.accountId, accountId),
        eq(transactions.date, date),
        eq(transactions.name, name),
        gt(transactions.createdAt, new Date(now.getTime() - sameContentMs)),
        isNull(transactions.dismissedAt),
        eq(providerTransactions.source, "manual"),
      ),
    );
  const same = rows.find(
    (row) => !isRequestKey(row.key) && toUnits(money(row.amount), row.isoCurrencyCode) === amount,
  );
  return same?.transactionId ?? null;
}

async function addRow(tx: Transaction, owner: TypedOwner, input: SaveTransactionInput): Promise<number> {
  const values = await checkValues(tx, owner, input);
  const { requestId, financialCategoryId } = input;
  const key = requestId === undefined ? {} : { key: requestKey(requestId) };
  await forgetChecks(tx, { userId: owner.userId, accountId: values.account.accountId }, values.date);
  return insertTyped(tx, owner, { ...values, ...key, chosen: categoryChoice(null, financialCategoryId) });
}

async function changeRow(
  tx: Transaction,
  owner: TypedOwner,
  row: Row,
  input: SaveTransactionInput,
): Promise<void> {
  await lockManualAccount(tx, owner, row.accountId);
  const { transactionId } = row;
  const merged = await mergeTyped(tx, owner, row, input);
  const values = await checkValues(tx, owner, merged);
  const isSplit = await isSplitRow(tx, row);
  if (isSplit && values.account.isoCurrencyCode !== row.isoCurrencyCode)
    throw invalid({ accountId: ["Make it whole again before moving it to another currency."] });
  if (isMoved(row, values)) {
    await forgetChecks(tx, row, row.date);
    await forgetChecks(tx, { userId: owner.userId, accountId: values.account.accountId }, values.date);
  }
  const sizes = await sizesAround(tx, owner, { transactionIds: [transactionId] });
  await tx
    .update(transactions)
    .set({
      institutionAccessItemId: values.account.institutionAccessItemId,
      ...ledgerValues(values),
      ...(isSplit ? {} : categoryChoice(row, merged.financialCategoryId)),
    })
    .where(isRow(owner, transactionId));
  await tx
    .update(providerTransactions)
    .set({ ...factValues(values), receivedAt: owner.now })
    .where(isFactOf(owner, transactionId));
  await writeWords(tx, owner, transactionId, merged);
  await settleRows(tx, owner, { transactionIds: [transactionId], payeeKeys: [row.payeeKey] }, sizes);
}

/** Returns true if a change of a row changes a balance. */
function isMoved(row: Row, { account, date, amount }: Values): boolean {
  return row.accountId !== account.accountId || row.date !== date || row.amount !== amount;
}

/** Sets the category, the note, and the tags of a row that isn't typed. @throws AppError 400 for other fields */
async function changeMarksOnly(
  tx: Transaction,
  owner: TypedOwner,
  row: Row,
  input: SaveTransactionInput,
): Promise<void> {
  const errors: FieldErrors = {};
  // A value that is as it was read isn't changed here, though the bank may have changed it since.
  const refuse = <Field extends "accountId" | "date" | "amount" | "name">(
    field: Field,
    ...current: SaveTransactionInput[Field][]
  ) => {
    if (![...current, input.basedOn?.[field]].includes(input[field]))
      errors[field] = ["Only the bank or the file can change this."];
  };
  refuse("accountId", row.accountId);
  refuse("date", row.date);
  refuse("amount", toUnits(money(row.amount), row.isoCurrencyCode));
  refuse("name", row.payee, row.name);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const merged = await mergeTyped(tx, owner, row, input);
  await writeWords(tx, owner, row.transactionId, merged);
  const { financialCategoryId: id } = merged;
  if (id === undefined || isChosen(row, id) || (await isSplitRow(tx, row))) return;
  await checkCategory(tx, owner, id);
  await tx.update(transactions).set(chosenCategory(id)).where(isRow(owner, row.transactionId));
  await sortRows(tx, owner.userId, { transactionIds: [row.transactionId] });
}

/** @throws AppError 404 and 409 for the account, 400 with all problems of the other fields */
async function checkValues(tx: Transaction, owner: TypedOwner, input: SaveTransactionInput): Promise<Values> {
  const account = await lockManualAccount(tx, owner, input.accountId);
  const amount = fromUnits(input.amount, account.isoCurrencyCode);
  const day = dayProblem(input.date, owner.today);
  const errors: FieldErrors = {
    ...(amount.ok ? {} : { amount: [amount.message] }),
    ...(day === null ? {} : { date: [day] }),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  await checkCategory(tx, owner, input.financialCategoryId);
  return { account, date: input.date, name: input.name, amount: amount.ok ? amount.value : zeroMoney };
}

async function checkCategory(
  tx: Transaction,
  { userId }: TypedOwner,
  financialCategoryId: number | undefined,
): Promise<void> {
  if (financialCategoryId === undefined || financialCategoryId === uncategorizedId) return;
  const usable = await lockCategories(tx, userId, [financialCategoryId]);
  if (!usable.has(financialCategoryId)) throw invalid({ financialCategoryId: [noSuchCategory] });
}

type CategoryChoice = Partial<ReturnType<typeof chosenCategory>>;

/** One that stays as it is stays the choice of whoever made it. */
function categoryChoice(row: Row | null, id: number | undefined): CategoryChoice {
  return id === undefined || isChosen(row, id) ? {} : chosenCategory(id);
}

function isChosen(row: Row | null, id: number): boolean {
  return row?.categorySource === "person" && (row.financialCategoryId ?? uncategorizedId) === id;
}

/** The person's own word for the payee needs no cleaning, so it counts as the merchant's name, too. */
function ledgerValues({ account, date, amount, name }: Values) {
  const texts = { name, merchantName: name };
  return {
    ...texts,
    payeeKey: payeeKeyOf(texts),
    payee: name,
    accountId: account.accountId,
    isoCurrencyCode: account.isoCurrencyCode,
    date,
    amount,
  };
}

function factValues({ account, date, amount, name }: Values) {
  const { accountId, isoCurrencyCode } = account;
  return { accountId, isoCurrencyCode, date, name, rawAmount: moneyDigits(amount, isoCurrencyCode) };
}

/** Locks a row of the person. @throws AppError 404 */
async function lockRow(tx: Transaction, { userId, mode }: TypedOwner, transactionId: number): Promise<Row> {
  const [row] = await tx
    .select()
    .from(transactions)
    .where(and(eq(transactions.userId, userId), hasId([transactionId]), ofMode(mode)))
    .for("update");
  if (row === undefined) throw notFound();
  return row;
}

/** Returns true if the person's typing is all that stands behind a row. */
async function isTyped(tx: Transaction, { userId, transactionId }: Row): Promise<boolean> {
  const ofRow = and(
    eq(providerTransactions.userId, userId),
    eq(providerTransactions.transactionId, transactionId),
    isNull(providerTransactions.removedAt),
  );
  const typed = await tx.$count(providerTransactions, and(ofRow, eq(providerTransactions.source, "manual")));
  if (typed === 0) return false;
  return (await tx.$count(providerTransactions, and(ofRow, ne(providerTransactions.source, "manual")))) === 0;
}

function isRow({ userId }: TypedOwner, transactionId: number) {
  return and(eq(transactions.userId, userId), eq(transactions.transactionId, transactionId));
}

function isFactOf({ userId }: TypedOwner, transactionId: number) {
  return and(
    eq(providerTransactions.userId, userId),
    eq(providerTransactions.transactionId, transactionId),
    eq(providerTransactions.source, "manual"),
    isNull(providerTransactions.removedAt),
    // What came from a row that was joined with it stays as it is.
    isNull(providerTransactions.joinedFrom),
  );
}

async function viewOf(
  tx: Transaction,
  { userId }: TypedOwner,
  transactionId: number,
): Promise<TransactionView> {
  const [view] = (await readTransactions(tx, { userId, where: hasId([transactionId]), paging: {} }))
    .transactions;
  if (view === undefined) throw notFound();
  return view;
}
