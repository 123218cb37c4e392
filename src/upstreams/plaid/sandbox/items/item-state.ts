import { z } from "zod";
import { bankRowSchema } from "./bank-rows.ts";
import { itemSeedSchema } from "../sandbox-tokens.ts";

/** Changes made to an Item from outside, in order, each at its own instant. */
const itemOp = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("put"), atMs: z.number(), row: bankRowSchema }),
  z.object({ kind: z.literal("drop"), atMs: z.number(), key: z.string(), account: z.string() }),
  /** The requested number of additional rows, generated on demand. */
  z.object({ kind: z.literal("rows"), atMs: z.number(), account: z.string(), count: z.int() }),
  /** Accounts shared from now on. */
  z.object({ kind: z.literal("share"), atMs: z.number(), accounts: z.array(z.string()) }),
  /** An account the bank no longer lists. */
  z.object({ kind: z.literal("close"), atMs: z.number(), account: z.string() }),
]);

export type ItemOp = z.infer<typeof itemOp>;

/** The sandbox's state of an Item in addition to its token. Times are milliseconds since 1970. */
export const itemStateSchema = z.object({
  seed: itemSeedSchema,
  removedAtMs: z.number().nullable().default(null),
  revokedAtMs: z.number().nullable().default(null),
  loginRequiredAtMs: z.number().nullable().default(null),
  repairedAtMs: z.number().nullable().default(null),
  consentExpiresAtMs: z.number().nullable().default(null),
  webhook: z.string().nullable(),
  /** Set by the first sync; from then on SYNC_UPDATES_AVAILABLE is sent. */
  isArmed: z.boolean().default(false),
  /** Number of list changes announced by webhooks. */
  announced: z.int().default(0),
  /** One-time webhooks that were sent. */
  milestones: z.array(z.string()).default([]),
  lastWebhook: z.object({ code: z.string(), sentAtMs: z.number() }).nullable().default(null),
  ops: z.array(itemOp).default([]),
});

export type ItemState = z.infer<typeof itemStateSchema>;
