import { and, asc, eq } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import type { App } from "#server/feature.ts";
import { parseQuery, requireSession } from "#server/http/mount.ts";
import { callerOf, type RateLimiter } from "#server/limits/rate-limit.ts";
import { accounts, institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { money } from "#shared/money.ts";
import { attachmentHeader } from "#shared/text/csv.ts";
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
  limiter: RateLimiter;
};

/**
 * Mounts `GET /api/ExportLedger`: transactions of all banks as CSV or OFX, with the query of GetLedger. Failures use the
 * envelope.
 */
export function mountLedgerExport(app: App, { read, accounts, now, limiter }: Ledger): void {
  app.get(ledgerExport.path, async (c) => {
    await limiter.take("read", callerOf(c));
    const { userId } = requireSession(c, "finance");
    const { format, ...wanted } = parseQuery(c, ledgerExport.input);
    const { transactions } = await read(userId, wanted);
    const [body, type] =
      format === "ofx"
        ? [ledgerOfx(transactions, await accounts(userId), now()), "application/x-ofx"]
        : [ledgerCsv(transactions), "text/csv; charset=utf-8; header=present"];
    return c.body(body, 200, {
      "content-type": type,
      "content-disposition": attachmentHeader("Transactions", format),
      "cache-control": "no-store",
    });
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
