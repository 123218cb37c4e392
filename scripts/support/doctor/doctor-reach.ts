import { isLoopbackHost, type Settings } from "#server/settings/settings.ts";
import { ok, warn, type CheckResult } from "./doctor-report.ts";
import { ownOrigin } from "../own-origin.ts";

/** Checks who can reach the site, and what it shows them. */

/** Names of the sandboxed upstreams, and the settings that turn them live, if they are always the same. */
const sandboxes = [
  ["entra", "Sign-in", null],
  ["github", "GitHub", "GITHUB_OWNER"],
  ["congress", "Congress", "CONGRESS_API_KEY"],
  ["banks", "Banks", "SIMPLEFIN_URL or PLAID_CLIENT_ID"],
] as const;

/** Reports sandboxes in use, whose data is invented but looks real. */
export function checkSandboxes(
  settings: Pick<Settings, "modes" | "bankMode" | "PUBLIC_URL" | "FOLIO_DEMO" | "passkeyHost">,
): CheckResult {
  const { modes, bankMode } = settings;
  const current = { ...modes, banks: bankMode };
  const inUse = sandboxes.filter(([upstream]) => current[upstream] === "sandbox");
  if (inUse.length === 0) return ok("Sandbox", "not in use; every service is live");
  return warn(
    "Sandbox",
    `in use for ${inUse.map(([, name]) => name).join(", ")}: the data ${inUse.length === 1 ? "it shows" : "they show"} isn't yours`,
    inUse.map(
      ([, name, setting]) =>
        `${name}: ${setting === null ? liveSignIn(settings) : `set ${setting} to go live`}`,
    ),
  );
}

/** Says what a site with the sandbox sign-in needs for a live one (docs/settings.md, "Services"). */
function liveSignIn({
  PUBLIC_URL,
  FOLIO_DEMO,
  passkeyHost,
}: Pick<Settings, "PUBLIC_URL" | "FOLIO_DEMO" | "passkeyHost">): string {
  if (passkeyHost !== null) return "goes live with the owner's first passkey";
  if (FOLIO_DEMO) return "unset FOLIO_DEMO to go live";
  return PUBLIC_URL === undefined
    ? "set PUBLIC_URL to go live"
    : "give PUBLIC_URL a host name to go live, because passkeys need one";
}

const portTimeoutMs = 1_000;

/** Checks whether another site or program answers at this one's address; for a site that isn't running. */
export async function checkPort(settings: Pick<Settings, "HOST" | "PORT">): Promise<CheckResult[]> {
  if (settings.PORT === 0) return [];
  try {
    await fetch(`${ownOrigin(settings)}/readyz`, { signal: AbortSignal.timeout(portTimeoutMs) });
    return [
      warn("Port", `another program uses port ${settings.PORT}; stop it, or set PORT to another number`),
    ];
  } catch {
    return [];
  }
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
