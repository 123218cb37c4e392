import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createTestUser } from "../support/factories/auth-factory.ts";
import { budgetAccessItems, budgetCategories, budgetExemptions } from "#server/tables/budget-tables.ts";
import { incomePayments } from "#server/tables/income-tables.ts";
import { createTestAccessItem } from "../support/factories/access-item-factory.ts";
import { createTestMarks } from "../support/factories/marks-factory.ts";
import { createTestTransactions } from "../support/factories/transaction-factory.ts";
import { useTestDatabase } from "../support/test-database.ts";
import { imports } from "#server/tables/import-tables.ts";
import { providerTransactions } from "#server/tables/transaction-tables.ts";
import { countStates } from "#shared/import-states.ts";
import type { Transaction } from "#server/database/db.ts";

/**
 * Tables without an owner, with the reason. They have row-level security without a policy, which denies them to `asUser`; only
 * `unsafeDb` reads them.
 */
const kernelTables: Record<string, string> = {
  upstream_modes: "one row per upstream, written at the start",
  users: "sign-in finds or creates the person before there is a user to act as",
  sessions: "every request looks its session up before its user is known",
  identities: "sign-in finds the person by an account at the provider",
  passkeys: "sign-in finds the person by a passkey",
  invitations: "an invitation is opened before there is a user",
  used_sign_ins: "used sign-in responses, kept against replay before there is a user",
  upstream_copies: "public answers of upstreams, the same for everybody",
  leases: "which server does work reserved for one at a time",
  call_counts: "how often each caller called this minute",
  jobs: "due work, which any server may claim",
  webhook_inbox: "verified deliveries, stored before their Item's owner is known",
  bills: "the public index of bills, the same for everybody",
  bill_index_states: "how far that index has been read",
  code_repositories: "the public index of code, the same for everybody",
  code_commits: "the commits of that index",
  code_files: "the files of those commits",
  code_texts: "the texts of those files",
  code_definitions: "what those texts define",
  code_index_states: "when that index was last compared with GitHub",
  products: "products belong to the site; every member edits them, anyone can look one up",
  product_images: "like the products that show them",
  product_pictures: "public pictures, the same for everybody",
  product_picture_sizes: "the files of those pictures",
  content_copies: "the last good copy of the public content, the same for everybody",
  personal_data_records: "records of downloads and deletions of personal data, kept after the person is gone",
};

const database = useTestDatabase();

type TableRow = { name: string; secured: boolean; policies: string[]; unbound: string[] };

async function readTables(): Promise<TableRow[]> {
  const { rows } = await database().unsafeDb.execute<TableRow>(sql`
    select c.relname as name, c.relrowsecurity as secured,
      array(select p.policyname::text from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname) as policies,
      array(select p.policyname::text from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname
        and not (p.permissive = 'RESTRICTIVE' and p.cmd = 'DELETE' and p.qual like '%app.access%')
        and (coalesce(p.qual, p.with_check) not like '%app.user_id%' or coalesce(p.with_check, p.qual) not like '%app.user_id%'
          or p.roles <> '{app_user}' or p.permissive <> 'PERMISSIVE')) as unbound
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'm', 'f')`);
  return rows;
}

describe("row-level security", () => {
  it("is on for every table", async () => {
    const open = (await readTables()).filter(({ secured }) => !secured).map(({ name }) => name);
    expect(
      open,
      "tables without .enableRLS(): any signed-in person's transaction could read and write them",
    ).toEqual([]);
  });

  it("has a policy on every table not listed here as a kernel table", async () => {
    const forgotten = (await readTables()).filter(
      ({ name, policies }) => policies.length === 0 && !(name in kernelTables),
    );
    expect(
      forgotten.map(({ name }) => name),
      "give these a pgPolicy, or name them in kernelTables",
    ).toEqual([]);
  });

  it("lists only kernel tables that exist and have no policy", async () => {
    const tables = await readTables();
    const bare = new Set(tables.filter(({ policies }) => policies.length === 0).map(({ name }) => name));
    expect(Object.keys(kernelTables).filter((name) => !bare.has(name))).toEqual([]);
  });

  it("has only policies that bind app_user to app.user_id, for reads and writes", async () => {
    const unbound = (await readTables()).flatMap(({ name, unbound }) =>
      unbound.map((policy) => `${name}: ${policy}`),
    );
    expect(unbound).toEqual([]);
  });

  it.each([
    "reset role",
    "set role none",
    "select set_config('role', 'none', true)",
    "reset session authorization",
  ])("can't be lifted inside a person's transaction by %s, whose login has no other role", async (lift) => {
    await database().unsafeDb.execute(sql`insert into upstream_modes values ('plaid', 'live')`);
    const seen = await database().asUser("someone", async (tx) => {
      await tx.execute(sql.raw(lift));
      const { rows } = await tx.execute(sql`
          select (select count(*)::int from upstream_modes) as modes,
            pg_has_role(current_user, 'pg_database_owner', 'member') as "isOwner"`);
      return rows;
    });
    expect(seen).toEqual([{ modes: 0, isOwner: false }]);
  });

  it("denies kernel tables to a user's transaction", async () => {
    await database().unsafeDb.execute(sql`insert into upstream_modes values ('plaid', 'live')`);
    const { rows } = await database().asUser("someone", (tx) =>
      tx.execute(sql`select * from upstream_modes`),
    );
    expect(rows).toEqual([]);
  });
});

