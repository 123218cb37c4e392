import { getTableColumns, getTableName, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { personalTables } from "#features/personal-data/server/personal-tables.ts";
import { contracts } from "#server/contracts.ts";
import { actFor } from "#server/database/acting.ts";
import type { Transaction } from "#server/database/db.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { watchChanges, type ChangeWatch } from "../support/change-watch.ts";
import { createTestUser } from "../support/factories/auth-factory.ts";
import { createTestMember, showing } from "../support/factories/household-factory.ts";
import { rightInput } from "../support/fuzz/fuzz-inputs.ts";
import { fuzzOperations, type FuzzOperation } from "../support/fuzz/fuzz-operations.ts";
import { createFuzzPerson, createFuzzSite, type FuzzPerson } from "../support/fuzz/fuzz-site.ts";
import { unreached } from "../support/fuzz/unreached.ts";
import type { TestApp } from "../support/test-app.ts";
import { keepRows, useTestDatabase } from "../support/test-database.ts";
import { unpackedText } from "../support/unpacked-text.ts";

/**
 * Every call about money, for its owner, a member of their household who may write, one who may read, and a stranger
 * (docs/reference/product.md, "Household"). Generated from the contracts, so that a new call is tested automatically.
 */

const database = useTestDatabase({ emptyBefore: "all" });
/** Tables that any call may write. */
const madeByAsking = ["upstream_copies", "leases", "call_counts", "sessions"];
let site: TestApp;
let watch: ChangeWatch;

const endpoints = new Map<string, Endpoint>(
  Object.values(contracts).flatMap((contract) =>
    Object.values(contract).map((endpoint): [string, Endpoint] => [
      `${endpoint.method} ${endpoint.path}`,
      endpoint,
    ]),
  ),
);
const ofMoney = fuzzOperations().filter(({ name }) => endpoints.get(name)?.auth === "finance");
const sharingOf = ({ name }: FuzzOperation) => endpoints.get(name)?.sharing ?? "shared";
const isRead = (operation: FuzzOperation) => operation.method === "GET" && sharingOf(operation) === "shared";
const reads = ofMoney.filter(isRead);
const ofOwners = ofMoney.filter((operation) => sharingOf(operation) === "owner");
const writes = ofMoney.filter(
  (operation) => !isRead(operation) && ["shared", "writers"].includes(sharingOf(operation)),
);

beforeAll(async () => {
  site = createFuzzSite(database());
  watch = await watchChanges(database(), madeByAsking);
});

afterAll(() => watch.end());

type Answer = { status: number; text: string };
/** Words that differ by reader: "You", or the name of whoever did it; "your" bank, or "the" bank. */
const aboutReader = /"isByYou":\w+|"(?:why|noteBy|exemptedBy)":(?:null|"(?:[^"\\]|\\.)*")/g;

async function ask(operation: FuzzOperation, known: FuzzPerson["known"], cookie: string): Promise<Answer> {
  const { target, method, headers, body } = rightInput(operation, known);
  const response = await site.request(target, {
    method,
    headers: { ...headers, cookie },
    ...(body === null ? {} : { body }),
  });
  return { status: response.status, text: await unpackedText(response) };
}

/** Returns the same values with ids that nothing has. */
function unknownIds(known: FuzzPerson["known"]): FuzzPerson["known"] {
  const isId = (name: string) => /id$/i.test(name) && !/categoryId$/i.test(name);
  return Object.fromEntries(
    Object.entries(known).map(([name, value], index) => [
      name,
      isId(name) && typeof value === "number" ? 2_000_000_000 + index : value,
    ]),
  );
}

async function createHousehold() {
  const owner = await createFuzzPerson(database(), site);
  const [reader, writer] = [
    await createTestMember(database(), owner.userId, "read"),
    await createTestMember(database(), owner.userId, "write"),
  ];
  return { owner, reader, writer };
}

