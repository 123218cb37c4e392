/** Result of a bank's dialog, carried in the address. */
export type LinkReturn =
  | { kind: "token"; publicToken: string }
  | { kind: "repaired" }
  | { kind: "canceled" }
  /** Returned from the bank's sign-in page; the dialog resumes (Plaid's OAuth redirect). */
  | { kind: "oauth"; receivedRedirectUri: string };

const answers = new Set(["public_token", "repaired", "link_canceled", "oauth_state_id"]);

/** Reads the dialog's result from an address; null if there is none. */
export function readLinkReturn(url: URL): LinkReturn | null {
  const publicToken = url.searchParams.get("public_token");
  if (publicToken !== null && publicToken !== "") return { kind: "token", publicToken };
  if (url.searchParams.has("oauth_state_id")) return { kind: "oauth", receivedRedirectUri: url.href };
  if (url.searchParams.has("repaired")) return { kind: "repaired" };
  if (url.searchParams.has("link_canceled")) return { kind: "canceled" };
  return null;
}

/** Returns the path without the bank's parameters, for the address bar and the history. */
export function withoutLinkReturn(url: URL): string {
  const rest = new URLSearchParams([...url.searchParams].filter(([name]) => !answers.has(name)));
  return rest.size === 0 ? url.pathname : `${url.pathname}?${rest.toString()}`;
}
