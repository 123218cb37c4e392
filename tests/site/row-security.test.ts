import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createTestUser } from "../support/factories/auth-factory.ts";
import { budgetAccessItems, budgetCategories, budgetExemptions } from "#server/tables/budget-tables.ts";
import { incomePayments } from "#server/tables/income-tables.ts";
import { createTestAccessItem } from "../support/factories/access-item-factory.ts";
import { createTestMarks } from "../support/factories/marks-factory.ts";
import { createTestTransactions } from "../support/factories/transaction-factory.ts";
import { useTestDatabase } from "../support/test-database.ts";
import type { Transaction } from "#server/database/db.ts";

/**
 * Tables that belong to no user, with the reason. They keep row-level security on without a policy, which shuts
 * `asUser` out of them; only `unsafeDb` reads them.
 */
const kernelTables: Record<string, string> = {
  upstream_modes: "one row an upstream, written at start",
  users: "sign-in finds or makes the person before there is a user to act as",
  sessions: "every request looks its session up before its user is known",
  used_sign_ins: "a sign-in answer that was used, kept against replay before there is a user",
  upstream_copies: "public answers of upstreams, the same for everybody",
  leases: "which server does work that only one may do",
  call_counts: "how often each caller called in this minute, whoever it is",
  jobs: "which work is due; any server takes any of it",
  webhook_inbox: "verified deliveries, kept before anybody knows whose item they name",
  bills: "the public index of bills, the same for everybody",
  bill_index_states: "how far that index has been read",
  products: "products belong to the site: every member edits them, anybody may look one up",
  product_images: "as the products that show them",
  product_pictures: "public pictures, the same for everybody",
  product_picture_sizes: "the files of those pictures",
  content_copies: "the last good copy of the public content, the same for everybody",
  personal_data_records: "that somebody downloaded or deleted what is theirs, kept when the person is gone",
};

const database = useTestDatabase();

type TableRow = { name: string; secured: boolean; policies: string[]; unbound: string[] };

async function readTables(): Promise<TableRow[]> {
  const { rows } = await database().unsafeDb.execute<TableRow>(sql`
    select c.relname as name, c.relrowsecurity as secured,
      array(select p.policyname::text from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname) as policies,
      array(select p.policyname::text from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname
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

  it("has a policy on every table that is not named here as the kernel's", async () => {
    const forgotten = (await readTables()).filter(
      ({ name, policies }) => policies.length === 0 && !(name in kernelTables),
    );
    expect(
      forgotten.map(({ name }) => name),
      "give these a pgPolicy, or name them in kernelTables",
    ).toEqual([]);
  });

  it("names only kernel tables that exist and have no policy", async () => {
    const tables = await readTables();
    const bare = new Set(tables.filter(({ policies }) => policies.length === 0).map(({ name }) => name));
    expect(Object.keys(kernelTables).filter((name) => !bare.has(name))).toEqual([]);
  });

  it("has only policies that bind app_user to app.user_id, for reading and for writing", async () => {
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
  ])(
    "cannot be lifted from inside a person's transaction by %s: its login has no other role",
    async (lift) => {
      await database().unsafeDb.execute(sql`insert into upstream_modes values ('plaid', 'live')`);
      const seen = await database().asUser("someone", async (tx) => {
        await tx.execute(sql.raw(lift));
        const { rows } = await tx.execute(sql`
          select (select count(*)::int from upstream_modes) as modes,
            pg_has_role(current_user, 'pg_database_owner', 'member') as "isOwner"`);
        return rows;
      });
      expect(seen).toEqual([{ modes: 0, isOwner: false }]);
    },
  );

  it("shuts a user's transaction out of the kernel's tables", async () => {
    await database().unsafeDb.execute(sql`insert into upstream_modes values ('plaid', 'live')`);
    const { rows } = await database().asUser("someone", (tx) =>
      tx.execute(sql`select * from upstream_modes`),
    );
    expect(rows).toEqual([]);
  });
});

describe("a foreign key between rows of people", () => {
  it("carries the person, so that nobody's row can point at another's", async () => {
    const { rows } = await database().unsafeDb.execute<{ name: string }>(sql`
      select format('%s: %s', k.conrelid::regclass, k.conname) as name from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attname = 'user_id'
      join pg_attribute b on b.attrelid = k.confrelid and b.attname = 'user_id' and b.attnotnull
      where k.contype = 'f' and k.confrelid <> 'users'::regclass
        and not (a.attnum = any(k.conkey) and b.attnum = any(k.confkey)) order by 1`);
    // Sessions are the kernel's: nobody acting as a person can read or name one.
    expect(rows.map(({ name }) => name)).toEqual([
      "github_link_attempts: github_link_attempts_session_id_sessions_session_id_fk",
    ]);
  });

  it("refuses another person's budget, bank and transaction, and a category that is another's", async () => {
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
    const wishes: Record<string, (tx: Transaction) => Promise<unknown>> = {
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
    for (const [what, insert] of Object.entries(wishes))
      await expect(database().asUser(userId, insert), what).rejects.toThrow();
    await database().asUser(userId, (tx) =>
      tx
        .insert(budgetCategories)
        .values({ budgetId, financialCategoryId: ownMarks.categoryId, userId, estimate: 1 }),
    );
  });
});
