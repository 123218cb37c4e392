import { setTimeout as sleepFor } from "node:timers/promises";
import type { IncomingChanges } from "#features/transactions/server/index.ts";
import type { Logger } from "#server/log.ts";
import { PlaidError, type BankAccount, type PlaidBank, type SyncPage } from "#upstreams/plaid/index.ts";

/** Everything that changed since a cursor, all pages together. */
export type Collected = {
  changes: IncomingChanges;
  nextCursor: string;
  /** The accounts that rows are of, by the bank's ids, as the last page has them. */
  accounts: Map<string, BankAccount>;
  pageCount: number;
  /** Rows that were left out, because their amounts are more than can be counted. */
  refusedCount: number;
};

type Position = { accessToken: string; cursor: string | null };

type CollectOptions = {
  bank: Pick<PlaidBank, "syncPage">;
  log: Logger;
  signal: AbortSignal;
  /** Between two tries; tests make time pass with it. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** docs/reference/money.md, "Sync": three times from the first cursor, with growing pauses. */
const restartPausesMs = [500, 2_000, 8_000];
/** Asked to wait longer, the job is put off instead. */
const longestWaitMs = 10_000;

/**
 * Reads a bank's list to its end before anything is made of it. Where it changes meanwhile, or a call fails midway, what
 * was collected is thrown away and reading begins at the first cursor again. A cursor that the bank does not take any more
 * is given up: the whole list is read. Null: the bank has not made its list yet (an empty `next_cursor`).
 * @throws PlaidError after three restarts, and at once where the first call fails or another try cannot help
 */
export async function collectChanges(position: Position, options: CollectOptions): Promise<Collected | null> {
  try {
    return await collectFrom(position, options);
  } catch (error) {
    if (position.cursor === null || !isRefusedCursor(error)) throw error;
    options.log.warn(
      { error },
      "a bank does not know our place in its list any more: it is read from its beginning",
    );
    const whole = await collectFrom({ ...position, cursor: null }, options);
    return whole && { ...whole, changes: { ...whole.changes, isWhole: true } };
  }
}

/** Plaid's word for a cursor that is not, or not any more, one of the item's: of what is sent it is all that can be wrong. */
function isRefusedCursor(error: unknown): boolean {
  return error instanceof PlaidError && error.errorCode === "INVALID_FIELD";
}

async function collectFrom(
  { accessToken, cursor }: Position,
  options: CollectOptions,
): Promise<Collected | null> {
  const { log, signal, sleep = pause } = options;
  for (let restarts = 0; ; restarts += 1) {
    const pages: SyncPage[] = [];
    try {
      return (await readPages(options, { accessToken, cursor }, pages)) ? together(pages) : null;
    } catch (error) {
      const pauseMs = restartPausesMs[restarts];
      if (signal.aborted || pauseMs === undefined || pages.length === 0 || !mayHelp(error)) throw error;
      log.info({ error, restarts: restarts + 1 }, "a bank's list is read anew from where it began");
      await sleep(Math.max(pauseMs, (error.retryAfterSeconds ?? 0) * 1000), signal);
    }
  }
}

function mayHelp(error: unknown): error is PlaidError {
  if (!(error instanceof PlaidError)) return false;
  if ((error.retryAfterSeconds ?? 0) * 1000 > longestWaitMs) return false;
  return error.kind === "restart" || error.kind === "retry-later";
}

/** Adds each page to `pages`; false where the bank has not made its list yet. */
async function readPages(
  { bank, signal }: CollectOptions,
  { accessToken, cursor }: Position,
  pages: SyncPage[],
): Promise<boolean> {
  const seen = new Set<string>();
  let from = cursor;
  for (;;) {
    signal.throwIfAborted();
    const page = await bank.syncPage(accessToken, from, signal);
    if (page.nextCursor === "") return false;
    pages.push(page);
    if (!page.hasMore) return true;
    if (seen.has(page.nextCursor)) throw endlessList(page);
    seen.add(page.nextCursor);
    from = page.nextCursor;
  }
}

function endlessList({ requestId }: SyncPage): PlaidError {
  return new PlaidError("our-fault", "Plaid's list leads back to a page that was read already.", {
    requestId,
  });
}

function together(pages: SyncPage[]): Collected {
  return {
    changes: {
      added: pages.flatMap(({ added }) => added),
      modified: pages.flatMap(({ modified }) => modified),
      removed: pages.flatMap(({ removed }) => removed.map((row) => row.providerTransactionId)),
    },
    nextCursor: pages.at(-1)?.nextCursor ?? "",
    accounts: new Map(
      pages.flatMap((page) => page.accounts).map((account) => [account.providerAccountId, account]),
    ),
    pageCount: pages.length,
    refusedCount: pages.reduce((count, page) => count + page.refusedCount, 0),
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleepFor(ms, undefined, { signal, ref: false });
}
