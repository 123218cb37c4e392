import { describe, expect, it } from "vitest";
import type { Transaction } from "./db.ts";
import { useTestDatabase } from "../../../tests/support/test-database.ts";
import { createTestUser } from "../../../tests/support/factories/auth-factory.ts";
import { sql } from "drizzle-orm";
import { changeAsUser } from "./change-as-user.ts";

const database = useTestDatabase();

const fail = (tx: Transaction, code: string) =>
  tx.execute(sql.raw(`do $$ begin raise exception 'made up' using errcode = '${code}'; end $$`));
/** Error that Postgres raises to end one of two deadlocked transactions. */
const deadlock = (tx: Transaction) => fail(tx, "40P01");

describe("a change that conflicts with a sync", () => {
  it("is retried if the bank removed one of its rows", async () => {
    const { userId } = await createTestUser(database());
    let tries = 0;
    await changeAsUser(database(), userId, async (tx) => {
      tries += 1;
      if (tries === 1) await fail(tx, "23503");
    });
    expect(tries).toBe(2);
  });

  it("is retried from the start after a deadlock", async () => {
    const { userId } = await createTestUser(database());
    let tries = 0;
    const made = await changeAsUser(database(), userId, async (tx) => {
      tries += 1;
      if (tries < 3) await deadlock(tx);
      return "made";
    });
    expect({ made, tries }).toEqual({ made: "made", tries: 3 });
  });

  it("fails after three attempts, and at once on other errors", async () => {
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
