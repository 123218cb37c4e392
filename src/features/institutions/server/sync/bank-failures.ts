import { AppError, conflict, upstreamFailed } from "#shared/errors.ts";
import { PlaidError } from "#upstreams/plaid/index.ts";

/**
 * What a call of ours answers where the bank has refused it; anything but a PlaidError stays what it is. Plaid's request
 * id is in the words, for whoever asks about it (docs/reference/money.md, "Bank failures").
 */
export function answerToBankFailure(error: unknown): unknown {
  if (!(error instanceof PlaidError)) return error;
  if (error.errorCode === "INVALID_PUBLIC_TOKEN") return tokenUsedUp(error);
  const id = error.requestId === null ? "" : ` The bank's request id is ${error.requestId}.`;
  switch (error.kind) {
    case "user-action":
      return conflict("bank", `The bank wants something of you first: repair the link.${id}`);
    case "gone":
      return conflict("bank", `The bank no longer knows this link. Link it again.${id}`);
    case "our-fault":
      return upstreamFailed(`The bank could not be asked. Nothing was changed.${id}`, { cause: error });
    default:
      return bankAway(error, `The bank does not answer at the moment. Try again shortly.${id}`);
  }
}

/** Plaid takes a public token once, for half an hour. */
function tokenUsedUp(cause: PlaidError): AppError {
  const words = "This link was used or has expired. Link the bank again.";
  return new AppError(400, { public_token: [words] }, { cause });
}

function bankAway(cause: PlaidError, words: string): AppError {
  const { retryAfterSeconds } = cause;
  return upstreamFailed(words, {
    statusCode: 503,
    cause,
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
  });
}
