import { setImmediate as sent } from "node:timers/promises";
import { inArray, or, sql, type SQL } from "drizzle-orm";
import { rules } from "#server/tables/rule-tables.ts";
import { accounts, institutionAccessItems } from "#server/tables/institution-tables.ts";
import { transactionParts } from "#server/tables/part-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { takeLock } from "#server/database/named-lock.ts";
import type { Transaction } from "#server/database/db.ts";
import { together } from "#server/database/together.ts";
import { money } from "#shared/money.ts";
import { payeeKeyOf } from "../../domain/payees/payee-key.ts";
import { sortingBook, type SortingFacts } from "../../domain/sorting/new-rows.ts";
import {
  rulesOf,
  sortPayee,
  type PayeeRow,
  type Sorted,
  type SortingBook,
} from "../../domain/sorting/row-sorting.ts";
import { inChunks } from "../row-chunks.ts";
import {
  hasRuledWords,
  hasSameTags,
  readWords,
  storedWords,
  writeRuledTags,
  type StoredWords,
} from "../tags/ruled-words.ts";
import type { Mode } from "../transaction-store.ts";
import { isMatched } from "../transfers/transfer-pairing.ts";
import { readSortingFacts, subscribedList } from "./sorting-facts.ts";

/** Changed rows, given by ID, payee, or bank category. */
export type Changed =
  | {
      transactionIds?: readonly number[];
      payeeKeys?: readonly string[];
      bankCodes?: readonly string[];
      /** Rows that meet one of these conditions over `transactions`. */
      matching?: readonly SQL[];
    }
  | "everything";

type StoredRow = PayeeRow & Sorted & { mode: Mode | null };

/** A row that changes, and how it was. */
type Resorted = Sorted & { transactionId: number; before: StoredRow };

/** Locks a person's ledger. Hold it while changing anything that rows are sorted by, so that nobody sorts by half a change. */
export function lockLedger(tx: Transaction, userId: string): Promise<void> {
  return takeLock(tx, `folio ledger ${userId}`);
}

/** Rows that are read and sorted at once, or those of one payee: those of a whole ledger would take much memory. */
const rowsAtOnce = 5000;

/**
 * Sorts changed rows and all others of the same payees (`sortPayee`), because a payment can turn money in into a refund,
 * and a choice teaches a category. Writes only rows that change, and returns their number. The person's own notes and tags stay.
 */
export async function sortRows(
  tx: Transaction,
  userId: string,
  changed: Changed,
  known?: SortingFacts,
): Promise<number> {
  const parts = await payeesInParts(tx, userId, changed, rowsAtOnce);
  if (parts.length === 0) return 0;
  const { book, withWords } = await openBook(tx, userId, known);
  const read = (payeeKeys: readonly string[] | undefined) =>
    payeeKeys === undefined ? [] : readRows(tx, userId, { where: isOfPayees(payeeKeys), withWords });
  let rows = await read(parts[0]);
  let sorted = 0;
  for (const index of parts.keys()) {
    const ofPart = rows;
    // Sends the query before sorting, so that Postgres works meanwhile.
    const [following, found] = await together([
      read(parts[index + 1]),
      sent().then(() => resorted(ofPart, book)),
    ]);
    await writeFound(tx, userId, { found, withWords });
    sorted += found.length;
    rows = following;
  }
  return sorted;
}

/**
 * Sorts these rows alone, as `sortRows` would, and leaves the others of their payees as they are: of those, it reads only what
 * rows depend on (`sortPayee`). Writes only rows that change.
 */
export async function sortAlone(
  tx: Transaction,
  userId: string,
  transactionIds: readonly number[],
): Promise<void> {
  const ids = sql`${sql.param([...transactionIds])}::int[]`;
  const ofPayees = (
    where: SQL,
  ) => sql`select own.transaction_id from ${transactions} own where own.user_id = ${userId} and ${where}
    and own.payee_key = any(array(select distinct payee_key from ${transactions} where user_id = ${userId} and transaction_id = any(${ids})))`;
  // One after the other, because with "or" Postgres reads all rows of the payees.
  const where = sql`own.transaction_id = any(array(select unnest(${ids})
    union ${ofPayees(sql`own.category_source = 'person'`)}
    union ${ofPayees(sql`own.chosen_kind = 'transfer'`)}
    union ${ofPayees(isMatched(userId))}
    union ${ofPayees(sql`own.bank_category_detailed = any(${subscribedList})`)}
    union ${ofPayees(sql`own.amount < 0 and own.payee_key = any(array(
      select payee_key from ${transactions} where user_id = ${userId} and transaction_id = any(${ids}) and amount > 0))`)}))`;
  const { book, withWords } = await openBook(tx, userId);
  const rows = await readRows(tx, userId, { where, withWords });
  const meant = new Set(transactionIds);
  const found = resorted(rows, book).filter(({ transactionId }) => meant.has(transactionId));
  await writeFound(tx, userId, { found, withWords });
}

