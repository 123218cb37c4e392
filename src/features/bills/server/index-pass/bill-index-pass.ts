import type { Kernel } from "#server/feature.ts";
import { CongressError, type BillPage, type CongressClient } from "#upstreams/congress/index.ts";
import type { BillIndexStore, CongressState } from "./bill-index-store.ts";
import type { PlannedPass } from "./bill-index-plan.ts";
import { lawOf, toIndexRow } from "./bill-rows.ts";

export type PassTools = {
  kernel: Pick<Kernel, "log" | "now">;
  client: Pick<CongressClient, "listBills" | "bill">;
  store: BillIndexStore;
  /** Waits until one more call is polite. */
  pace: (signal: AbortSignal) => Promise<void>;
  /** Rows were written. */
  onChange: () => void;
  /** Rows a call, at most the upstream's 250. */
  pageSize: number;
};

const mostRepeats = 2;
const mostChecked = 50;

/**
 * Reads one Congress: all of it, or what changed since `from`, page by page; after each page it is known where to go on.
 *
 * Lists are read newest change first. What changes meanwhile then moves to pages already read, pushes the others back
 * (so that rows repeat, which does no harm) and is found by the next reading, which begins before this one began. In
 * the other order each change would pull the rest forward, and a row would be skipped for good. Where the upstream
 * skips rows all the same, fewer bills have been seen than it counts: then the list is read again, in the other order.
 * After all of a Congress, bills that no page has named are asked for one by one; those the upstream no longer knows go.
 */
export async function readCongress(tools: PassTools, pass: PlannedPass, signal: AbortSignal): Promise<void> {
  const state = await begin(tools, pass);
  const startedAt = state.passStartedAt ?? tools.kernel.now();
  for (;;) {
    const page = await readPage(tools, state, signal);
    Object.assign(state, { passNext: page.next, problem: null, problemAt: null });
    if (page.next === null) {
      if (!(await hasGaps(tools, state, page, startedAt))) break;
      state.passRepeats += 1;
    }
    await tools.store.saveState(state);
  }
  if (state.passFrom === null) await checkUnseen(tools, state.congress, startedAt, signal);
  await tools.store.saveState({
    ...state,
    readThrough: startedAt,
    fullyReadAt: state.passFrom === null ? startedAt : state.fullyReadAt,
    passStartedAt: null,
    passFrom: null,
    passRepeats: 0,
  });
  tools.onChange();
}

async function begin({ store, kernel }: PassTools, pass: PlannedPass): Promise<CongressState> {
  if (pass.isUnderWay) return { ...pass.state };
  const state: CongressState = {
    ...pass.state,
    passStartedAt: kernel.now(),
    passFrom: pass.from,
    passNext: null,
    passRepeats: 0,
  };
  await store.saveState(state);
  return state;
}

/** How many rows a page had that are no bills of ours: the upstream counts them, we do not. */
type ReadPage = BillPage & { foreignRows: number };

async function readPage(tools: PassTools, state: CongressState, signal: AbortSignal): Promise<ReadPage> {
  const { client, store, kernel, pace } = tools;
  await pace(signal);
  const page = await client.listBills(
    state.passNext === null
      ? {
          congress: state.congress,
          limit: tools.pageSize,
          sort: state.passRepeats % 2 === 0 ? "updateDate+desc" : "updateDate+asc",
          ...(state.passFrom === null ? {} : { fromDateTime: state.passFrom }),
        }
      : { next: state.passNext },
    signal,
  );
  const at = kernel.now();
  const rows = page.bills
    .filter(({ congress }) => congress === state.congress)
    .flatMap((bill) => toIndexRow(bill, at.toISOString().slice(0, 10)) ?? []);
  const changed = await store.save(rows, at);
  if (changed > 0) tools.onChange();
  return { ...page, foreignRows: page.unreadableRows + page.bills.length - rows.length };
}

async function hasGaps(
  { store, kernel }: PassTools,
  { congress, passRepeats }: CongressState,
  { count, foreignRows }: ReadPage,
  startedAt: Date,
): Promise<boolean> {
  if (count === null) return false;
  const seen = await store.countSeenSince(congress, startedAt);
  if (seen + foreignRows >= count) return false;
  const isLast = passRepeats >= mostRepeats;
  const facts = { congress, seen, count };
  if (isLast) kernel.log.warn(facts, "the lists of bills name fewer than they count; reading on as it is");
  else kernel.log.info(facts, "the lists of bills skipped some; reading them again");
  return !isLast;
}

async function checkUnseen(
  tools: PassTools,
  congress: number,
  startedAt: Date,
  signal: AbortSignal,
): Promise<void> {
  const unseen = await tools.store.unseenSince(congress, startedAt, mostChecked);
  for (const key of unseen) {
    await tools.pace(signal);
    await checkBill(tools, key, signal);
  }
  if (unseen.length > 0) tools.onChange();
}

async function checkBill(
  { client, store, kernel }: PassTools,
  key: Awaited<ReturnType<BillIndexStore["unseenSince"]>>[number],
  signal: AbortSignal,
): Promise<void> {
  try {
    const bill = await client.bill(
      { congress: key.congress, type: key.billType, number: key.billNumber },
      signal,
    );
    const at = kernel.now();
    const row = toIndexRow(bill, at.toISOString().slice(0, 10));
    if (row === null) return;
    await store.save([row], at);
    await store.noteDetails(key, lawOf(bill.latestAction?.text ?? null, bill.laws));
  } catch (error) {
    if (!(error instanceof CongressError) || error.kind !== "not-found") throw error;
    kernel.log.info({ bill: key }, "a bill is gone upstream and from the index");
    await store.remove(key);
  }
}
