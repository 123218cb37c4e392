import { beforeEach, describe, expect, it } from "vitest";
import { createTestAccessItem } from "../../../../tests/support/factories/access-item-factory.ts";
import { createTestUser } from "../../../../tests/support/factories/auth-factory.ts";
import {
  createImporter,
  coffee,
  csv,
  ofx,
  shownRows,
} from "../../../../tests/support/factories/import-factory.ts";
import { bankRow, createLedgerBank } from "../../../../tests/support/ledger/ledger-bank.ts";
import { createTestApp } from "../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";

const database = useTestDatabase();
let userId: string;
let bank: Awaited<ReturnType<typeof createTestAccessItem>>;
let accountId: number;
let own: ReturnType<typeof createImporter>;

beforeEach(async () => {
  const user = await createTestUser(database());
  ({ userId } = user);
  const accounts = [{ providerAccountId: "checking", mask: "0001" }];
  bank = await createTestAccessItem(database(), userId, { accounts });
  accountId = bank.accounts[0]?.accountId ?? 0;
  own = createImporter(createTestApp(database()), user.cookie);
});

const coffees = (...days: string[]) =>
  days.map((day) => Object.assign({}, coffee, { date: `2026-${day}`, id: `T${day}` }));
const september = coffees("09-10", "09-20");
const october = coffees("10-01", "10-15", "10-31");
const november = coffees("11-01", "11-20");
const all = [...september, ...october, ...november].map(({ date }) => `${date} -450 Blue Fig`);

describe("days between two files", () => {
  it.each(["CSV", "OFX"])("aren't covered by the %s files around them", async (kind) => {
    const [around, between] = kind === "CSV" ? [csv, ofx] : [ofx, csv];
    await own.import(around(september), accountId);
    await own.import(around(november), accountId);
    const { data } = await own.preview(between(october), { accountId });
    expect(data.accounts[0]?.counts).toMatchObject({ new: 3, maybe: 0, known: 0 });
    await own.commit(data.importId, [{ index: 0, accountId }]);
    expect(await shownRows(database(), userId)).toEqual(all);
  });

  it("are the bank's alone", async () => {
    await own.import(ofx(september), accountId);
    await own.import(ofx(november), accountId);
    const added = october.map(({ date, id, payee }) => bankRow(id, { date, amount: -450, name: payee }));
    expect(await createLedgerBank(database(), userId, bank).apply({ added })).toMatchObject({
      added: 3,
      modified: 0,
    });
    expect(await shownRows(database(), userId)).toEqual(all);
  });
});

describe("days between two links to a bank", () => {
  const ofBank = (rows: typeof october) =>
    rows.map(({ date, id, payee }) => bankRow(id, { date, amount: -450, name: payee }));

  it.each(["before", "after"])("are a file's alone that comes %s the second", async (when) => {
    const ledgerBank = createLedgerBank(database(), userId, bank);
    await ledgerBank.apply({ added: ofBank(september) });
    const link = () => ledgerBank.apply({ added: ofBank(november), isWhole: true });
    if (when === "after") await link();
    expect((await own.import(ofx(october), accountId)).data).toMatchObject({ added: 3 });
    if (when === "before") expect(await link()).toMatchObject({ added: 2, modified: 0 });
    expect(await shownRows(database(), userId)).toEqual(all);
  });
});
