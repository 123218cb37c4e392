import { and, asc, count, eq, gt, gte, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { createTestUser } from "../../../tests/support/factories/auth-factory.ts";
import { createTestBudget } from "../../../tests/support/factories/budget-factory.ts";
import { useTestDatabase } from "../../../tests/support/test-database.ts";
import { budgets } from "#server/tables/budget-tables.ts";
import type { Transaction } from "./db.ts";
import { defineKeptQuery, withKeptPlan, type Terms } from "./kept-plan.ts";

const database = useTestDatabase();

async function keptTexts(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ statement: string }>(sql`
    select statement from pg_prepared_statements where statement like '%"budgets"%' order by prepare_time`);
  return rows.map(({ statement }) => statement);
}

it("keeps one plan of a text for all values, and another of another text", async () => {
  const { userId } = await createTestUser(database());
  for (const name of ["First", "Second"]) await createTestBudget(database(), userId, { name });
  await database().asUser(userId, async (tx) => {
    const before = await keptTexts(tx);
    const namesAfter = (id: number) =>
      withKeptPlan(
        tx
          .select({ name: budgets.name })
          .from(budgets)
          .where(gt(budgets.budgetId, id))
          .orderBy(asc(budgets.budgetId)),
      );
    const all = await namesAfter(0);
    expect(all).toEqual([{ name: "First" }, { name: "Second" }]);
    for (let run = 0; run < 8; run += 1) expect(await namesAfter(2_000_000)).toEqual([]);
    expect(await namesAfter(0)).toEqual(all);
    expect(await withKeptPlan(tx.select({ rows: count() }).from(budgets))).toEqual([{ rows: 2 }]);
    const kept = (await keptTexts(tx)).filter((text) => !before.includes(text));
    expect(kept.map((text) => /select .*? from/.exec(text)?.[0])).toEqual([
      'select "name" from',
      "select count(*) from",
    ]);
  });
});

it("shows each person their own rows by a plan that was made for another", async () => {
  const people = [await createTestUser(database()), await createTestUser(database())];
  for (const [index, { userId }] of people.entries())
    await createTestBudget(database(), userId, { name: `Budget of ${index}` });
  for (let run = 0; run < 8; run += 1)
    for (const [index, { userId }] of people.entries()) {
      const rows = await database().asUser(userId, (tx) =>
        withKeptPlan(tx.select({ name: budgets.name }).from(budgets)),
      );
      expect(rows).toEqual([{ name: `Budget of ${index}` }]);
    }
});

it("builds a query once for everyone, and gives each transaction its own rows", async () => {
  let built = 0;
  const named = defineKeptQuery((db, { name, since }: Terms<{ name: string; since: string }>) => {
    built += 1;
    return db
      .select({ name: budgets.name, startDate: budgets.startDate })
      .from(budgets)
      .where(and(eq(budgets.name, name), gte(budgets.startDate, since)));
  });
  const people = [await createTestUser(database()), await createTestUser(database())];
  for (const [index, { userId }] of people.entries())
    await createTestBudget(database(), userId, { name: "Month", startDate: `2026-11-0${index + 1}` });
  const of = (userId: string, since: string) =>
    database().asUser(userId, (tx) => named(tx, { name: "Month", since }));
  const both = people.map(({ userId }) => of(userId, "2026-11-01"));
  expect(await Promise.all(both)).toEqual([
    [{ name: "Month", startDate: "2026-11-01" }],
    [{ name: "Month", startDate: "2026-11-02" }],
  ]);
  expect(await of(people[0]?.userId ?? "", "2026-11-02")).toEqual([]);
  expect(
    await database().unsafeDb.transaction((tx) => named(tx, { name: "Month", since: "2026-11-02" })),
  ).toHaveLength(1);
  expect(built).toBe(1);
});

it("has its values named one by one, since a rest of them would be empty", async () => {
  const { userId } = await createTestUser(database());
  const query = defineKeptQuery((db, { name, ...others }: Terms<{ name: string; id: number }>) =>
    db
      .select()
      .from(budgets)
      .where(and(eq(budgets.name, name), eq(budgets.budgetId, others.id))),
  );
  await expect(database().asUser(userId, async (tx) => query(tx, { name: "Month", id: 1 }))).rejects.toThrow(
    "name them one by one",
  );
});
