/** This site's SimpleFIN sandbox: its path under the site's address. */
export const simpleFinSandboxClient = {
  path: "/sandbox/simplefin",
  /** Page on which a person makes a setup token, and page on which they repair a bank. */
  createPath: "/sandbox/simplefin/create",
  banksPath: "/sandbox/simplefin/banks",
} as const;
