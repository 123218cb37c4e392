import { and, asc, eq } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { accounts, institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";
import type { DownloadFile } from "#shared/endpoint.ts";
import { money } from "#shared/money.ts";
import { ledgerOfx, type StatementOf } from "../domain/ledger-ofx.ts";
import type { LedgerQuery } from "../domain/ledger-shapes.ts";
import { ledgerCsv } from "../domain/rows-csv.ts";
import { readLedger } from "./ledger-reader.ts";
import type { Mode } from "./transaction-store.ts";
import { manualBalances } from "./typed/manual-balance.ts";

/** Returns transactions of all banks as a CSV or OFX file. */
export async function ledgerFile(
  tx: Transaction,
  owner: { userId: string; mode: Mode },
  { format, wanted, now }: { format: "csv" | "ofx"; wanted: LedgerQuery; now: Date },
): Promise<DownloadFile> {
  const { transactions } = await readLedger(tx, owner, wanted);
  const file = { name: "Transactions", ending: format };
  if (format === "csv") return { ...file, body: ledgerCsv(transactions, wanted) };
  const body = ledgerOfx(transactions, await readStatementAccounts(tx, owner), now);
  return { ...file, body, type: "application/x-ofx" };
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
