/** Who is asking: a session as the rest of the server sees it. The token itself never leaves the auth feature. */
export type Session = {
  sessionId: string;
  userId: string;
  /** The identity text shown in menus (docs/reference/product.md, "Shell"), such as an address. */
  userDetails: string;
  identityProvider: string;
  /** On the owner's list: may use Users, Products and the finance area (docs/reference/product.md, "Roles"). */
  isMember: boolean;
  /** When the person signed in, ISO 8601. */
  signedInAt: string;
  /** When the session was last used before this request, ISO 8601. */
  lastSeenAt: string;
  /** Not used for 12 hours before this request: the finance area asks to sign in again (docs/reference/product.md, "Sessions"). */
  isIdle: boolean;
};
