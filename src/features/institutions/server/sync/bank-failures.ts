import { AppError, conflict, invalid, upstreamFailed } from "#shared/errors.ts";
import { simpleFinCodes, SimpleFinError } from "#upstreams/simplefin/index.ts";
import type { LinkSource } from "../../domain/item-status.ts";
import { isBankError, type BankError } from "../sources/bank-source.ts";

/**
 * Converts a BankError to an API error, whose text includes Plaid's request id; returns any other error unchanged
 * (docs/reference/money.md, "Bank failures").
 */
export function toApiError(error: unknown): unknown {
  if (!isBankError(error)) return error;
  if (error.errorCode === "INVALID_PUBLIC_TOKEN") return tokenExpired(error);
  if (error instanceof SimpleFinError) return simpleFinRefusal(error);
  const id = error.requestId === null ? "" : ` Request ID: ${error.requestId}`;
  switch (error.kind) {
    case "user-action":
      return conflict("bank", `Your bank needs your attention. Repair the link.${id}`);
    case "gone":
      return conflict("bank", `Your bank no longer recognizes this link. Link it again.${id}`);
    case "our-fault":
      return upstreamFailed(`Couldn’t reach your bank. Nothing was changed.${id}`, { cause: error });
    default:
      return bankUnavailable(error, `Your bank isn’t responding. Try again shortly.${id}`);
  }
}

const tokenExpiredText = "This link was already used or has expired. Link the bank again.";

/** Returns the error for a used or expired public token; Plaid accepts one once, within 30 minutes. */
function tokenExpired(cause: BankError): AppError {
  return new AppError(400, { public_token: [tokenExpiredText] }, { cause });
}

/** Returns the error for a token of which the person made a link that has ended. */
export function tokenUsedUp(source: LinkSource): AppError {
  return source === "plaid"
    ? invalid({ public_token: [tokenExpiredText] })
    : invalid({ setupToken: ["You already used this token. Make a new one at SimpleFIN."] });
}

function bankUnavailable(cause: BankError, words: string): AppError {
  const { retryAfterSeconds } = cause;
  return upstreamFailed(words, {
    statusCode: 503,
    cause,
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
  });
}

const tokenRefusals: Readonly<Record<string, string>> = {
  [simpleFinCodes.notAToken]:
    "That isn’t a setup token. Copy the whole token from SimpleFIN, which looks like a long row of letters and digits.",
  [simpleFinCodes.addressRefused]:
    "This token belongs to a server we can’t use. Make a token at SimpleFIN and paste that.",
  [simpleFinCodes.claimRefused]:
    "This token was already used, so someone else may have it. Disable it at SimpleFIN, then make a new one.",
  [simpleFinCodes.paymentRequired]: "Your SimpleFIN subscription has ended. Renew it, then make a new token.",
};

/** Returns the error for a SimpleFIN server's refusal of a setup token, or of the first call after it. */
function simpleFinRefusal(error: SimpleFinError): AppError {
  const words = error.errorCode === null ? undefined : tokenRefusals[error.errorCode];
  if (words !== undefined) return new AppError(400, { setupToken: [words] }, { cause: error });
  if (error.kind === "gone")
    return conflict("bank", "SimpleFIN no longer accepts this link. Make a new setup token and link again.");
  if (error.kind === "our-fault")
    return upstreamFailed("SimpleFIN sent an answer we can’t read. Nothing was changed.", { cause: error });
  return bankUnavailable(error, "SimpleFIN isn’t responding. Try again later.");
}
