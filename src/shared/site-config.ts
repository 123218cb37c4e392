/** A link to another site, shown in the drawer, the footer and the hero. */
export type ExternalLink = {
  kind: "source-code" | "professional-network" | "resume" | "other";
  label: string;
  href: string;
};

/** The owner's identity, as in `site.yaml` (src/server/settings/site-folder.ts). Never put secrets here. */
export type SiteConfig = {
  /** The owner's full name, as visitors should see it. */
  ownerName: string;
  /** One line under the name, saying what the owner does. */
  headline: string;
  /** One or two sentences for search engines and link previews, at most 300 characters. */
  description: string;
  /** Place shown on the home page; hidden if empty. */
  location: string;
  /** Domain shown as the title of the top bar. */
  domain: string;
  /** Fixed value of the `x-tenant` header (docs/reference/http-api.md, "Tenant header"). */
  tenant: string;
  /** IANA time zone for today, this month and past-due dates. */
  timeZone: string;
  /** BCP 47 language of the content. */
  language: string;
  links: ExternalLink[];
};

/** Public configuration, embedded in every page as `<script id="folio-config">`. */
export type PublicConfig = SiteConfig & {
  /** Absolute origin of the site, without a trailing slash. */
  publicUrl: string;
  /** Current year in the site's time zone, for the footer. */
  year: number;
  /** Date of the shown copy while the content's source is unreachable, ISO 8601; else null. */
  staleContentAsOf: string | null;
  githubOwner: string;
  githubApiUrl: string;
  /** Web address of GitHub, where people view repositories. */
  githubUrl: string;
  /** True for a public demo, which has a ribbon on every page. */
  demo: boolean;
  /** True if sign-in goes to the sandbox provider. */
  sandboxSignIn: boolean;
  /** Name of the sign-in service for people: "Microsoft", another issuer's host, or "Passkey" without a provider. */
  signInName: string;
  /** True if people can sign in with passkeys. */
  hasPasskeys: boolean;
  /** Ways to link a bank: in Plaid's dialog, and the page that makes setup tokens for SimpleFIN (null if it isn't offered). */
  bankLinks: { hasDialog: boolean; setupTokenUrl: string | null };
  /** True outside production, where `/design` exists. */
  development: boolean;
};
