import { and, count, eq, gte, sql } from "drizzle-orm";
import { financialCategories } from "#server/tables/category-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { withKeptPlan } from "#server/database/kept-plan.ts";
import { moneyFromSum, toUnits } from "#shared/money.ts";
import type { KindReason } from "#shared/row-kinds.ts";
import type { PayeeList, PayeeView } from "../../domain/payees/payee-shapes.ts";
import type { CategoryBook } from "../../domain/sorting/category-book.ts";
import { guessedBy } from "../../domain/sorting/category-suggestions.ts";
import { suggestedCategory } from "../../domain/payees/category-words.ts";
import { isAtBank, isIncomePayment, isListed, rowKind } from "../sorting/row-kinds.ts";
import { likePatterns } from "../transaction-search.ts";
import { readBook } from "../sorting/category-reader.ts";
import { ofMode, type Mode } from "../transaction-store.ts";

const mostPayees = 200;

/**
 * Not sorted yet: without a category, though nobody chose that, and no word of the person's that it's income
 * (docs/reference/money.md, "Sorting by payee").
 */
const isUnsorted = sql`(${transactions.financialCategoryId} is null and ${transactions.categorySource} = 'none'
  and not ${isIncomePayment}
  and (${transactions.kind} = 'spending' or ${transactions.kindReason} not in ('chosen', 'rule')))`;

type StoredPayee = Omit<PayeeView, "sum" | "category" | "isTransferLike"> & {
  /** Minor units. */
  sum: string;
  categoryId: number | null;
  categoryName: string | null;
  bankCategory: string | null;
  bankCategoryDetailed: string | null;
  bankConfidence: string | null;
  kindReason: KindReason;
};

type Summary = Omit<PayeeList, "payees"> & { payees: StoredPayee[] | null };

/**
 * Reads the payees of a person's spending and income, money in and money out apart, with those to be sorted first. Names that
 * a rule for one of them can't tell apart are one payee: those with the same `payee_key`, or a name that a rule gave, which rows
 * of several keys may have.
 * @param wanted - `isWhole` includes payees whose transactions are all sorted; `q` lists only those with its words
 */
