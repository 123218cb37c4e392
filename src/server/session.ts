/** Who is asking: a session as the rest of the server sees it. The token itself never leaves the auth feature. */
export type Session = {
  sessionId: string;
  userId: string;
  /** The identity text shown in menus, such as an address (SPEC section 3, "Authentication state"). */
  userDetails: string;
  identityProvider: string;
  /** On the owner's list: may use Users, Products and the finance area (DECISIONS, "Roles"). */
  isMember: boolean;
  /** When the person signed in, ISO 8601. */
  signedInAt: string;
  /** When the session was last used before this request, ISO 8601: the finance area asks anew after 12 idle hours. */
  lastSeenAt: string;
};
