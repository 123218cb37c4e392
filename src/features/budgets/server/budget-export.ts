import { rowsCsv } from "#features/transactions/server/index.ts";
import type { App } from "#server/feature.ts";
import { parseQuery, requireSession } from "#server/http/mount.ts";
import { callerOf, type RateLimiter } from "#server/limits/rate-limit.ts";
import { attachmentHeader } from "#shared/text/csv.ts";
import { budgetExport } from "../contract.ts";
import type { BudgetReader } from "./budget-reader.ts";

/**
 * Mounts `GET /api/ExportBudgetTransactions`: rows of a budget as CSV, with the query of GetBudgetTransactions. Exports
 * the rows that aren't exempt, unless `excluded=true`. Failures use the envelope.
 */
export function mountBudgetExport(app: App, reader: BudgetReader, limiter: RateLimiter): void {
  app.get(budgetExport.path, async (c) => {
    await limiter.take("read", callerOf(c));
    const { userId } = requireSession(c, "finance");
    const input = parseQuery(c, budgetExport.input);
    const excluded = input.excluded ?? "false";
    const rows = await reader.rows(userId, { ...input, excluded });
    const list = excluded === "true" ? rows.excludedTransactions : rows.transactions;
    const name = await reader.nameOf(userId, input.budgetId);
    return c.body(rowsCsv(list), 200, {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": attachmentHeader(name, "csv"),
      "cache-control": "no-store",
    });
  });
}