let household: Awaited<ReturnType<typeof createHousehold>>;
/** Brings the household back to what it was. */
let renewHousehold: () => Promise<void>;
beforeEach(async () => {
  if (household !== undefined) return;
  household = await createHousehold();
  renewHousehold = await keepRows(database());
});

describe("the calls about money", () => {
  it("are many, of each kind", () => {
    expect(reads.length).toBeGreaterThan(40);
    expect(writes.length).toBeGreaterThan(50);
    expect(ofOwners.map(({ path }) => path).toSorted()).toEqual([
      "/api/CreateCalendarFeed",
      "/api/DeleteManualAccount",
      "/api/GetCalendarFeed",
      "/api/RemoveAccessItem",
      "/api/RevokeCalendarFeed",
    ]);
  });
});

describe.each(reads)("$name", (operation) => {
  it("answers a member as the owner, with the owner's data", async () => {
    const { owner, reader, writer } = household;
    const known = owner.knownOf(operation.path);
    const theirs = await ask(operation, known, owner.cookie);
    expect(theirs.status, theirs.text).toBe(200);
    const seen = [await ask(operation, known, reader.cookie), await ask(operation, known, writer.cookie)];
    // Who made a change, or chose something, is told apart from you.
    const plain = ({ status, text }: Answer) => ({ status, text: text.replaceAll(aboutReader, "") });
    expect(seen.map(plain)).toEqual([plain(theirs), plain(theirs)]);
  });

  it("tells a stranger nothing, not even that something exists", async () => {
    await expectNothingTold(operation, household.owner, household.reader.membershipId);
  });
});

describe.each(writes)("$name", (operation) => {
  beforeEach(() => renewHousehold());

  it("is refused to a reader and a stranger, and lets a writer in, whom the journal names", async () => {
    const { owner, reader, writer } = household;
    const known = owner.knownOf(operation.path);
    await expectNothingTold(operation, owner, reader.membershipId);
    await watch.changes();
    const refused = await ask(operation, known, reader.cookie);
    expect(refused).toMatchObject({ status: 403, text: expect.stringContaining("but not change it") });
    expect(await watch.changes()).toEqual([]);
    const written = await ask(operation, known, writer.cookie);
    expect(unreached[operation.name] ?? [200, 409], written.text).toContain(written.status);
    const changes = await watch.changes();
    const { rows } = await database().unsafeDb.execute<{ name: string; call: string }>(
      sql`select actor_name as name, call from household_changes where user_id = ${owner.userId}`,
    );
    const hasChanged =
      written.status === 200 && changes.some((change) => !/^(?:jobs|household)/.test(change));
    // A call that found nothing to change may have one, too.
    if (hasChanged) expect(rows).toHaveLength(1);
    for (const row of rows) expect(row).toEqual({ name: writer.name, call: operation.path });
    const { rows: owned } = await database().unsafeDb.execute(
      sql.raw(
        personalTables
          .filter(
            ({ isKernel, name, table }) =>
              isKernel !== true && !/household/.test(name) && "userId" in getTableColumns(table),
          )
          .map(
            ({ table }) =>
              `select 1 from ${getTableName(table)} where user_id in ('${reader.userId}', '${writer.userId}')`,
          )
          .join(" union all "),
      ),
    );
    expect(owned, "a member's own rows").toEqual([]);
  });
});

describe.each(ofOwners)("$name", (operation) => {
  it("is the owner's alone", async () => {
    const { owner, reader, writer } = household;
    await watch.changes();
    for (const { cookie } of [reader, writer]) {
      const refused = await ask(operation, owner.knownOf(operation.path), cookie);
      expect(refused).toMatchObject({
        status: 403,
        text: expect.stringContaining("Only the owner can do this."),
      });
    }
    expect(await watch.changes()).toEqual([]);
  });
});

