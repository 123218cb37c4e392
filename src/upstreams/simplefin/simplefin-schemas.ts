import { z } from "zod";
import { bankText as text, orNull } from "#shared/bank-rows.ts";

/*
 * The parts of a SimpleFIN answer that we read, in versions 1 and 2 of the protocol (simplefin.org/protocol.html). Versions
 * differ in names: `errlist` and `connections` in 2, `errors` and `org` in 1; both may be there. A missing or malformed required
 * field makes the whole response fail (docs/reference/money.md, "Sync").
 */

const id = z.string().min(1).max(200).refine(isPlain, "expected an ID");
const optionalId = orNull(id);
const digits = z.string().regex(/^[+-]?(?:\d{1,30}(?:\.\d{0,40})?|\.\d{1,40})$/, "expected an amount");

/** Seconds since 1970; some servers send them as text or with a fraction. */
const seconds = z
  .union([z.number(), z.string().regex(/^-?\d{1,12}(?:\.\d+)?$/)])
  .transform(Number)
  .pipe(z.number().min(-1e11).max(1e11));
/** The same, null for none, which is also written as 0. */
const optionalSeconds = seconds.nullish().transform((value) => (value === 0 ? null : (value ?? null)));

const transactionSchema = z.object({
  id,
  posted: optionalSeconds,
  transacted_at: optionalSeconds,
  amount: digits,
  description: text,
  payee: text,
  memo: text,
  pending: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
});

/** In version 1, each account names its bank. */
const organizationSchema = z.object({
  id: optionalId,
  domain: text,
  name: text,
  "sfin-url": text,
});

const accountSchema = z.object({
  id,
  name: text,
  conn_id: optionalId,
  org: orNull(organizationSchema),
  currency: z.string().min(1).max(500),
  balance: digits,
  "available-balance": orNull(digits),
  "balance-date": seconds,
  transactions: z
    .array(transactionSchema)
    .nullish()
    .transform((value) => value ?? []),
});

const errorSchema = z.object({
  code: z.string().max(100),
  // The protocol's examples have both names.
  msg: z.string().nullish(),
  message: z.string().nullish(),
  conn_id: optionalId,
  account_id: optionalId,
});

export const accountSetSchema = z.object({
  errlist: z.array(errorSchema).nullish(),
  errors: z
    .array(z.string())
    .nullish()
    .transform((value) => value ?? []),
  connections: z
    .array(z.object({ conn_id: id, name: text }))
    .nullish()
    .transform((value) => value ?? []),
  accounts: z
    .array(accountSchema)
    .refine(
      (accounts) => new Set(accounts.map((one) => one.id)).size === accounts.length,
      "expected each ID once",
    ),
});

export type AccountSetOnTheWire = z.output<typeof accountSetSchema>;
export type AccountOnTheWire = z.output<typeof accountSchema>;
export type TransactionOnTheWire = z.output<typeof transactionSchema>;

function isPlain(value: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  return !/[\u0000-\u001f\u007f]/.test(value);
}
