import type { z } from "zod";
import { and, asc, desc, eq, sql, type Placeholder, type SQL } from "drizzle-orm";
import type { pagingShape } from "#shared/finance-shapes.ts";
import { budgetExemptions } from "#server/tables/budget-tables.ts";
import { incomePayments, incomeSources } from "#server/tables/income-tables.ts";
import { accounts } from "#server/tables/institution-tables.ts";
import { actingFor } from "#server/database/acting.ts";
import type { Transaction } from "#server/database/db.ts";
import { readActorNames } from "#server/household/actor-names.ts";
import { defineKeptQuery, type Terms } from "#server/database/kept-plan.ts";
import type { PartView, TagView, TransactionSort, TransactionView } from "#shared/finance-shapes.ts";
import { money, moneyFromSum, toUnits } from "#shared/money.ts";
import { isRounded } from "#shared/minor-units.ts";
import { uncategorizedId, type TransactionSource } from "#shared/row-kinds.ts";
import { shownKind } from "../domain/sorting/row-kind.ts";
import { whySorted } from "../domain/sorting/why-sorted.ts";
import { financialCategories } from "#server/tables/category-tables.ts";
import { readMarkTargets } from "./removed/mark-targets.ts";
import { isListed } from "./sorting/row-kinds.ts";
import { choicesForPayee, readSuggestions } from "./sorting/suggestion-reader.ts";
import { readRuleTitles } from "./rules/rule-store.ts";
import { accountName, ownAccountName, searchCondition } from "./transaction-search.ts";
import { tags, transactionParts, transactionTags } from "#server/tables/part-tables.ts";
import { providerTransactions, transactions, transferDecisions } from "#server/tables/transaction-tables.ts";

/** Paging and order of a list (docs/reference/http-api.md, "Paging"). All rows without `page`; newest first without `sort`. */
export type Paging = z.output<z.ZodObject<typeof pagingShape>>;

const defaultPageSize = 50;

type RowsWanted = {
  userId: string;
  where: SQL | undefined;
  paging: Paging;
  total?: number;
  /** The budget in which the rows are exempt. */
  exemptIn?: number;
  /** Finds what `where` does, newest first, by a query that is built once. */
  findNewest?: ((cut: Cut) => Promise<{ transactionId: number }[]>) | undefined;
};

/** The part of a list that is on a page. */
export type Cut = { limit: number; offset: number };

type StoredPart = Omit<PartView, "amount" | "financialCategoryId" | "note"> & {
  amount: string;
  financialCategoryId: number | null;
  note: string | null;
};

