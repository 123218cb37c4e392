/** A link to somewhere else, shown in the drawer, the footer and the hero. */
export type ExternalLink = {
  kind: "source-code" | "professional-network" | "resume" | "other";
  label: string;
  href: string;
};

/** The owner's identity: what `site.yaml` says (src/server/settings/site-folder.ts). Secrets never belong here. */
export type SiteConfig = {
  /** The owner's full name, as a visitor should read it. */
  ownerName: string;
  /** One line under the name: what the owner does. */
  headline: string;
  /** One or two sentences for search engines and link previews, at most 300 characters. */
  description: string;
  /** Place shown on the home page; empty hides it. */
  location: string;
  /** The domain shown as the title of the bar. */
  domain: string;
  /** Fixed value of the `x-tenant` header (docs/reference/http-api.md, "Tenant header"). */
  tenant: string;
  /** IANA time zone in which today, this month and past due are computed. */
  timeZone: string;
  /** BCP 47 language of the content. */
  language: string;
  links: ExternalLink[];
};

/** The public part of the configuration, carried by every page as `<script id="folio-config">`. */
export type PublicConfig = SiteConfig & {
  /** Absolute origin of the site, without a trailing slash. */
  publicUrl: string;
  /** The current year in the site's time zone, for the footer. */
  year: number;
  /** When the content's source cannot be reached: the age of the copy that is shown, ISO 8601; else null. */
  staleContentAsOf: string | null;
  githubOwner: string;
  githubApiUrl: string;
  /** Where people see repositories: the web site of that API. */
  githubUrl: string;
  /** A public demonstration: every page carries a ribbon. */
  demo: boolean;
  /** Sign-in goes to the sandbox provider. */
  sandboxSignIn: boolean;
  /** What people know the sign-in service by: "Microsoft", or another issuer's host. */
  signInName: string;
  /** Outside production `/design` exists. */
  development: boolean;
};
