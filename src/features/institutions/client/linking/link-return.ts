/** What a bank's dialog told this address on the way back. */
export type LinkReturn =
  | { kind: "token"; publicToken: string }
  | { kind: "repaired" }
  | { kind: "cancelled" }
  /** From a bank's own sign-in page: the dialog goes on where it was (Plaid's OAuth return). */
  | { kind: "oauth"; receivedRedirectUri: string };

const answers = new Set(["public_token", "repaired", "link_cancelled", "oauth_state_id"]);

/** Reads it; null for an address that carries nothing of a bank. */
export function readLinkReturn(url: URL): LinkReturn | null {
  const publicToken = url.searchParams.get("public_token");
  if (publicToken !== null && publicToken !== "") return { kind: "token", publicToken };
  if (url.searchParams.has("oauth_state_id")) return { kind: "oauth", receivedRedirectUri: url.href };
  if (url.searchParams.has("repaired")) return { kind: "repaired" };
  if (url.searchParams.has("link_cancelled")) return { kind: "cancelled" };
  return null;
}

/** The same path without what the bank added: what stays in the address bar and in the history. */
export function withoutLinkReturn(url: URL): string {
  const rest = new URLSearchParams([...url.searchParams].filter(([name]) => !answers.has(name)));
  return rest.size === 0 ? url.pathname : `${url.pathname}?${rest.toString()}`;
}
