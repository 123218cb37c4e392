import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestUser } from "../support/factories/auth-factory.ts";
import { createFuzzPerson, type FuzzPerson } from "../support/fuzz/fuzz-site.ts";
import { createTestApp, type TestApp } from "../support/test-app.ts";
import { useTestDatabase } from "../support/test-database.ts";

/** Fields a call doesn't declare must change nothing, even if a column has that name. */

const database = useTestDatabase();
let site: TestApp;
let person: FuzzPerson;
let strangerId: string;

beforeEach(async () => {
  site = createTestApp(database(), { now: () => new Date("2026-11-21T12:00:00Z") });
  person = await createFuzzPerson(database(), site);
  strangerId = (await createTestUser(database())).userId;
});

/** Returns column names, as spelled in calls and in the database. */
function unasked(): Record<string, unknown> {
  return {
    userId: strangerId,
    user_id: strangerId,
    mode: "live",
    source: "evil",
    createdAt: "1999-01-01T00:00:00Z",
    created_at: "1999-01-01T00:00:00Z",
    updatedAt: "1999-01-01T00:00:00Z",
    deletedAt: "1999-01-01T00:00:00Z",
    deleted_at: "1999-01-01T00:00:00Z",
    isMember: true,
    isBuiltIn: true,
    role: "administrator",
    __proto__: { isMember: true },
  };
}

type Creation = {
  path: string;
  table: string;
  idColumn: string;
  idField: string;
  body: (known: FuzzPerson["known"]) => object;
};

const creations: Creation[] = [
  {
    path: "/api/SaveBudget",
    table: "budgets",
    idColumn: "budget_id",
    idField: "budgetId",
    body: () => ({
      budgetId: 0,
      name: "Winter",
      startDate: "2026-12-01",
      endDate: "2026-12-31",
      categories: [],
      budgetAccessItems: [],
    }),
  },
  {
    path: "/api/SaveIncomeSource",
    table: "income_sources",
    idColumn: "income_source_id",
    idField: "incomeSourceId",
    body: (known) => ({
      incomeSourceId: 0,
      institutionAccessItemId: known["institutionAccessItemId"],
      name: "Unit 9",
      startDate: "2026-01-01",
      amountDue: 900,
      incomeSourceType: "Rent",
    }),
  },
  {
    path: "/api/SaveFinancialCategory",
    table: "financial_categories",
    idColumn: "financial_category_id",
    idField: "financialCategoryId",
    body: () => ({ financialCategoryId: 0, name: "Orchard" }),
  },
  {
    path: "/api/SaveManualAccount",
    table: "accounts",
    idColumn: "account_id",
    idField: "accountId",
    body: () => ({
      accountId: "",
      institutionName: "Harbor Bank",
      name: "Everyday",
      type: "checking",
      isoCurrencyCode: "USD",
      openingBalance: 10,
      openingDate: "2026-11-01",
    }),
  },
  {
    path: "/api/SaveTransaction",
    table: "transactions",
    idColumn: "transaction_id",
    idField: "transactionId",
    body: (known) => ({
      transactionId: 0,
      accountId: known["manualAccountId"],
      date: "2026-11-10",
      amount: -12.5,
      name: "Nine Plums",
    }),
  },
  {
    path: "/api/SaveProduct",
    table: "products",
    idColumn: "product_id",
    idField: "productId",
    body: () => ({
      productId: 0,
      name: "Lamp",
      serialNumber: "LMP-MASS",
      grade: "A",
      description: "",
      imageIds: [],
      altTexts: [],
    }),
  },
];

/** Returns the row created by a call, without values unique to each row. */
async function rowMadeBy(creation: Creation, extra: object): Promise<Record<string, unknown>> {
  const body = { ...creation.body(person.known), ...extra };
  const response = await site.post(creation.path, body, { cookie: person.cookie });
  const text = await response.text();
  expect([response.status, text]).toEqual([200, expect.any(String)]);
  const { rows } = await database().unsafeDb.execute(
    sql`select * from ${sql.identifier(creation.table)} order by ${sql.identifier(creation.idColumn)} desc limit 1`,
  );
  const { [creation.idColumn]: _, ...row } = rows[0] ?? {};
  await database().unsafeDb.execute(
    sql`delete from ${sql.identifier(creation.table)} where ${sql.identifier(creation.idColumn)} = ${_}`,
  );
  return row;
}

describe.each(creations)("$path", (creation) => {
  it("creates the same row whatever else is sent", async () => {
    const plain = await rowMadeBy(creation, {});
    expect(Object.keys(plain).length).toBeGreaterThanOrEqual(3);
    expect(await rowMadeBy(creation, unasked())).toEqual(plain);
    expect(JSON.stringify(plain)).not.toContain(strangerId);
  });
});

describe("another person's id in a field", () => {
  it("gives no access, because ids are looked up among the caller's own rows", async () => {
    const other = await createFuzzPerson(database(), site);
    for (const [path, name] of [
      ["/api/GetBudget", "budgetId"],
      ["/api/GetTransactions", "institutionAccessItemId"],
      ["/api/GetIncomeSource", "incomeSourceId"],
      ["/api/GetUserAccessItem", "userAccessItemId"],
    ] as const) {
      const query = `?${name}=${String(other.known[name])}`;
      const theirs = await site.request(`${path}${query}`, { headers: { cookie: other.cookie } });
      const ours = await site.request(`${path}${query}`, { headers: { cookie: person.cookie } });
      expect([path, theirs.status, ours.status]).toEqual([path, 200, 404]);
    }
  });
});