describe("a foreign key between people's rows", () => {
  it("includes the person, so that no row can reference another person's", async () => {
    const { rows } = await database().unsafeDb.execute<{ name: string }>(sql`
      select format('%s: %s', k.conrelid::regclass, k.conname) as name from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attname = 'user_id'
      join pg_attribute b on b.attrelid = k.confrelid and b.attname = 'user_id' and b.attnotnull
      where k.contype = 'f' and k.confrelid <> 'users'::regclass
        and not (a.attnum = any(k.conkey) and b.attnum = any(k.confkey)) order by 1`);
    // Sessions belong to the kernel; nobody acting as a person can read or reference one.
    expect(rows.map(({ name }) => name)).toEqual(["sessions: sessions_passkey_id_passkeys_passkey_id_fk"]);
  });

  it("refuses another person's budget, bank, transaction and category", async () => {
    const [avery, blake] = [await createTestUser(database()), await createTestUser(database())];
    const theirs = await createTestAccessItem(database(), blake.userId);
    const marks = await createTestMarks(database(), { userId: blake.userId, ...theirs });
    const account = { userId: blake.userId, ...theirs, accountId: theirs.accounts[0]?.accountId ?? 0 };
    const [row] = await createTestTransactions(database(), account, [{}]);
    const own = await createTestAccessItem(database(), avery.userId);
    const ownMarks = await createTestMarks(database(), { userId: avery.userId, ...own });
    const { userId } = avery;
    const transactionId = row?.transactionId ?? 0;
    const { budgetId } = ownMarks;
    const inserts: Record<string, (tx: Transaction) => Promise<unknown>> = {
      "budget of an exemption": (tx) =>
        tx
          .insert(budgetExemptions)
          .values({ budgetId: marks.budgetId, transactionId, userId, isExempt: true }),
      "row of an exemption": (tx) =>
        tx.insert(budgetExemptions).values({ budgetId, transactionId, userId, isExempt: true }),
      "bank of a budget": (tx) => {
        const { institutionAccessItemId } = theirs;
        return tx.insert(budgetAccessItems).values({ budgetId, institutionAccessItemId, userId });
      },
      "category of a budget": (tx) =>
        tx
          .insert(budgetCategories)
          .values({ budgetId, financialCategoryId: marks.categoryId, userId, estimate: 1 }),
      "row of a payment": (tx) =>
        tx.insert(incomePayments).values({
          userId,
          incomeSourceId: ownMarks.incomeSourceId,
          transactionId,
          paymentDate: "2026-11-02",
          creditedMonth: "2026-11",
          paymentMemo: "",
          isManualAdjustment: false,
          createdAt: new Date(),
        }),
    };
    for (const [what, insert] of Object.entries(inserts))
      await expect(database().asUser(userId, insert), what).rejects.toThrow();
    await database().asUser(userId, (tx) =>
      tx
        .insert(budgetCategories)
        .values({ budgetId, financialCategoryId: ownMarks.categoryId, userId, estimate: 1 }),
    );
  });

  it("is a policy for the import of a fact, which refuses another person's", async () => {
    const [avery, blake] = [await createTestUser(database()), await createTestUser(database())];
    const own = await createTestAccessItem(database(), avery.userId);
    const { userId } = avery;
    const account = { userId, ...own, accountId: own.accounts[0]?.accountId ?? 0 };
    const [row] = await createTestTransactions(database(), account, [{}]);
    const at = new Date();
    const file = { fileName: "june.csv", sha256: "", format: "csv", dialect: "csv", answers: {} } as const;
    const noted = {
      accountIds: [],
      counts: countStates([]),
      written: { added: 0, joined: 0, changed: 0 },
      at,
    };
    await database()
      .unsafeDb.insert(imports)
      .values([
        { importId: 1, userId, ...file, ...noted },
        { importId: 2, userId: blake.userId, ...file, ...noted },
      ]);
    const addFact = (importId: number) =>
      database().asUser(userId, (tx) =>
        tx.insert(providerTransactions).values({
          userId,
          source: "file",
          accountId: account.accountId,
          providerTransactionId: `${importId}.0`,
          transactionId: row?.transactionId ?? 0,
          pending: false,
          date: "2026-06-01",
          name: "Blue Fig",
          rawAmount: "-1",
          isoCurrencyCode: "USD",
          receivedAt: at,
          importId,
        }),
      );
    await expect(addFact(2)).rejects.toThrow();
    await addFact(1);
  });
});
