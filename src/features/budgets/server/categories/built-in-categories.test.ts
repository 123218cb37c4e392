import { asc, isNull } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { builtInCategories } from "#features/transactions/domain/sorting/built-in-categories.ts";
import { financialCategories } from "#server/tables/category-tables.ts";
import { createTestUser } from "../../../../../tests/support/factories/auth-factory.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";

const database = useTestDatabase();

function readBuiltIn() {
  return database()
    .unsafeDb.select()
    .from(financialCategories)
    .where(isNull(financialCategories.userId))
    .orderBy(asc(financialCategories.financialCategoryId));
}

describe("built-in categories", () => {
  it.each(["at first", "and in the test after it"])("are created by a migration, %s", async () => {
    const rows = await readBuiltIn();
    expect(rows.map(({ name }) => name)).toEqual(builtInCategories);
    expect(rows.map(({ financialCategoryId }) => financialCategoryId)).toEqual(
      rows.map((_, index) => index + 1),
    );
    await database().unsafeDb.delete(financialCategories);
  });

  it("are compared by lower-case name", async () => {
    for (const { name, nameKey } of await readBuiltIn()) expect(nameKey).toBe(name.toLowerCase());
  });

  it("leave higher ids for a person's own", async () => {
    const { userId } = await createTestUser(database());
    const builtIn = await readBuiltIn();
    const [own] = await database()
      .unsafeDb.insert(financialCategories)
      .values({ userId, name: "Boat", nameKey: "boat" })
      .returning();
    expect(own?.financialCategoryId).toBe(builtIn.length + 1);
  });
});
