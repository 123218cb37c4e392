import { and, or, sql, type SQL } from "drizzle-orm";
import { transactionParts, transactionTags } from "#server/tables/part-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { unusualCurrencies } from "#shared/money.ts";
import { foldedPattern } from "../../domain/rules/case-folding.ts";
import type { Condition } from "../../domain/rules/rule-shapes.ts";
import { testsOf, type AmountRange, type Test } from "../../domain/rules/rule-tests.ts";

/** Condition over `transactions` for the rows that conditions match: `rowPasses` of the domain in SQL. Never null. */
export function conditionsSql(conditions: readonly Condition[]): SQL<boolean> {
  return sql`(${and(...testsOf(conditions).map(testSql)) ?? sql`true`})`;
}

function testSql(test: Test): SQL | undefined {
  switch (test.on) {
    case "payee":
      return payeeSql(test);
    case "text":
      return hasAll(test.words, (word) => hasWord(rawText, word));
    case "note":
      return noteSql(test.words);
    case "tag":
      return hasTag(sql`own.tag_id = any(${sql.param([...test.ids])}::int[]) and own.rule_id is null`);
    case "account":
      return sql`${transactions.accountId} = any(${sql.param([...test.ids])}::int[])`;
    case "direction":
      return test.isIn ? sql`${transactions.amount} > 0` : sql`${transactions.amount} < 0`;
    case "amount":
      return or(...test.ranges.map(inRange));
    case "currency":
      return sql`${transactions.isoCurrencyCode} = any(${sql.param([...test.codes])}::text[])`;
    case "bankCategory":
      return sql`(coalesce(${transactions.bankCategory}, '') = any(${sql.param([...test.codes])}::text[])
        or coalesce(${transactions.bankCategoryDetailed}, '') = any(${sql.param([...test.codes])}::text[]))`;
    case "merchantCode":
      return sql`coalesce(${transactions.merchantCode}, '') collate "C" between ${test.from} and ${test.to}`;
    case "typeCode":
      return or(...test.codes.map((code) => isWord(sql`coalesce(${transactions.typeCode}, '')`, code)));
    default:
      return test.first <= test.last
        ? sql`${dayOfMonth} between ${test.first} and ${test.last}`
        : sql`(${dayOfMonth} >= ${test.first} or ${dayOfMonth} <= ${test.last})`;
  }
}

const dayOfMonth = sql`extract(day from ${transactions.date})`;

const rawText = sql`${transactions.name} || ' ' || coalesce(${transactions.merchantName}, '')`;

/** `lower` with collation "C" folds A to Z alone, which is all that an ASCII word needs, in two thirds of the time. */
function hasWord(text: SQL, word: string): SQL {
  return isAscii(word)
    ? sql`strpos(lower((${text}) collate "C"), ${word}) > 0`
    : sql`(${text}) ~ ${foldedPattern(word)}`;
}

function isWord(text: SQL, word: string): SQL {
  return isAscii(word)
    ? sql`lower((${text}) collate "C") = ${word}`
    : sql`(${text}) ~ ${`^${foldedPattern(word)}$`}`;
}

function isAscii(word: string): boolean {
  return /^\p{ASCII}*$/u.test(word);
}

/** Returns a condition for rows that have a tag which `where` selects, as `own`. */
export function hasTag(where: SQL): SQL {
  return sql`${transactions.transactionId} in (select own.transaction_id from ${transactionTags} own where ${where})`;
}

const ownNote = sql`case when ${transactions.noteRuleId} is null then coalesce(${transactions.note}, '') else '' end`;

/** One of the person's notes, of the row or of a part, contains every word of one of the values. */
function noteSql(values: readonly (readonly string[])[]): SQL | undefined {
  return or(
    hasAll(values, (word) => hasWord(ownNote, word)),
    sql`${transactions.transactionId} in (select part.transaction_id from ${transactionParts} part
      where part.note is not null and ${hasAll(values, (word) => hasWord(sql`part.note`, word))})`,
  );
}

function payeeSql(test: Extract<Test, { on: "payee" }>): SQL | undefined {
  const key = sql`${transactions.payeeKey}`;
  if (test.op === "contains") return hasAll(test.words, (word) => sql`strpos(${key}, ${word}) > 0`);
  return test.op === "is"
    ? sql`${key} = any(${sql.param([...test.keys])}::text[])`
    : or(...test.keys.map((start) => sql`starts_with(${key}, ${start})`));
}

function hasAll(values: readonly (readonly string[])[], has: (word: string) => SQL): SQL | undefined {
  return or(...values.map((words) => and(...words.map(has))));
}

/** Amount without its sign in currency units, exactly. */
const units = sql`(abs(${transactions.amount}) / case ${sql.join(
  [...unusualCurrencies].map(
    ([decimals, codes]) =>
      sql`when ${transactions.isoCurrencyCode} = any(${sql.param([...codes])}::text[]) then ${10 ** decimals}::numeric`,
  ),
  sql` `,
)} else 100::numeric end)`;

function inRange({ from, to }: AmountRange): SQL {
  return sql`${units} between ${String(from)}::numeric and ${String(to)}::numeric`;
}
