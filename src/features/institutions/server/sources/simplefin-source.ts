import type { Kernel } from "#server/feature.ts";
import {
  simpleFinHostOf,
  SimpleFinError,
  type AccountSet,
  type SimpleFinServer,
} from "#upstreams/simplefin/index.ts";
import type { BankNews, BankReport, BankSource, OpenItem } from "./bank-source.ts";
import { nameOfBanks, toBankAccount } from "./simplefin-accounts.ts";
import {
  historyWindow,
  readCursor,
  recentWindows,
  writeCursor,
  type SimpleFinCursor,
} from "./simplefin-cursor.ts";
import { newsOf, worstProblem } from "./simplefin-news.ts";

type SimpleFinSourceOptions = {
  kernel: Pick<Kernel, "log" | "now">;
  server: SimpleFinServer;
};

/** Creates the door to banks behind SimpleFIN servers. Only the person can end an access, at the server. */
export function createSimpleFinSource(options: SimpleFinSourceOptions): BankSource {
  const { kernel, server } = options;
  return {
    claim: async (setupToken) => {
      const { accessId, accessUrl } = await server.claim(setupToken);
      return { itemId: accessId, accessToken: accessUrl };
    },
    accounts: async (accessUrl, signal) => {
      const set = await server.accounts(accessUrl, null, signal);
      return {
        // Accounts are compared within a server; a token made anew has other ids for all of them.
        institution: { id: simpleFinHostOf(accessUrl), name: nameOfBanks(set), logo: null, color: null },
        accounts: set.accounts.map((account) => toBankAccount(account, undefined)),
        report: reportOf([set], kernel.now()),
      };
    },
    state: async (accessUrl, signal) =>
      reportOf([await server.accounts(accessUrl, null, signal)], kernel.now()),
    changes: (item, signal) => readChanges(options, item, signal),
    retries: "tomorrow",
    limits: { windowMs: 60 * 60_000, refreshes: 1, repairs: 4 },
  };
}

async function readChanges(
  { kernel, server }: SimpleFinSourceOptions,
  { accessToken, syncCursor, institutionAccessItemId }: OpenItem,
  signal: AbortSignal,
): Promise<BankNews> {
  const today = kernel.now().toISOString().slice(0, 10);
  const before = readCursor(syncCursor);
  const recent: AccountSet[] = [];
  const windows = recentWindows(before, today);
  for (const window of windows) recent.push(await server.accounts(accessToken, window, signal));
  const sinceDay = windows.at(-1)?.fromDay ?? today;
  const firstHistory = before === null ? { beforeDay: sinceDay, emptyWindows: 0 } : before.history;
  const past = await readHistory(firstHistory, today, {
    read: (window) => server.accounts(accessToken, window, signal),
    onFailure: (error) =>
      kernel.log.warn(
        { error, about: institutionAccessItemId },
        "Can't read a bank's whole history. The daily sync will go on with it.",
      ),
  });
  const news = newsOf({ recent, sinceDay, history: past.sets, today }, before);
  const sets = [...recent, ...past.sets];
  warnOfCurrencies(kernel, recent[0]);
  return {
    is: "read",
    report: reportOf(recent, kernel.now()),
    collected: {
      changes: news.changes,
      nextCursor: writeCursor({ history: past.history, accounts: news.accountStates }),
      accounts: new Map(),
      pageCount: sets.length,
      refusedCount: sets.reduce((count, set) => count + set.refusedCount, 0),
    },
    listed: news.listed,
    ...(recent[0] === undefined ? {} : { institutionName: nameOfBanks(recent[0]) }),
  };
}

type HistoryReading = {
  read: (window: { fromDay: string; beforeDay: string }) => Promise<AccountSet>;
  onFailure: (error: unknown) => void;
};

/**
 * Reads the history backwards until two windows are empty. If the server wants a pause, what was read so far counts, and the next
 * sync goes on from there: calls are limited, so none is made twice.
 */
async function readHistory(
  from: SimpleFinCursor["history"],
  today: string,
  { read, onFailure }: HistoryReading,
): Promise<{ sets: AccountSet[]; history: SimpleFinCursor["history"] }> {
  const sets: AccountSet[] = [];
  let history = from;
  for (let window = historyWindow(history, today); window !== null; window = historyWindow(history, today)) {
    try {
      const set = await read(window);
      sets.push(set);
      const isEmpty = set.accounts.every(({ transactions }) => transactions.length === 0);
      history = { beforeDay: window.fromDay, emptyWindows: isEmpty ? (history?.emptyWindows ?? 0) + 1 : 0 };
    } catch (error) {
      if (!(error instanceof SimpleFinError) || error.kind !== "retry-later") throw error;
      onFailure(error);
      return { sets, history };
    }
  }
  return { sets, history: null };
}

function reportOf(sets: readonly AccountSet[], now: Date): BankReport {
  const problem = worstProblem(sets.flatMap(({ problems }) => problems));
  const readAt = sets[0]?.accounts.map(({ balanceAt }) => balanceAt.getTime()) ?? [];
  return {
    error: problem?.error ?? null,
    message: problem?.message ?? null,
    consentExpiresAt: null,
    lastSuccessfulUpdate: readAt.length === 0 ? now : new Date(Math.min(now.getTime(), Math.max(...readAt))),
  };
}

function warnOfCurrencies({ log }: Pick<Kernel, "log">, set: AccountSet | undefined): void {
  if (set === undefined || set.customCurrencyCount === 0) return;
  log.info(
    { accounts: set.customCurrencyCount },
    "Left out accounts in points or other currencies of their own.",
  );
}
