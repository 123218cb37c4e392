import { addDays } from "#shared/time/plain-dates.ts";

/** Target in ms (p95). */
const mostMs = 150;

/** Reads each report over the last days of a ledger; `read` returns the times of a call, in ms. */
export async function measureReports(read: (path: string) => Promise<number[]>, days: number) {
  const today = new Date().toISOString().slice(0, 10);
  const period = `from=${addDays(today, -days)}&to=${today}`;
  const paths = {
    "net worth": `/api/GetNetWorth?${period}`,
    "cash flow": `/api/GetCashFlow?${period}`,
    "spending by category": `/api/GetSpendingReport?${period}&by=category`,
    "spending by payee": `/api/GetSpendingReport?${period}&by=payee`,
    "fixed and variable spending": `/api/GetSpendingReport?${period}&by=fixed`,
  };
  const timings: { name: string; times: number[]; most: number }[] = [];
  for (const [name, path] of Object.entries(paths))
    timings.push({ name: `report of the whole ledger: ${name}`, times: await read(path), most: mostMs });
  return timings;
}
