import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { z } from "zod";
import { ledgerSums } from "#server/tables/sum-tables.ts";
import { addDays } from "#shared/time/plain-dates.ts";
import { createTestAccessItem } from "../../../../../tests/support/factories/access-item-factory.ts";
import { createImporter, csv } from "../../../../../tests/support/factories/import-factory.ts";
import { bankRow, createLedgerBank } from "../../../../../tests/support/ledger/ledger-bank.ts";
import { byDay } from "../../../../../tests/support/night.ts";
import { fc } from "../../../../../tests/support/properties.ts";
import { createManualSite } from "../../../../../tests/support/sites/manual-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";

const database = useTestDatabase();
const counts = z.object({ joined: z.int(), moved: z.int() });

/** Rows of few amounts and payees, so that many could be one. */
const row = fc
  .record({
    day: fc.nat(20),
    amount: fc.constantFrom(-5, -5.01),
    payee: fc.constantFrom("Greenbarrow Market", "GREENBARROW 0412", "Tenant"),
  })
  .map(({ day, amount, payee }) => ({ date: addDays("2026-11-01", day), amount, payee }));
const history = fc.record({
  typed: fc.array(row, { maxLength: 4 }),
  file: fc.array(row, { maxLength: 4 }),
  bank: fc.array(row, { maxLength: 5 }),
});
type History = (typeof history extends fc.Arbitrary<infer Made> ? Made : never) & object;

/** Links a manual account after the bank has delivered its rows, or before, and returns the ledger then. */
async function linked({ typed, file, bank: rows }: History, isLater: boolean): Promise<string[]> {
  const site = await createManualSite(database());
  const { accountId } = await site.addAccount();
  const bank = await createTestAccessItem(database(), site.person.userId, {
    accounts: [{ providerAccountId: "checking" }],
  });
  const linkedAccountId = bank.accounts[0]?.accountId ?? 0;
  const ledgerBank = createLedgerBank(database(), site.person.userId, bank);
  const files = createImporter(site.site, site.person.cookie);
  const added = rows.map(({ date, payee, amount }, index) =>
    bankRow(`b${index}`, { date, name: payee, amount: Math.round(amount * 100) }),
  );
  const both = { accountId, linkedAccountId };
  const shown = async () =>
    (await site.rows())
      .map(({ date, amount, payee, source }) => `${date} ${amount} ${payee} ${source}`)
      .toSorted();

  for (const { date, amount, payee } of typed) await site.type(accountId, amount, payee, { date });
  if (file.length > 0) await files.import(csv(file), accountId);
  if (!isLater) await site.made("LinkManualAccount", both, counts);
  await ledgerBank.apply({ added });
  if (isLater) {
    const before = (await shown()).length;
    const expected = await site.read(
      `GetManualAccountLink?accountId=${accountId}&linkedAccountId=${linkedAccountId}`,
      counts,
    );
    expect(await site.made("LinkManualAccount", both, counts)).toEqual(expected);
    expect((await shown()).length).toBe(before - expected.joined);
  }
  const ledger = await shown();
  const [kept] = await database()
    .unsafeDb.select({
      rows: sql<number>`coalesce(sum(${ledgerSums.rowCount}), 0)::int`,
      out: sql<number>`coalesce(sum(${ledgerSums.moneyOut}), 0)::int`,
    })
    .from(ledgerSums)
    .where(eq(ledgerSums.accountId, linkedAccountId));
  const out = (await site.rows()).reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  expect(kept).toEqual({ rows: ledger.length, out });
  await ledgerBank.apply({ added, modified: added });
  if (file.length > 0) await files.import(csv(file), linkedAccountId);
  expect(await shown(), "a sync and an import of the same change nothing").toEqual(ledger);
  return ledger;
}

it("ends as if the account had been linked before the bank delivered", { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (made) => {
      expect(await linked(made, true)).toEqual(await linked(made, false));
    }),
    { numRuns: byDay(5, 80) },
  );
});
