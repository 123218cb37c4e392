import { sandboxPagePolicy } from "#shared/sandbox-page.ts";
import { createHash } from "node:crypto";
import type { Hono } from "hono";
import { z } from "zod";
import { gitHubSandboxClient } from "../../sandbox-client.ts";
import { isSandboxApp } from "../api-gates.ts";
import { apiError, notFound } from "../errors.ts";
import { authorizePage, messagePage, stylesheet } from "./pages.ts";
import type { Sandbox, SandboxContext, SandboxEnv } from "../sandbox-context.ts";
import { simpleUser } from "./user-shapes.ts";

const help =
  "https://docs.github.com/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors/#";
const authorizeHelp =
  "https://docs.github.com/apps/managing-oauth-apps/troubleshooting-authorization-request-errors/#";

/** Parameters of the page, which it passes on. */
const authorizeFields = [
  "client_id",
  "redirect_uri",
  "scope",
  "state",
  "login",
  "code_challenge",
  "code_challenge_method",
];

/** Two invented people a visitor can choose; the owner isn't one of them. */
const linkable = ["wren-okonjo", "tamsin-birchall"];

/**
 * Mounts GitHub's web flow for OAuth apps with PKCE (docs/reference/upstreams.md, "GitHub OAuth"): the page, and the exchange
 * of its code for a token.
 */
export function mountOAuthRoutes(app: Hono<SandboxEnv>, sandbox: Sandbox): void {
  app.get("/pages.css", (c) => c.body(...stylesheet));

  app.get("/login/oauth/authorize", (c) => {
    c.header("cache-control", "no-store");
    const asked = c.req.query();
    const refusal = refuseAuthorize(c, sandbox, asked);
    if (refusal !== null) return refusal;
    const people = linkable.flatMap((login) => sandbox.data().findPerson(login) ?? []);
    const fields = Object.fromEntries(
      authorizeFields.flatMap((name) => (asked[name] === undefined ? [] : [[name, asked[name]]])),
    );
    const first = people.toSorted(
      (a, b) => Number(b.login === asked["login"]) - Number(a.login === asked["login"]),
    );
    return c.html(authorizePage(first, fields), 200, pageHeaders(sandbox));
  });

  app.post("/login/oauth/authorize", async (c) => {
    c.header("cache-control", "no-store");
    const form = textFields(await c.req.parseBody());
    const refusal = refuseAuthorize(c, sandbox, form);
    if (refusal !== null) return refusal;
    const redirectUri = form["redirect_uri"] ?? registeredCallback(sandbox);
    const login = linkable.find((known) => known === form["account"]);
    if (form["decision"] !== "authorize" || login === undefined) {
      return sendBack(c, redirectUri, form["state"], {
        error: "access_denied",
        error_description: "The user has denied your application access.",
        error_uri: `${authorizeHelp}access-denied`,
      });
    }
    const scope = (form["scope"] ?? "").split(/[\s,]+/).filter((name) => name !== "");
    const code = sandbox.tokens.issueCode({
      login,
      redirectUri,
      scope: scope.join(","),
      codeChallenge: form["code_challenge"] ?? null,
    });
    return sendBack(c, redirectUri, form["state"], { code });
  });

  app.post("/login/oauth/access_token", async (c) => {
    c.header("cache-control", "no-store");
    const form = { ...c.req.query(), ...(await bodyFields(c)) };
    return tokenAnswer(c, tradeCode(sandbox, form));
  });
}

/**
 * Mounts checking and revoking tokens as the app, by Basic authentication with its id and secret (docs/reference/upstreams.md,
 * "GitHub OAuth").
 */
export function mountApplicationRoutes(app: Hono<SandboxEnv>, sandbox: Sandbox): void {
  app.on(
    ["POST", "DELETE"],
    ["/applications/:clientId/token", "/applications/:clientId/grant"],
    async (c) => {
      if (
        !isSandboxApp(c.req.header("authorization")) ||
        c.req.param("clientId") !== gitHubSandboxClient.clientId
      ) {
        return notFound(c);
      }
      const token = (await bodyFields(c))["access_token"];
      const login = token === undefined ? null : sandbox.tokens.findLogin(token);
      const isOurs = token?.startsWith("gho_") === true && login !== null;
      if (c.req.method === "DELETE") {
        if (!isOurs)
          return apiError(c, 422, "Validation Failed", {
            errors: [{ resource: "OauthAccess", code: "invalid", field: "access_token" }],
          });
        sandbox.tokens.revoke(token);
        return c.body(null, 204);
      }
      const person = isOurs ? sandbox.data().findPerson(login) : undefined;
      if (!isOurs || person === undefined || c.req.path.endsWith("/grant")) return notFound(c);
      return c.json(authorization(c, token, simpleUser(c.get("base"), person)));
    },
  );
}

