import { z } from "zod";

function text(most: number) {
  return z
    .string({ error: "expected text" })
    .trim()
    .min(1, "is empty")
    .max(most, `is longer than ${most} characters`);
}

/** A link to another site, shown in the drawer, the footer and the hero. */
const linkSchema = z.strictObject({
  kind: z.enum(["source-code", "professional-network", "resume", "other"], {
    error: "expected source-code, professional-network, resume or other",
  }),
  label: text(100),
  href: z
    .string({ error: "expected an address" })
    .regex(/^(?:https?:\/\/[^\s/]+\S*|mailto:\S+|\/(?!\/)\S*)$/, {
      error:
        "expected an address such as https://github.com/your-name, or a page of this site such as /about",
    }),
});

/** The owner's identity, the fields of `site.yaml` (src/server/settings/site-folder.ts). Never put secrets here. */
export const siteConfigSchema = z.strictObject({
  /** The owner's full name, as visitors should see it. */
  ownerName: text(200),
  /** One line under the name, saying what the owner does. */
  headline: text(300),
  /** One or two sentences for search engines and link previews. */
  description: text(300),
  /** Place shown on the home page; hidden if empty. */
  location: z.string({ error: "expected text" }).trim().default(""),
  /** Domain shown as the title of the top bar. */
  domain: text(253).regex(/^[^\s/:]+$/, "expected a domain such as example.com, without https://"),
  /** Fixed value of the `x-tenant` header (docs/reference/http-api.md, "Tenant header"). */
  tenant: z
    .string({ error: "expected text" })
    .regex(/^[\w.-]+$/, "expected letters, digits, dots and hyphens")
    .default("folio"),
  /** IANA time zone for today, this month and past-due dates. */
  timeZone: z
    .string({ error: "expected text" })
    .refine(isTimeZone, "expected the name of a time zone, such as Europe/Berlin"),
  /** BCP 47 language of the content. */
  language: z
    .string({ error: "expected text" })
    .refine(isLanguage, "expected a language such as en or pt-BR")
    .default("en"),
  links: z.array(linkSchema, { error: "expected a list" }).default([]),
});

/** Returns true for a time zone in the IANA database. */
function isTimeZone(name: string): boolean {
  try {
    // Offsets such as +01:00 have no daylight saving time.
    return /^[A-Z]/i.test(name) && Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

function isLanguage(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length === 1;
  } catch {
    return false;
  }
}

export type SiteConfig = z.infer<typeof siteConfigSchema>;

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