/** Columns ending in `By` are ids of the people who did it; null if nobody did. */
const columns = {
  transactionId: transactions.transactionId,
  /** Its data from the strongest of its sources: first what is current, then a bank's over a file's over typed, then the latest. */
  fact: sql<{
    source: TransactionSource;
    id: string;
    rawAmount: string;
  } | null>`(select json_build_object('source', ${providerTransactions.source}, 'id', ${providerTransactions.providerTransactionId}, 'rawAmount', ${providerTransactions.rawAmount}::text)
    from ${providerTransactions}
    where ${providerTransactions.transactionId} = ${transactions.transactionId}
    order by ${providerTransactions.removedAt} desc nulls first, array_position(array['file', 'manual'], ${providerTransactions.source}) nulls first, ${providerTransactions.joinedFrom} nulls first, ${providerTransactions.receivedAt} desc, ${providerTransactions.providerTransactionId} limit 1)`,
  date: transactions.date,
  authorizedDate: transactions.authorizedDate,
  payee: transactions.payee,
  name: transactions.name,
  merchantName: transactions.merchantName,
  amount: transactions.amount,
  isoCurrencyCode: transactions.isoCurrencyCode,
  pending: transactions.pending,
  removedByBankAt: transactions.removedByBankAt,
  pairedAccount: sql<
    string | null
  >`(select ${ownAccountName} from ${transactions} other join ${accounts} using (account_id)
    where other.transaction_id = ${transactions.transferPairId})`,
  pairedId: transactions.transferPairId,
  matchedBy: sql<
    string | null
  >`(select coalesce(decided_by, user_id) from ${transferDecisions} where is_transfer
    and ${transactions.transactionId} in (out_transaction_id, in_transaction_id) limit 1)`,
  isJoined: sql<boolean>`exists (select from ${providerTransactions} fact
    where fact.transaction_id = ${transactions.transactionId} and (fact.joined_from is not null
      or fact.removed_at is null and fact.source in ('file', 'manual') and exists (select from ${providerTransactions} other
        where other.transaction_id = fact.transaction_id and other.removed_at is null and other.source <> fact.source)))`,
  maybeSameAs: sql<
    TransactionView["maybeSameAs"]
  >`(select json_build_object('transactionId', other.transaction_id, 'date', other.date, 'name', other.payee)
    from ${transactions} other where other.transaction_id = ${transactions.maybeSameAs} and not ${transactions.keptApart}
      and other.removed_by_bank_at is null and other.dismissed_at is null)`,
  note: transactions.note,
  noteRuleId: transactions.noteRuleId,
  noteBy: sql<string | null>`case when ${transactions.note} is not null and ${transactions.noteRuleId} is null
    then coalesce(${transactions.noteBy}, ${transactions.userId}) end`,
  tags: sql<
    (TagView & { ruleId: number | null })[] | null
  >`(select json_agg(json_build_object('tagId', ${tags.tagId}, 'name', ${tags.name}, 'ruleId', ${transactionTags.ruleId}) order by ${tags.nameKey})
    from ${transactionTags} join ${tags} using (tag_id) where ${transactionTags.transactionId} = ${transactions.transactionId})`,
  /** Amounts in minor units. */
  parts: sql<
    StoredPart[] | null
  >`(select json_agg(json_build_object('partId', part_id, 'amount', part.amount::text, 'financialCategoryId', part.financial_category_id,
      'categoryName', category.name, 'note', part.note, 'leftOut', left_out, 'isRest', is_rest) order by part_id)
    from ${transactionParts} part left join ${financialCategories} category on category.financial_category_id = part.financial_category_id
    where part.transaction_id = ${transactions.transactionId})`,
  chosenKind: transactions.chosenKind,
  kindBy: sql<string | null>`case when ${transactions.chosenKind} is not null
    then coalesce(${transactions.kindBy}, ${transactions.userId}) end`,
  kind: transactions.kind,
  kindReason: transactions.kindReason,
  categorySource: transactions.categorySource,
  categoryBy: sql<string | null>`case when ${transactions.categorySource} = 'person'
    then coalesce(${transactions.categoryBy}, ${transactions.userId}) end`,
  learntFrom: sql<string[] | null>`case when ${transactions.categorySource} = 'learnt' then array(
    select said.date::text from ${transactions} said
    where said.user_id = ${transactions.userId} and said.payee_key = ${transactions.payeeKey} and said.category_source = 'person'
      and said.financial_category_id = ${transactions.financialCategoryId} and said.dismissed_at is null
    order by said.date desc limit 2) end`,
  choices: choicesForPayee,
  ruleId: sql<number | null>`coalesce(${transactions.categoryRuleId}, ${transactions.kindRuleId})`,
  bankCategory: transactions.bankCategory,
  bankCategoryDetailed: transactions.bankCategoryDetailed,
  bankConfidence: transactions.bankConfidence,
  categoryId: financialCategories.financialCategoryId,
  categoryName: financialCategories.name,
  accountId: accounts.accountId,
  accountName,
  accountType: accounts.type,
  accountSubtype: accounts.subtype,
  accountMask: accounts.mask,
  incomePaymentId: incomePayments.incomePaymentId,
  incomeSourceId: incomeSources.incomeSourceId,
  incomeSourceName: incomeSources.name,
};

/**
 * Reads ledger rows for any screen. `where` can use `transactions` and its joins: `accounts`, `financialCategories`,
 * `incomePayments`, `incomeSources`. Rows that the bank removed are included (`isAtBank` excludes them), dismissed ones
 * never. `total` counts matching rows on all pages; pass it if it's already known.
 */
export async function readTransactions(
  tx: Transaction,
  { userId, where, paging, total, exemptIn, findNewest }: RowsWanted,
): Promise<{ transactions: TransactionView[]; total: number }> {
  const filter = and(eq(transactions.userId, userId), isListed, where, searchCondition(paging.q));
  const { page, pageSize = defaultPageSize } = paging;
  if (page === undefined) {
    const rows = await selectRows(tx, filter, exemptIn).orderBy(...order(paging));
    return { transactions: await toViews(tx, userId, rows), total: rows.length };
  }
  const rows = await readPage(tx, filter, { ...paging, page, pageSize }, { exemptIn, findNewest });
  const isOnlyPage = page === 1 && rows.length < pageSize;
  return {
    transactions: await toViews(tx, userId, rows),
    total: total ?? (isOnlyPage ? rows.length : await tx.$count(selectIds(tx, filter).as("found"))),
  };
}

/**
 * Reads the ids of a page, then its rows, because a query with all columns takes longer to plan than to run; the one by ids is
 * planned once.
 */
