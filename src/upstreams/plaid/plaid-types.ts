import type { Money } from "#shared/money.ts";

/** A row of a bank's list of transactions. Dates are `YYYY-MM-DD`. */
export type BankTransaction = {
  providerTransactionId: string;
  providerAccountId: string;
  pending: boolean;
  /** Of a posted row: the pending row that it replaces, where the bank knows. */
  pendingTransactionId: string | null;
  date: string;
  authorizedDate: string | null;
  name: string;
  merchantName: string | null;
  /** In > 0, out < 0: Plaid's sign is negated once, in `plaid-transform.ts` (docs/reference/money.md, "Money and sign"). */
  amount: Money;
  /** Plaid's own digits in Plaid's sign: a purchase is positive. */
  rawAmount: string;
  /** An ISO 4217 code, or what stands for a currency without one (see `readCurrencyCode`). */
  isoCurrencyCode: string;
  /** Plaid's category, such as `INCOME` and, in detail, `INCOME_WAGES`. */
  bankCategory: string | null;
  bankCategoryDetailed: string | null;
};

/** An account at a bank. A card's or loan's current balance is positive when money is owed. */
export type BankAccount = {
  providerAccountId: string;
  /** The same for one account over several links, where the bank has it. */
  persistentAccountId: string | null;
  name: string;
  officialName: string | null;
  /** Its last two to four digits. */
  mask: string | null;
  /** `depository`, `credit`, `loan`, `investment`, `other` … */
  type: string;
  /** `checking`, `savings`, `credit card` … */
  subtype: string | null;
  currentBalance: Money | null;
  availableBalance: Money | null;
  isoCurrencyCode: string;
};

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

/** What is wrong with an item, in Plaid's codes. */
export type BankItemError = { type: string; code: string; message: string };

/** The link to one bank with one login. Instants are ISO 8601. */
export type BankItem = {
  itemId: string;
  institutionId: string | null;
  institutionName: string | null;
  error: BankItemError | null;
  /** When the person's consent ends, where the bank limits it. */
  consentExpiresAt: string | null;
  /** Of its transactions: when Plaid last read the bank, with success and without. */
  lastSuccessfulUpdate: string | null;
  lastFailedUpdate: string | null;
};

export type BankInstitution = {
  name: string;
  /** A small PNG as a data URL. */
  logo: string | null;
  /** A CSS colour such as `#1f4e79`. */
  color: string | null;
};

/** One page of what has changed since a cursor. */
export type SyncPage = {
  added: BankTransaction[];
  modified: BankTransaction[];
  removed: { providerTransactionId: string }[];
  /** Rows that are not among them, because their amounts are more than can be counted. */
  refusedCount: number;
  /** Empty: Plaid has not read the bank yet; ask again later (docs/reference/money.md, "Sync"). */
  nextCursor: string;
  hasMore: boolean;
  /** The accounts that this page's rows are of, with balances. */
  accounts: BankAccount[];
  requestId: string;
};

/** A public key with which Plaid signs webhooks: P-256, for ES256. */
export type WebhookKey = {
  kid: string;
  jwk: { kty: "EC"; crv: "P-256"; x: string; y: string };
  /** Seconds since 1970; null while the key is in use. After a rotation the old one has it. */
  expiredAt: number | null;
};

export type LinkTokenRequest = {
  /** Names the person to Plaid: an id of ours, no address and no name. */
  userRef: string;
  webhookUrl: string | null;
  /** Where a bank with its own sign-in page leads back to; registered with Plaid. */
  redirectUri: string | null;
  /** Repair of an item, or choosing its accounts anew: no exchange follows. */
  update?: { accessToken: string; selectAccounts: boolean };
};

/** A bank behind Plaid's HTTP API. Every call rejects with a `PlaidError`, and with nothing else. */
export type PlaidBank = {
  createLinkToken: (
    request: LinkTokenRequest,
    signal?: AbortSignal,
  ) => Promise<{ linkToken: string; /** ISO 8601 */ expiration: string }>;
  /** Not repeatable: a second exchange of the same public token is refused. */
  exchangePublicToken: (
    publicToken: string,
    signal?: AbortSignal,
  ) => Promise<{ itemId: string; accessToken: string }>;
  getItem: (accessToken: string, signal?: AbortSignal) => Promise<BankItem>;
  getInstitution: (institutionId: string, signal?: AbortSignal) => Promise<BankInstitution>;
  getAccounts: (accessToken: string, signal?: AbortSignal) => Promise<BankAccount[]>;
  /** At most 500 changes; null begins at the first row. A page with a row that does not parse fails as a whole. */
  syncPage: (accessToken: string, cursor: string | null, signal?: AbortSignal) => Promise<SyncPage>;
  removeItem: (accessToken: string, signal?: AbortSignal) => Promise<void>;
  updateWebhook: (accessToken: string, webhookUrl: string, signal?: AbortSignal) => Promise<void>;
  getWebhookKey: (kid: string, signal?: AbortSignal) => Promise<WebhookKey>;
};

/** Why a webhook is not believed; `cannot-verify` alone says nothing about it: answer 503, so that Plaid sends it again. */
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
      /** SHA-256 of the signed token, in hex: the same delivery twice is one. */ deliveryHash: string;
      webhook: Webhook;
    }
  | { ok: false; reason: WebhookRefusal };

export type WebhookVerifier = {
  /**
   * Never rejects. `header` is `Plaid-Verification`; `rawBody` the bytes as they came; `sender` the address from where, each
   * of which may have a few unknown keys looked up.
   */
  verify: (rawBody: Uint8Array, header: string | undefined, sender: string) => Promise<WebhookVerification>;
};
