/** Action that a verified webhook requires (docs/reference/money.md, "Webhooks"). */
export type WebhookAction =
  /** New data is available. */
  | "sync"
  /** The item has an error. */
  | "problem"
  /** Access will end. */
  | "warning"
  /** The person has repaired the link elsewhere. */
  | "repaired"
  | "new-accounts"
  | "revoked"
  | "ignore"
  | "unknown";

const actions: Readonly<Record<string, WebhookAction>> = {
  "TRANSACTIONS SYNC_UPDATES_AVAILABLE": "sync",
  // From before /transactions/sync: SYNC_UPDATES_AVAILABLE covers them.
  "TRANSACTIONS INITIAL_UPDATE": "ignore",
  "TRANSACTIONS HISTORICAL_UPDATE": "ignore",
  "TRANSACTIONS DEFAULT_UPDATE": "ignore",
  "TRANSACTIONS TRANSACTIONS_REMOVED": "ignore",
  "ITEM ERROR": "problem",
  "ITEM PENDING_EXPIRATION": "warning",
  "ITEM PENDING_DISCONNECT": "warning",
  "ITEM LOGIN_REPAIRED": "repaired",
  "ITEM NEW_ACCOUNTS_AVAILABLE": "new-accounts",
  "ITEM USER_PERMISSION_REVOKED": "revoked",
  "ITEM USER_ACCOUNT_REVOKED": "revoked",
  "ITEM WEBHOOK_UPDATE_ACKNOWLEDGED": "ignore",
};

/** Returns the action for a webhook's type and code. */
export function webhookAction({ type, code }: { type: string; code: string }): WebhookAction {
  const name = `${type} ${code}`;
  return (Object.hasOwn(actions, name) ? actions[name] : undefined) ?? "unknown";
}
