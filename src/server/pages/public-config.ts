import type { PublicConfig } from "#shared/site-config.ts";
import type { Kernel } from "../feature.ts";

/** The owner that the sandbox GitHub knows; GITHUB_OWNER takes its place when GitHub is live. */
export const sandboxGithubOwner = "robin-ashgrove";

/** What every page may know: no secret, and nothing about who asks. */
export function publicConfig(
  { settings, site, now }: Pick<Kernel, "settings" | "site" | "now">,
  page: { origin: string; development: boolean; staleContentAsOf: string | null },
): PublicConfig {
  const { origin } = page;
  return {
    ...site,
    publicUrl: origin,
    year: Number(
      new Intl.DateTimeFormat("en-US", { year: "numeric", timeZone: site.timeZone }).format(now()),
    ),
    staleContentAsOf: page.staleContentAsOf,
    githubOwner: settings.GITHUB_OWNER ?? sandboxGithubOwner,
    githubApiUrl: settings.modes.github === "live" ? settings.GITHUB_API_URL : `${origin}/sandbox/github`,
    githubUrl: settings.modes.github === "live" ? settings.GITHUB_URL : `${origin}/sandbox/github`,
    demo: settings.FOLIO_DEMO,
    sandboxSignIn: settings.modes.entra === "sandbox",
    signInName: signInName(settings),
    development: page.development,
  };
}

function signInName({ modes, ENTRA_AUTHORITY }: Kernel["settings"]): string {
  const { hostname } = new URL(ENTRA_AUTHORITY);
  return modes.entra === "sandbox" || hostname === "login.microsoftonline.com" ? "Microsoft" : hostname;
}
