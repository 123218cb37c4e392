/** Session of the caller as the rest of the server sees it. The token itself never leaves the auth feature. */
export type Session = {
  sessionId: string;
  userId: string;
  /** Identity text shown in menus (docs/reference/product.md, "Shell"), such as an email address. */
  userDetails: string;
  identityProvider: string;
  /**
   * True for people on the owner's list, who may use Users, Products and the finance area (docs/reference/product.md, "Roles").
   */
  isMember: boolean;
  /** Time of the sign-in, ISO 8601. */
  signedInAt: string;
  /** Time of the last use before this request, ISO 8601. */
  lastSeenAt: string;
  /**
   * True after 12 hours without use before this request; the finance area then requires a new sign-in
   * (docs/reference/product.md, "Sessions").
   */
  isIdle: boolean;
};
