import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, inArray, sql, type SQL } from "drizzle-orm";
import { expect, it } from "vitest";
import { createTestAccessItem } from "../../../../tests/support/factories/access-item-factory.ts";
import { createTestUser } from "../../../../tests/support/factories/auth-factory.ts";
import { createTestTransactions } from "../../../../tests/support/factories/transaction-factory.ts";
import { byDay } from "../../../../tests/support/night.ts";
import { fc } from "../../../../tests/support/properties.ts";
import { openEmptyDatabase, useTestDatabase } from "../../../../tests/support/test-database.ts";
import { createBackup, readBackup } from "#server/backup/backup.ts";
import { restoreInto } from "#server/backup/backup-restore.ts";
import type { Database } from "#server/database/db.ts";
import { financialCategories } from "#server/tables/category-tables.ts";
import { accounts } from "#server/tables/institution-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";

const database = useTestDatabase();

const month = sql`to_char(date, 'YYYY-MM-01') as month`;
const fromRows = sql`select user_id, institution_access_item_id, account_id, iso_currency_code, ${month}, count(*)::int as row_count,
    sum(greatest(amount, 0))::text as money_in, sum(least(amount, 0))::text as money_out,
    coalesce(sum(amount) filter (where not pending), 0)::text as posted
  from transactions where removed_by_bank_at is null and dismissed_at is null
  group by 1, 2, 3, 4, 5 order by 3, 4, 5`;
const kept = sql`select user_id, institution_access_item_id, account_id, iso_currency_code, month::text, row_count,
    money_in::text, money_out::text, posted::text
  from ledger_sums where row_count <> 0 or money_in <> 0 or money_out <> 0 or posted <> 0 order by 3, 4, 5`;

const sums = sql`count(*)::int as row_count, sum(amount)::text as amount`;
const areKept = sql`row_count <> 0 or amount <> 0`;

