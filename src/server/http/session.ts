/** Session of the caller as the rest of the server sees it. The token itself never leaves the auth feature. */
export type Session = {
  sessionId: string;
  userId: string;
  /** Identity text shown in menus (docs/reference/product.md, "Shell"), such as an email address. */
  userDetails: string;
  identityProvider: string;
  /** Kind of sign-in that opened it; the sandbox lets anyone in. */
  mode: "sandbox" | "live";
  /**
   * True for people on the owner's list, who may use Users, Products and the finance area (docs/reference/product.md, "Roles").
   */
  isMember: boolean;
  /** True for the one person who runs the site, invites others, and removes them (docs/reference/product.md, "Roles"). */
  isOwner: boolean;
  /** True if the person proved who they are within five minutes; always true in the sandbox, where there is nothing to prove. */
  isVerified: boolean;
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
