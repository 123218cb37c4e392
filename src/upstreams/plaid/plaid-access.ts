import type { PlaidConnection } from "./plaid-connection.ts";
import { plaidSandboxClient } from "./plaid-sandbox-client.ts";

export type PlaidSettings = {
  modes: { plaid: "sandbox" | "live" };
  PLAID_CLIENT_ID?: string | undefined;
  PLAID_SECRET?: string | undefined;
  PLAID_ENV: "sandbox" | "production";
  PLAID_URL?: string | undefined;
};

/** Returns the live address: `PLAID_URL`, else that of `PLAID_ENV`. No trailing slash. */
export function livePlaidUrl({
  PLAID_ENV,
  PLAID_URL,
}: Pick<PlaidSettings, "PLAID_ENV" | "PLAID_URL">): string {
  return (PLAID_URL ?? `https://${PLAID_ENV}.plaid.com`).replace(/\/+$/, "");
}

/** Returns access to Plaid with the site's keys, or to this site's sandbox bank. */
export function plaidAccess(
  settings: PlaidSettings,
  address: {
    /** Origin at which browsers reach the site. */
    selfOrigin: () => string;
  },
): Pick<PlaidConnection, "baseUrl" | "clientId" | "secret"> {
  if (settings.modes.plaid === "sandbox") {
    const { path, clientId, secret } = plaidSandboxClient;
    return { baseUrl: () => `${address.selfOrigin()}${path}`, clientId, secret };
  }
  return {
    baseUrl: () => livePlaidUrl(settings),
    clientId: settings.PLAID_CLIENT_ID ?? "",
    secret: settings.PLAID_SECRET ?? "",
  };
}
