import type { BankTransaction } from "#shared/bank-rows.ts";
import { eq, sql } from "drizzle-orm";
import type { Database } from "#server/database/db.ts";
import type { IncomingChanges } from "#features/transactions/domain/incoming-changes.ts";
import { applyBankChanges } from "#features/transactions/server/bank-changes.ts";
import { incomingChanges, incomingRow } from "../factories/incoming-factory.ts";
import { providerTransactions, transactions } from "#server/tables/transaction-tables.ts";

const now = new Date("2026-11-21T12:00:00Z");

/** A linked institution, as created by `createTestAccessItem`. */
type Bank = {
  institutionAccessItemId: number;
  accounts: { accountId: number; providerAccountId: string }[];
};

/** Applies bank changes to a person's ledger, for tests of their effects. */
export function createLedgerBank({ unsafeDb }: Pick<Database, "unsafeDb">, userId: string, bank: Bank) {
  const { institutionAccessItemId } = bank;

  /** Returns each row with its bank rows: `p- q` if `q` has replaced `p`. */
  function ledger() {
    return unsafeDb
      .select({
        id: transactions.transactionId,
        accountId: transactions.accountId,
        amount: transactions.amount,
        date: transactions.date,
        pending: transactions.pending,
        isRemoved: sql<boolean>`${transactions.removedByBankAt} is not null`,
        bankIds: sql<string>`(select string_agg(f.provider_transaction_id || case when f.removed_at is null then '' else '-' end, ' '
          order by f.provider_transaction_id) from provider_transactions f where f.transaction_id = ${transactions}.transaction_id)`,
      })
      .from(transactions)
      .orderBy(transactions.date, transactions.transactionId);
  }

  return {
    ledger,
    apply(changes: Partial<IncomingChanges>) {
      const accountIds = new Map(
        bank.accounts.map((account) => [account.providerAccountId, account.accountId]),
      );
      const owner = {
        userId,
        institutionAccessItemId,
        mode: "sandbox" as const,
        source: "plaid" as const,
        accountIds,
      };
      return unsafeDb.transaction((tx) => applyBankChanges(tx, owner, incomingChanges(changes), now));
    },
    async bankIds(): Promise<string[]> {
      const rows = await ledger();
      return rows.map(({ isRemoved, bankIds }) => (isRemoved ? `removed: ${bankIds}` : bankIds)).toSorted();
    },
    async idOf(providerTransactionId: string): Promise<number> {
      const [found] = await unsafeDb
        .select({ id: providerTransactions.transactionId })
        .from(providerTransactions)
        .where(eq(providerTransactions.providerTransactionId, providerTransactionId));
      if (found === undefined) throw new Error(`no row of the bank is called ${providerTransactionId}`);
      return found.id;
    },
  };
}

/** Creates a row of the account `checking`, by default spending on 2026-11-02. */
export function bankRow(
  providerTransactionId: string,
  more: Partial<Parameters<typeof incomingRow>[0]> = {},
): BankTransaction {
  return incomingRow({ providerAccountId: "checking", ...more, providerTransactionId });
}
