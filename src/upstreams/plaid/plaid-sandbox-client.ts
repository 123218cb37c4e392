/** This site's access to Plaid's sandbox, and its path under the site's address. */
export const plaidSandboxClient = {
  path: "/sandbox/plaid",
  /** Page on which a bank is linked or repaired, with `?link_token=`. */
  linkPath: "/sandbox/plaid/link",
  clientId: "folio-sandbox",
  // Not a secret: the sandbox that knows it runs in the same process and has only invented money.
  secret: "folio-sandbox",
} as const;
