import { describe, expect, it } from "vitest";
import type { Transaction } from "#server/db.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { createTestUser } from "#features/auth/server/auth-factory.ts";
import { sql } from "drizzle-orm";
import { changeAsUser } from "./budget-transaction.ts";

const database = useTestDatabase();

/** Fails as Postgres does when it ends one of two transactions that wait for each other. */
const deadlock = (tx: Transaction) =>
  tx.execute(sql`do $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`);

describe("a change that met a deadlock", () => {
  it("is made again from its beginning", async () => {
    const { userId } = await createTestUser(database());
    let tries = 0;
    const made = await changeAsUser(database(), userId, async (tx) => {
      tries += 1;
      if (tries < 3) await deadlock(tx);
      return "made";
    });
    expect({ made, tries }).toEqual({ made: "made", tries: 3 });
  });

  it("is given up after three tries, and other failures at once", async () => {
    const { userId } = await createTestUser(database());
    let tries = 0;
    const change = (work: (tx: Transaction) => Promise<unknown>) =>
      changeAsUser(database(), userId, (tx) => {
        tries += 1;
        return work(tx);
      });
    await expect(change(deadlock)).rejects.toThrow();
    expect(tries).toBe(3);
    await expect(change((tx) => tx.execute(sql`select 1 / 0`))).rejects.toThrow();
    expect(tries).toBe(4);
  });
});
