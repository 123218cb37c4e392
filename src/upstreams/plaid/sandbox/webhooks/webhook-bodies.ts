import type {
  DefaultUpdateWebhook,
  HistoricalUpdateWebhook,
  InitialUpdateWebhook,
  ItemErrorWebhook,
  ItemLoginRepairedWebhook,
  NewAccountsAvailableWebhook,
  PendingDisconnectWebhook,
  PendingExpirationWebhook,
  SyncUpdatesAvailableWebhook,
  TransactionsRemovedWebhook,
  UserAccountRevokedWebhook,
  UserPermissionRevokedWebhook,
  WebhookUpdateAcknowledgedWebhook,
} from "plaid";
import { consentEnd } from "../items/item-condition.ts";
import type { Item } from "../items/item.ts";
import type { Wire } from "../plaid-wire.ts";
import { itemProblem, problems } from "../sandbox-errors.ts";
import type { WebhookBody } from "./webhooks.ts";

const weekMs = 7 * 24 * 60 * 60_000;

/** Returns the bodies of an Item's webhooks by code, typed by the SDK. */
function webhookBodies(item: Item, nowMs: number) {
  return { ...transactionBodies(item, nowMs), ...itemBodies(item, nowMs) } satisfies Record<
    string,
    () => WebhookBody
  >;
}

function namesOf(item: Item, type: "TRANSACTIONS" | "ITEM") {
  return { webhook_type: type, item_id: item.itemId, environment: "sandbox" as const };
}

function transactionBodies(item: Item, nowMs: number) {
  const transactions = namesOf(item, "TRANSACTIONS");
  return {
    SYNC_UPDATES_AVAILABLE: () =>
      ({
        ...transactions,
        webhook_code: "SYNC_UPDATES_AVAILABLE",
        initial_update_complete: nowMs >= item.initialAtMs,
        historical_update_complete: nowMs >= item.historicalAtMs,
      }) satisfies Wire<SyncUpdatesAvailableWebhook>,
    INITIAL_UPDATE: () =>
      ({
        ...transactions,
        webhook_code: "INITIAL_UPDATE",
        error: null,
        new_transactions: item.rows().length,
      }) satisfies Wire<InitialUpdateWebhook>,
    HISTORICAL_UPDATE: () =>
      ({
        ...transactions,
        webhook_code: "HISTORICAL_UPDATE",
        error: null,
        new_transactions: item.rows().length,
      }) satisfies Wire<HistoricalUpdateWebhook>,
    DEFAULT_UPDATE: () =>
      ({
        ...transactions,
        webhook_code: "DEFAULT_UPDATE",
        error: null,
        new_transactions: 1,
      }) satisfies Wire<DefaultUpdateWebhook>,
    TRANSACTIONS_REMOVED: () =>
      ({
        ...transactions,
        webhook_code: "TRANSACTIONS_REMOVED",
        error: null,
        removed_transactions: [],
      }) satisfies Wire<TransactionsRemovedWebhook>,
  };
}

function itemBodies(item: Item, nowMs: number) {
  const about = namesOf(item, "ITEM");
  const endsAt = new Date(consentEnd(item) ?? nowMs + weekMs).toISOString();
  return {
    ERROR: () =>
      ({
        ...about,
        webhook_code: "ERROR",
        error: itemProblem(problems.loginRequired),
      }) satisfies Wire<ItemErrorWebhook>,
    PENDING_EXPIRATION: () =>
      ({
        ...about,
        webhook_code: "PENDING_EXPIRATION",
        consent_expiration_time: endsAt,
      }) satisfies Wire<PendingExpirationWebhook>,
    PENDING_DISCONNECT: () =>
      ({
        ...about,
        webhook_code: "PENDING_DISCONNECT",
        reason: "INSTITUTION_TOKEN_EXPIRATION",
        disconnect_time: endsAt,
      }) satisfies Wire<PendingDisconnectWebhook>,
    LOGIN_REPAIRED: () =>
      ({ ...about, webhook_code: "LOGIN_REPAIRED" }) satisfies Wire<ItemLoginRepairedWebhook>,
    NEW_ACCOUNTS_AVAILABLE: () =>
      ({
        ...about,
        webhook_code: "NEW_ACCOUNTS_AVAILABLE",
        error: null,
      }) satisfies Wire<NewAccountsAvailableWebhook>,
    USER_PERMISSION_REVOKED: () =>
      ({
        ...about,
        webhook_code: "USER_PERMISSION_REVOKED",
        error: itemProblem(problems.permissionRevoked),
      }) satisfies Wire<UserPermissionRevokedWebhook>,
    USER_ACCOUNT_REVOKED: () =>
      ({
        ...about,
        webhook_code: "USER_ACCOUNT_REVOKED",
        account_id: item.accountId(item.accounts()[0]?.key ?? "checking"),
      }) satisfies Wire<UserAccountRevokedWebhook>,
    WEBHOOK_UPDATE_ACKNOWLEDGED: () =>
      ({
        ...about,
        webhook_code: "WEBHOOK_UPDATE_ACKNOWLEDGED",
        new_webhook_url: item.state().webhook ?? "",
        error: null,
      }) satisfies Wire<WebhookUpdateAcknowledgedWebhook>,
  };
}

export type WebhookCode = keyof ReturnType<typeof webhookBodies>;

/** Returns the body of one code. */
export function webhookBody(item: Item, code: WebhookCode, nowMs: number): WebhookBody {
  return webhookBodies(item, nowMs)[code]();
}
