import type { App } from "#server/feature.ts";
import { parseQuery, requireSession } from "#server/http/mount.ts";
import { callerOf, type RateLimiter } from "#server/limits/rate-limit.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { attachmentHeader } from "#shared/text/csv.ts";
import { ledgerExport } from "../contract.ts";
import type { LedgerQuery } from "../domain/ledger-shapes.ts";
import { ledgerCsv } from "../domain/rows-csv.ts";

type ReadLedger = (userId: string, wanted: LedgerQuery) => Promise<{ transactions: TransactionView[] }>;

/**
 * Mounts `GET /api/ExportLedger`: transactions of all banks as CSV, with the query of GetLedger. Failures use the
 * envelope.
 */
export function mountLedgerExport(app: App, readLedger: ReadLedger, limiter: RateLimiter): void {
  app.get(ledgerExport.path, async (c) => {
    await limiter.take("read", callerOf(c));
    const { userId } = requireSession(c, "finance");
    const { transactions } = await readLedger(userId, parseQuery(c, ledgerExport.input));
    return c.body(ledgerCsv(transactions), 200, {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": attachmentHeader("Transactions", "csv"),
      "cache-control": "no-store",
    });
  });
}
