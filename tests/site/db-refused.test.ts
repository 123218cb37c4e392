import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { useTestDatabase } from "../support/test-database.ts";

const database = useTestDatabase();

it("a refused statement keeps its connection, and those waiting behind it are answered", async () => {
  const { pool, unsafeDb } = database();
  let removed = 0;
  const count = () => void (removed += 1);
  pool.on("remove", count);
  const results = await Promise.allSettled([
    unsafeDb.execute(sql`select ${"no json"}::jsonb`),
    unsafeDb.execute(sql`select 1 as value`),
  ]);
  pool.off("remove", count);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  expect(removed).toBe(0);
});
