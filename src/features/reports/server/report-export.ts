import type { z } from "zod";
import type { App } from "#server/feature.ts";
import { parseQuery, requireSession } from "#server/http/mount.ts";
import { callerOf, type RateLimiter } from "#server/limits/rate-limit.ts";
import { attachmentHeader } from "#shared/text/csv.ts";
import { reportExport } from "../contract.ts";

type Export = z.output<typeof reportExport.input>;

/** Mounts `GET /api/ExportReport`: a report as CSV, with the access rules of the reports. Failures use the envelope. */
export function mountReportExport(
  app: App,
  { read, limiter }: { read: (userId: string, wanted: Export) => Promise<string>; limiter: RateLimiter },
): void {
  app.get(reportExport.path, async (c) => {
    await limiter.take("read", callerOf(c));
    const { userId } = requireSession(c, "finance");
    const wanted = parseQuery(c, reportExport.input);
    return c.body(await read(userId, wanted), 200, {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": attachmentHeader(nameOf(wanted), "csv"),
      "cache-control": "no-store",
    });
  });
}

function nameOf({ report, by, from, to }: Export): string {
  const words = {
    netWorth: "Net worth",
    cashFlow: "Cash flow",
    spending: { category: "Categories", payee: "Payees", fixed: "Fixed and variable" }[by],
  };
  return from === undefined ? `${words[report]} to ${to}` : `${words[report]} ${from} to ${to}`;
}
