import type { Money } from "#shared/money.ts";

/** How a row was paid, in Plaid's words. */
export type PaymentChannel = "online" | "in store" | "other";

/**
 * Something that happens on an account of an invented person, and what the bank makes of it: it may stay pending for
 * days, post with another amount, fall away, or be taken back. Money in > 0, as everywhere on our side of the border.
 */
export type PlannedRow = {
  /** The same in every link of the same login: names the row within a bank and a person. */
  key: string;
  account: string;
  /** The day on which the person does it. */
  day: string;
  amount: Money;
  /** What the bank shows while the row is pending, where that is not `amount`. */
  pendingAmount?: Money;
  /** Bank days until it posts; 0: it never is pending. */
  postsAfterDays: number;
  /** The posted row does not say which pending row it replaces. */
  losesPendingId?: boolean;
  /** A reservation that never posts: days until it falls away. */
  fallsAwayAfterDays?: number;
  /** A posted row that the bank takes back: days after it posted. */
  removedAfterDays?: number;
  /** Days after posting at which Plaid finds out who the merchant is: the row is modified. */
  recognizedAfterDays?: number;
  name: string;
  /** What the bank writes while the row is pending, where that is not `name`. */
  pendingName?: string;
  merchantName: string | null;
  /** Plaid's detailed personal finance category. */
  category: string;
  channel: PaymentChannel;
};

/** A row as the bank lists it at some moment. */
export type BankRow = {
  /** Names the row within its item; Plaid's transaction id is made of it. */
  key: string;
  account: string;
  amount: Money;
  pending: boolean;
  /** The key of the pending row that this one replaces, where the bank tells. */
  pendingKey: string | null;
  date: string;
  authorizedDate: string | null;
  name: string;
  merchantName: string | null;
  category: string;
  channel: PaymentChannel;
};

/** One change of a bank's list: a row comes or becomes another (`put`), or goes (`drop`). */
export type RowEvent = { atMs: number } & ({ put: BankRow } | { drop: string; account: string });
