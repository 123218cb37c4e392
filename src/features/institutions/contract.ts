import { z } from "zod";
import { defineGet, definePost } from "#shared/endpoint.ts";
import {
  bodyIdSchema,
  countedAccessItemSchema,
  idSchema,
  type AccessItemView,
} from "#shared/finance-shapes.ts";
import { isPlainLine } from "#shared/text/plain-text.ts";

import { linkedTypes } from "./domain/account-types.ts";
import { manualCalls } from "./manual-contract.ts";

export type { AccessItemView, AccountView, ItemState, PlainAccessItem } from "#shared/finance-shapes.ts";

const institutionAccessItemId = bodyIdSchema.meta({ description: "One of your own linked banks." });

/** Bank and accounts that the dialog reported to the browser; only used to detect duplicate links. */
const selectedInstitution = z.object({
  id: z.string().max(200, "Use at most 200 characters.").refine(isPlainLine, "Invalid bank ID."),
  name: z.string().max(200, "Use at most 200 characters."),
});
const selectedAccount = z.object({
  name: z.string().max(200, "Use at most 200 characters."),
  mask: z.string().max(20, "Use at most 20 characters.").nullable(),
});

/** `data` of the 409 of SetInstitutionAccessToken: the banks already linked, and the id to link anyway. */
export type AlreadyLinked = {
  /** Id that completes the link within 15 minutes; after that, it is undone at the bank. */
  pendingLinkId: string;
  linked: AccessItemView[];
};

