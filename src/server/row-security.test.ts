import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { useTestDatabase } from "../../tests/support/test-database.ts";

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

  it("shuts a user's transaction out of the kernel's tables", async () => {
    await database().unsafeDb.execute(sql`insert into upstream_modes values ('plaid', 'live')`);
    const { rows } = await database().asUser("someone", (tx) =>
      tx.execute(sql`select * from upstream_modes`),
    );
    expect(rows).toEqual([]);
  });
});
