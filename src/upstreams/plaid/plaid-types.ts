import type { BankAccount, BankTransaction } from "#shared/bank-rows.ts";

/** A verified webhook with our field names. Unknown codes are kept unchanged. */
export type Webhook = {
  /** `TRANSACTIONS`, `ITEM` … */
  type: string;
  /** `SYNC_UPDATES_AVAILABLE`, `ERROR` … */
  code: string;
  itemId: string | null;
  error: BankItemError | null;
  /** ISO 8601; end of access unless renewed (PENDING_EXPIRATION, PENDING_DISCONNECT). */
  consentExpiresAt: string | null;
  /** Reason why Plaid will disconnect (PENDING_DISCONNECT). */
  reason: string | null;
  /** The complete body, for the inbox. */
  body: Record<string, unknown>;
};

/** An Item's error, with Plaid's codes. */
export type BankItemError = { type: string; code: string; message: string };

/** The link to one bank with one login. Timestamps are ISO 8601. */
export type BankItem = {
  itemId: string;
  institutionId: string | null;
  institutionName: string | null;
  error: BankItemError | null;
  /** End of the person's consent, if the bank limits it. */
  consentExpiresAt: string | null;
  /** Plaid's last successful and last failed update of its transactions. */
  lastSuccessfulUpdate: string | null;
  lastFailedUpdate: string | null;
};

export type BankInstitution = {
  name: string;
  /** A small PNG as a data URL. */
  logo: string | null;
  /** A CSS color such as `#1f4e79`. */
  color: string | null;
};

/** One page of changes since a cursor. */
export type SyncPage = {
  added: BankTransaction[];
  modified: BankTransaction[];
  removed: { providerTransactionId: string }[];
  /** Number of rows dropped because their amounts are too large. */
  refusedCount: number;
  /** Empty if Plaid hasn't read the bank yet; try again later (docs/reference/money.md, "Sync"). */
  nextCursor: string;
  hasMore: boolean;
  /** The bank's recent rows are there, and Plaid still reads the earlier ones. */
  isPartial?: true;
  /** Accounts of this page's rows, with balances. */
  accounts: BankAccount[];
  requestId: string;
};

/** A public key with which Plaid signs webhooks: P-256, for ES256. */
export type WebhookKey = {
  kid: string;
  jwk: { kty: "EC"; crv: "P-256"; x: string; y: string };
  /** Seconds since 1970; null while the key is in use. Set for the old key after a rotation. */
  expiredAt: number | null;
};

export type LinkTokenRequest = {
  /** Identifies the person to Plaid by an id of ours, without address or name. */
  userRef: string;
  webhookUrl: string | null;
  /** Redirect URI, registered with Plaid, for banks with their own sign-in page. */
  redirectUri: string | null;
  /** For repairing an Item or choosing its accounts again; no exchange follows. */
  update?: { accessToken: string; selectAccounts: boolean };
};

/** A bank behind Plaid's HTTP API. Every call rejects only with a `PlaidError`. */
export type PlaidBank = {
  createLinkToken: (
    request: LinkTokenRequest,
    signal?: AbortSignal,
  ) => Promise<{
    linkToken: string;
    /** Not repeatable: a second exchange of the same public token is refused. */ expiration: string;
  }>;
  /** Not repeatable: a second exchange of the same public token is refused. */
  exchangePublicToken: (
    publicToken: string,
    signal?: AbortSignal,
  ) => Promise<{ itemId: string; accessToken: string }>;
  getItem: (accessToken: string, signal?: AbortSignal) => Promise<BankItem>;
  getInstitution: (institutionId: string, signal?: AbortSignal) => Promise<BankInstitution>;
  getAccounts: (accessToken: string, signal?: AbortSignal) => Promise<BankAccount[]>;
  /** Returns at most 500 changes; null starts at the first row. A page with an invalid row fails as a whole. */
  syncPage: (accessToken: string, cursor: string | null, signal?: AbortSignal) => Promise<SyncPage>;
  removeItem: (accessToken: string, signal?: AbortSignal) => Promise<void>;
  updateWebhook: (accessToken: string, webhookUrl: string, signal?: AbortSignal) => Promise<void>;
  getWebhookKey: (kid: string, signal?: AbortSignal) => Promise<WebhookKey>;
};

/** Reasons to reject a webhook. Only `cannot-verify` says nothing about it; answer 503, so that Plaid sends it again. */
export type WebhookRefusal =
  | "no-signature"
  | "malformed-signature"
  | "wrong-algorithm"
  | "unknown-key"
  | "expired-key"
  | "bad-signature"
  | "wrong-time"
  | "altered-body"
  | "malformed-body"
  | "cannot-verify";

export type WebhookVerification =
  | {
      ok: true;
      /** SHA-256 of the signed token, in hex, so that a repeated delivery is recognized. */ deliveryHash: string;
      webhook: Webhook;
    }
  | { ok: false; reason: WebhookRefusal };

export type WebhookVerifier = {
  /**
   * Verifies a webhook; never rejects. `header` is `Plaid-Verification`; `rawBody` the bytes as received; `sender` the sending
   * address, each of which may cause a limited number of key lookups.
   */
  verify: (rawBody: Uint8Array, header: string | undefined, sender: string) => Promise<WebhookVerification>;
};