export const institutionsContract = {
  ...manualCalls,
  getUserAccessItems: defineGet("/api/GetUserAccessItems", "finance", {
    summary: "Lists your linked banks by name; unlinked ones with history come last.",
    output: z.array(countedAccessItemSchema),
  }),
  getUserAccessItem: defineGet("/api/GetUserAccessItem", "finance", {
    summary: "Returns one of your linked banks.",
    input: z.object({ userAccessItemId: idSchema }),
    output: countedAccessItemSchema,
  }),
  getAccessItemUsage: defineGet("/api/GetAccessItemUsage", "finance", {
    summary: "Counts the data that is deleted with a bank's history.",
    input: z.object({ institutionAccessItemId: idSchema }),
    output: z.object({
      accountCount: z.int(),
      transactionCount: z.int(),
      /** Transactions with a category, an exemption, or a payment set by the person. */
      markedTransactionCount: z.int(),
      budgets: z.array(z.object({ budgetId: z.int(), budgetName: z.string() })),
      incomeSources: z.array(z.object({ incomeSourceId: z.int(), name: z.string() })),
      incomePaymentCount: z.int(),
    }),
  }),
  createFinancialLinkToken: definePost("/api/CreateFinancialLinkToken", "finance", {
    summary:
      "Creates a token for the bank's dialog, to link a bank, or with `accessToken` to repair a link or add accounts. The dialog returns to /accounts.",
    queryFields: ["accessToken"],
    input: z.strictObject({
      accessToken: idSchema.optional().meta({
        description:
          "The institutionAccessItemId to repair. The bank's access token never leaves the server.",
      }),
      addAccounts: z
        .boolean()
        .optional()
        .meta({ description: "With `accessToken`: lets you choose accounts in the dialog." }),
    }),
    output: z.object({
      linkToken: z.string(),
      /** ISO 8601. */
      expiration: z.string(),
      mode: z.enum(["create", "update"]),
      provider: z.enum(["plaid", "sandbox"]),
    }),
  }),
  setInstitutionAccessToken: definePost("/api/SetInstitutionAccessToken", "finance", {
    summary:
      "Completes a link with the `public_token` from the bank's dialog. If the bank is already linked, answers 409 with `data`: `{pendingLinkId, linked}`; send that `pendingLinkId` within 15 minutes to link anyway. Sending a token twice creates one link. The first import starts at once.",
    changes: ["institutions"],
    input: z
      .object({
        public_token: z.string().min(1, "The bank’s token is missing.").max(500).optional(),
        institution: selectedInstitution.optional(),
        accounts: z.array(selectedAccount).max(500).optional(),
        pendingLinkId: z.uuid("Invalid pendingLinkId.").optional(),
      })
      .refine((given) => (given.public_token === undefined) !== (given.pendingLinkId === undefined), {
        path: ["public_token"],
        error: "Provide either public_token or pendingLinkId.",
      }),
    output: countedAccessItemSchema,
  }),
  linkSimpleFin: definePost("/api/LinkSimpleFin", "finance", {
    summary:
      "Links the banks behind a SimpleFIN setup token, which works once. Answers 409 like SetInstitutionAccessToken if an account is already linked; send its `pendingLinkId` there to link anyway. Sending a token twice creates one link. The first import starts at once.",
    changes: ["institutions"],
    input: z.object({
      setupToken: z
        .string("Paste your setup token.")
        .trim()
        .min(1, "Paste your setup token.")
        .max(4_000, "Use at most 4,000 characters.")
        .meta({ description: "Base64 of the address that claims access, from a SimpleFIN server." }),
    }),
    output: countedAccessItemSchema,
  }),
  discardPendingLink: definePost("/api/DiscardPendingLink", "finance", {
    summary:
      "Discards a pending link, which is undone at the bank at once instead of after 15 minutes. Idempotent.",
    input: z.object({ pendingLinkId: z.uuid("Invalid pendingLinkId.") }),
  }),
  repairedAccessItem: definePost("/api/RepairedAccessItem", "finance", {
    summary:
      "Reads a bank's state and fetches new transactions after its dialog in update mode, or after a repair at SimpleFIN, there at most four times an hour.",
    changes: ["institutions"],
    input: z.object({ institutionAccessItemId }),
    output: countedAccessItemSchema,
  }),
  syncAccessItem: definePost("/api/SyncAccessItem", "finance", {
    summary:
      "Fetches a bank's new transactions. Answers when done, or after ten seconds. Answers 429 from the third call for a bank within a minute; with SimpleFIN, from the second within an hour.",
    changes: ["institutions"],
    input: z.object({ institutionAccessItemId }),
    output: countedAccessItemSchema,
  }),
  setAccountType: definePost("/api/SetAccountType", "finance", {
    summary:
      "Sets the type of an account whose `isTypeGuessed` is there, because its service (SimpleFIN) has none, and sorts its transactions by it. Syncs leave it. Idempotent. 409 for other accounts.",
    changes: ["institutions", "transactions"],
    input: z.object({
      accountId: bodyIdSchema.meta({ description: "An account linked through SimpleFIN." }),
      type: z.enum(linkedTypes, "Choose a type."),
    }),
  }),
  removeAccessItem: definePost("/api/RemoveAccessItem", "finance", {
    summary:
      "Unlinks a bank, first at the bank (retried until done), then here. Keeps its history read-only, or deletes it with all dependent data. For an unlinked bank and for a manual one, `keepHistory: false` deletes the history.",
    sharing: "owner",
    changes: ["institutions"],
    input: z.object({
      institutionAccessItemId,
      keepHistory: z.boolean("Choose whether to keep the history."),
    }),
  }),
};

/**
 * Description of `POST /api/PlaidWebhook`, which isn't part of the contract: it needs no tenant header or session
 * (docs/reference/http-api.md, "Tenant header"), because the signature over the raw body authenticates the caller
 * (docs/reference/money.md, "Webhooks").
 */
export const plaidWebhook = {
  path: "/api/PlaidWebhook",
  summary:
    "Receives a bank's webhook. Verifies and stores it; a job processes it later. A repeated delivery is stored once, and processed again only if it arrives after the first was processed.",
  header: z.object({
    "plaid-verification": z.string().meta({
      description: "A JWT (ES256) with the SHA-256 of the raw body, issued within the last five minutes.",
    }),
  }),
  input: z.looseObject({
    webhook_type: z.string(),
    webhook_code: z.string(),
    item_id: z.string().optional(),
  }),
  output: z.object({}),
  failures: { 503: "The signature can't be checked right now" },
};
