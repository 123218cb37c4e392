import { errorCode } from "#shared/error-code.ts";
import { HttpFailure } from "#shared/http/http-failure.ts";
import { ServiceError, type ServiceErrorOptions } from "#shared/http/service-error.ts";

/**
 * Reaction that a failed call requires (docs/reference/money.md, "SimpleFIN").
 * - `user-action`: the person must do something: another token, or a payment
 * - `gone`: the server no longer accepts the access
 * - `retry-later`: the server is down, slow, or wants fewer calls
 * - `our-fault`: a response that doesn't follow the protocol
 */
export type SimpleFinErrorKind = "user-action" | "gone" | "retry-later" | "our-fault";

/** Codes of failed calls, besides those that the protocol has for banks and accounts. */
export const simpleFinCodes = {
  /** The text isn't a setup token. */
  notAToken: "SIMPLEFIN_NOT_A_TOKEN",
  /** The token's server isn't one that this site calls. */
  addressRefused: "SIMPLEFIN_ADDRESS_REFUSED",
  /** The token was claimed before or never existed; someone else may have it. */
  claimRefused: "SIMPLEFIN_CLAIM_REFUSED",
  /** The person's subscription has ended. */
  paymentRequired: "SIMPLEFIN_PAYMENT_REQUIRED",
  /** The person has disabled the access, or the server has. */
  accessRevoked: "SIMPLEFIN_ACCESS_REVOKED",
  tooManyCalls: "RATE_LIMIT",
} as const;

/** A failed call to a SimpleFIN server. The message is for the log and contains no token, credentials or body. */
export class SimpleFinError extends ServiceError<SimpleFinErrorKind> {
  override readonly name = "SimpleFinError";
  readonly errorCode: string | null;

  constructor(
    kind: SimpleFinErrorKind,
    message: string,
    options: ServiceErrorOptions & { errorCode?: string } = {},
  ) {
    super(kind, message, options);
    this.errorCode = options.errorCode ?? null;
  }
}

/** Interprets a failed call. `what` is "claim" or "accounts", since a 403 means something else in each. */
export function explainFailure(what: "claim" | "accounts", error: unknown): SimpleFinError {
  if (error instanceof SimpleFinError) return error;
  if (!(error instanceof HttpFailure))
    return new SimpleFinError("our-fault", `The call to SimpleFIN failed (${what}).`, { cause: error });
  const said = `SimpleFIN didn't answer (${what}): ${error.message}.`;
  if (isAddressRefusal(error)) {
    return new SimpleFinError("user-action", said, { errorCode: simpleFinCodes.addressRefused });
  }
  const { statusCode, retryAfterSeconds } = error;
  const meaning = error.kind === "status" && statusCode !== null ? meanings[what][statusCode] : undefined;
  if (meaning !== undefined) {
    const [kind, errorCode] = meaning;
    return new SimpleFinError(kind, said, { errorCode, retryAfterSeconds });
  }
  const isOurs =
    error.kind === "too-large" ||
    error.kind === "redirect" ||
    (statusCode !== null && statusCode < 500 && statusCode !== 408);
  return new SimpleFinError(isOurs ? "our-fault" : "retry-later", said, {
    retryAfterSeconds,
    ...(error.kind === "network" ? { cause: error.cause } : {}),
  });
}

type Meanings = Readonly<Record<number, [SimpleFinErrorKind, string]>>;

const always: Meanings = {
  402: ["user-action", simpleFinCodes.paymentRequired],
  429: ["retry-later", simpleFinCodes.tooManyCalls],
};

const claimRefused: Meanings[number] = ["user-action", simpleFinCodes.claimRefused];
const accessRevoked: Meanings[number] = ["gone", simpleFinCodes.accessRevoked];

const meanings: Record<"claim" | "accounts", Meanings> = {
  claim: { ...always, 403: claimRefused, 404: claimRefused, 410: claimRefused },
  accounts: { ...always, 401: accessRevoked, 403: accessRevoked },
};

/** True if the server's HTTP client refused to connect to an address that isn't public. */
function isAddressRefusal({ cause }: HttpFailure): boolean {
  return errorCode(cause) === "ADDRESS_REFUSED";
}

const longestMessage = 200;

/**
 * Returns a server's message for the person, as the protocol demands: one line of text, without markup, invisible characters,
 * or addresses with credentials; at most 200 characters.
 */
export function cleanMessage(message: string): string {
  const clean = message
    .slice(0, 2_000)
    .replaceAll(/<[^<>]*>/g, " ")
    .replaceAll(/https?:\/\/\S+/gi, "…")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return clean.length <= longestMessage ? clean : `${clean.slice(0, longestMessage - 1).trimEnd()}…`;
}
