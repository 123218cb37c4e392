import type { PublicConfig } from "#shared/site-config.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { simpleFinCreatePage } from "#upstreams/simplefin/index.ts";
import type { Kernel } from "../feature.ts";

/** Owner of the sandbox's repositories; GITHUB_OWNER takes its place when GitHub is live. */
export const sandboxGithubOwner = "robin-ashgrove";

/** Returns the settings that every page may see: no secrets, and nothing about the visitor. */
export function publicConfig(
  { settings, site, now }: Pick<Kernel, "settings" | "site" | "now">,
  page: { origin: string; development: boolean; staleContentAsOf: string | null },
): PublicConfig {
  const { origin } = page;
  return {
    ...site,
    publicUrl: origin,
    year: Number(dateInZone(now(), site.timeZone).slice(0, 4)),
    staleContentAsOf: page.staleContentAsOf,
    githubOwner: settings.GITHUB_OWNER ?? sandboxGithubOwner,
    githubApiUrl: settings.modes.github === "live" ? settings.GITHUB_API_URL : `${origin}/sandbox/github`,
    githubUrl: settings.modes.github === "live" ? settings.GITHUB_URL : `${origin}/sandbox/github`,
    demo: settings.FOLIO_DEMO,
    sandboxSignIn: settings.modes.entra === "sandbox",
    signInName: signInName(settings),
    hasPasskeys: settings.passkeyHost !== null,
    bankLinks: {
      hasDialog: settings.modes.plaid === settings.bankMode,
      setupTokenUrl: simpleFinCreatePage(settings),
    },
    development: page.development,
  };
}

function signInName({ modes, ENTRA_AUTHORITY, ENTRA_CLIENT_ID }: Kernel["settings"]): string {
  if (modes.entra === "sandbox") return "Microsoft";
  if (ENTRA_CLIENT_ID === undefined) return "Passkey";
  const { hostname } = new URL(ENTRA_AUTHORITY);
  return hostname === "login.microsoftonline.com" ? "Microsoft" : hostname;
}
