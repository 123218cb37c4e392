import { AppError, conflict, upstreamFailed } from "#shared/errors.ts";
import { PlaidError } from "#upstreams/plaid/index.ts";

/**
 * Converts a PlaidError to an API error whose text includes Plaid's request id; returns any other error unchanged
 * (docs/reference/money.md, "Bank failures").
 */
export function toApiError(error: unknown): unknown {
  if (!(error instanceof PlaidError)) return error;
  if (error.errorCode === "INVALID_PUBLIC_TOKEN") return tokenExpired(error);
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

/** Returns the error for a used or expired public token; Plaid accepts one once, within 30 minutes. */
function tokenExpired(cause: PlaidError): AppError {
  const words = "This link was already used or has expired. Link the bank again.";
  return new AppError(400, { public_token: [words] }, { cause });
}

function bankUnavailable(cause: PlaidError, words: string): AppError {
  const { retryAfterSeconds } = cause;
  return upstreamFailed(words, {
    statusCode: 503,
    cause,
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
  });
}
