/** How this site is known to Plaid's sandbox, and where that lives under the site's own address. */
export const plaidSandboxClient = {
  path: "/sandbox/plaid",
  /** Below `path`: the page on which a bank is linked or repaired; it takes `?link_token=`. */
  linkPath: "/sandbox/plaid/link",
  clientId: "folio-sandbox",
  // Not a secret: what knows it runs in the same process and holds invented money only.
  secret: "folio-sandbox",
} as const;