function authorization(c: SandboxContext, token: string, user: object) {
  const site = new URL(c.get("base")).origin;
  return {
    id: Number.parseInt(createHash("sha256").update(token).digest("hex").slice(0, 8), 16),
    url: `${c.get("base")}/authorizations/1`,
    scopes: [],
    token,
    token_last_eight: token.slice(-8),
    hashed_token: createHash("sha256").update(token).digest("hex"),
    app: { client_id: gitHubSandboxClient.clientId, name: "Folio", url: site },
    note: null,
    note_url: null,
    updated_at: "2026-11-10T09:12:31Z",
    created_at: "2026-11-10T09:12:31Z",
    fingerprint: null,
    expires_at: null,
    user,
  };
}

/** Returns null if the page may be shown. Errors are sent only to the registered callback. */
function refuseAuthorize(
  c: SandboxContext,
  sandbox: Sandbox,
  asked: Record<string, string>,
): Response | null {
  if (asked["client_id"] !== gitHubSandboxClient.clientId) {
    return c.html(messagePage("Not found", "No application has this client id."), 404, pageHeaders(sandbox));
  }
  const { redirect_uri: redirectUri, code_challenge: challenge, code_challenge_method: method } = asked;
  if (redirectUri !== undefined && !isOwnCallback(sandbox, redirectUri)) {
    return sendBack(c, registeredCallback(sandbox), asked["state"], {
      error: "redirect_uri_mismatch",
      error_description: "The redirect_uri MUST match the registered callback URL for this application.",
      error_uri: `${authorizeHelp}redirect-uri-mismatch`,
    });
  }
  if (
    (challenge !== undefined || method !== undefined) &&
    (method !== "S256" || !/^[\w-]{43}$/.test(challenge ?? ""))
  ) {
    return sendBack(c, redirectUri ?? registeredCallback(sandbox), asked["state"], {
      error: "invalid_request",
      error_description: "The code_challenge must be the S256 hash of a code_verifier.",
      error_uri: authorizeHelp,
    });
  }
  return null;
}

function isOwnCallback(sandbox: Sandbox, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, pathname } = new URL(address);
  const { callbackPath } = gitHubSandboxClient;
  return (
    sandbox.siteOrigins().includes(origin) &&
    (pathname === callbackPath || pathname.startsWith(`${callbackPath}/`))
  );
}

function registeredCallback(sandbox: Sandbox): string {
  return `${sandbox.siteOrigins()[0] ?? ""}${gitHubSandboxClient.callbackPath}`;
}

function sendBack(
  c: SandboxContext,
  redirectUri: string,
  state: string | undefined,
  answer: Record<string, string>,
): Response {
  const target = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value);
  if (state !== undefined) target.searchParams.set("state", state);
  return c.redirect(target.href, 303);
}

function pageHeaders(sandbox: Sandbox): Record<string, string> {
  return { "content-security-policy": sandboxPagePolicy(sandbox.siteOrigins()) };
}

type TokenAnswer =
  | { access_token: string; scope: string; token_type: "bearer" }
  | { error: string; error_description: string; error_uri: string };

function tradeCode(sandbox: Sandbox, form: Record<string, string>): TokenAnswer {
  const { clientId, clientSecret } = gitHubSandboxClient;
  if (form["client_id"] !== clientId || form["client_secret"] !== clientSecret) {
    return failure(
      "incorrect_client_credentials",
      "The client_id and/or client_secret passed are incorrect.",
    );
  }
  const grant = sandbox.tokens.takeCode(form["code"] ?? "");
  if (grant === null || !isVerified(grant.codeChallenge, form["code_verifier"])) {
    return failure("bad_verification_code", "The code passed is incorrect or expired.");
  }
  if (form["redirect_uri"] !== undefined && form["redirect_uri"] !== grant.redirectUri) {
    const text = "The redirect_uri MUST match the registered callback URL for this application.";
    return failure("redirect_uri_mismatch", text);
  }
  return { access_token: sandbox.tokens.issueToken(grant.login), scope: grant.scope, token_type: "bearer" };
}

function isVerified(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null) return true;
  return verifier !== undefined && createHash("sha256").update(verifier).digest("base64url") === challenge;
}

function failure(error: string, description: string): TokenAnswer {
  return { error, error_description: description, error_uri: `${help}${error.replaceAll("_", "-")}` };
}

/** Answers like GitHub: 200 even for failures, and form-encoded unless asked for JSON. */
function tokenAnswer(c: SandboxContext, answer: TokenAnswer): Response {
  if (c.req.header("accept")?.includes("json") === true) return c.json(answer);
  const text = new URLSearchParams(answer).toString();
  return c.body(text, 200, { "content-type": "application/x-www-form-urlencoded; charset=utf-8" });
}

/**
 * Returns the text fields of a JSON or form body.
 * @throws SyntaxError for invalid JSON
 */
async function bodyFields(c: SandboxContext): Promise<Record<string, string>> {
  if (c.req.header("content-type")?.includes("form") === true) return textFields(await c.req.parseBody());
  const text = await c.req.text();
  const parsed = z.record(z.string(), z.unknown()).safeParse(text === "" ? {} : JSON.parse(text));
  return parsed.success ? textFields(parsed.data) : {};
}

function textFields(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}