/** Expects that someone else can't tell a person's ids and memberships from those that don't exist. */
async function expectNothingTold(
  operation: FuzzOperation,
  owner: FuzzPerson,
  membershipId: string,
): Promise<void> {
  const known = owner.knownOf(operation.path);
  const [one, other] = [await createTestUser(database()), await createTestUser(database())];
  const forged = await ask(operation, known, showing(one.cookie, membershipId));
  expect(forged.status).toBe(403);
  expect(forged).toEqual(await ask(operation, known, showing(one.cookie, crypto.randomUUID())));
  const theirs = await ask(operation, known, one.cookie);
  const unknown = await ask(operation, unknownIds(known), other.cookie);
  expect(theirs.status).toBe(unknown.status);
  // Some repeat the id that was sent.
  const plain = ({ text }: Answer) => text.replaceAll(/Id":\d+/g, "");
  if (theirs.status >= 400) expect(plain(theirs)).toBe(plain(unknown));
}

describe("the database", () => {
  const tables = personalTables
    .filter(({ isKernel }) => isKernel !== true)
    .map(({ table }) => getTableName(table));
  const asMember = <Result>(memberId: string, work: (tx: Transaction) => Promise<Result>) => {
    const { userId } = household.owner;
    return actFor({ userId, memberId, ownerName: "the owner", beforeCommit: null }, () =>
      database().asUser(userId, work),
    );
  };
  const countIn = async (tx: Transaction, table: string) =>
    (await tx.execute<{ count: number }>(sql.raw(`select count(*)::int as count from ${table}`))).rows[0]
      ?.count;

  it.each(tables)("refuses a reader's statements that write %s, whatever the code does", async (table) => {
    const { reader } = household;
    for (const statement of [
      `delete from ${table}`,
      `update ${table} set user_id = user_id`,
      `insert into ${table} overriding system value select * from ${table}`,
    ]) {
      const write = asMember(reader.userId, (tx) => tx.execute(sql.raw(statement)));
      await expect(write, statement).rejects.toMatchObject({
        statusCode: 403,
        cause: { cause: { message: expect.stringContaining("read-only transaction") } },
      });
    }
    await expect(
      asMember(reader.userId, (tx) => tx.execute(sql`set transaction read write`)),
    ).rejects.toThrow();
  });

  it.each(tables)(
    "refuses them by the policies of %s, too, in a transaction that may write",
    async (table) => {
      const { userId } = household.owner;
      const asReader = async (statement: string) =>
        database().asUser(userId, async (tx) => {
          const before = await countIn(tx, table);
          await tx.execute(sql`select set_config('app.access', 'read', true)`);
          await tx.execute(sql.raw(statement));
          await tx.execute(sql`select set_config('app.access', '', true)`);
          return { before, after: await countIn(tx, table) };
        });
      const { before, after } = await asReader(`delete from ${table}`);
      expect(after).toBe(before);
      if (before === 0) return;
      const isPersons =
        table === "household_members" || table === "calendar_feeds" || table === "github_accounts";
      const update = asReader(`update ${table} set user_id = user_id`);
      if (isPersons) await update;
      else await expect(update).rejects.toThrow();
    },
  );

  it("shows a member nothing that is the person's alone", async () => {
    const { owner, writer } = household;
    await database().unsafeDb.execute(sql`
      insert into calendar_feeds (user_id, token_hash, created_at) values (${owner.userId}, 'hash', now())`);
    for (const table of ["calendar_feeds", "github_accounts", "household_members"])
      expect(await asMember(writer.userId, (tx) => countIn(tx, table)), table).toBe(0);
    expect(await asMember(writer.userId, (tx) => countIn(tx, "budgets"))).toBeGreaterThan(0);
  });

  it("lets nobody in without a membership", async () => {
    const { userId } = await createTestUser(database());
    await expect(asMember(userId, (tx) => countIn(tx, "budgets"))).rejects.toThrow("isn’t shared");
  });
});
