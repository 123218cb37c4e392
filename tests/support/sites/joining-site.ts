import { eq, sql } from "drizzle-orm";
import type { Database } from "#server/database/db.ts";
import { ledgerSums } from "#server/tables/sum-tables.ts";
import { movedMarks, transactions } from "#server/tables/transaction-tables.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { createTestAccessItem } from "../factories/access-item-factory.ts";
import { createTestUser } from "../factories/auth-factory.ts";
import { createImporter, shownRows } from "../factories/import-factory.ts";
import { createTestMarks } from "../factories/marks-factory.ts";
import { createTypedRow } from "../factories/typed-factory.ts";
import { bankRow, createLedgerBank } from "../ledger/ledger-bank.ts";
import { createCalls } from "../calls.ts";
import { createTestApp } from "../test-app.ts";

type Joined = { transactionId: number; joinedTransactionId: number; separatedTransactionId: number };

/** A person with a linked account that files and their own typing are about, too, and calls that join rows in their name. */
export async function createJoiningSite(database: Database, now = () => new Date("2026-11-21T12:00:00Z")) {
  const site = createTestApp(database, { now });
  const { userId, cookie } = await createTestUser(database, { now });
  const bank = await createTestAccessItem(database, userId, {
    accounts: [
      { providerAccountId: "checking", mask: "0001" },
      { providerAccountId: "card", mask: "0002" },
    ],
  });
  const accountId = bank.accounts[0]?.accountId ?? 0;
  const ledgerBank = createLedgerBank(database, userId, bank);

  const calls = createCalls(site, cookie);
  const post = (name: string, body: object, as?: string) =>
    calls.post<Joined | null>(`/api/${name}`, body, as);

  async function list(path: string, as?: string) {
    const { status, data } = await calls.get<{ transactions: TransactionView[] } | null>(`/api/${path}`, as);
    return { status, rows: data?.transactions ?? [] };
  }

  const rows = async () => (await list("GetLedger?sort=date&direction=asc")).rows;

  return {
    site,
    userId,
    cookie,
    bank,
    accountId,
    ledgerBank,
    files: createImporter(site, cookie),
    /** The ledger as `shownRows` has it. */
    ledger: () => shownRows(database, userId),
    marks: () => createTestMarks(database, { ...bank, userId }),
    post,
    list,
    rows,
    /** Each row as `2026-11-03 Payee source`, with a plus if it's joined. */
    shown: async () =>
      (await rows()).map(
        ({ date, payee, source, isJoined }) => `${date} ${payee} ${source}${isJoined ? " +" : ""}`,
      ),
    join: (transactionId: number, otherTransactionId: number, as = cookie) =>
      post("JoinTransactions", { transactionId, otherTransactionId }, as),
    separate: (transactionId: number, as = cookie) => post("SeparateTransaction", { transactionId }, as),
    setApart: (transactionId: number, isApart: boolean, as = cookie) =>
      post("SetTransactionApart", { transactionId, isApart }, as),
    candidates: (transactionId: number, as = cookie) =>
      list(`GetJoinCandidates?transactionId=${transactionId}`, as),
    /** Types a row, in currency units. */
    typed: (row: { date: string; amount: number; payee: string }) =>
      createTypedRow(database, { ...bank, userId, accountId }, row),
    /** Lets the bank deliver a row, its amount in minor units. */
    async delivered(id: string, more: Parameters<typeof bankRow>[1]): Promise<number> {
      await ledgerBank.apply({ added: [bankRow(id, more)] });
      return ledgerBank.idOf(id);
    },
    /** The rows that are joined by hand with a row, latest first. */
    async joinsOf(transactionId: number): Promise<number[]> {
      const found = await database.unsafeDb
        .select({ id: movedMarks.fromTransactionId })
        .from(movedMarks)
        .where(sql`${eq(movedMarks.toTransactionId, transactionId)} and ${movedMarks.isJoin}`);
      return found.map(({ id }) => id);
    },
    /** The kept sums of the person's accounts, and what their rows add up to. */
    async sums() {
      const [kept] = await database.unsafeDb
        .select({ rows: sql<number>`sum(row_count)::int`, in: sql<number>`sum(money_in)::int` })
        .from(ledgerSums)
        .where(eq(ledgerSums.userId, userId));
      const [real] = await database.unsafeDb
        .select({ rows: sql<number>`count(*)::int`, in: sql<number>`sum(greatest(amount, 0))::int` })
        .from(transactions)
        .where(
          sql`${eq(transactions.userId, userId)} and dismissed_at is null and removed_by_bank_at is null`,
        );
      return { kept, real };
    },
  };
}
