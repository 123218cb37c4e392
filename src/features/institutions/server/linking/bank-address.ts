import type { Kernel } from "#server/feature.ts";
import type { OwnAddress } from "#server/upstreams/own-sandbox.ts";
import { plaidWebhook } from "../../contract.ts";

/** This site's addresses for the bank; null if the bank couldn't use them. */
export type BankAddress = {
  /** Address for webhooks. */
  webhookUrl: () => string | null;
  /** Return address for a bank with its own sign-in page. */
  redirectUri: () => string | null;
};

/** Returns this site's addresses. Live Plaid can't reach loopback and redirects only to https; the sandbox does both. */
export function createBankAddress(
  { settings }: Pick<Kernel, "settings">,
  { selfOrigin }: OwnAddress,
): BankAddress {
  const isLive = settings.modes.plaid === "live";
  return {
    webhookUrl: () => (isLive && settings.loopbackOnly ? null : `${selfOrigin()}${plaidWebhook.path}`),
    redirectUri: () => (isLive && !selfOrigin().startsWith("https://") ? null : `${selfOrigin()}/accounts`),
  };
}
