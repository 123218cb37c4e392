import { setTimeout as sleepFor } from "node:timers/promises";
import type { Logger } from "#server/log.ts";
import { PlaidError, type PlaidBank, type SyncPage } from "#upstreams/plaid/index.ts";
import type { Collected } from "./bank-source.ts";

type Position = { accessToken: string; cursor: string | null };

type CollectOptions = {
  bank: Pick<PlaidBank, "syncPage">;
  log: Logger;
  signal: AbortSignal;
  /** Pauses between attempts; tests replace it. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** Pauses before the three restarts from the first cursor (docs/reference/money.md, "Sync"). */
const restartPausesMs = [500, 2_000, 8_000];
/** Longest wait within a job; for longer ones, the job is rescheduled. */
const maxWaitMs = 10_000;

/**
 * Collects all pages of a bank's changes. If the list changes or a call fails midway, discards the pages and restarts at
 * the first cursor. If the bank rejects the cursor, reads the whole list. Null if the bank isn't ready yet (an empty
 * `next_cursor`).
 * @throws PlaidError after three restarts, or at once if the first call fails or a retry can't help
 */
export async function collectChanges(position: Position, options: CollectOptions): Promise<Collected | null> {
  try {
    return await collectFrom(position, options);
  } catch (error) {
    if (position.cursor === null || !isRefusedCursor(error)) throw error;
    options.log.warn({ error }, "A bank rejected the cursor; reading its whole list.");
    const whole = await collectFrom({ ...position, cursor: null }, options);
    return whole && { ...whole, changes: { ...whole.changes, isWhole: true } };
  }
}

/** True if the bank rejected the cursor, the only field that can be invalid. */
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
      return (await readPages(options, { accessToken, cursor }, pages)) ? combinePages(pages) : null;
    } catch (error) {
      const pauseMs = restartPausesMs[restarts];
      if (signal.aborted || pauseMs === undefined || pages.length === 0 || !canRetry(error)) throw error;
      log.info({ error, restarts: restarts + 1 }, "Restarting at the first cursor of a bank's list.");
      await sleep(Math.max(pauseMs, (error.retryAfterSeconds ?? 0) * 1000), signal);
    }
  }
}

function canRetry(error: unknown): error is PlaidError {
  if (!(error instanceof PlaidError)) return false;
  if ((error.retryAfterSeconds ?? 0) * 1000 > maxWaitMs) return false;
  return error.kind === "restart" || error.kind === "retry-later";
}

/** Adds each page to `pages`; false if the bank isn't ready yet. */
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
  return new PlaidError("our-fault", "Plaid's list repeats a page.", {
    requestId,
  });
}

function combinePages(pages: SyncPage[]): Collected {
  return {
    changes: {
      added: pages.flatMap(({ added }) => added),
      modified: pages.flatMap(({ modified }) => modified),
      removed: pages.flatMap(({ removed }) => removed.map((row) => row.providerTransactionId)),
    },
    nextCursor: pages.at(-1)?.nextCursor ?? "",
    ...(pages.at(-1)?.isPartial === true ? { isPartial: true } : {}),
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
