/** This site's registration with the sandbox provider, and the provider's path under the site's address. */
export const sandboxClient = {
  path: "/sandbox/entra",
  clientId: "folio-sandbox",
  // Not a secret: the provider that knows it runs in the same process and lets anyone in.
  clientSecret: "folio-sandbox",
  callbackPath: "/.auth/login/aad/callback",
} as const;
