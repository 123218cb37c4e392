import { rowsCsv } from "#features/transactions/server/index.ts";
import type { App } from "#server/feature.ts";
import { mountDownload, type DownloadDoor } from "#server/http/download-route.ts";
import { budgetExport } from "../contract.ts";
import type { BudgetReader } from "./budget-reader.ts";

/**
 * Mounts `GET /api/ExportBudgetTransactions`: rows of a budget as CSV, with the query of GetBudgetTransactions. Exports
 * the rows that aren't exempt, unless `excluded=true`. Failures use the envelope.
 */
export function mountBudgetExport(app: App, reader: BudgetReader, door: DownloadDoor): void {
  mountDownload(app, budgetExport, door, async (userId, input) => {
    const excluded = input.excluded ?? "false";
    const rows = await reader.rows(userId, { ...input, excluded });
    const list = excluded === "true" ? rows.excludedTransactions : rows.transactions;
    const name = await reader.nameOf(userId, input.budgetId);
    return { body: rowsCsv(list, input), name, ending: "csv" };
  });
}