/** Returns true if changed rows and all others of the same payees are more than `sortRows` reads at once. */
export async function areMany(tx: Transaction, userId: string, changed: Changed): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from ${transactions} own where own.user_id = ${userId} and ${isMeant(userId, changed)} offset ${rowsAtOnce} limit 1`);
  return rows.length > 0;
}

async function openBook(tx: Transaction, userId: string, known?: SortingFacts) {
  const book = sortingBook(known ?? (await readSortingFacts(tx, userId)));
  return { book, withWords: book.rules.isAboutWords || (await hasRuledWords(tx, userId)) };
}

/** Splits the payees of changed rows so that each part has at most this many rows, or one payee. */
export async function payeesInParts(
  tx: Transaction,
  userId: string,
  changed: Changed,
  mostRows: number,
): Promise<string[][]> {
  const sizes = await tx.execute<{ payeeKey: string; rows: number }>(sql`
    select payee_key as "payeeKey", count(*)::int as rows from ${transactions} own
    where own.user_id = ${userId} and ${isMeant(userId, changed)} group by 1`);
  const parts: string[][] = [];
  let room = 0;
  for (const one of sizes.rows) {
    if (one.rows > room) {
      parts.push([]);
      room = mostRows;
    }
    parts.at(-1)?.push(one.payeeKey);
    room -= one.rows;
  }
  return parts;
}

/** Sorts all rows of some payees, and returns those that change. */
function resorted(rows: readonly StoredRow[], book: SortingBook): Resorted[] {
  return [...byPayee(rows).values()].flatMap((ofPayee) => {
    const sorted = sortPayee(ofPayee, book);
    return ofPayee.flatMap((row) => {
      const now = sorted.get(row.transactionId);
      const { transactionId } = row;
      return now === undefined || isSame(row, now) ? [] : [{ transactionId, ...now, before: row }];
    });
  });
}

async function writeFound(
  tx: Transaction,
  userId: string,
  { found, withWords }: { found: readonly Resorted[]; withWords: boolean },
): Promise<void> {
  const written = found.toSorted((a, b) => a.transactionId - b.transactionId);
  await writeRows(tx, userId, {
    written: written.filter((row) => !hasSameFields(row.before, row)),
    withWords,
  });
  await writeRuledTags(
    tx,
    userId,
    written.map(({ transactionId, before, ruledTags: now }) => ({
      transactionId,
      before: before.ruledTags,
      now,
    })),
  );
  await noteUse(tx, found);
}

async function writeRows(
  tx: Transaction,
  userId: string,
  { written, withWords }: { written: readonly Resorted[]; withWords: boolean },
): Promise<void> {
  // Notes that weren't read aren't written.
  const note = withWords ? sql`note = r.note, note_rule_id = r."noteRuleId",` : sql``;
  for (const chunk of inChunks(written))
    await tx.execute(sql`
      update ${transactions} own set ${note} kind = r.kind, kind_reason = r."kindReason",
        financial_category_id = r."financialCategoryId", category_source = r."categorySource", payee = r.payee,
        category_rule_id = r."categoryRuleId", kind_rule_id = r."kindRuleId", payee_rule_id = r."payeeRuleId"
      from json_to_recordset(${JSON.stringify(byValues(chunk))}::json) as r(ids int[], kind text, "kindReason" text,
        "financialCategoryId" int, "categorySource" text, payee text, "categoryRuleId" int, "kindRuleId" int, "payeeRuleId" int,
        note text, "noteRuleId" int) cross join unnest(r.ids) as each (id)
      where own.transaction_id = each.id and own.user_id = ${userId}`);
}

/** Puts rows together that get the same values: those of a payee mostly do, and each value is sent once. */
function byValues(rows: readonly Resorted[]): object[] {
  const alike = new Map<string, { ids: number[] }>();
  for (const { transactionId, before: _before, ruledTags: _tags, ...values } of rows) {
    const key = JSON.stringify(values);
    const one = alike.get(key);
    if (one === undefined) alike.set(key, { ids: [transactionId], ...values });
    else one.ids.push(transactionId);
  }
  return [...alike.values()];
}

/** Notes when rules last sorted a row. */
async function noteUse(tx: Transaction, found: readonly Resorted[]): Promise<void> {
  const used = new Set(
    found.flatMap((now) => rulesOf(now).filter((id) => !rulesOf(now.before).includes(id))),
  );
  if (used.size > 0)
    await tx
      .update(rules)
      .set({ lastUsedAt: sql`now()` })
      .where(inArray(rules.ruleId, [...used]));
}

/** Groups rows by mode and payee. Rows of manual banks, which have no mode, are with the live ones of their payee, if there are any. */
function byPayee(rows: readonly StoredRow[]): Map<string, StoredRow[]> {
  const live = new Set(rows.flatMap(({ mode, payeeKey }) => (mode === "live" ? [payeeKey] : [])));
  return Map.groupBy(rows, ({ mode, payeeKey }) => {
    const own = mode ?? (live.has(payeeKey) ? "live" : "sandbox");
    return `${own} ${payeeKey}`;
  });
}

/**
 * Files all rows of a person under the keys that their payees have now, for after a change of how payees are cleaned. To be
 * sorted afterwards.
 */
export async function fileRows(tx: Transaction, userId: string): Promise<void> {
  const { rows } = await tx.execute<{ name: string; merchantName: string | null; payeeKey: string }>(sql`
    select distinct name, merchant_name as "merchantName", payee_key as "payeeKey"
    from ${transactions} where user_id = ${userId}`);
  const moved = rows.flatMap((row) => {
    const now = payeeKeyOf(row);
    return now === row.payeeKey ? [] : [{ ...row, now }];
  });
  for (const chunk of inChunks(moved))
    await tx.execute(sql`
      update ${transactions} own set payee_key = r.now
      from json_to_recordset(${JSON.stringify(chunk)}::json) as r(name text, "merchantName" text, "payeeKey" text, now text)
      where own.user_id = ${userId} and own.payee_key = r."payeeKey" and own.name = r.name
        and own.merchant_name is not distinct from r."merchantName"`);
}

const sortedFields = [
  "kind",
  "kindReason",
  "financialCategoryId",
  "categorySource",
  "payee",
  "categoryRuleId",
  "kindRuleId",
  "payeeRuleId",
  "note",
  "noteRuleId",
] as const;

function isSame(before: Sorted, now: Sorted): boolean {
  return hasSameFields(before, now) && hasSameTags(before, now);
}

function hasSameFields(before: Sorted, now: Sorted): boolean {
  return sortedFields.every((field) => before[field] === now[field]);
}

async function readRows(
  tx: Transaction,
  userId: string,
  { where, withWords }: { where: SQL; withWords: boolean },
): Promise<StoredRow[]> {
  type Read = Omit<StoredRow, "amount" | "chosenCategoryId" | keyof ReturnType<typeof readWords>>;
  // Most rows have no pair and no parts, and a look before reading those takes half as long.
  const { rows } = await tx.execute<Read & { amount: string | number; words: StoredWords }>(sql`
    select own.transaction_id as "transactionId", own.payee_key as "payeeKey", item.mode, own.date::text, own.name, own.merchant_name as "merchantName",
      own.amount, own.iso_currency_code as "isoCurrencyCode", own.account_id as "accountId",
      (extract(epoch from own.created_at) * 1000)::float8 as "createdAtMs",
      own.bank_category as "bankCategory", own.bank_category_detailed as "bankCategoryDetailed", own.bank_confidence as "bankConfidence", own.file_category as "fileCategory",
      own.merchant_code as "merchantCode", own.type_code as "typeCode", account.type as "accountType",
      case when own.transfer_pair_id is not null then (select paired.type from ${transactions} other join ${accounts} paired using (account_id)
        where other.transaction_id = own.transfer_pair_id and other.user_id = ${userId}) end as "pairedAccountType",
      own.removed_by_bank_at is not null as "isRemoved", ${isMatched(userId)} as "isMatched", own.chosen_kind as "chosenKind", own.kind, own.kind_reason as "kindReason",
      case when exists (select from ${transactionParts} part where part.transaction_id = own.transaction_id) then (
        select json_agg(part.financial_category_id order by part.left_out, abs(part.amount) desc, part.part_id)
        from ${transactionParts} part where part.transaction_id = own.transaction_id) end as "partCategoryIds",
      own.financial_category_id as "financialCategoryId", own.category_source as "categorySource",
      own.payee, own.category_rule_id as "categoryRuleId", own.kind_rule_id as "kindRuleId", own.payee_rule_id as "payeeRuleId",
      ${withWords ? storedWords : sql`null`} as words
    from ${transactions} own join ${accounts} account using (account_id)
    join ${institutionAccessItems} item on item.institution_access_item_id = own.institution_access_item_id
    where own.user_id = ${userId} and ${where}`);
  return rows.map((row) =>
    Object.assign(row, readWords(row.words), {
      amount: money(Number(row.amount)),
      chosenCategoryId: row.categorySource === "person" ? row.financialCategoryId : undefined,
    }),
  );
}

function isOfPayees(payeeKeys: readonly string[]): SQL {
  return sql`own.payee_key = any(${sql.param([...payeeKeys])}::text[])`;
}

/** Condition for rows `own` of the payees of changed rows. */
function isMeant(userId: string, changed: Changed): SQL {
  if (changed === "everything") return sql`true`;
  const { transactionIds = [], payeeKeys = [], bankCodes = [], matching = [] } = changed;
  const [keys, ids, codes] = [payeeKeys, transactionIds, bankCodes].map((list) => sql.param([...list]));
  // Only what there is, because every other condition makes Postgres read the whole ledger.
  const isChanged = or(
    transactionIds.length === 0 ? undefined : sql`transaction_id = any(${ids}::int[])`,
    bankCodes.length === 0 ? undefined : sql`bank_category_detailed = any(${codes}::text[])`,
    bankCodes.length === 0 ? undefined : sql`bank_category = any(${codes}::text[])`,
    ...matching,
  );
  if (isChanged === undefined) return isOfPayees(payeeKeys);
  return sql`own.payee_key = any(${keys}::text[] || array(
    select distinct payee_key from ${transactions} where user_id = ${userId} and ${isChanged}))`;
}
