import { z } from "zod";
import { defineEndpoint } from "#shared/endpoint.ts";
import {
  bodyIdSchema,
  countedAccessItemSchema,
  idSchema,
  type AccessItemView,
} from "#shared/finance-shapes.ts";
import { isPlainLine } from "#shared/text/plain-text.ts";

export type { AccessItemView, AccountView, ItemState, PlainAccessItem } from "#shared/finance-shapes.ts";

const institutionAccessItemId = bodyIdSchema.meta({ description: "One of the person's own." });

/** What the bank's dialog tells the browser of itself; only used to notice a second link of the same accounts. */
const selectedInstitution = z.object({
  id: z.string().max(200, "Use at most 200 characters.").refine(isPlainLine, "This is no bank's id."),
  name: z.string().max(200, "Use at most 200 characters."),
});
const selectedAccount = z.object({
  name: z.string().max(200, "Use at most 200 characters."),
  mask: z.string().max(20, "Use at most 20 characters.").nullable(),
});

/** `data` of the 409 of SetInstitutionAccessToken: what is linked already, and how to link it all the same. */
export type AlreadyLinked = {
  /** Completes the link within 15 minutes; after that it is undone at the bank. */
  pendingLinkId: string;
  linked: AccessItemView[];
};

export const institutionsContract = {
  getUserAccessItems: defineEndpoint({
    method: "GET",
    path: "/api/GetUserAccessItems",
    summary: "The person's linked institutions, by name; those unlinked with their history kept come last",
    auth: "finance",
    input: z.object({}),
    output: z.array(countedAccessItemSchema),
  }),
  getUserAccessItem: defineEndpoint({
    method: "GET",
    path: "/api/GetUserAccessItem",
    summary: "One of the person's linked institutions",
    auth: "finance",
    input: z.object({ userAccessItemId: idSchema }),
    output: countedAccessItemSchema,
  }),
  getAccessItemUsage: defineEndpoint({
    method: "GET",
    path: "/api/GetAccessItemUsage",
    summary: "What hangs on a linked institution, and goes with it where its history is deleted",
    auth: "finance",
    input: z.object({ institutionAccessItemId: idSchema }),
    output: z.object({
      accountCount: z.int(),
      transactionCount: z.int(),
      /** Of its transactions, those with a category, an exemption or a payment of the person's. */
      markedTransactionCount: z.int(),
      budgets: z.array(z.object({ budgetId: z.int(), budgetName: z.string() })),
      incomeSources: z.array(z.object({ incomeSourceId: z.int(), name: z.string() })),
      incomePaymentCount: z.int(),
    }),
  }),
  createFinancialLinkToken: defineEndpoint({
    method: "POST",
    path: "/api/CreateFinancialLinkToken",
    summary:
      "Opens the bank's dialog: to link an institution, or with `accessToken` to repair one or to share more of its accounts. The dialog returns to /accounts.",
    auth: "finance",
    queryFields: ["accessToken"],
    input: z.strictObject({
      accessToken: idSchema.optional().meta({
        description: "The institutionAccessItemId to repair: the bank's own token never leaves the server.",
      }),
      addAccounts: z
        .boolean()
        .optional()
        .meta({ description: "With `accessToken`: the dialog offers the accounts to choose anew." }),
    }),
    output: z.object({
      linkToken: z.string(),
      /** ISO 8601. */
      expiration: z.string(),
      mode: z.enum(["create", "update"]),
      provider: z.enum(["plaid", "sandbox"]),
    }),
  }),
  setInstitutionAccessToken: defineEndpoint({
    method: "POST",
    path: "/api/SetInstitutionAccessToken",
    summary:
      "Completes a link: with the `public_token` of the bank's dialog, or with the `pendingLinkId` of the 409 that an institution linked already is answered with (`data`: `{pendingLinkId, linked}`; good for 15 minutes). The same token twice makes one link. The first import begins at once.",
    auth: "finance",
    changes: ["institutions"],
    input: z
      .object({
        public_token: z.string().min(1, "The bank's token is missing.").max(500).optional(),
        institution: selectedInstitution.optional(),
        accounts: z.array(selectedAccount).max(500).optional(),
        pendingLinkId: z.uuid("This is no pending link.").optional(),
      })
      .refine((given) => (given.public_token === undefined) !== (given.pendingLinkId === undefined), {
        path: ["public_token"],
        error: "Give the bank's public_token or a pendingLinkId.",
      }),
    output: countedAccessItemSchema,
  }),
  discardPendingLink: defineEndpoint({
    method: "POST",
    path: "/api/DiscardPendingLink",
    summary:
      "Gives up a link that waits for “link anyway”: it is undone at the bank now, not after its 15 minutes. Doing it twice is not an error.",
    auth: "finance",
    input: z.object({ pendingLinkId: z.uuid("This is no pending link.") }),
    output: z.object({}),
  }),
  repairedAccessItem: defineEndpoint({
    method: "POST",
    path: "/api/RepairedAccessItem",
    summary:
      "After the bank's dialog in update mode: the institution's state is read from the bank, and what is new is fetched",
    auth: "finance",
    changes: ["institutions"],
    input: z.object({ institutionAccessItemId }),
    output: countedAccessItemSchema,
  }),
  syncAccessItem: defineEndpoint({
    method: "POST",
    path: "/api/SyncAccessItem",
    summary:
      "Fetches what is new at an institution; answers when that is done, at the latest after ten seconds. At most twice a minute for each institution: 429.",
    auth: "finance",
    changes: ["institutions"],
    input: z.object({ institutionAccessItemId }),
    output: countedAccessItemSchema,
  }),
  removeAccessItem: defineEndpoint({
    method: "POST",
    path: "/api/RemoveAccessItem",
    summary:
      "Unlinks an institution: first at the bank (tried again until it is done), then here. Its history stays, read-only, or goes for good with all that hangs on it. Of one unlinked already, `keepHistory: false` deletes the history.",
    auth: "finance",
    changes: ["institutions"],
    input: z.object({
      institutionAccessItemId,
      keepHistory: z.boolean("Say whether the history shall stay."),
    }),
    output: z.object({}),
  }),
};

/**
 * `POST /api/PlaidWebhook`. Not an endpoint of the contract: it takes no tenant header and no session
 * (docs/reference/http-api.md, "Tenant header"), the signature over the raw body says who calls
 * (docs/reference/money.md, "Webhooks").
 */
export const plaidWebhook = {
  path: "/api/PlaidWebhook",
  summary:
    "Something happened at a bank. Stored once it is verified, worked on later; the same delivery twice is stored once, and worked on again only if it comes after the first was.",
  header: z.object({
    "plaid-verification": z.string().meta({
      description: "A JWT (ES256) over the SHA-256 of the raw body, of the last five minutes.",
    }),
  }),
  input: z.looseObject({
    webhook_type: z.string(),
    webhook_code: z.string(),
    item_id: z.string().optional(),
  }),
  output: z.object({}),
  failures: { 503: "The signature cannot be checked at the moment" },
};
