export { PlaidError, type PlaidErrorKind } from "./plaid-errors.ts";
export type {
  BankAccount,
  BankInstitution,
  BankItem,
  BankItemError,
  BankTransaction,
  LinkTokenRequest,
  PlaidBank,
  SyncPage,
  WebhookKey,
  WebhookRefusal,
  WebhookVerification,
  WebhookVerifier,
} from "./plaid-types.ts";
export type { Webhook } from "./plaid-webhooks.ts";
