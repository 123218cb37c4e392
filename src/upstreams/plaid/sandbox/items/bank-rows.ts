import { z } from "zod";
import { money, type Money } from "#shared/money.ts";

/**
 * A transaction of an invented person and its lifecycle at the bank: it may stay pending for days, post with another amount, be
 * dropped, or be removed. Money in is positive, as everywhere on our side.
 */
export type PlannedRow = {
  /** Identifies the row within a bank and a person; the same in every link of the same login. */
  key: string;
  account: string;
  /** Day of the transaction. */
  day: string;
  amount: Money;
  /** Amount shown while pending, if different from `amount`. */
  pendingAmount?: Money;
  /** Bank days until it posts; 0 if it is never pending. */
  postsAfterDays: number;
  /** True if the posted row doesn't refer to its pending row. */
  losesPendingId?: boolean;
  /** For an authorization that never posts: days until it is dropped. */
  fallsAwayAfterDays?: number;
  /** For a posted row that the bank removes: days after posting. */
  removedAfterDays?: number;
  /** Days after posting at which Plaid recognizes the merchant and modifies the row. */
  recognizedAfterDays?: number;
  name: string;
  /** Name shown while pending, if different from `name`. */
  pendingName?: string;
  merchantName: string | null;
  /** Plaid's detailed personal finance category. */
  category: string;
  channel: PaymentChannel;
};

/** A row as the bank lists it at some moment. */
export const bankRowSchema = z.object({
  /** Identifies the row within its Item; the base of Plaid's transaction id. */
  key: z.string(),
  account: z.string(),
  amount: z.int().transform(money),
  pending: z.boolean(),
  /** Key of the pending row this one replaces, if the bank says so. */
  pendingKey: z.string().nullable(),
  date: z.string(),
  authorizedDate: z.string().nullable(),
  name: z.string(),
  merchantName: z.string().nullable(),
  category: z.string(),
  channel: z.enum(["online", "in store", "other"]),
});
export type BankRow = z.infer<typeof bankRowSchema>;

/** Payment channel in Plaid's terms. */
export type PaymentChannel = BankRow["channel"];

/** A change of a bank's list: a row is added or replaced (`put`), or removed (`drop`). */
export type RowEvent = { atMs: number } & ({ put: BankRow } | { drop: string; account: string });
