import { and, or, sql, type SQL } from "drizzle-orm";
import { likeLiteral } from "#server/database/like.ts";
import { financialCategories } from "#server/tables/category-tables.ts";
import { accounts } from "#server/tables/institution-tables.ts";
import { unusualCurrencies } from "#shared/money.ts";
import { readAmountSearch, type AmountSearch } from "../domain/amount-search.ts";
import { tags, transactionParts, transactionTags } from "#server/tables/part-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";

const mostWords = 10;

/** Name by which the person knows an account: its own and the mask, as on Accounts. */
export const ownAccountName: SQL<string> = sql`${accounts.name} || coalesce(' ··' || ${accounts.mask}, '')`;

/** Account name shown in lists: its official name, otherwise its name and mask (docs/reference/http-api.md, "Banks"). */
export const accountName: SQL<string> = sql`coalesce(nullif(${accounts.officialName}, ''), ${ownAccountName})`;

/**
 * Returns the condition for a search: each word appears in the name, merchant, account, note, a tag, or a
 * category, also of a part, or starts the amount.
 * Undefined for an empty search. (Control characters separate words, because Postgres rejects NUL.)
 */
export function searchCondition(q: string | undefined): SQL | undefined {
  return and(...wordsOf(q).map(wordCondition));
}

/** Returns a pattern for ILIKE for each word of a search, which finds the word anywhere. */
export function likePatterns(q: string | undefined): string[] {
  return wordsOf(q).map(likePattern);
}

function wordsOf(q: string | undefined): string[] {
  const words = (q ?? "").split(/[\s\p{Cc}]+/u).filter((word) => word !== "");
  return words.slice(0, mostWords);
}

function likePattern(word: string): string {
  return `%${likeLiteral(word)}%`;
}

function wordCondition(word: string): SQL | undefined {
  const pattern = likePattern(word);
  const amount = readAmountSearch(word);
  return or(
    sql`${transactions.payee} ilike ${pattern}`,
    sql`${transactions.name} ilike ${pattern}`,
    sql`${transactions.merchantName} ilike ${pattern}`,
    // Searches the few accounts and categories once instead of for each row.
    sql`${transactions.accountId} in (select ${accounts.accountId} from ${accounts} where ${accountName} ilike ${pattern})`,
    sql`${transactions.financialCategoryId} in (select ${financialCategories.financialCategoryId} from ${financialCategories} where ${financialCategories.name} ilike ${pattern})`,
    sql`${transactions.note} ilike ${pattern}`,
    sql`${transactions.transactionId} in (select part.transaction_id from ${transactionParts} part
      left join ${financialCategories} category on category.financial_category_id = part.financial_category_id
      where part.note ilike ${pattern} or category.name ilike ${pattern})`,
    sql`${transactions.transactionId} in (select ${transactionTags.transactionId} from ${transactionTags}
      join ${tags} on ${tags.tagId} = ${transactionTags.tagId} where ${tags.name} ilike ${pattern})`,
    ...(amount === null ? [] : [amountCondition(amount)]),
  );
}

function amountCondition({ flow, ranges }: AmountSearch): SQL | undefined {
  const signed = {
    in: sql`${transactions.amount} > 0`,
    out: sql`${transactions.amount} < 0`,
    any: undefined,
  };
  const size = sql`abs(${transactions.amount})`;
  const fits = ranges.map(({ decimals, from, to }) =>
    and(ofCurrencies(decimals), sql`${size} between ${from} and ${to}`),
  );
  return and(signed[flow], or(...fits));
}

/**
 * Returns the condition for amounts from `min` to `max` currency units, whatever their sign, both included. Undefined
 * for no limit.
 */
export function sizeCondition({ min, max }: { min?: number | undefined; max?: number | undefined }) {
  if (min === undefined && max === undefined) return undefined;
  const size = sql`abs(${transactions.amount})`;
  return or(
    ...[2, ...unusualCurrencies.keys()].map((decimals) => {
      const inMinorUnits = (units: number) => sql`${units}::numeric * ${10 ** decimals}::numeric`;
      return and(
        ofCurrencies(decimals),
        min === undefined ? undefined : sql`${size} >= ${inMinorUnits(min)}`,
        max === undefined ? undefined : sql`${size} <= ${inMinorUnits(max)}`,
      );
    }),
  );
}

function ofCurrencies(decimals: number): SQL {
  const code = transactions.isoCurrencyCode;
  if (decimals === 2)
    return sql`${code} <> all(${sql.param([...unusualCurrencies.values()].flat())}::text[])`;
  return sql`${code} = any(${sql.param([...(unusualCurrencies.get(decimals) ?? [])])}::text[])`;
}
