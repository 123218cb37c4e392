/**
 * Reasons for a failed sign-in, as far as the person or the owner can act on them.
 * - `denied`: the person declined · `consent`: an administrator of their organization must allow it first
 * - `expired`: the code was used or too old · `wrong-tenant`, `personal-account`: this kind of account isn't allowed
 * - `provider-down`: no response, or one that asks to try later · `misconfigured`: the provider rejects this site
 * - `bad-answer`: a response that must not be trusted
 */
export type IdentityProblem =
  | "denied"
  | "consent"
  | "expired"
  | "wrong-tenant"
  | "personal-account"
  | "provider-down"
  | "misconfigured"
  | "bad-answer";

/** A sign-in that failed at the provider. `reason` is for the log: codes and the provider's text, never tokens. */
export class IdentityProviderError extends Error {
  readonly problem: IdentityProblem;
  readonly reason: string;

  constructor(problem: IdentityProblem, reason: string) {
    super(`Sign-in failed (${problem}): ${reason}`);
    this.name = "IdentityProviderError";
    this.problem = problem;
    this.reason = reason;
  }
}

const longestReason = 300;

/** Microsoft's own codes in the error description (docs/reference/upstreams.md, "Microsoft sign-in"). */
const microsoftCodes: [RegExp, IdentityProblem][] = [
  [/\bAADSTS(?:50020|50034|50105|50177|51004|90072|700016001)\b/, "wrong-tenant"],
  [/\bAADSTS(?:500200|500208|9001023)\b/, "personal-account"],
  [/\bAADSTS(?:65001|90094|90093|900941)\b/, "consent"],
  [/\bAADSTS(?:700082|70008|54005)\b/, "expired"],
];

const problemsByCode: Record<string, IdentityProblem> = {
  access_denied: "denied",
  consent_required: "consent",
  interaction_required: "expired",
  login_required: "expired",
  account_selection_required: "expired",
  invalid_grant: "expired",
  server_error: "provider-down",
  temporarily_unavailable: "provider-down",
  invalid_client: "misconfigured",
  unauthorized_client: "misconfigured",
  invalid_request: "misconfigured",
  invalid_scope: "misconfigured",
  invalid_resource: "misconfigured",
  unsupported_response_type: "misconfigured",
  unsupported_grant_type: "misconfigured",
};

/** Maps an OAuth error code and its description to a problem. */
export function problemOfOAuthError(code: string, description: string): IdentityProblem {
  const known = microsoftCodes.find(([pattern]) => pattern.test(description));
  return known?.[1] ?? problemsByCode[code] ?? "bad-answer";
}

/** Converts anything openid-client throws to one of the problems. */
export function toProviderError(error: unknown): IdentityProviderError {
  if (error instanceof IdentityProviderError) return error;
  const chain = [...causes(error)];
  for (const { error: code, error_description: description } of chain) {
    if (typeof code !== "string") continue;
    const text = typeof description === "string" ? description : "";
    return new IdentityProviderError(problemOfOAuthError(code, text), clean(`${code} ${text}`));
  }
  const reason = clean(chain.map(describe).filter(Boolean).join(": "));
  return new IdentityProviderError(chain.some(isUnreachable) ? "provider-down" : "bad-answer", reason);
}

type Cause = {
  name?: unknown;
  code?: unknown;
  message?: unknown;
  status?: unknown;
  error?: unknown;
  error_description?: unknown;
};

function* causes(error: unknown): Generator<Cause> {
  let current = error;
  for (let depth = 0; depth < 5 && typeof current === "object" && current !== null; depth += 1) {
    yield current;
    current = "cause" in current ? current.cause : null;
  }
}

const unreachableCodes: ReadonlySet<unknown> = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_PARSE_ERROR",
]);

/** Returns true for no response, a server error, or a page instead of JSON (from a gateway or captive portal). */
function isUnreachable({ name, code, message, status }: Cause): boolean {
  if (unreachableCodes.has(code) || name === "TimeoutError" || name === "AbortError") return true;
  if (typeof status === "number") return status >= 400;
  return name === "TypeError" && message === "fetch failed";
}

function describe({ code, message, status }: Cause): string {
  const parts = [code, message, status].filter(
    (part) => typeof part === "string" || typeof part === "number",
  );
  return parts.join(" ");
}

/** Returns one line, because external text is logged. */
function clean(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, longestReason);
}
