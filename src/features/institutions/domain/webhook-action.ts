/** What a verified webhook asks of us (docs/reference/money.md, "Webhooks"). */
export type WebhookAction =
  /** There is something new to fetch. */
  | "sync"
  /** Something is wrong with the item; its error says what. */
  | "problem"
  /** Access will end. */
  | "warning"
  /** The person has mended it elsewhere. */
  | "repaired"
  | "new-accounts"
  | "revoked"
  | "ignore"
  | "unknown";

const actions: Readonly<Record<string, WebhookAction>> = {
  "TRANSACTIONS SYNC_UPDATES_AVAILABLE": "sync",
  // Of the time before /transactions/sync: what they tell of comes with SYNC_UPDATES_AVAILABLE as well.
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

export function webhookAction({ type, code }: { type: string; code: string }): WebhookAction {
  const name = `${type} ${code}`;
  return (Object.hasOwn(actions, name) ? actions[name] : undefined) ?? "unknown";
}
