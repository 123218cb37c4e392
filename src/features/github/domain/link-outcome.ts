/** Outcome that GitHub reports to `/oauth` (docs/reference/upstreams.md, "GitHub OAuth"). */
export type LinkOutcome =
  | { kind: "answered"; code: string; state: string }
  /** The person pressed Cancel. */
  | { kind: "canceled" }
  /** GitHub refused; `reason` is its sentence, or its code if it gives none. */
  | { kind: "refused"; reason: string }
  /** The address holds neither a code nor an error: the visit didn't come from GitHub. */
  | { kind: "none" };

/** Reads the parameters of `/oauth`; an error takes precedence. */
export function linkOutcome(parameters: { get(name: string): string | null }): LinkOutcome {
  const error = parameters.get("error");
  if (error === "access_denied") return { kind: "canceled" };
  if (error !== null) return { kind: "refused", reason: parameters.get("error_description") ?? error };
  const code = parameters.get("code");
  const state = parameters.get("state");
  return code === null || state === null || code === "" || state === ""
    ? { kind: "none" }
    : { kind: "answered", code, state };
}