export async function readPayees(
  tx: Transaction,
  { userId, mode }: { userId: string; mode: Mode },
  { isWhole, q }: { isWhole: boolean; q?: string | undefined },
): Promise<PayeeList> {
  const hasWords = sql.join(
    [sql`true`, ...likePatterns(q).map((pattern) => sql`payee ilike ${pattern}`)],
    sql` and `,
  );
  const isMeant = and(
    eq(transactions.userId, userId),
    isListed,
    isAtBank,
    ofMode(mode),
    sql`(${rowKind} in ('spending', 'income') or ${transactions.kindReason} = 'rule')`,
  );
  const { rows } = await tx.execute<Summary>(sql`
    with by_spelling as (
      select payee, case when bool_or(bool_or(payee_rule_id is not null)) over named then lower(payee)
          else min(min(payee_key)) over named end as key,
        amount > 0 as is_in, iso_currency_code, count(*)::int as rows, sum(amount) as sum,
        count(*) filter (where ${isUnsorted})::int as unsorted,
        max(array[date::text, lpad(transaction_id::text, 10, '0')]) filter (where ${isUnsorted}) as latest_unsorted,
        max(array[date::text, lpad(transaction_id::text, 10, '0')]) as latest,
        mode() within group (order by financial_category_id) as category_id
      from ${transactions} where ${isMeant} group by payee, amount > 0, iso_currency_code window named as (partition by payee)),
    by_currency as (
      select key, (array_agg(payee order by rows desc, payee))[1] as payee, is_in, iso_currency_code,
        sum(rows)::int as rows, sum(sum) as sum, sum(unsorted)::int as unsorted,
        max(latest_unsorted) as latest_unsorted, max(latest) as latest,
        (array_agg(category_id order by category_id is null, rows desc, payee))[1] as category_id
      from by_spelling group by key, is_in, iso_currency_code),
    by_payee as (
      select key, (array_agg(payee order by rows desc, payee))[1] as payee, is_in, sum(rows)::int as rows, sum(unsorted)::int as unsorted, max(latest) as latest,
        (coalesce(max(latest_unsorted), max(latest)))[2]::int as transaction_id,
        (array_agg(iso_currency_code order by rows desc, iso_currency_code))[1] as iso_currency_code,
        (array_agg(sum order by rows desc, iso_currency_code))[1] as sum,
        (array_agg(category_id order by category_id is null, rows desc, iso_currency_code))[1] as category_id
      from by_currency group by key, is_in),
    wanted as (
      select * from by_payee where (unsorted > 0 or ${isWhole}) and ${hasWords}
      order by unsorted desc, abs(sum) desc, payee, is_in limit ${mostPayees})
    select (select json_agg(json_build_object('payee', wanted.payee,
          'payees', (select array_agg(distinct spelled.payee) from by_spelling spelled where spelled.key = wanted.key
            and spelled.is_in = wanted.is_in),
          'direction', case when is_in then 'in' else 'out' end,
          'transactionId', transaction_id, 'name', own.name, 'transactionCount', rows, 'unsortedCount', unsorted,
          'sum', wanted.sum::text, 'isoCurrencyCode', wanted.iso_currency_code, 'lastDate', wanted.latest[1],
          'categoryId', category.financial_category_id, 'categoryName', category.name, 'bankCategory', own.bank_category,
          'bankCategoryDetailed', own.bank_category_detailed, 'bankConfidence', own.bank_confidence, 'kindReason', own.kind_reason)
          order by unsorted desc, abs(wanted.sum) desc, wanted.payee, is_in)
        from wanted join ${transactions} own using (transaction_id)
        left join ${financialCategories} category on category.financial_category_id = wanted.category_id) as payees,
      count(*)::int as "payeeCount", count(*) filter (where unsorted = 0)::int as "sortedPayeeCount",
      coalesce(sum(rows), 0)::int as "transactionCount", coalesce(sum(rows - unsorted), 0)::int as "sortedTransactionCount"
    from by_payee`);
  const [found] = rows;
  if (found === undefined) throw new Error("The database counted nothing.");
  const book = await readBook(tx, userId);
  return { ...found, payees: (found.payees ?? []).map((payee) => toView(payee, book)) };
}

/** Counts the spending that isn't sorted yet, from a day on. */
export async function countUnsortedSpending(
  tx: Transaction,
  { userId, mode }: { userId: string; mode: Mode },
  since: string,
): Promise<number> {
  const isMeant = and(
    eq(transactions.userId, userId),
    gte(transactions.date, since),
    eq(transactions.kind, "spending"),
    isListed,
    isAtBank,
    isUnsorted,
    ofMode(mode),
  );
  const [row] = await withKeptPlan(tx.select({ rows: count() }).from(transactions).where(isMeant));
  return row?.rows ?? 0;
}

function toView(stored: StoredPayee, book: CategoryBook): PayeeView {
  const {
    sum,
    categoryId,
    categoryName,
    kindReason,
    bankCategory,
    bankCategoryDetailed,
    bankConfidence,
    ...payee
  } = stored;
  const category =
    categoryId === null || categoryName === null
      ? null
      : { financialCategoryId: categoryId, name: categoryName };
  const isTransferLike = category === null && payee.unsortedCount > 0 && kindReason === "transferLike";
  const guessed = guessedBy({ bankCategory, bankCategoryDetailed, bankConfidence }, book);
  return {
    ...payee,
    sum: toUnits(moneyFromSum(sum), payee.isoCurrencyCode),
    isTransferLike,
    category: category ?? (isTransferLike ? null : suggestionFor(payee, guessed, book)),
  };
}

/** Returns what the words of a payee's name suggest, or else its bank's guess. */
function suggestionFor(
  {
    unsortedCount,
    payee,
    name,
    direction,
  }: Pick<PayeeView, "unsortedCount" | "payee" | "name" | "direction">,
  guessedId: number | null,
  book: CategoryBook,
): PayeeView["category"] {
  if (unsortedCount === 0) return null;
  const words = suggestedCategory(payee, direction) ?? suggestedCategory(name, direction);
  const category = (words === null ? undefined : book.ofName(words)) ?? book.ofId(guessedId ?? 0);
  if (category === undefined) return null;
  return { financialCategoryId: category.financialCategoryId, name: category.name };
}
