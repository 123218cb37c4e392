import type { PlaidConnection } from "./plaid-connection.ts";
import { plaidSandboxClient } from "./plaid-sandbox-client.ts";

export type PlaidSettings = {
  modes: { plaid: "sandbox" | "live" };
  PLAID_CLIENT_ID?: string | undefined;
  PLAID_SECRET?: string | undefined;
  PLAID_ENV: "sandbox" | "production";
  PLAID_URL?: string | undefined;
};

/** Where the live Plaid is: `PLAID_URL`, else the address of `PLAID_ENV`. No trailing slash. */
export function livePlaidUrl({
  PLAID_ENV,
  PLAID_URL,
}: Pick<PlaidSettings, "PLAID_ENV" | "PLAID_URL">): string {
  return (PLAID_URL ?? `https://${PLAID_ENV}.plaid.com`).replace(/\/+$/, "");
}

/** Plaid with the site's keys, or this site's own sandbox bank. */
export function plaidAccess(
  settings: PlaidSettings,
  address: {
    /** Where browsers reach the site. */
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
