import type { Kernel } from "#server/feature.ts";
import type { OwnAddress } from "#server/upstreams/own-sandbox.ts";
import { plaidWebhook } from "../../contract.ts";

/** What the bank is told of this site; null where it could not use it. */
export type BankAddress = {
  /** Where webhooks go. */
  webhookUrl: () => string | null;
  /** Where a bank with its own sign-in page leads back to. */
  redirectUri: () => string | null;
};

/** The live Plaid reaches no loopback address, and redirects only to https; this site's own sandbox does both. */
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
