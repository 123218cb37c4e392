import { beforeEach, describe, expect, it } from "vitest";
import { coffee, csv, november, ofx } from "../../../../tests/support/factories/import-factory.ts";
import { createJoiningSite } from "../../../../tests/support/sites/joining-site.ts";
import { camt, details, entry, statement } from "../../../../tests/support/statements/camt-file.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { createTestAccessItem } from "../../../../tests/support/factories/access-item-factory.ts";

const database = useTestDatabase();
let own: Awaited<ReturnType<typeof createJoiningSite>>;

beforeEach(async () => {
  own = await createJoiningSite(database());
});

describe("a CAMT file", () => {
  it("shows in the text what an amount was in its own currency, and the rate", async () => {
    const { userId } = own;
    const bank = await createTestAccessItem(database(), userId, { accounts: [{ isoCurrencyCode: "EUR" }] });
    const party = "<RltdPties><Cdtr><Nm>Lumen Lamps</Nm></Cdtr></RltdPties>";
    const exchange =
      '<AmtDtls><InstdAmt><Amt Ccy="USD">25.00</Amt><CcyXchg><XchgRate>1.0812</XchgRate></CcyXchg></InstdAmt></AmtDtls>';
    const text = camt(statement(entry("23.12", "DBIT", details(party + exchange))));
    await own.files.import(text, bank.accounts[0]?.accountId ?? 0);
    expect(await own.rows()).toMatchObject([
      { payee: "Lumen Lamps", name: "Lumen Lamps 25.00 USD at 1.0812", amount: -23.12 },
    ]);
  });
});

describe("an OFX file", () => {
  it("has held amounts wait until they're booked", async () => {
    const held = { date: "2026-11-05", amount: -40, payee: "Fuel Stop", id: "H", type: "HOLD" };
    const { data } = await own.files.preview(ofx([held, coffee]), { accountId: own.accountId });
    expect(data.accounts[0]?.rows).toMatchObject([{ state: "refused" }, { state: "new" }]);
    expect((await own.files.import(ofx([held, coffee]), own.accountId)).data).toMatchObject({ added: 1 });
    const booked = { ...held, date: "2026-11-07", amount: -38.2, id: "B", type: "POS" };
    expect((await own.files.import(ofx([booked, coffee]), own.accountId)).data).toMatchObject({ added: 1 });
    expect((await own.rows()).map(({ amount }) => amount)).toEqual([-4.5, -38.2]);
  });

  it("with only investments asks for their cash, which is imported, known again, and undone", async () => {
    const cash =
      "<INVBANKTRAN><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261103<TRNAMT>250.00<FITID>c1<NAME>Deposit</STMTTRN></INVBANKTRAN>";
    const text = `OFXHEADER:100\n\n<OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><CURDEF>USD<INVTRANLIST>${cash}</INVTRANLIST></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1></OFX>`;
    const { accountId } = own;
    const asked = await own.files.preview(text, { accountId });
    expect(asked.data).toMatchObject({
      questions: [{ id: "investmentCash", answer: null }],
      accounts: [{ rows: [] }],
    });
    const { data } = await own.files.preview(text, { accountId, answers: { investmentCash: "read" } });
    expect(await own.files.commit(data.importId, [{ index: 0, accountId }])).toMatchObject({
      data: { added: 1 },
    });
    const again = await own.files.preview(text, { accountId });
    expect(again.data.accounts).toMatchObject([{ counts: { known: 1, new: 0 } }]);
    expect(await own.files.undo(data.importId)).toMatchObject({ data: { removed: 1 } });
    expect(await own.rows()).toEqual([]);
  });
});

