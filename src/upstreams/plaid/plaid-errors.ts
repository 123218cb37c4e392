/**
 * What a failed call to Plaid asks of us (FINANCE section 2).
 * - `user-action`: the person must repair the link, choose accounts or consent again
 * - `retry-later`: Plaid or the bank is down, slow, busy or not ready; see `retryAfterSeconds`
 * - `restart`: the list changed while it was read: throw away what was collected, begin at the first cursor
 * - `gone`: Plaid knows no such item any more
 * - `our-fault`: settings, a request that is wrong, or an answer that is not Plaid's API
 */
export type PlaidErrorKind = "user-action" | "retry-later" | "restart" | "gone" | "our-fault";

/** A call to Plaid that failed. The message is for the log: no token, no secret, no body. */
export class PlaidError extends Error {
  readonly kind: PlaidErrorKind;
  readonly errorType: string | null;
  readonly errorCode: string | null;
  /** Plaid's id of the call, to be logged and shown; null where no answer came. */
  readonly requestId: string | null;
  /** How long Plaid asks us to wait, where it said. */
  readonly retryAfterSeconds: number | null;

  constructor(
    kind: PlaidErrorKind,
    message: string,
    options: {
      errorType?: string | null;
      errorCode?: string | null;
      requestId?: string | null;
      retryAfterSeconds?: number | null;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "PlaidError";
    this.kind = kind;
    this.errorType = options.errorType ?? null;
    this.errorCode = options.errorCode ?? null;
    this.requestId = options.requestId ?? null;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}
