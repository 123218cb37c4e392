import { z } from "zod";
import { bankText as text, orNull } from "#shared/bank-rows.ts";
import { isPlainDate } from "#shared/time/plain-dates.ts";
import type { JsonNumber } from "./plaid-json.ts";

/*
 * The parts of Plaid's responses that we read (API version 2020-09-14), as documented: optional fields may be missing, null or
 * empty; a missing required field makes the whole response fail (docs/reference/money.md, "Sync").
 */

const id = z.string().min(1).max(200);
const amount: z.ZodType<JsonNumber, JsonNumber> = z.strictObject({ digits: z.string() }, "expected a number");
const plainDate = z.string().refine(isPlainDate, "expected a date");

const optionalId = orNull(id);
const currencyCode = orNull(z.string().regex(/^[A-Z]{3}$/, "expected a currency code"));

/** An ISO 8601 timestamp; null for none or an invalid one. */
export const instantSchema = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => {
    const at = new Date(value ?? "");
    return Number.isNaN(at.getTime()) ? null : at.toISOString();
  });

const transactionSchema = z.object({
  transaction_id: id,
  account_id: id,
  amount,
  iso_currency_code: currencyCode,
  unofficial_currency_code: text,
  date: plainDate,
  authorized_date: orNull(plainDate),
  name: text,
  merchant_name: text,
  pending: z.boolean(),
  pending_transaction_id: optionalId,
  personal_finance_category: orNull(z.object({ primary: text, detailed: text, confidence_level: text })),
});

const accountSchema = z.object({
  account_id: id,
  persistent_account_id: optionalId,
  name: text,
  official_name: text,
  mask: text,
  type: z.string().min(1).max(100),
  subtype: text,
  balances: z.object({
    current: orNull(amount),
    available: orNull(amount),
    iso_currency_code: currencyCode,
    unofficial_currency_code: text,
  }),
});

/** Error of a call or an Item; `request_id` is missing in Items and webhooks. */
export const errorSchema = z.object({
  error_type: z.string(),
  error_code: z.string(),
  error_message: z.string().nullish(),
  request_id: z.string().nullish(),
});

export const linkTokenSchema = z.object({
  link_token: z.string().min(1),
  expiration: z.iso.datetime({ offset: true }),
});

export const exchangeSchema = z.object({ access_token: z.string().min(1), item_id: id });

export const itemSchema = z.object({
  item: z.object({
    item_id: id,
    institution_id: optionalId,
    institution_name: text,
    error: orNull(errorSchema),
    consent_expiration_time: instantSchema,
  }),
  status: z
    .object({
      transactions: z
        .object({ last_successful_update: instantSchema, last_failed_update: instantSchema })
        .nullish(),
    })
    .nullish(),
});

export const institutionSchema = z.object({
  institution: z.object({
    name: z.string().min(1).max(200),
    logo: orNull(z.string()),
    primary_color: text,
  }),
});

export const accountsSchema = z.object({
  accounts: z
    .array(accountSchema)
    // An ID that is listed again is the same account, which is saved once.
    .transform((accounts) => [...new Map(accounts.map((one) => [one.account_id, one])).values()]),
});

export const syncSchema = z.object({
  added: z.array(transactionSchema),
  modified: z.array(transactionSchema),
  removed: z.array(z.object({ transaction_id: id })),
  accounts: z.array(accountSchema),
  next_cursor: z.string(),
  has_more: z.boolean(),
  transactions_update_status: z.string().nullish(),
  request_id: z.string(),
});

const coordinate = z.string().regex(/^[\w-]{43}$/, "expected a coordinate of P-256");

export const webhookKeySchema = z.object({
  key: z.object({
    kid: z.string().min(1),
    alg: z.literal("ES256"),
    kty: z.literal("EC"),
    crv: z.literal("P-256"),
    x: coordinate,
    y: coordinate,
    expired_at: z.number().nullish(),
  }),
});

/** Responses whose content isn't used. */
export const emptySchema = z.object({});

export type PlaidTransaction = z.output<typeof transactionSchema>;
export type PlaidAccount = z.output<typeof accountSchema>;
export type PlaidItem = z.output<typeof itemSchema>;
