import { isLoopbackHost, type Settings } from "#server/settings/settings.ts";
import { ok, warn, type CheckResult } from "./doctor-report.ts";

/** Checks, from the settings alone, who can reach the site and what it shows them. */

/** Names of the sandboxed upstreams, and the settings that turn them live. */
const sandboxes = [
  ["entra", "Sign-in", "PUBLIC_URL"],
  ["github", "GitHub", "GITHUB_OWNER"],
  ["congress", "Congress", "CONGRESS_API_KEY"],
  ["banks", "Banks", "SIMPLEFIN_URL or PLAID_CLIENT_ID"],
] as const;

/** Reports sandboxes in use, whose data is invented but looks real. */
export function checkSandboxes({ modes, bankMode }: Pick<Settings, "modes" | "bankMode">): CheckResult {
  const current = { ...modes, banks: bankMode };
  const inUse = sandboxes.filter(([upstream]) => current[upstream] === "sandbox");
  if (inUse.length === 0) return ok("Sandbox", "not in use; every service is live");
  return warn(
    "Sandbox",
    `in use for ${inUse.map(([, name]) => name).join(", ")}: the data ${inUse.length === 1 ? "it shows" : "they show"} isn't yours`,
    inUse.map(([, name, setting]) => `${name}: set ${setting} to go live`),
  );
}

/** Checks the public address. Folio speaks plain HTTP, so an https address implies a proxy, whose visitors must be told apart. */
export function checkAddress(settings: Pick<Settings, "PUBLIC_URL" | "PORT" | "TRUST_PROXY">): CheckResult {
  const { PUBLIC_URL, PORT, TRUST_PROXY } = settings;
  if (PUBLIC_URL === undefined)
    return ok("Address", `http://localhost:${PORT}; on this machine only, because PUBLIC_URL is unset`);
  const { protocol, hostname } = new URL(PUBLIC_URL);
  const isPublic = protocol === "https:" && !isLoopbackHost(hostname);
  if (isPublic && TRUST_PROXY.length === 0) {
    return warn(
      "Address",
      `${PUBLIC_URL}, but TRUST_PROXY is unset, so all visitors have the proxy's address and share one rate limit`,
    );
  }
  if (protocol === "http:" && !isLoopbackHost(hostname)) {
    return warn("Address", `${PUBLIC_URL} isn't encrypted; put a proxy with a certificate in front of it`);
  }
  return ok(
    "Address",
    TRUST_PROXY.length === 0 ? PUBLIC_URL : `${PUBLIC_URL}, behind ${TRUST_PROXY.join(", ")}`,
  );
}
