import { setTimeout as pause } from "node:timers/promises";
import type { TransactionView } from "#shared/finance-shapes.ts";
import type { SiteProcess } from "../../tests/support/sites/killable-site.ts";
import { formatSeconds, timed } from "./results.ts";

const rowsAtOnce = 1_000;
/** Target in ms (p95). */
const mostMs = 500;
const pollMs = 50;

type ChoicesScene = {
  /** Address of the site's server. */
  origin: string;
  cookie: string;
  /** A budget with at least a thousand rows. */
  yearId: number;
  categories: readonly number[];
  rounds: number;
};

/**
 * Sets the category of a thousand rows of all payees, and waits until the rest of the ledger has what is learned from that; and
 * again without waiting, so that each finds the job of the one before at work.
 */
export async function measureChoices(
  site: SiteProcess,
  { origin, cookie, yearId: budgetId, categories, rounds }: ChoicesScene,
) {
  const path = `/api/GetBudgetTransactions?budgetId=${budgetId}&excluded=false`;
  const { data } = await site.call<{ transactions: TransactionView[] }>(path, { cookie });
  const ids = data.transactions.slice(0, rowsAtOnce).map(({ transactionId }) => transactionId);
  if (ids.length < rowsAtOnce) throw new Error("the budget has too few rows for a bulk edit");
  let count = 0;
  const choose = async () => {
    const financialCategoryId = categories[(count += 1) % categories.length] ?? -1;
    const body = ids.map((transactionId) => ({ transactionId, financialCategoryId, budgetId }));
    const { status } = await site.call("/api/BulkUpdateTransactionCategory", { cookie, body });
    if (status !== 200) throw new Error(`the bulk edit was answered with ${status}`);
  };
  const [alone, rests, busy]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    alone.push((await timed(choose)).ms);
    rests.push((await timed(() => rested(origin))).ms);
  }
  for (let round = 0; round < rounds; round += 1) busy.push((await timed(choose)).ms);
  await rested(origin);
  const name = `category of ${rowsAtOnce.toLocaleString("en-US")} rows`;
  return [
    { name, times: alone, most: mostMs },
    { name: "what the rest learns from that, afterwards", times: rests, format: formatSeconds },
    { name: `${name}, while the rest still learns`, times: busy },
  ];
}

/** Waits until the job has sorted the rest of the ledger. */
async function rested(origin: string): Promise<void> {
  const isWaiting = async () =>
    (await (await fetch(`${origin}/metrics`)).text()).includes('folio_jobs{kind="sort-learnt"');
  while (await isWaiting()) await pause(pollMs);
}
