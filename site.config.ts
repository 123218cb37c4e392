import type { SiteConfig } from "#shared/site-config.ts";

/** Who this site is about. Change it, restart, done; secrets and upstreams are settings (see .env.example). */
export const siteConfig: SiteConfig = {
  ownerName: "Robin Ashgrove",
  headline: "Software developer for systems that have to add up",
  description:
    "Robin Ashgrove builds TypeScript and C# systems for people who count things: ledgers, public records and developer tools.",
  location: "Albany, New York",
  domain: "robinashgrove.example",
  tenant: "folio",
  timeZone: "America/New_York",
  language: "en",
  links: [
    { kind: "source-code", label: "GitHub", href: "https://github.com/robin-ashgrove" },
    {
      kind: "professional-network",
      label: "LinkedIn",
      href: "https://www.linkedin.com/in/robin-ashgrove-example",
    },
    { kind: "resume", label: "Résumé", href: "/about" },
  ],
};
