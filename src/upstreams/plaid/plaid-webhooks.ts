import type { BankItemError } from "./plaid-types.ts";

/** A webhook whose signature was checked, in our words. Codes that we do not know are kept as they came. */
export type Webhook = {
  /** `TRANSACTIONS`, `ITEM` … */
  type: string;
  /** `SYNC_UPDATES_AVAILABLE`, `ERROR` … */
  code: string;
  itemId: string | null;
  error: BankItemError | null;
  /** ISO 8601: when access ends unless it is renewed (PENDING_EXPIRATION, PENDING_DISCONNECT). */
  consentExpiresAt: string | null;
  /** Why Plaid will disconnect (PENDING_DISCONNECT). */
  reason: string | null;
  /** Everything that was sent, for the inbox. */
  body: Record<string, unknown>;
};
