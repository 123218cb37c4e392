import { isLoopbackHost, type Settings } from "#server/settings/settings.ts";
import { ok, warn, type CheckResult } from "./doctor-report.ts";

/** What the settings alone tell of who reaches the site, and of what it shows them. */

/** Names of the upstreams that the sandbox stands in for, and what turns each live. */
const sandboxes = [
  ["entra", "Sign-in", "ENTRA_CLIENT_ID"],
  ["github", "GitHub", "GITHUB_OWNER"],
  ["congress", "Congress", "CONGRESS_API_KEY"],
  ["plaid", "Banks", "PLAID_CLIENT_ID"],
] as const;

/** A sandbox is worth knowing of: what it shows is invented, and looks real. */
export function checkSandboxes({ modes }: Pick<Settings, "modes">): CheckResult {
  const inUse = sandboxes.filter(([upstream]) => modes[upstream] === "sandbox");
  if (inUse.length === 0) return ok("Sandbox", "not in use: every service is the real one");
  return warn(
    "Sandbox",
    `in use for ${inUse.map(([, name]) => name).join(", ")}: what ${inUse.length === 1 ? "it shows" : "they show"} is not yours`,
    inUse.map(([, name, setting]) => `${name}: ${setting} turns it live`),
  );
}

/** Folio speaks plain HTTP: behind an https address stands a proxy, whose visitors must be told apart. */
export function checkAddress(settings: Pick<Settings, "PUBLIC_URL" | "PORT" | "TRUST_PROXY">): CheckResult {
  const { PUBLIC_URL, PORT, TRUST_PROXY } = settings;
  if (PUBLIC_URL === undefined)
    return ok("Address", `http://localhost:${PORT}; PUBLIC_URL is unset, so this machine only`);
  const { protocol, hostname } = new URL(PUBLIC_URL);
  const isPublic = protocol === "https:" && !isLoopbackHost(hostname);
  if (isPublic && TRUST_PROXY.length === 0) {
    return warn(
      "Address",
      `${PUBLIC_URL}, but TRUST_PROXY is unset: all visitors have the proxy's address, and share one rate limit`,
    );
  }
  if (protocol === "http:" && !isLoopbackHost(hostname)) {
    return warn("Address", `${PUBLIC_URL} is not encrypted: put a proxy with a certificate before it`);
  }
  return ok(
    "Address",
    TRUST_PROXY.length === 0 ? PUBLIC_URL : `${PUBLIC_URL}, behind ${TRUST_PROXY.join(", ")}`,
  );
}
