import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { createTestUser } from "../../../tests/support/factories/auth-factory.ts";
import { useTestDatabase } from "../../../tests/support/test-database.ts";
import { budgets } from "../tables/budget-tables.ts";
import { together } from "./together.ts";

const database = useTestDatabase();
let userId: string;

beforeEach(async () => {
  ({ userId } = await createTestUser(database()));
});

it("sends reads without waiting for each other, and returns their answers in order", async () => {
  const steps: string[] = [];
  const answers = await database().asUser(userId, (tx) => {
    const ask = async (value: string) => {
      steps.push(`asked ${value}`);
      const { rows } = await tx.execute(sql`select ${value} as value`);
      steps.push(`got ${value}`);
      return rows;
    };
    return together([ask("1"), ask("2"), tx.select().from(budgets), ask("3")]);
  });
  expect(answers).toEqual([[{ value: "1" }], [{ value: "2" }], [], [{ value: "3" }]]);
  expect(steps).toEqual(["asked 1", "asked 2", "asked 3", "got 1", "got 2", "got 3"]);
});

it("fails as the read that failed by itself, once all have ended", async () => {
  let goesOn = "never ran";
  const work = database().asUser(userId, (tx) => {
    const twice = async () => {
      await tx.select().from(budgets);
      goesOn = "was under way";
      await tx
        .select()
        .from(budgets)
        .finally(() => (goesOn = "had ended"));
    };
    // The one that fails is sent second, and the ones after it are refused.
    return together([twice(), tx.execute(sql`select 1 / 0`), tx.select().from(budgets)]);
  });
  await expect(work).rejects.toMatchObject({ cause: { message: "division by zero" } });
  expect(goesOn).toBe("had ended");
  expect(await database().asUser(userId, (tx) => tx.select().from(budgets))).toEqual([]);
});
