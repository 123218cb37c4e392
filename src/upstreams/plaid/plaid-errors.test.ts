import { describe, expect, it } from "vitest";
import { HttpFailure } from "#shared/http/http-failure.ts";
import {
  cleanMessage,
  explainFailure,
  kindOfError,
  PlaidError,
  type PlaidErrorKind,
} from "./plaid-errors.ts";

/** Errors from Plaid's documentation, and the reaction to each. */
const documented: Record<PlaidErrorKind, [type: string, codes: string][]> = {
  "user-action": [
    [
      "ITEM_ERROR",
      "ACCESS_NOT_GRANTED INSUFFICIENT_CREDENTIALS INVALID_CREDENTIALS INVALID_MFA INVALID_OTP INVALID_PHONE_NUMBER INVALID_SEND_METHOD INVALID_UPDATED_USERNAME ITEM_LOCKED ITEM_LOGIN_REQUIRED ITEM_NOT_SUPPORTED MANUAL_VERIFICATION_REQUIRED MFA_NOT_SUPPORTED NO_ACCOUNTS PASSWORD_RESET_REQUIRED USER_INPUT_TIMEOUT USER_SETUP_REQUIRED",
    ],
    ["INVALID_INPUT", "ADDITIONAL_CONSENT_REQUIRED INVALID_PUBLIC_TOKEN USER_PERMISSION_REVOKED"],
    ["INSTITUTION_ERROR", "INSTITUTION_NO_LONGER_SUPPORTED"],
    [
      "OAUTH_ERROR",
      "INCORRECT_OAUTH_NONCE INCORRECT_LINK_TOKEN OAUTH_STATE_ID_ALREADY_PROCESSED OAUTH_STATE_ID_NOT_FOUND",
    ],
  ],
  "retry-later": [
    ["ITEM_ERROR", "PRODUCT_NOT_READY"],
    [
      "INSTITUTION_ERROR",
      "INSTITUTION_DOWN INSTITUTION_NOT_AVAILABLE INSTITUTION_NOT_RESPONDING UNSUPPORTED_RESPONSE",
    ],
    ["API_ERROR", "INTERNAL_SERVER_ERROR PLANNED_MAINTENANCE plaid-internal-error"],
    [
      "RATE_LIMIT_EXCEEDED",
      "ACCOUNTS_LIMIT INSTITUTIONS_GET_BY_ID_LIMIT INSTITUTION_RATE_LIMIT ITEM_GET_LIMIT RATE_LIMIT RATE_LIMIT_EXCEEDED TRANSACTIONS_LIMIT TRANSACTIONS_SYNC_LIMIT",
    ],
  ],
  restart: [["TRANSACTIONS_ERROR", "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION"]],
  gone: [
    ["ITEM_ERROR", "ITEM_NOT_FOUND ITEM_CONCURRENTLY_DELETED"],
    ["INVALID_INPUT", "INVALID_ACCESS_TOKEN"],
  ],
  "our-fault": [
    [
      "INVALID_REQUEST",
      "MISSING_FIELDS UNKNOWN_FIELDS INVALID_FIELD INVALID_CONFIGURATION INCOMPATIBLE_API_VERSION INVALID_BODY INVALID_HEADERS NOT_FOUND NO_LONGER_AVAILABLE SANDBOX_ONLY",
    ],
    [
      "INVALID_INPUT",
      "INVALID_API_KEYS UNAUTHORIZED_ENVIRONMENT UNAUTHORIZED_ROUTE_ACCESS INVALID_ACCOUNT_ID INVALID_INSTITUTION INVALID_PRODUCT INVALID_WEBHOOK_VERIFICATION_KEY_ID",
    ],
    ["ITEM_ERROR", "PRODUCTS_NOT_SUPPORTED PRODUCT_NOT_ENABLED"],
    [
      "INSTITUTION_ERROR",
      "INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT INSTITUTION_REGISTRATION_REQUIRED UNAUTHORIZED_INSTITUTION",
    ],
    ["RATE_LIMIT_EXCEEDED", "CREDITS_EXHAUSTED TRIAL_CONNECTION_LIMIT"],
  ],
};

const rows = Object.entries(documented).flatMap(([kind, types]) =>
  types.flatMap(([type, codes]) => codes.split(" ").map((code) => [type, code, kind] as const)),
);

describe("a Plaid error", () => {
  it.each(rows)("%s %s means %s", (type, code, kind) => {
    expect(kindOfError(type, code)).toBe(kind);
  });

  it("with an unknown code is classified by its type", () => {
    expect(kindOfError("ITEM_ERROR", "SOMETHING_NEW")).toBe("user-action");
    expect(kindOfError("RATE_LIMIT_EXCEEDED", "SOMETHING_NEW")).toBe("retry-later");
    expect(kindOfError("TRANSACTIONS_ERROR", "SOMETHING_NEW")).toBe("retry-later");
    expect(kindOfError("PAYMENT_ERROR", "SOMETHING_NEW")).toBe("our-fault");
    expect(kindOfError("constructor", "toString")).toBe("our-fault");
  });
});

describe("an error's message", () => {
  it("has no token, and is one short line", () => {
    expect(cleanMessage("no access-production-1a2b-3c4d here,\nnor public-sandbox-9f")).toBe(
      "no access-… here, nor public-…",
    );
    expect(cleanMessage("x".repeat(5_000))).toHaveLength(300);
    expect(cleanMessage("the public token of a link-page")).toBe("the public token of a link-page");
  });
});

describe("a failure that isn't a Plaid error", () => {
  it("drops the body, which may echo what was sent", () => {
    const failure = new HttpFailure("status", "http://plaid.example/item/get answered 403", {
      statusCode: 403,
      body: "you sent access-production-1a2b",
    });
    const error = explainFailure("/item/get", failure);
    expect([error.kind, error.cause, error.errorCode]).toEqual(["our-fault", undefined, null]);
    expect(error.message).toBe(
      "Plaid's API didn't respond (/item/get): http://plaid.example/item/get answered 403.",
    );
  });

  it("is returned unchanged if already explained, else is our fault", () => {
    const known = new PlaidError("gone", "gone");
    expect(explainFailure("/item/get", known)).toBe(known);
    expect(explainFailure("/item/get", new TypeError("oops")).kind).toBe("our-fault");
  });
});
