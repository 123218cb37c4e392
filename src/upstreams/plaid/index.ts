import { plaidAccess, type PlaidSettings } from "./plaid-access.ts";
import { createPlaidClient } from "./plaid-client.ts";
import type { HttpClient } from "#shared/http/http-client.ts";
import type { PlaidBank } from "./plaid-types.ts";

export { livePlaidUrl } from "./plaid-access.ts";
export { PlaidError, type PlaidErrorKind } from "./plaid-errors.ts";
export type {
  BankInstitution,
  BankItem,
  BankItemError,
  LinkTokenRequest,
  PlaidBank,
  SyncPage,
  Webhook,
  WebhookKey,
  WebhookRefusal,
  WebhookVerification,
  WebhookVerifier,
} from "./plaid-types.ts";
export { createWebhookVerifier } from "./plaid-webhook-verifier.ts";

/**
 * Creates the bank behind Plaid: the live service if its keys are set, else this site's sandbox. Callers can't tell the
 * difference; only address and keys differ. `http` is a client of `src/server/upstreams/http-client.ts` for the upstream
 * `plaid`.
 */
export function createPlaidBank(
  kernel: {
    http: Pick<HttpClient<AbortSignal>, "request">;
    settings: PlaidSettings;
    site: { domain: string };
    /** Time limit of a call; 30 s by default. */ timeoutMs?: number;
  },
  address: { selfOrigin: () => string },
): PlaidBank {
  const { http, settings, site, timeoutMs } = kernel;
  const access = plaidAccess(settings, address);
  return createPlaidClient(
    { ...access, http, ...(timeoutMs === undefined ? {} : { timeoutMs }) },
    { clientName: site.domain },
  );
}
