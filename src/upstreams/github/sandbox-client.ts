/** How this site is known to GitHub's sandbox, who its owner is there, and where it lives under the site's own address. */
export const gitHubSandboxClient = {
  path: "/sandbox/github",
  owner: "robin-ashgrove",
  clientId: "Ov23liFolioSandbox00",
  // Neither is a secret: what knows them runs in the same process and holds invented repositories only.
  clientSecret: "folio-sandbox-client-secret",
  /** Stands where a live site has GITHUB_TOKEN: visitors without a linked account search with it. */
  serverToken: "ghp_FolioSandboxServerToken0000000000000",
  callbackPath: "/oauth",
} as const;
