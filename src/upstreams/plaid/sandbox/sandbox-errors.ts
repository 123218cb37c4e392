import type { PlaidError, PlaidErrorType } from "plaid";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Wire } from "./plaid-wire.ts";

/** An error that Plaid would return; can be thrown anywhere below a route. */
export class SandboxError extends Error {
  readonly problem: SandboxProblem;
  constructor(problem: SandboxProblem) {
    super(problem.error_code);
    this.name = "SandboxError";
    this.problem = problem;
  }
}

export type SandboxProblem = {
  status: ContentfulStatusCode;
  error_type: `${PlaidErrorType}`;
  error_code: string;
  error_message: string;
  display_message: string | null;
};

function problem(
  error_type: `${PlaidErrorType}`,
  error_code: string,
  error_message: string,
  more: { status?: ContentfulStatusCode; display?: string } = {},
): SandboxProblem {
  return {
    status: more.status ?? 400,
    error_type,
    error_code,
    error_message,
    display_message: more.display ?? null,
  };
}

function invalidInput(error_code: string, error_message: string): SandboxProblem {
  return problem("INVALID_INPUT", error_code, error_message);
}

/** Plaid's errors with Plaid's own text, as documented. */
export const problems = {
  invalidBody: problem("INVALID_REQUEST", "INVALID_BODY", "body could not be parsed as JSON"),
  notFound: problem("INVALID_REQUEST", "NOT_FOUND", "not found", { status: 404 }),
  invalidKeys: invalidInput("INVALID_API_KEYS", "invalid client_id or secret provided"),
  unknownAccessToken: invalidInput("INVALID_ACCESS_TOKEN", "could not find matching access token"),
  malformedAccessToken: invalidInput(
    "INVALID_ACCESS_TOKEN",
    "provided access token is in an invalid format. expected format: access-<environment>-<identifier>",
  ),
  unknownPublicToken: invalidInput("INVALID_PUBLIC_TOKEN", "could not find matching public token"),
  malformedPublicToken: invalidInput(
    "INVALID_PUBLIC_TOKEN",
    "provided public token is in an invalid format. expected format: public-<environment>-<identifier>",
  ),
  expiredPublicToken: invalidInput(
    "INVALID_PUBLIC_TOKEN",
    "provided public token is expired. Public tokens expire 30 minutes after creation at which point they can no longer be exchanged",
  ),
  invalidInstitution: invalidInput("INVALID_INSTITUTION", "invalid institution_id provided"),
  invalidAccountId: invalidInput(
    "INVALID_ACCOUNT_ID",
    "failed to find requested account ID for requested item",
  ),
  invalidWebhookKeyId: invalidInput(
    "INVALID_WEBHOOK_VERIFICATION_KEY_ID",
    "invalid key_id provided. note that key_ids are specific to Plaid environments, and verification requests must be made to the same environment that the webhook was sent from",
  ),
  invalidCursor: problem("INVALID_REQUEST", "INVALID_FIELD", "cursor not associated with access_token"),
  itemNotFound: problem(
    "ITEM_ERROR",
    "ITEM_NOT_FOUND",
    "The Item you requested cannot be found. This Item does not exist, has been previously removed via /item/remove, or has had access removed by the user.",
  ),
  loginRequired: problem(
    "ITEM_ERROR",
    "ITEM_LOGIN_REQUIRED",
    "the login details of this item have changed (credentials, MFA, or required user action) and a user login is required to update this information. use Link's update mode to restore the item to a good state",
    { display: "Your account has been updated. Please sign in to your bank again to continue." },
  ),
  permissionRevoked: problem(
    "ITEM_ERROR",
    "USER_PERMISSION_REVOKED",
    "the holder of this account has revoked their permission for your application to access it",
  ),
  institutionDown: problem(
    "INSTITUTION_ERROR",
    "INSTITUTION_DOWN",
    "this institution is not currently responding to this request. please try again soon",
    {
      display:
        "This financial institution is not currently responding to requests. We apologize for the inconvenience.",
    },
  ),
  mutationDuringPagination: problem(
    "TRANSACTIONS_ERROR",
    "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION",
    "Underlying transaction data changed since last page was fetched. Please restart pagination from last update.",
  ),
  syncLimit: problem(
    "RATE_LIMIT_EXCEEDED",
    "TRANSACTIONS_SYNC_LIMIT",
    'rate limit exceeded for attempts to access "transactions/sync". please try again later',
    { status: 429 },
  ),
  internal: problem("API_ERROR", "INTERNAL_SERVER_ERROR", "an unexpected error occurred", { status: 500 }),
  webhookInvalid: problem(
    "SANDBOX_ERROR",
    "SANDBOX_WEBHOOK_INVALID",
    "Webhook for this item is either not set up, or invalid. Please update the item's webhook and try again.",
  ),
};

export function missingFields(fields: string[]): SandboxProblem {
  return problem(
    "INVALID_REQUEST",
    "MISSING_FIELDS",
    `the following required fields are missing: ${fields.join(", ")}`,
  );
}

export function unknownFields(fields: string[]): SandboxProblem {
  return problem(
    "INVALID_REQUEST",
    "UNKNOWN_FIELDS",
    `the following fields are not recognized by this endpoint: ${fields.join(", ")}`,
  );
}

export function invalidField(message: string): SandboxProblem {
  return problem("INVALID_REQUEST", "INVALID_FIELD", message);
}

export function productNotEnabled(product: string): SandboxProblem {
  return problem(
    "SANDBOX_ERROR",
    "SANDBOX_PRODUCT_NOT_ENABLED",
    `The ${product} product is not enabled on this item`,
  );
}

const documentation: Partial<Record<`${PlaidErrorType}`, string>> = {
  INVALID_REQUEST: "invalid-request-errors",
  INVALID_INPUT: "invalid-input-errors",
  ITEM_ERROR: "item-errors",
  INSTITUTION_ERROR: "institution-errors",
  RATE_LIMIT_EXCEEDED: "rate-limit-exceeded-errors",
  API_ERROR: "api-errors",
};

/** Returns the body of a failed call. */
export function problemBody(wrong: SandboxProblem, requestId: string): object {
  const { status: _, ...fields } = wrong;
  const section = documentation[wrong.error_type];
  return {
    ...fields,
    ...(section === undefined ? {} : { documentation_url: `https://plaid.com/docs/?ref=error#${section}` }),
    request_id: requestId,
    suggested_action: null,
  };
}

/** Returns the error as in an Item or webhook: with a status, without a call's id. */
export function itemProblem(wrong: SandboxProblem): Wire<PlaidError> {
  const { status, ...fields } = wrong;
  return { ...fields, status };
}
