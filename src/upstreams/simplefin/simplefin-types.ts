import type { Money } from "#shared/money.ts";

/** A movement on an account. Dates are `YYYY-MM-DD`. */
export type SimpleFinTransaction = {
  /** Unique within its account, while the server doesn't number its rows again. */
  id: string;
  pending: boolean;
  /** Day on which it posted; null if it hasn't, and the server names no other day. */
  date: string | null;
  /** Day on which it happened, if the server says. */
  transactedOn: string | null;
  name: string;
  payee: string | null;
  /** Positive for money in, as in the protocol. */
  amount: Money;
  /** The server's own digits. */
  rawAmount: string;
};

export type SimpleFinAccount = {
  /** Unique within its connection; another one after the person has linked the bank again at the server. */
  id: string;
  /** Null if the server doesn't say. */
  connectionId: string | null;
  name: string;
  /** An ISO 4217 code. */
  currency: string;
  /** The server's sign: negative for money owed. Null if it is too large to count. */
  balance: Money | null;
  available: Money | null;
  /** Instant as of which the server knows the account. */
  balanceAt: Date;
  transactions: SimpleFinTransaction[];
};

/** One login at one bank, as the person named it or the server did. */
export type SimpleFinConnection = { id: string; name: string };

/** Scope of a problem, by the prefix of its code. */
export type ProblemScope = "general" | "connection" | "account";

export type SimpleFinProblem = {
  scope: ProblemScope;
  /** `gen.auth`, `con.auth`, `act.failed` … Unknown ones mean what their prefix means. */
  code: string;
  /** The server's sentence for the person, cleaned of markup and control characters. */
  message: string;
  connectionId: string | null;
  accountId: string | null;
};

/** Everything that one answer of `GET /accounts` says. */
export type AccountSet = {
  connections: SimpleFinConnection[];
  accounts: SimpleFinAccount[];
  problems: SimpleFinProblem[];
  /** Accounts in points, miles and other currencies of their own, which aren't money. */
  customCurrencyCount: number;
  /** Transactions dropped because their amounts are too large. */
  refusedCount: number;
};

/** Days to read: from the first, included, to before the last; both in UTC. */
export type SimpleFinWindow = { fromDay: string; beforeDay: string | null };

/** Access to the accounts behind one setup token. */
export type SimpleFinAccess = {
  /** Address with credentials, to be stored like a password. */
  accessUrl: string;
  /** Stable and unique; says nothing about the credentials. */
  accessId: string;
};

/** A SimpleFIN server. Every call rejects only with a `SimpleFinError`. */
export type SimpleFinServer = {
  /** Claims a setup token, which works once. */
  claim: (setupToken: string, signal?: AbortSignal) => Promise<SimpleFinAccess>;
  /** Reads accounts and balances, with the transactions of a window unless it is null. */
  accounts: (accessUrl: string, window: SimpleFinWindow | null, signal?: AbortSignal) => Promise<AccountSet>;
};
