import type { HttpClient } from "#shared/http/http-client.ts";
import { createSimpleFinClient } from "./simplefin-client.ts";
import { simpleFinSandboxClient } from "./simplefin-sandbox-client.ts";
import type { SimpleFinServer } from "./simplefin-types.ts";

export { simpleFinHostOf } from "./simplefin-addresses.ts";
export { simpleFinCodes, SimpleFinError, type SimpleFinErrorKind } from "./simplefin-errors.ts";
export type {
  AccountSet,
  SimpleFinAccess,
  SimpleFinAccount,
  SimpleFinConnection,
  SimpleFinProblem,
  SimpleFinServer,
  SimpleFinTransaction,
  SimpleFinWindow,
} from "./simplefin-types.ts";

/** Origins of this site, at which its sandbox answers. */
type SiteAddress = { selfOrigin: () => string };

/**
 * Creates access to SimpleFIN servers: any on the public internet, or with the sandbox only this site's own. `http` is a client
 * of `src/server/upstreams/http-client.ts`; if live, on top of `createPublicFetch`, since people choose the addresses.
 */
export function createSimpleFin(
  kernel: { http: Pick<HttpClient<AbortSignal>, "request">; mode: "sandbox" | "live"; timeoutMs?: number },
  address: SiteAddress,
): SimpleFinServer {
  const { http, mode, timeoutMs } = kernel;
  return createSimpleFinClient({
    http,
    mayCall: mode === "sandbox" ? (url) => isOwnSandbox(url, address) : isHttps,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

function isHttps({ protocol, port }: URL): boolean {
  return protocol === "https:" && port === "";
}

function isOwnSandbox(url: URL, { selfOrigin }: SiteAddress): boolean {
  return url.origin === selfOrigin() && url.pathname.startsWith(`${simpleFinSandboxClient.path}/`);
}

/** Returns the page on which a person makes a setup token. Null if this site offers no SimpleFIN. */
export function simpleFinCreatePage(settings: {
  bankMode: "sandbox" | "live";
  SIMPLEFIN_URL?: string | undefined;
}): string | null {
  if (settings.bankMode === "sandbox") return simpleFinSandboxClient.createPath;
  return settings.SIMPLEFIN_URL === undefined ? null : `${settings.SIMPLEFIN_URL}/create`;
}

/** Returns the page on which a person mends their banks at a server. */
export function simpleFinBanksPage(mode: "sandbox" | "live", host: string): string {
  return mode === "sandbox" ? simpleFinSandboxClient.banksPath : `https://${host}/`;
}
