import type { Kernel } from "#server/feature.ts";
import { CongressError, type BillPage, type CongressClient } from "#upstreams/congress/index.ts";
import type { BillIndexStore, CongressState } from "./bill-index-store.ts";
import type { PlannedPass } from "./bill-index-plan.ts";
import { lawOf, toIndexRow } from "./bill-rows.ts";

export type PassTools = {
  kernel: Pick<Kernel, "log" | "now">;
  client: Pick<CongressClient, "listBills" | "bill">;
  store: BillIndexStore;
  /** Waits until another call is within the rate limit. */
  pace: (signal: AbortSignal) => Promise<void>;
  /** Called after rows were written. */
  onChange: () => void;
  /** Rows per call, at most the upstream's 250. */
  pageSize: number;
};

const maxRepeats = 2;
const maxChecked = 50;

/**
 * Reads one Congress, in full or since `from`, page by page. After each page the position is saved.
 *
 * Lists are read newest change first. A change during the read then moves a bill to pages already read and pushes the
 * others back, so rows repeat, which is harmless, and the change is found by the next read, which covers the time since
 * before this one. In the other order each change would pull the rest forward and a row would be skipped for good. If
 * the upstream skips rows anyway, fewer bills have been seen than it counts; then the list is read again in the other
 * order. After a full read, bills that were on no page are requested one by one, and those the upstream no longer has
 * are deleted.
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

/** A page, with the number of rows that aren't bills we store: the upstream counts them, we don't. */
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
  const isLast = passRepeats >= maxRepeats;
  const facts = { congress, seen, count };
  if (isLast) kernel.log.warn(facts, "The bill lists return fewer bills than they count; continuing.");
  else kernel.log.info(facts, "The bill lists skipped some bills; reading them again.");
  return !isLast;
}

async function checkUnseen(
  tools: PassTools,
  congress: number,
  startedAt: Date,
  signal: AbortSignal,
): Promise<void> {
  const unseen = await tools.store.unseenSince(congress, startedAt, maxChecked);
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
    kernel.log.info({ bill: key }, "Deleted a bill that the upstream no longer has.");
    await store.remove(key);
  }
}