/** Sums kept by month, each with the same from the rows. */
const ofMonths = [
  {
    rows: sql`select user_id, institution_access_item_id as item, ${month}, iso_currency_code, kind,
        coalesce(financial_category_id, 0) as key, ${sums}
      from transactions where removed_by_bank_at is null and dismissed_at is null and kind in ('spending', 'income')
      group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`,
    kept: sql`select user_id, institution_access_item_id as item, month::text, iso_currency_code, kind,
        financial_category_id as key, row_count, amount::text
      from category_sums where ${areKept} order by 1, 2, 3, 4, 5, 6`,
  },
  {
    rows: sql`select user_id, institution_access_item_id as item, ${month}, iso_currency_code, payee, ${sums}
      from transactions where removed_by_bank_at is null and dismissed_at is null and kind = 'spending'
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
    kept: sql`select user_id, institution_access_item_id as item, month::text, iso_currency_code, payee, row_count, amount::text
      from payee_sums where ${areKept} order by 1, 2, 3, 4, 5`,
  },
];

async function expectKept(from?: Pick<Database, "unsafeDb">): Promise<void> {
  expect(await read(kept, from)).toEqual(await read(fromRows, from));
  for (const { rows, kept: ofMonth } of ofMonths)
    expect(await read(ofMonth, from)).toEqual(await read(rows, from));
}

async function read(query: SQL, from: Pick<Database, "unsafeDb"> = database()): Promise<unknown[]> {
  return (await from.unsafeDb.execute(query)).rows;
}

const anyCurrency = fc.constantFrom("USD", "JPY");
const anyAmount = fc.integer({ min: -5, max: 5 });
const anyChange = fc.oneof(
  fc.record({ amount: anyAmount }),
  fc.record({ isoCurrencyCode: anyCurrency, amount: anyAmount }),
  fc.record({ removedByBankAt: fc.constantFrom(new Date(), null) }),
  fc.record({ dismissedAt: fc.constantFrom(new Date(), null) }),
  fc.record({ date: fc.constantFrom("2026-10-31", "2026-11-01", "2026-12-31"), amount: anyAmount }),
  fc.record({ kind: fc.constantFrom("spending" as const, "income" as const, "transfer" as const) }),
  fc.record({ financialCategoryId: fc.constantFrom(null, 1, 2) }),
  fc.record({ payee: fc.constantFrom("Blue Fig", "Kiosk") }),
  fc.record({ pending: fc.boolean() }),
);
const anyStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      add: fc.array(fc.record({ amount: anyAmount, isoCurrencyCode: anyCurrency }), {
        minLength: 1,
        maxLength: 4,
      }),
      account: fc.nat(1),
    }),
  },
  { weight: 4, arbitrary: fc.record({ change: anyChange, every: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ move: fc.nat(1), every: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ remove: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ deleteAccount: fc.nat(1) }) },
);

it("equal the sums of the rows after any changes to them", async () => {
  const { userId } = await createTestUser(database());
  const db = database().unsafeDb;
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 8 }), async (steps) => {
      const item = await createTestAccessItem(database(), userId, { accounts: [{}, {}] });
      const { institutionAccessItemId } = item;
      const ids = item.accounts.map(({ accountId }) => accountId);
      const some = async (every: number) => {
        const rows = await db
          .select({ id: transactions.transactionId })
          .from(transactions)
          .where(eq(transactions.institutionAccessItemId, institutionAccessItemId))
          .orderBy(transactions.transactionId);
        return inArray(transactions.transactionId, [
          0,
          ...rows.filter((_row, index) => index % every === 0).map(({ id }) => id),
        ]);
      };
      for (const step of steps) {
        if ("add" in step) {
          const accountId = ids[step.account];
          if (accountId !== undefined)
            await createTestTransactions(
              database(),
              { userId, institutionAccessItemId, accountId },
              step.add,
            );
        } else if ("change" in step)
          await db
            .update(transactions)
            .set(step.change)
            .where(await some(step.every));
        else if ("move" in step) {
          const accountId = ids[step.move];
          if (accountId !== undefined)
            await db
              .update(transactions)
              .set({ accountId })
              .where(await some(step.every));
        } else if ("remove" in step) await db.delete(transactions).where(await some(step.remove));
        else {
          const [accountId] = ids.splice(step.deleteAccount, 1);
          if (accountId !== undefined) await db.delete(accounts).where(eq(accounts.accountId, accountId));
        }
        await expectKept();
      }
    }),
    { numRuns: byDay(15, 300) },
  );
  await db.execute(sql`truncate transactions cascade`);
  expect(await read(kept)).toEqual([]);
}, 180_000);

it("move with an account to another link of its bank, and go with it", async () => {
  const { userId } = await createTestUser(database());
  const db = database().unsafeDb;
  const [from, to] = [
    await createTestAccessItem(database(), userId),
    await createTestAccessItem(database(), userId),
  ];
  const accountId = from.accounts[0]?.accountId ?? 0;
  const { institutionAccessItemId } = from;
  await createTestTransactions(database(), { userId, institutionAccessItemId, accountId }, [
    { amount: 7 },
    { amount: -2 },
  ]);
  await db
    .update(accounts)
    .set({ institutionAccessItemId: to.institutionAccessItemId })
    .where(eq(accounts.accountId, accountId));
  expect(await read(kept)).toMatchObject([
    { institution_access_item_id: to.institutionAccessItemId, row_count: 2, money_in: "7", money_out: "-2" },
  ]);
  await expectKept();
  await db.execute(sql`delete from institution_access_items`);
  expect(await read(sql`select * from ledger_sums`)).toEqual([]);
  for (const table of ["category_sums", "payee_sums"])
    expect(await read(sql`select * from ${sql.identifier(table)}`)).toEqual([]);
});

it("are written once for a statement, however many rows it changes", async () => {
  const { userId } = await createTestUser(database());
  const { institutionAccessItemId, accounts: own } = await createTestAccessItem(database(), userId);
  const owner = { userId, institutionAccessItemId, accountId: own[0]?.accountId ?? 0 };
  await createTestTransactions(
    database(),
    owner,
    Array.from({ length: 300 }, () => ({ amount: -2 })),
  );
  const writes = sql`select relname as name, n_tup_ins + n_tup_upd as count from pg_stat_xact_user_tables
    where relname in ('ledger_sums', 'category_sums', 'payee_sums') order by 1`;
  const [before, after] = await database().unsafeDb.transaction(async (tx) => {
    const start = await tx.execute<{ name: string; count: string }>(writes);
    await tx.update(transactions).set({ removedByBankAt: new Date() });
    return [start.rows, (await tx.execute<{ name: string; count: string }>(writes)).rows];
  });
  expect(after.map(({ name, count }, index) => [name, Number(count) - Number(before[index]?.count)])).toEqual(
    [
      ["category_sums", 1],
      ["ledger_sums", 1],
      ["payee_sums", 1],
    ],
  );
  await expectKept();
});

it("follow two people who write at once, and a category that is deleted", async () => {
  const { userId } = await createTestUser(database());
  const item = await createTestAccessItem(database(), userId);
  const { institutionAccessItemId } = item;
  const db = database().unsafeDb;
  const [category] = await db
    .insert(financialCategories)
    .values({ userId, name: "Music", nameKey: "music" })
    .returning();
  const rows = await createTestTransactions(
    database(),
    { userId, institutionAccessItemId, accountId: item.accounts[0]?.accountId ?? 0 },
    [-1, -2, -3, -4].map((amount) => ({
      amount,
      financialCategoryId: category?.financialCategoryId ?? null,
    })),
  );
  await Promise.all(
    rows.map(({ transactionId }, index) =>
      db
        .update(transactions)
        .set({ amount: -10 * index, financialCategoryId: index % 2 === 0 ? 1 : undefined })
        .where(eq(transactions.transactionId, transactionId)),
    ),
  );
  await expectKept();
  await db.execute(sql`delete from financial_categories where name = 'Music'`);
  await expectKept();
});

it("aren't in a backup, and are made again by its restore", async () => {
  const { userId } = await createTestUser(database());
  const {
    institutionAccessItemId,
    accounts: [account],
  } = await createTestAccessItem(database(), userId);
  await createTestTransactions(
    database(),
    { userId, institutionAccessItemId, accountId: account?.accountId ?? 0 },
    [{ amount: 7 }, { amount: -2 }],
  );
  const folder = mkdtempSync(join(tmpdir(), "folio-ledger-sums-"));
  const restored = await openEmptyDatabase();
  try {
    const path = join(folder, "backup");
    await writeFile(path, createBackup({ database: database(), secretKey: Buffer.alloc(32, 7) }));
    const tables: string[] = [];
    await restoreInto(restored, readBackup(path), { onTable: (table) => void tables.push(table) });
    expect(tables).toContain("transactions");
    for (const table of ["ledger_sums", "category_sums", "payee_sums"]) expect(tables).not.toContain(table);
    await expectKept(restored);
  } finally {
    await restored.close();
    rmSync(folder, { recursive: true });
  }
});
