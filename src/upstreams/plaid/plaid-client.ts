import type { LinkTokenCreateRequest } from "plaid";
import type { z } from "zod";
import { callPlaid, type PlaidCall, type PlaidConnection, type PlaidSdk } from "./plaid-connection.ts";
import { cleanMessage, PlaidError } from "./plaid-errors.ts";
import {
  accountsSchema,
  emptySchema,
  exchangeSchema,
  institutionSchema,
  itemSchema,
  linkTokenSchema,
  syncSchema,
  webhookKeySchema,
  type PlaidItem,
} from "./plaid-schemas.ts";
import { toBankAccount, toBankTransaction, toColor, toLogo } from "./plaid-transform.ts";
import type { BankItem, LinkTokenRequest, PlaidBank, SyncPage } from "./plaid-types.ts";

/** Maximum that `/transactions/sync` returns at once. */
const changesPerPage = 500;
/** Two years, the maximum Plaid keeps (docs/reference/money.md, "Sync"). */
const daysRequested = 730;
/** Above this length Plaid shows "This Application" instead. */
const longestClientName = 30;

/** Creates a client of Plaid's API as this site needs it; `clientName` is shown to the person who links a bank. */
export function createPlaidClient(
  connection: PlaidConnection,
  { clientName }: { clientName: string },
): PlaidBank {
  const call: Call = (path, schema, send, signal) =>
    callPlaid(connection, { path, schema, send, signal, isRepeatable: true });
  return {
    ...linkCalls(call, clientName),
    ...readingCalls(call),
    exchangePublicToken: async (publicToken, signal) => {
      const { item_id: itemId, access_token: accessToken } = await callPlaid(connection, {
        path: "/item/public_token/exchange",
        schema: exchangeSchema,
        send: (api) => api.itemPublicTokenExchange({ public_token: publicToken }),
        // The first exchange uses up the token, even if its response is lost.
        isRepeatable: false,
        signal,
      });
      return { itemId, accessToken };
    },
  };
}

type Call = <Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  send: PlaidCall<Schema>["send"],
  signal: AbortSignal | undefined,
) => Promise<z.output<Schema>>;

type LinkCall = "createLinkToken" | "removeItem" | "updateWebhook";
type ReadingCall = Exclude<keyof PlaidBank, LinkCall | "exchangePublicToken">;

function linkCalls(call: Call, clientName: string): Pick<PlaidBank, LinkCall> {
  return {
    createLinkToken: async (request, signal) => {
      const answer = await call(
        "/link/token/create",
        linkTokenSchema,
        (api, sdk) => api.linkTokenCreate(linkTokenRequest(request, clientName, sdk)),
        signal,
      );
      return { linkToken: answer.link_token, expiration: new Date(answer.expiration).toISOString() };
    },
    removeItem: async (accessToken, signal) => {
      const request = { access_token: accessToken };
      await call("/item/remove", emptySchema, (api) => api.itemRemove(request), signal);
    },
    updateWebhook: async (accessToken, webhookUrl, signal) => {
      const request = { access_token: accessToken, webhook: webhookUrl };
      await call("/item/webhook/update", emptySchema, (api) => api.itemWebhookUpdate(request), signal);
    },
  };
}

function readingCalls(call: Call): Pick<PlaidBank, ReadingCall> {
  return {
    getItem: async (accessToken, signal) => {
      const request = { access_token: accessToken };
      return toBankItem(await call("/item/get", itemSchema, (api) => api.itemGet(request), signal));
    },
    getInstitution: async (institutionId, signal) => {
      const answer = await call(
        "/institutions/get_by_id",
        institutionSchema,
        (api, { CountryCode }) =>
          api.institutionsGetById({
            institution_id: institutionId,
            country_codes: [CountryCode.Us],
            options: { include_optional_metadata: true },
          }),
        signal,
      );
      const { name, logo, primary_color: color } = answer.institution;
      return { name, logo: toLogo(logo), color: toColor(color) };
    },
    getAccounts: async (accessToken, signal) => {
      const request = { access_token: accessToken };
      const answer = await call("/accounts/get", accountsSchema, (api) => api.accountsGet(request), signal);
      return answer.accounts.map(toBankAccount);
    },
    syncPage: async (accessToken, cursor, signal) => {
      const position = cursor === null ? {} : { cursor };
      const request = { access_token: accessToken, count: changesPerPage, ...position };
      const path = "/transactions/sync";
      return toSyncPage(await call(path, syncSchema, (api) => api.transactionsSync(request), signal));
    },
    getWebhookKey: async (kid, signal) => {
      const path = "/webhook_verification_key/get";
      const request = { key_id: kid };
      const answer = await call(
        path,
        webhookKeySchema,
        (api) => api.webhookVerificationKeyGet(request),
        signal,
      );
      const { key } = answer;
      if (key.kid !== kid) throw new PlaidError("our-fault", `Plaid returned a different key (${path}).`);
      const { kty, crv, x, y } = key;
      return { kid, jwk: { kty, crv, x, y }, expiredAt: key.expired_at ?? null };
    },
  };
}

function linkTokenRequest(
  request: LinkTokenRequest,
  clientName: string,
  { CountryCode, Products }: PlaidSdk,
): LinkTokenCreateRequest {
  const { userRef, webhookUrl, redirectUri, update } = request;
  const shared = {
    client_name: clientName.length <= longestClientName ? clientName : "Folio",
    language: "en",
    country_codes: [CountryCode.Us],
    user: { client_user_id: userRef },
    ...(redirectUri === null ? {} : { redirect_uri: redirectUri }),
  };
  // An update keeps the Item's products; sending products would be refused.
  if (update !== undefined) {
    return {
      ...shared,
      access_token: update.accessToken,
      ...(update.selectAccounts ? { update: { account_selection_enabled: true } } : {}),
    };
  }
  return {
    ...shared,
    products: [Products.Transactions],
    transactions: { days_requested: daysRequested },
    ...(webhookUrl === null ? {} : { webhook: webhookUrl }),
  };
}

function toBankItem({ item, status }: PlaidItem): BankItem {
  const { error } = item;
  return {
    itemId: item.item_id,
    institutionId: item.institution_id,
    institutionName: item.institution_name,
    error:
      error === null
        ? null
        : {
            type: error.error_type,
            code: error.error_code,
            message: cleanMessage(error.error_message ?? ""),
          },
    consentExpiresAt: item.consent_expiration_time,
    lastSuccessfulUpdate: status?.transactions?.last_successful_update ?? null,
    lastFailedUpdate: status?.transactions?.last_failed_update ?? null,
  };
}

/** Converts a page, dropping only rows whose amount is too large to count: one of a bank's errors must not stop its updates. */
function toSyncPage(page: z.output<typeof syncSchema>): SyncPage {
  const added = page.added.map(toBankTransaction);
  const modified = page.modified.map(toBankTransaction);
  return {
    added: added.filter((row) => row !== null),
    modified: modified.filter((row) => row !== null),
    removed: page.removed.map((row) => ({ providerTransactionId: row.transaction_id })),
    refusedCount: [...added, ...modified].filter((row) => row === null).length,
    nextCursor: page.next_cursor,
    hasMore: page.has_more,
    ...(page.transactions_update_status === "INITIAL_UPDATE_COMPLETE" ? { isPartial: true } : {}),
    accounts: page.accounts.map(toBankAccount),
    requestId: page.request_id,
  };
}
