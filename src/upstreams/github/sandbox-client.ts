/** This site's registration with GitHub's sandbox, the sandbox's owner, and its path under the site's address. */
export const gitHubSandboxClient = {
  path: "/sandbox/github",
  owner: "robin-ashgrove",
  clientId: "Ov23liFolioSandbox00",
  // Neither is a secret: the sandbox that knows them runs in the same process and has only invented repositories.
  clientSecret: "folio-sandbox-client-secret",
  /** Takes the place of GITHUB_TOKEN: visitors without a linked account search with it. */
  serverToken: "ghp_FolioSandboxServerToken0000000000000",
  callbackPath: "/oauth",
} as const;
