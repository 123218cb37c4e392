import { eq, sql } from "drizzle-orm";
import { budgetAccessItems, budgetExemptions, budgets } from "#server/tables/budget-tables.ts";
import { incomePayments, incomeSources, incomeTerms } from "#server/tables/income-tables.ts";
import type { Database } from "#server/database/db.ts";
import { financialCategories } from "#server/tables/category-tables.ts";
import { tags, transactionTags } from "#server/tables/part-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";

/** Everything a person can do to a transaction (docs/reference/money.md, "Facts and rows"), for tests that none of it is lost. */
export type Mark = "category" | "kind" | "exemption" | "payment" | "parts" | "note" | "tag";
export const everyMark: Mark[] = ["category", "kind", "exemption", "payment", "parts", "note", "tag"];

type Db = Pick<Database, "unsafeDb">;
type Person = { userId: string; institutionAccessItemId: number };

const createdAt = new Date("2026-11-21T12:00:00Z");

/** Creates what these edits refer to: the person's own category, a budget for fall 2026, and an income source. */
export async function createTestMarks({ unsafeDb }: Db, person: Person) {
  const { userId, institutionAccessItemId } = person;
  const [category] = await unsafeDb
    .insert(financialCategories)
    .values({ userId, name: "Coffee", nameKey: "coffee" })
    .returning({ id: financialCategories.financialCategoryId });
  const [budget] = await unsafeDb
    .insert(budgets)
    .values({
      userId,
      mode: "sandbox",
      name: "Autumn",
      startDate: "2026-09-01",
      endDate: "2026-12-31",
      isoCurrencyCode: "USD",
      createdAt,
    })
    .returning({ id: budgets.budgetId });
  const [source] = await unsafeDb
    .insert(incomeSources)
    .values({
      userId,
      institutionAccessItemId,
      name: "Rent",
      description: "",
      incomeSourceType: "Rent",
      isoCurrencyCode: "USD",
      startDate: "2026-01-01",
      createdAt,
    })
    .returning({ id: incomeSources.incomeSourceId });
  if (category === undefined || budget === undefined || source === undefined) throw new Error("no marks");
  await unsafeDb.insert(budgetAccessItems).values({ budgetId: budget.id, institutionAccessItemId, userId });
  await unsafeDb.insert(incomeTerms).values({
    incomeSourceId: source.id,
    effectiveFrom: "2026-01",
    userId,
    amountDue: 120_000,
    dayOfMonthDue: 1,
  });
  const [tag] = await unsafeDb
    .insert(tags)
    .values({ userId, name: "Trip", nameKey: "trip" })
    .returning({ id: tags.tagId });
  if (tag === undefined) throw new Error("no tag");
  const ids = { categoryId: category.id, budgetId: budget.id, incomeSourceId: source.id };

  const put: Record<Mark, (transactionId: number) => Promise<unknown>> = {
    category: (transactionId) =>
      unsafeDb
        .update(transactions)
        .set({ financialCategoryId: ids.categoryId, categorySource: "person" })
        .where(eq(transactions.transactionId, transactionId)),
    kind: (transactionId) =>
      unsafeDb
        .update(transactions)
        .set({ chosenKind: "spending" })
        .where(eq(transactions.transactionId, transactionId)),
    exemption: (transactionId) =>
      unsafeDb
        .insert(budgetExemptions)
        .values({ budgetId: ids.budgetId, transactionId, userId, isExempt: false }),
    payment: (transactionId) =>
      unsafeDb.insert(incomePayments).values({
        userId,
        incomeSourceId: ids.incomeSourceId,
        transactionId,
        paymentDate: "2026-11-02",
        creditedMonth: "2026-11",
        paymentMemo: "rent",
        isManualAdjustment: false,
        createdAt,
      }),
    parts: (transactionId) =>
      unsafeDb.execute(sql`
        insert into transaction_parts (transaction_id, user_id, part_id, amount, financial_category_id, left_out)
        select transaction_id, user_id, part_id, case part_id when 1 then 1 else amount - 1 end, ${ids.categoryId}, part_id = 2
        from transactions, generate_series(1, 2) part_id where transaction_id = ${transactionId}`),
    note: (transactionId) =>
      unsafeDb
        .update(transactions)
        .set({ note: "With friends" })
        .where(eq(transactions.transactionId, transactionId)),
    tag: (transactionId) => unsafeDb.insert(transactionTags).values({ transactionId, userId, tagId: tag.id }),
  };
  return { ...ids, put };
}

/** The row `t` has a category by hand, or its parts have. */
export const isCategorized = sql`(category_source = 'person' and (financial_category_id is not null
  or exists (select from transaction_parts p where p.transaction_id = t.transaction_id)))`;

/** The other marks of the row `t` that are its own tables or columns. The person's first part is a minor unit. */
export const areOthersKept = sql`exists (select from transaction_parts p where p.transaction_id = t.transaction_id and p.amount = 1) as parts,
  t.note is not null as note, exists (select from transaction_tags g where g.transaction_id = t.transaction_id) as tag`;

/** Returns the edits of a row. */
export async function marksOf({ unsafeDb }: Db, transactionId: number): Promise<Mark[]> {
  const { rows } = await unsafeDb.execute<Record<Mark, boolean>>(sql`
    select ${isCategorized} as category, chosen_kind is not null as "kind",
      exists (select from budget_exemptions e where e.transaction_id = t.transaction_id) as exemption,
      exists (select from income_payments p where p.transaction_id = t.transaction_id) as payment,
      ${areOthersKept}
    from transactions t where transaction_id = ${transactionId}`);
  return everyMark.filter((mark) => rows[0]?.[mark] === true);
}