async function readPage(
  tx: Transaction,
  filter: SQL | undefined,
  paging: Paging & { page: number; pageSize: number },
  { exemptIn, findNewest }: Pick<RowsWanted, "exemptIn" | "findNewest">,
): Promise<Row[]> {
  const cut = { limit: paging.pageSize, offset: (paging.page - 1) * paging.pageSize };
  const ordered = order(paging);
  const found =
    findNewest !== undefined && ordered === newestFirst
      ? await findNewest(cut)
      : await selectIds(tx, filter)
          .orderBy(...ordered)
          .limit(cut.limit)
          .offset(cut.offset);
  const ids = found.map(({ transactionId }) => transactionId);
  const rows = await rowsById(tx, { ids, exemptIn: exemptIn ?? null });
  const byId = new Map(rows.map((row) => [row.transactionId, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const rowsById = defineKeptQuery(
  (db, { ids, exemptIn }: Terms<{ ids: readonly number[]; exemptIn: number | null }>) =>
    selectRows(db, sql`${transactions.transactionId} = any(${ids}::int[])`, exemptIn),
);

function selectRows(
  db: Pick<Transaction, "select">,
  filter: SQL | undefined,
  exemptIn: number | Placeholder | undefined,
) {
  const { budgetId, transactionId, isExempt, decidedBy, userId } = budgetExemptions;
  const exemptedBy =
    exemptIn === undefined
      ? sql<null>`null`
      : sql<string | null>`(select coalesce(${decidedBy}, ${userId}) from ${budgetExemptions}
          where ${budgetId} = ${exemptIn} and ${transactionId} = ${transactions.transactionId} and ${isExempt})`;
  return db
    .select({ ...columns, exemptedBy })
    .from(transactions)
    .innerJoin(accounts, eq(accounts.accountId, transactions.accountId))
    .leftJoin(
      financialCategories,
      eq(financialCategories.financialCategoryId, transactions.financialCategoryId),
    )
    .leftJoin(incomePayments, eq(incomePayments.transactionId, transactions.transactionId))
    .leftJoin(incomeSources, eq(incomeSources.incomeSourceId, incomePayments.incomeSourceId))
    .where(filter)
    .$dynamic();
}

/** Each join adds at most one row, so the database skips those that neither the filter nor the order uses. */
function selectIds(tx: Transaction, filter: SQL | undefined) {
  return tx
    .select({ transactionId: transactions.transactionId })
    .from(transactions)
    .innerJoin(accounts, eq(accounts.accountId, transactions.accountId))
    .leftJoin(
      financialCategories,
      eq(financialCategories.financialCategoryId, transactions.financialCategoryId),
    )
    .leftJoin(incomePayments, eq(incomePayments.transactionId, transactions.transactionId))
    .leftJoin(incomeSources, eq(incomeSources.incomeSourceId, incomePayments.incomeSourceId))
    .where(filter)
    .$dynamic();
}

const sortColumns: Record<Exclude<TransactionSort, "date">, SQL> = {
  name: sql`lower(${transactions.payee})`,
  amount: sql`${transactions.amount}`,
  category: sql`lower(${financialCategories.name})`,
  account: sql`lower(${accountName})`,
  pending: sql`${transactions.pending}`,
  incomeSource: sql`lower(${incomeSources.name})`,
};

/** The order of a list without another one. */
export const newestFirst = [desc(transactions.date), desc(transactions.transactionId)];

/** Sorts rows without a value last in both directions and equal ones by id (docs/reference/http-api.md, "Paging"). */
function order({ sort = "date", direction = sort === "date" ? "desc" : "asc" }: Paging): SQL[] {
  if (sort === "date") {
    return direction === "asc" ? [asc(transactions.date), asc(transactions.transactionId)] : newestFirst;
  }
  const column = sortColumns[sort];
  const sorted = direction === "asc" ? sql`${column} asc nulls last` : sql`${column} desc nulls last`;
  return [sorted, ...newestFirst];
}

type Row = Awaited<ReturnType<typeof selectRows>>[number];

async function toViews(tx: Transaction, userId: string, rows: Row[]): Promise<TransactionView[]> {
  const removed = rows.filter(({ removedByBankAt }) => removedByBankAt !== null);
  const targets = await readMarkTargets(
    tx,
    userId,
    removed.map(({ transactionId }) => transactionId),
  );
  const suggestions = await readSuggestions(tx, userId, rows);
  const titles = await readRuleTitles(tx, userId, new Set(rows.flatMap(rulesOf)));
  return (await withNames(tx, userId, rows)).map((row) =>
    toView(row, {
      moveMarksTo: targets.get(row.transactionId) ?? null,
      suggestions: suggestions.get(row.transactionId) ?? [],
      ruleOf: (id) => ruleNamed(titles, id),
    }),
  );
}

/** Puts names, as `readActorNames` gives them, in place of the ids of people. */
async function withNames(tx: Transaction, userId: string, rows: readonly Row[]) {
  const nameOf = await readActorNames(tx, userId, rows.flatMap(actorsOf));
  const isForMember = typeof actingFor(userId)?.memberId === "string";
  return rows.map((row) =>
    Object.assign(row, {
      isMatched: row.matchedBy !== null,
      isForMember,
      categoryBy: nameOf(row.categoryBy),
      kindBy: nameOf(row.kindBy),
      matchedBy: nameOf(row.matchedBy),
      noteBy: nameOf(row.noteBy),
      exemptedBy: nameOf(row.exemptedBy),
    }),
  );
}

function actorsOf({ categoryBy, kindBy, matchedBy, noteBy, exemptedBy }: Row): string[] {
  return [categoryBy, kindBy, matchedBy, noteBy, exemptedBy].filter((id) => id !== null);
}

function rulesOf({ ruleId, noteRuleId, tags: own }: Row): number[] {
  return [ruleId, noteRuleId, ...(own ?? []).map((tag) => tag.ruleId)].filter((id) => id !== null);
}

function ruleNamed(titles: ReadonlyMap<number, string>, ruleId: number | null): TransactionView["rule"] {
  const name = ruleId === null ? undefined : titles.get(ruleId);
  return ruleId === null || name === undefined ? null : { ruleId, name };
}

function toView(
  row: Awaited<ReturnType<typeof withNames>>[number],
  {
    moveMarksTo,
    suggestions,
    ruleOf,
  }: Pick<TransactionView, "moveMarksTo" | "suggestions"> & {
    ruleOf: (ruleId: number | null) => TransactionView["rule"];
  },
): TransactionView {
  const rule = ruleOf(row.ruleId);
  const kind = shownKind({ ...row, paysIncome: row.incomePaymentId !== null && row.amount > 0 });
  const { fact, isoCurrencyCode } = row;
  const isTyped = fact === null || fact.source === "manual";
  const isFiner = fact !== null && isRounded(fact.rawAmount, isoCurrencyCode);
  return {
    transactionId: row.transactionId,
    // A typed row goes by our own ID.
    transaction_id: isTyped ? String(row.transactionId) : fact.id,
    source: fact?.source ?? "manual",
    date: row.date,
    authorized_date: row.authorizedDate ?? row.date,
    payee: row.payee,
    name: row.name,
    merchantName: row.merchantName,
    amount: toUnits(money(row.amount), isoCurrencyCode),
    roundedFrom: isFiner ? fact.rawAmount.replace("-", "") : null,
    isoCurrencyCode,
    pending: row.pending,
    category:
      row.categoryId === null || row.categoryName === null
        ? null
        : { financialCategoryId: row.categoryId, name: row.categoryName },
    account: {
      accountId: row.accountId,
      official_name: row.accountName,
      type: row.accountType,
      subtype: row.accountSubtype,
      mask: row.accountMask,
    },
    hasTransactionCategory:
      row.parts === null
        ? row.categoryId !== null
        : row.parts.every((part) => part.leftOut || part.financialCategoryId !== null),
    incomePayment:
      row.incomePaymentId === null || row.incomeSourceId === null || row.incomeSourceName === null
        ? null
        : {
            incomePaymentId: row.incomePaymentId,
            incomeSourceId: row.incomeSourceId,
            incomeSourceName: row.incomeSourceName,
          },
    kind,
    ...whySorted({ ...row, ruleName: rule?.name ?? null, isSplit: row.parts !== null }, kind),
    categorySource: row.categorySource,
    suggestions,
    rule,
    isTransferLike:
      kind === "transfer" || (row.kindReason === "transferLike" && row.incomePaymentId === null),
    transferPair:
      row.pairedId === null || row.pairedAccount === null
        ? null
        : { transactionId: row.pairedId, accountName: row.pairedAccount },
    removedByBank: row.removedByBankAt !== null,
    isJoined: row.isJoined,
    maybeSameAs: row.maybeSameAs,
    moveMarksTo,
    note: row.note ?? "",
    tags: (row.tags ?? []).map(({ tagId, name }) => ({ tagId, name })),
    noteRule: ruleOf(row.noteRuleId),
    noteBy: row.noteBy,
    tagRules: (row.tags ?? []).flatMap(({ tagId, ruleId }) => {
      const given = ruleOf(ruleId);
      return given === null ? [] : [{ ...given, tagId }];
    }),
    parts: (row.parts ?? []).map((part) => partView(part, isoCurrencyCode)),
    exemptedBy: row.exemptedBy,
  };
}

function partView(
  { amount, financialCategoryId, note, ...part }: StoredPart,
  isoCurrencyCode: string,
): PartView {
  return {
    ...part,
    amount: toUnits(moneyFromSum(amount), isoCurrencyCode),
    financialCategoryId: financialCategoryId ?? uncategorizedId,
    note: note ?? "",
  };
}
