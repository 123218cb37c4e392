import { z } from "zod";
import { behaviors } from "./sandbox-tokens.ts";

/*
 * Requests of Plaid's endpoints (API version 2020-09-14), without the credentials. Known fields without effect here are
 * accepted; any other is refused, as Plaid does.
 */

const url = z.url({ protocol: /^https?$/, error: "must be a valid URL" });
const accessToken = { access_token: z.string() };
const product = z.enum(["transactions", "auth", "balance", "identity", "liabilities", "investments"], {
  error: "contains an invalid product",
});
const countryCodes = z.array(z.string().regex(/^[A-Z]{2}$/)).min(1, "must be a non-empty array");

export const linkTokenCreate = z.strictObject({
  client_name: z.string().min(1).max(30, "must be at most 30 characters"),
  language: z.string().min(2),
  country_codes: countryCodes,
  user: z.strictObject({
    client_user_id: z.string().min(1, "must be a non-empty string"),
    legal_name: z.string().optional(),
    email_address: z.string().optional(),
    phone_number: z.string().optional(),
  }),
  products: z.array(product).nullish(),
  required_if_supported_products: z.array(product).nullish(),
  optional_products: z.array(product).nullish(),
  additional_consented_products: z.array(product).nullish(),
  webhook: url.optional(),
  access_token: z.string().nullish(),
  link_customization_name: z.string().optional(),
  redirect_uri: url.optional(),
  account_filters: z.record(z.string(), z.unknown()).optional(),
  institution_id: z.string().optional(),
  update: z
    .strictObject({
      account_selection_enabled: z.boolean().optional(),
      reauthorization_enabled: z.boolean().optional(),
      user: z.boolean().optional(),
    })
    .optional(),
  transactions: z
    .strictObject({
      days_requested: z.int().min(1, "must be at least 1").max(730, "must be at most 730").optional(),
    })
    .optional(),
  enable_multi_item_link: z.boolean().optional(),
});

export const publicTokenExchange = z.strictObject({ public_token: z.string() });
export const itemGet = z.strictObject(accessToken);
export const itemRemove = z.strictObject({
  ...accessToken,
  reason_code: z.string().nullish(),
  reason_note: z.string().nullish(),
});
export const itemWebhookUpdate = z.strictObject({ ...accessToken, webhook: url.nullish() });

export const accountsGet = z.strictObject({
  ...accessToken,
  options: z
    .strictObject({
      account_ids: z.array(z.string()).optional(),
      min_last_updated_datetime: z.string().optional(),
    })
    .optional(),
});

export const transactionsSync = z.strictObject({
  ...accessToken,
  cursor: z.string().max(256, "must be at most 256 characters").optional(),
  count: z.int().min(1, "must be greater than 0").max(500, "must be at most 500").optional(),
  options: z
    .strictObject({
      include_original_description: z.boolean().nullish(),
      include_personal_finance_category: z.boolean().optional(),
      include_logo_and_counterparty_beta: z.boolean().optional(),
      personal_finance_category_version: z.enum(["v1", "v2"]).optional(),
      days_requested: z.int().min(1).max(730).optional(),
      account_id: z.string().optional(),
    })
    .optional(),
});

export const institutionsGetById = z.strictObject({
  institution_id: z.string(),
  country_codes: countryCodes,
  options: z
    .strictObject({
      include_optional_metadata: z.boolean().optional(),
      include_status: z.boolean().optional(),
      include_auth_metadata: z.boolean().optional(),
      include_payment_initiation_metadata: z.boolean().optional(),
    })
    .optional(),
});

export const webhookVerificationKeyGet = z.strictObject({ key_id: z.string() });

export const sandboxPublicTokenCreate = z.strictObject({
  institution_id: z.string(),
  initial_products: z.array(product).min(1, "must be a non-empty array"),
  options: z
    .strictObject({
      webhook: url.optional(),
      /** A person of the sandbox, optionally with the bank's behavior: `avery`, `morgan-slow`. */
      override_username: z.string().nullish(),
      override_password: z.string().nullish(),
      transactions: z
        .strictObject({
          start_date: z.string().optional(),
          end_date: z.string().optional(),
          days_requested: z.int().min(1).max(730).optional(),
        })
        .nullish(),
    })
    .optional(),
});

export const sandboxFireWebhook = z.strictObject({
  ...accessToken,
  webhook_type: z
    .enum(["AUTH", "HOLDINGS", "INVESTMENTS_TRANSACTIONS", "ITEM", "LIABILITIES", "TRANSACTIONS", "ASSETS"])
    .optional(),
  webhook_code: z.enum([
    "DEFAULT_UPDATE",
    "NEW_ACCOUNTS_AVAILABLE",
    "SMS_MICRODEPOSITS_VERIFICATION",
    "AUTHORIZATION_GRANTED",
    "USER_PERMISSION_REVOKED",
    "USER_ACCOUNT_REVOKED",
    "PENDING_DISCONNECT",
    "RECURRING_TRANSACTIONS_UPDATE",
    "LOGIN_REPAIRED",
    "SYNC_UPDATES_AVAILABLE",
    "PRODUCT_READY",
    "ERROR",
  ]),
});

export const sandboxResetLogin = z.strictObject(accessToken);

const userName = new RegExp(`^(avery|morgan)(?:-(${behaviors.join("|")}))?$`);

/** Parses a user name into the person and the bank's behavior; null if unknown. */
export function readUserName(
  name: string,
): { person: string; behavior: (typeof behaviors)[number] | null } | null {
  const found = userName.exec(name.trim().toLowerCase());
  if (found === null) return null;
  return { person: found[1] ?? "", behavior: behaviors.find((behavior) => behavior === found[2]) ?? null };
}