describe("a CSV file", () => {
  it("with a second table of its columns has the rows of both, once", async () => {
    const { accountId } = own;
    const text = `${csv(november)}\n${csv([{ ...coffee, date: "2026-11-20" }])}\nHeld on,Amount,Shop\n2026-11-21,-9.00,Zoo\n`;
    const { data } = await own.files.preview(text, { accountId });
    expect(data.warnings).toEqual(["Left out: another table in lines 11–12, which has other columns."]);
    expect(data.accounts).toMatchObject([{ counts: { new: 6, refused: 0 } }]);
    expect(await own.files.commit(data.importId, [{ index: 0, accountId }])).toMatchObject({
      data: { added: 6 },
    });
    expect((await own.files.import(text, accountId)).data).toMatchObject({ added: 0 });
    expect(await own.files.undo(data.importId)).toMatchObject({ status: 200 });
  });
});

describe("a table that names accounts in words", () => {
  const table = (day: string) =>
    `Date,Account,Description,Amount\n${day},Everyday,Market,-24.10\n${day},Rainy Day,Interest,1.00\n${day},Everyday,Blue Fig,-4.50\n`;

  it("asks whether to divide its rows, and remembers it", async () => {
    const [, other] = own.bank.accounts;
    const asked = await own.files.preview(table("2026-11-02"));
    expect(asked.data.accounts).toMatchObject([{ counts: { new: 3 } }]);
    expect(asked.data.questions.find(({ id }) => id === "column:account")).toMatchObject({
      text: "Are the rows of different accounts of yours? The column “Account” says “Everyday”, “Rainy Day”.",
      answer: null,
    });
    const answers = {
      "column:account": "divide",
      sign: "negativeIsOut",
      "account:0": String(own.accountId),
      "account:1": String(other?.accountId),
    };
    const { data } = await own.files.preview(table("2026-11-02"), { answers });
    expect(data.accounts.map(({ hint, counts }) => [hint.name, counts.new])).toEqual([
      ["Everyday", 2],
      ["Rainy Day", 1],
    ]);
    const chosen = data.accounts.map(({ index, accountId }) => ({ index, accountId: accountId ?? 0 }));
    expect(await own.files.commit(data.importId, chosen)).toMatchObject({ data: { added: 3 } });
    const next = await own.files.preview(table("2026-11-09"));
    expect(next.data.accounts.map(({ accountId, counts }) => [accountId, counts.new])).toEqual([
      [own.accountId, 2],
      [other?.accountId, 1],
    ]);
    expect(await own.files.undo(data.importId)).toMatchObject({ data: { removed: 3 } });
  });

  it("gives an account that files were for before to the one that it's chosen for", async () => {
    const [everyday, rainy] = own.bank.accounts.map((account) => account.accountId);
    const divided = { "column:account": "divide", sign: "negativeIsOut" };
    const targetsOf = async (answers: Record<string, string>) => {
      const { data } = await own.files.preview(table("2026-11-09"), { answers: { ...divided, ...answers } });
      return data.accounts.map((account) => account.accountId);
    };
    const answers = { ...divided, "account:0": String(everyday), "account:1": String(rainy) };
    const { data } = await own.files.preview(table("2026-11-02"), { answers });
    await own.files.commit(
      data.importId,
      data.accounts.map(({ index, accountId }) => ({ index, accountId: accountId ?? 0 })),
    );
    expect(await targetsOf({})).toEqual([everyday, rainy]);
    expect(await targetsOf({ "account:1": String(everyday) })).toEqual([null, everyday]);
    expect(await targetsOf({ "account:0": String(rainy) })).toEqual([rainy, null]);
  });
});

describe("a file with one id on more than a fifth of its rows", () => {
  it("has no ids: equal rows are counted, and known by their content", async () => {
    const rows = november.map((row, index) => Object.assign({}, row, { id: index < 4 ? "X" : row.id }));
    expect((await own.files.import(ofx(rows), own.accountId)).data).toMatchObject({ added: 5 });
    const later = { ...coffee, date: "2026-11-08", id: "X" };
    const { data } = await own.files.preview(ofx([...rows, later]), { accountId: own.accountId });
    const words = data.accounts[0]?.rows.map(({ state, why }) => `${state} ${why}`) ?? [];
    const known = "known Already here: an earlier file has the same day, amount, and payee.";
    expect(words).toEqual([known, known, known, known, known, "new Not here yet."]);
  });
});
