import { asc } from "drizzle-orm";
import { expect, it } from "vitest";
import { createTestAccessItem } from "../../../../../tests/support/factories/access-item-factory.ts";
import { createTestUser } from "../../../../../tests/support/factories/auth-factory.ts";
import { createImporter, ofx } from "../../../../../tests/support/factories/import-factory.ts";
import { createBankSite } from "../../../../../tests/support/sites/bank-site.ts";
import { createTestApp } from "../../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { accountBalances, accounts } from "#server/tables/institution-tables.ts";
import { bankJobs } from "./bank-jobs.ts";

const database = useTestDatabase();
const dayMs = 86_400_000;

async function noted(): Promise<string[]> {
  const rows = await database()
    .unsafeDb.select()
    .from(accountBalances)
    .orderBy(asc(accountBalances.accountId), asc(accountBalances.date), asc(accountBalances.source));
  return rows.map(({ date, source, amount }) => `${date} ${source} ${amount}`);
}

it("a link and each sync note what the bank's accounts hold, with what is owed below zero", async () => {
  const site = createBankSite(database());
  const avery = await site.signInLater();
  const { id } = await site.link(avery);
  const held = await database().unsafeDb.select().from(accounts).orderBy(asc(accounts.accountId));
  const worth = held.flatMap(({ type, currentBalance }) =>
    currentBalance === null ? [] : [type === "depository" ? currentBalance : -currentBalance],
  );
  expect(worth.some((amount) => amount < 0)).toBe(true);
  expect(await noted()).toEqual(worth.map((amount) => `2026-11-21 bank ${amount}`));
  await site.pass(dayMs);
  for (const _twice of [1, 2]) {
    await database().unsafeDb.transaction((tx) =>
      site.server().jobs.enqueue(tx, { kind: bankJobs.sync, key: String(id) }),
    );
    await site.settle();
  }
  const days = (await noted()).map((line) => line.slice(0, 10));
  expect(new Set(days)).toEqual(new Set(["2026-11-21", "2026-11-22"]));
  expect(days).toHaveLength(2 * worth.length);
});

it("an import notes the file's closing balance, and its undo takes it back", async () => {
  // The evening of January 8 in New York.
  const now = () => new Date("2026-01-09T03:00:00Z");
  const site = createTestApp(database(), { now });
  const { userId, cookie } = await createTestUser(database(), { now });
  const { accounts: made } = await createTestAccessItem(database(), userId, {
    accounts: [{}, { type: "credit" }],
  });
  const own = createImporter(site, cookie);
  const rows = [{ date: "2026-01-05", amount: -4.5, payee: "Blue Fig", id: "T1" }];
  const ids = made.map(({ accountId }) => accountId);
  const closings = ["120.25", "-80.00", "80.00", "-70.00"];
  for (const [index, balance] of closings.entries()) {
    const accountId = ids[index === 0 ? 0 : 1] ?? 0;
    const file = ofx(rows).replace(
      "</BANKTRANLIST>",
      `</BANKTRANLIST><LEDGERBAL><BALAMT>${balance}<DTASOF>2026010${6 + index}</LEDGERBAL>`,
    );
    expect((await own.import(file, accountId)).status).toBe(200);
  }
  // Money that a card seems to have isn't told from a debt without its sign, and the last day is still to come.
  expect(await noted()).toEqual(["2026-01-06 file 12025", "2026-01-07 file -8000"]);
  const { data } = await own.list();
  for (const { importId } of data) expect((await own.undo(importId)).status).toBe(200);
  expect(await noted()).toEqual([]);
});
