import type { BankAccount, BankTransaction } from "#shared/bank-rows.ts";
import { addDays } from "#shared/time/plain-dates.ts";
import type { IncomingChanges } from "#features/transactions/server/index.ts";
import type {
  AccountSet,
  SimpleFinAccount,
  SimpleFinProblem,
  SimpleFinTransaction,
} from "#upstreams/simplefin/index.ts";
import { simpleFinProblem, type BankProblem } from "../../domain/item-status.ts";
import { toBankAccount } from "./simplefin-accounts.ts";
import type { AccountState, SimpleFinCursor } from "./simplefin-cursor.ts";

/** Answers that one sync has read: recent windows without a gap, newest first, and windows of the history. */
export type SimpleFinReading = {
  recent: readonly AccountSet[];
  /** First day of the recent windows. */
  sinceDay: string;
  history: readonly AccountSet[];
  today: string;
};

export type SimpleFinNews = {
  changes: IncomingChanges;
  listed: BankAccount[];
  accountStates: SimpleFinCursor["accounts"];
};

/**
 * Compares what was read with what was known (docs/reference/money.md, "SimpleFIN"). A pending row that is missing is over, but
 * only if the server says that it has read the account since and that nothing is missing. A posted row never ends.
 */
export function newsOf(reading: SimpleFinReading, before: SimpleFinCursor | null): SimpleFinNews {
  const [newest] = reading.recent;
  const accounts = newest?.accounts ?? [];
  const problems = reading.recent.flatMap((set) => set.problems);
  const known = (id: string) => before?.accounts[id];
  const complete = new Set(accounts.filter((account) => isComplete(account, problems)).map(({ id }) => id));
  const readings = accounts.map((account) =>
    readAccount(account, { reading, state: known(account.id), isComplete: complete.has(account.id) }),
  );
  return {
    changes: {
      added: readings.flatMap(({ rows }) => rows),
      modified: [],
      removed: readings.flatMap(({ removed }) => removed),
      complete: { sinceDay: reading.sinceDay, providerAccountIds: [...complete] },
    },
    listed: readings.map(({ account }) => account),
    accountStates: Object.fromEntries(
      readings.map(({ account, state }) => [account.providerAccountId, state]),
    ),
  };
}

/** True if the answer has everything of an account: no problem of its own, of its bank, or of the server. */
function isComplete({ id, connectionId }: SimpleFinAccount, problems: readonly SimpleFinProblem[]): boolean {
  return !problems.some(
    (problem) =>
      problem.scope === "general" ||
      (problem.scope === "account" && (problem.accountId ?? id) === id) ||
      (problem.scope === "connection" && (problem.connectionId ?? connectionId) === connectionId),
  );
}

type AccountReading = {
  account: BankAccount;
  rows: BankTransaction[];
  /** The ledger's ids of pending rows that are over. */
  removed: string[];
  state: AccountState;
};

function readAccount(
  found: SimpleFinAccount,
  known: { reading: SimpleFinReading; state: AccountState | undefined; isComplete: boolean },
): AccountReading {
  const { reading, state, isComplete: hasAll } = known;
  const account = toBankAccount(found, state);
  const rowsIn = (sets: readonly AccountSet[]) =>
    sets.flatMap((set) =>
      set.accounts.filter(({ id }) => id === found.id).flatMap((one) => one.transactions),
    );
  const recent = rowsIn(reading.recent);
  const balanceAt = found.balanceAt.toISOString();
  const dayOf = (row: SimpleFinTransaction) => row.date ?? state?.pending[row.id] ?? balanceAt.slice(0, 10);
  const pending = Object.fromEntries(recent.flatMap((row) => (row.pending ? [[row.id, dayOf(row)]] : [])));
  const here = new Set(recent.map(({ id }) => id));
  const missing = Object.keys(state?.pending ?? {}).filter((id) => !here.has(id));
  const mayConclude = hasAll && state?.balanceAt !== balanceAt;
  const kept = Object.fromEntries(missing.map((id) => [id, state?.pending[id] ?? reading.today]));
  return {
    account,
    rows: [...rowsIn(reading.history), ...recent].map((row) => toIncoming(row, account, dayOf(row))),
    removed: mayConclude ? missing.map((id) => rowIdOf(found.id, id)) : [],
    state: {
      balanceAt,
      completeOn: hasAll ? reading.today : (state?.completeOn ?? addDays(reading.today, -1)),
      type: account.type,
      subtype: account.subtype,
      pending: mayConclude ? pending : { ...kept, ...pending },
    },
  };
}

/** Returns a row's id in the ledger. Servers number rows within an account; two of a link may have the same number. */
function rowIdOf(accountId: string, id: string): string {
  return `${accountId}/${id}`;
}

function toIncoming(
  row: SimpleFinTransaction,
  { providerAccountId, isoCurrencyCode }: BankAccount,
  date: string,
): BankTransaction {
  return {
    providerTransactionId: rowIdOf(providerAccountId, row.id),
    providerAccountId,
    pending: row.pending,
    pendingTransactionId: null,
    date,
    authorizedDate: row.transactedOn,
    name: row.name,
    merchantName: row.payee,
    amount: row.amount,
    rawAmount: row.rawAmount,
    isoCurrencyCode,
    bankCategory: null,
    bankCategoryDetailed: null,
    bankConfidence: null,
  };
}

/** Codes by weight: the worst of an answer decides the link's state. */
const weights = ["gen.auth", "con.auth", "con.", "act.failed", "act.missingdata", "act.", "gen.api", "gen."];

/** Returns the worst problem of an answer, with the server's sentences about all of its kind; null for none. */
export function worstProblem(
  problems: readonly SimpleFinProblem[],
): { error: BankProblem; message: string | null } | null {
  const found = new Set(problems.map(({ code }) => code));
  const code = weights.find((one) => found.has(one));
  if (code === undefined) return null;
  const messages = problems.flatMap((one) => (one.code === code && one.message !== "" ? [one.message] : []));
  const message = [...new Set(messages)].slice(0, 3).join(" ");
  return { error: { type: simpleFinProblem, code }, message: message === "" ? null : message };
}
