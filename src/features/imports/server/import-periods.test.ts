import { beforeEach, describe, expect, it } from "vitest";
import { coffee, csv, ofx } from "../../../../tests/support/factories/import-factory.ts";
import { bankRow } from "../../../../tests/support/ledger/ledger-bank.ts";
import { createJoiningSite } from "../../../../tests/support/sites/joining-site.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";

const database = useTestDatabase();
let person: Awaited<ReturnType<typeof createJoiningSite>>;
let own: typeof person.files;
let accountId: number;

beforeEach(async () => {
  person = await createJoiningSite(database());
  ({ files: own, accountId } = person);
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
    expect(await person.ledger()).toEqual(all);
  });

  it("are the bank's alone", async () => {
    await own.import(ofx(september), accountId);
    await own.import(ofx(november), accountId);
    const added = october.map(({ date, id, payee }) => bankRow(id, { date, amount: -450, name: payee }));
    expect(await person.ledgerBank.apply({ added })).toMatchObject({
      added: 3,
      modified: 0,
    });
    expect(await person.ledger()).toEqual(all);
  });
});

describe("days between two links to a bank", () => {
  const ofBank = (rows: typeof october) =>
    rows.map(({ date, id, payee }) => bankRow(id, { date, amount: -450, name: payee }));

  it.each(["before", "after"])("are a file's alone that comes %s the second", async (when) => {
    const { ledgerBank } = person;
    await ledgerBank.apply({ added: ofBank(september) });
    const link = () => ledgerBank.apply({ added: ofBank(november), isWhole: true });
    if (when === "after") await link();
    expect((await own.import(ofx(october), accountId)).data).toMatchObject({ added: 3 });
    if (when === "before") expect(await link()).toMatchObject({ added: 2, modified: 0 });
    expect(await person.ledger()).toEqual(all);
  });
});
