import { beforeEach, describe, expect, it } from "vitest";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { createTestAccessItem } from "../../../../../tests/support/factories/access-item-factory.ts";
import { createTestUser } from "../../../../../tests/support/factories/auth-factory.ts";
import { createImporter, ofx } from "../../../../../tests/support/factories/import-factory.ts";
import { createTestMarks, everyMark, marksOf } from "../../../../../tests/support/factories/marks-factory.ts";
import { createTypedRow } from "../../../../../tests/support/factories/typed-factory.ts";
import { bankRow, createLedgerBank } from "../../../../../tests/support/ledger/ledger-bank.ts";
import { createTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";

const database = useTestDatabase();
let site: TestApp;
let userId: string;
let cookie: string;
let bank: Awaited<ReturnType<typeof createTestAccessItem>>;
let accountId: number;
let ledgerBank: ReturnType<typeof createLedgerBank>;
let files: ReturnType<typeof createImporter>;

beforeEach(async () => {
  site = createTestApp(database());
  ({ userId, cookie } = await createTestUser(database()));
  bank = await createTestAccessItem(database(), userId, {
    accounts: [
      { providerAccountId: "checking", mask: "0001" },
      { providerAccountId: "card", mask: "0002" },
    ],
  });
  accountId = bank.accounts[0]?.accountId ?? 0;
  ledgerBank = createLedgerBank(database(), userId, bank);
  files = createImporter(site, cookie);
});

async function post(name: string, body: object, as = cookie) {
  const response = await site.post(`/api/${name}`, body, { cookie: as });
  const { data, errors } = (await response.json()) as {
    data: { transactionId: number; joinedTransactionId: number; separatedTransactionId: number } | null;
    errors: Record<string, string[]> | null;
  };
  return { status: response.status, data, errors };
}

const join = (transactionId: number, otherTransactionId: number, as = cookie) =>
  post("JoinTransactions", { transactionId, otherTransactionId }, as);
const separate = (transactionId: number, as = cookie) => post("SeparateTransaction", { transactionId }, as);
const setApart = (transactionId: number, isApart: boolean, as = cookie) =>
  post("SetTransactionApart", { transactionId, isApart }, as);

async function list(path: string, as = cookie) {
  const response = await site.request(`/api/${path}`, { headers: { cookie: as } });
  const { data } = (await response.json()) as { data: { transactions: TransactionView[] } | null };
  return { status: response.status, rows: data?.transactions ?? [] };
}

const rows = async () => (await list("GetLedger?sort=date&direction=asc")).rows;
const candidates = (transactionId: number, as = cookie) =>
  list(`GetJoinCandidates?transactionId=${transactionId}`, as);

const shown = async () =>
  (await rows()).map(
    ({ date, payee, source, isJoined }) => `${date} ${payee} ${source}${isJoined ? " +" : ""}`,
  );

const market = { date: "2026-11-03", amount: -24.1, payee: "Greenbarrow Market" };
const typed = (more: Partial<typeof market> = {}) =>
  createTypedRow(database(), { ...bank, userId, accountId }, { ...market, ...more });

/** A row that the bank delivers; its amount in minor units. */
async function delivered(
  id: string,
  date: string,
  name = "GREENBARROW 0412",
  amount = -2410,
): Promise<number> {
  await ledgerBank.apply({ added: [bankRow(id, { date, name, amount })] });
  return ledgerBank.idOf(id);
}

describe("two transactions that the person joins", () => {
  it("are one, as the bank has it, under the typed payee, with all marks", async () => {
    const own = await typed();
    const marks = await createTestMarks(database(), { ...bank, userId });
    for (const mark of everyMark.filter((each) => each !== "payment")) await marks.put[mark](own);
    const ofBank = await delivered("b", "2026-11-20");
    expect(await shown()).toEqual(["2026-11-03 Greenbarrow Market manual", "2026-11-20 GREENBARROW plaid"]);
    const joined = await join(own, ofBank);
    expect(joined).toMatchObject({
      status: 200,
      data: { transactionId: ofBank, joinedTransactionId: own },
    });
    expect(await join(ofBank, own), "twice is once").toEqual(joined);
    expect(await shown()).toEqual(["2026-11-20 Greenbarrow Market plaid +"]);
    expect(await marksOf(database(), ofBank)).toEqual(["category", "kind", "exemption"]);
    expect(await separate(ofBank)).toMatchObject({
      status: 200,
      data: { transactionId: ofBank, separatedTransactionId: own },
    });
    expect(await shown()).toEqual(["2026-11-03 Greenbarrow Market manual", "2026-11-20 GREENBARROW plaid"]);
    expect(await marksOf(database(), ofBank)).toEqual([]);
    expect(await marksOf(database(), own)).toEqual(["category", "kind", "exemption"]);
  });
});

describe("a transaction that the rules joined", () => {
  it("is taken apart, stays so, and can be joined again", async () => {
    const own = await typed();
    await delivered("b", "2026-11-04");
    expect(await shown()).toEqual(["2026-11-04 Greenbarrow Market plaid +"]);
    const { data } = await separate(own);
    expect(data?.transactionId).toBe(own);
    expect(await shown()).toEqual(["2026-11-03 Greenbarrow Market manual", "2026-11-04 GREENBARROW plaid"]);
    expect((await separate(own)).status).toBe(409);
    expect(await join(own, data?.separatedTransactionId ?? 0)).toMatchObject({ status: 200 });
    expect(await shown()).toEqual(["2026-11-04 Greenbarrow Market plaid +"]);
  });
});

describe("a transaction of a file that is maybe one of the bank’s", () => {
  it("says so until the person says that it isn’t", async () => {
    const ofBank = await delivered("b", "2026-11-08");
    const later = { date: "2026-11-09", amount: -9, payee: "Kiosk" };
    await files.import(ofx([{ ...market, date: "2026-11-04" }, later]), accountId);
    const [ofFile] = await rows();
    expect(ofFile?.maybeSameAs).toEqual({ transactionId: ofBank, date: "2026-11-08", name: "GREENBARROW" });
    const id = ofFile?.transactionId ?? 0;
    expect((await setApart(id, true)).status).toBe(200);
    expect((await rows())[0]?.maybeSameAs).toBeNull();
    await setApart(id, false);
    expect((await rows())[0]?.maybeSameAs?.transactionId).toBe(ofBank);
    expect((await candidates(id)).rows.map(({ transactionId }) => transactionId)).toEqual([ofBank]);
    await join(id, ofBank);
    expect((await shown())[0]).toBe("2026-11-08 GREENBARROW plaid +");
    expect(await separate(ofBank)).toMatchObject({ status: 200 });
    expect((await rows())[0]).toMatchObject({ transactionId: id, maybeSameAs: { transactionId: ofBank } });
  });
});
