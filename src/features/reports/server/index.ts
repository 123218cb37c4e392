import { defineFeature, type Kernel, type ServerFeature } from "#server/feature.ts";
import type { Transaction } from "#server/database/db.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { reportsContract } from "../contract.ts";
import { cashFlowCsv, netWorthCsv, reportName, spendingCsv } from "./report-csv.ts";
import { readCashFlow, readSpending } from "./flow-reports.ts";
import type { WorthOwner } from "./net-worth-reader.ts";
import { readWorthReport } from "./worth-report.ts";

export { readNetWorth, type WorthOwner } from "./net-worth-reader.ts";

/** Creates the reports, which read what other features keep. */
export function createReportsFeature(kernel: Kernel): ServerFeature {
  const { database, now, site, settings } = kernel;

  function read<Report>(
    userId: string,
    work: (tx: Transaction, owner: WorthOwner) => Promise<Report>,
  ): Promise<Report> {
    const { timeZone } = site;
    const owner = { userId, mode: settings.bankMode, timeZone, today: dateInZone(now(), timeZone) };
    return database.asUser(userId, (tx) => work(tx, owner));
  }

  return defineFeature({
    name: "reports",
    contract: reportsContract,
    handlers: {
      getNetWorth: (input, { session }) =>
        read(session.userId, (tx, owner) => readWorthReport(tx, owner, input)),
      getCashFlow: (input, { session }) =>
        read(session.userId, (tx, owner) => readCashFlow(tx, owner, input)),
      getSpendingReport: (input, { session }) =>
        read(session.userId, (tx, owner) => readSpending(tx, owner, input)),
      exportReport: async (wanted, { session }) => ({
        name: reportName(wanted),
        ending: "csv",
        body: await read(session.userId, async (tx, owner) => {
          if (wanted.report === "netWorth") return netWorthCsv(await readWorthReport(tx, owner, wanted));
          if (wanted.report === "cashFlow") return cashFlowCsv(await readCashFlow(tx, owner, wanted));
          return spendingCsv(await readSpending(tx, owner, wanted));
        }),
      }),
    },
  });
}
