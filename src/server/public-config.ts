import type { PublicConfig } from "#shared/site-config.ts";
import type { Kernel } from "./feature.ts";

/** The owner that the sandbox GitHub knows; GITHUB_OWNER takes its place when GitHub is live. */
export const sandboxGithubOwner = "robin-ashgrove";

/** What every page may know: no secret, and nothing about who asks. */
export function publicConfig(
  { settings, site }: Pick<Kernel, "settings" | "site">,
  origin: string,
  development: boolean,
): PublicConfig {
  return {
    ...site,
    publicUrl: origin,
    githubOwner: settings.GITHUB_OWNER ?? sandboxGithubOwner,
    githubApiUrl: settings.modes.github === "live" ? settings.GITHUB_API_URL : `${origin}/sandbox/github`,
    demo: settings.FOLIO_DEMO,
    sandboxSignIn: settings.modes.entra === "sandbox",
    development,
  };
}
