import type { z } from "zod";
import type { App } from "#server/feature.ts";
import { mountDownload, type DownloadDoor } from "#server/http/download-route.ts";
import { reportExport } from "../contract.ts";

type Export = z.output<typeof reportExport.input>;

/** Mounts `GET /api/ExportReport`: a report as CSV, with the access rules of the reports. Failures use the envelope. */
export function mountReportExport(
  app: App,
  { read, door }: { read: (userId: string, wanted: Export) => Promise<string>; door: DownloadDoor },
): void {
  mountDownload(app, reportExport, door, async (userId, wanted) => ({
    body: await read(userId, wanted),
    name: nameOf(wanted),
    ending: "csv",
  }));
}

function nameOf({ report, by, from, to }: Export): string {
  const words = {
    netWorth: "Net worth",
    cashFlow: "Cash flow",
    spending: { category: "Categories", payee: "Payees", fixed: "Fixed and variable" }[by],
  };
  return from === undefined ? `${words[report]} to ${to}` : `${words[report]} ${from} to ${to}`;
}
