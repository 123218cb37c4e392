import { and, asc, eq } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import type { App } from "#server/feature.ts";
import { mountDownload, type DownloadDoor } from "#server/http/download-route.ts";
import { accounts, institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { money } from "#shared/money.ts";
import { ledgerExport } from "../contract.ts";
import { ledgerOfx, type StatementOf } from "../domain/ledger-ofx.ts";
import type { LedgerQuery } from "../domain/ledger-shapes.ts";
import { ledgerCsv } from "../domain/rows-csv.ts";
import type { Mode } from "./transaction-store.ts";
import { manualBalances } from "./typed/manual-balance.ts";

type Ledger = {
  read: (userId: string, wanted: LedgerQuery) => Promise<{ transactions: TransactionView[] }>;
  accounts: (userId: string) => Promise<StatementOf[]>;
  now: () => Date;
  door: DownloadDoor;
};

/**
 * Mounts `GET /api/ExportLedger`: transactions of all banks as CSV or OFX, with the query of GetLedger. Failures use the
 * envelope.
 */
export function mountLedgerExport(app: App, { read, accounts, now, door }: Ledger): void {
  mountDownload(app, ledgerExport, door, async (userId, { format, ...wanted }) => {
    const { transactions } = await read(userId, wanted);
    const file = { name: "Transactions", ending: format };
    if (format !== "ofx") return { ...file, body: ledgerCsv(transactions, wanted) };
    const body = ledgerOfx(transactions, await accounts(userId), now());
    return { ...file, body, type: "application/x-ofx" };
  });
}

/** Returns a person's accounts with their balances; that of a manual account is its opening balance with its rows since. */
export async function readStatementAccounts(
  tx: Transaction,
  { userId, mode }: { userId: string; mode: Mode },
): Promise<StatementOf[]> {
  const { accountId, type, subtype, mask, isoCurrencyCode, currentBalance } = accounts;
  const manual = await manualBalances(tx, userId, null);
  const rows = await tx
    .select({
      accountId,
      institutionName: institutionAccessItems.institutionName,
      type,
      subtype,
      mask,
      isoCurrencyCode,
      ofBank: currentBalance,
    })
    .from(accounts)
    .innerJoin(
      institutionAccessItems,
      eq(institutionAccessItems.institutionAccessItemId, accounts.institutionAccessItemId),
    )
    .where(and(eq(accounts.userId, userId), isSeenIn(mode)))
    .orderBy(asc(accountId));
  return rows.map(({ ofBank, ...row }) => {
    const balance = manual.get(row.accountId) ?? (ofBank === null ? null : money(ofBank));
    return Object.assign(row, { balance });
  });
}
