/** How this site is known to the sandbox provider, and where that lives under the site's own address. */
export const sandboxClient = {
  path: "/sandbox/entra",
  clientId: "folio-sandbox",
  // Not a secret: the provider that knows it runs in the same process and lets anybody in.
  clientSecret: "folio-sandbox",
  callbackPath: "/.auth/login/aad/callback",
} as const;
