import type { App, AppContext, Kernel } from "#server/feature.ts";
import { cookieName, expiredCookie, parseCookies, serializeCookie } from "#server/http/cookies.ts";
import { tellChanges } from "#server/events/changes.ts";
import { IdentityProviderError, type IdentityProvider } from "#upstreams/entra/index.ts";
import { landingPath, safeReturnPath } from "../domain/return-path.ts";
import { sessionMaxAgeMs } from "../domain/session-rules.ts";
import type { SignInProblem } from "../domain/sign-in-problems.ts";
import type { SessionStore } from "./session-store.ts";
import { createSessionToken, hashToken, looksLikeToken } from "./session-token.ts";
import type { SignInAttempt, SignInAttempts } from "./sign-in-attempt.ts";

export const sessionCookie = "folio";
const callbackPath = "/.auth/login/aad/callback";

type Dependencies = {
  kernel: Kernel;
  identityProvider: IdentityProvider;
  store: SessionStore;
  attempts: SignInAttempts;
};

/** Mounts `/.auth/login/aad`, its callback, and `/.auth/logout`: navigations that end in a redirect, never in JSON. */
export function mountAuthRoutes(app: App, dependencies: Dependencies): void {
  app.get("/.auth/login/aad", (c) => startSignIn(c, dependencies));
  app.get(callbackPath, (c) => finishSignIn(c, dependencies));
  app.get("/.auth/logout", (c) => signOut(c, dependencies));
}

async function startSignIn(c: AppContext, { identityProvider, attempts }: Dependencies): Promise<Response> {
  const returnTo = safeReturnPath(c.req.query("post_login_redirect_uri"), c.get("origin"));
  try {
    const redirectUri = `${c.get("origin")}${callbackPath}`;
    const selectAccount = c.req.query("prompt") === "select_account";
    const { url, ...secrets } = await identityProvider.authorizationUrl({ redirectUri, selectAccount });
    const attempt = { ...secrets, redirectUri, returnTo };
    return redirect(c, url, await attempts.remember(attempt, c.req.header("cookie"), isHttps(c)));
  } catch (error) {
    return showProblem(c, error, returnTo);
  }
}

async function finishSignIn(c: AppContext, dependencies: Dependencies): Promise<Response> {
  const { attempts, store } = dependencies;
  const state = c.req.query("state") ?? "";
  const attempt = state === "" ? null : await attempts.recall(state, c.req.header("cookie"), isHttps(c));
  if (attempt === null) return toSignInPage(c, "expired", "/");
  const forget = attempts.forget(state, isHttps(c));
  try {
    if (!(await store.takeSignIn(hashToken(state))))
      return toSignInPage(c, "expired", attempt.returnTo, [forget]);
    return redirect(c, landingPath(attempt.returnTo), [forget, await openSession(c, attempt, dependencies)]);
  } catch (error) {
    return showProblem(c, error, attempt.returnTo, [forget]);
  }
}

/** Exchanges the code for an identity and opens a session; returns the `Set-Cookie` header. */
async function openSession(
  c: AppContext,
  attempt: SignInAttempt,
  dependencies: Dependencies,
): Promise<string> {
  const { kernel, identityProvider, store } = dependencies;
  const callbackUrl = new URL(attempt.redirectUri);
  callbackUrl.search = new URL(c.req.url).search;
  const { subject: _, ...person } = await identityProvider.exchange({ callbackUrl, ...attempt });
  const token = createSessionToken();
  const previous = sessionTokenOf(c.req.header("cookie"), isHttps(c));
  const { userId } = await store.openSession({
    person: { mode: kernel.settings.modes.entra, ...person },
    realm: identityProvider.realm,
    tokenHash: hashToken(token),
    replacesTokenHash: previous === null ? null : hashToken(previous),
  });
  c.get("log").info({ userId }, "signed in");
  return serializeCookie(sessionCookie, token, {
    isHttps: isHttps(c),
    maxAgeSeconds: sessionMaxAgeMs / 1000,
  });
}

/**
 * Ends the session here first, so that this browser is signed out whatever the provider does. Asks for confirmation if
 * the request comes from another site, because any page can send a browser here.
 */
async function signOut(c: AppContext, { kernel, identityProvider, store }: Dependencies): Promise<Response> {
  const target = safeReturnPath(c.req.query("post_logout_redirect_uri"), c.get("origin"));
  const token = sessionTokenOf(c.req.header("cookie"), isHttps(c));
  if (token === null) return redirect(c, target);
  if (!comesFromHere(c)) return toSignInPage(c, "sign-out", target);
  try {
    await store.endSession(hashToken(token));
    const userId = c.get("session")?.userId;
    if (userId !== undefined) tellChanges(kernel.bus, { userId, changes: ["sessions"] });
  } catch (error) {
    c.get("log").error({ error }, "Can't end a session in the database.");
  }
  const postLogoutRedirectUri = `${c.get("origin")}${target}`;
  const url = c.get("session") === null ? null : await identityProvider.logoutUrl({ postLogoutRedirectUri });
  return redirect(c, url ?? target, [expiredCookie(sessionCookie, isHttps(c))]);
}

/** True if the request comes from a page of this site, according to `Sec-Fetch-Site` or else the `Referer`. */
function comesFromHere(c: AppContext): boolean {
  const site = c.req.header("sec-fetch-site");
  if (site !== undefined) return site === "same-origin";
  return URL.parse(c.req.header("referer") ?? "")?.origin === c.get("origin");
}

/** Returns the session token from a cookie header; null if missing or malformed. */
export function sessionTokenOf(cookieHeader: string | undefined, usesHttps: boolean): string | null {
  const token = parseCookies(cookieHeader).get(cookieName(sessionCookie, usesHttps));
  return looksLikeToken(token) ? token : null;
}

function isHttps(c: AppContext): boolean {
  return c.get("origin").startsWith("https:");
}

function redirect(c: AppContext, location: string, cookies: string[] = []): Response {
  c.header("cache-control", "no-store");
  for (const cookie of cookies) c.header("set-cookie", cookie, { append: true });
  return c.redirect(location, 302);
}

/** Redirects to the sign-in page, which explains the problem. */
function toSignInPage(
  c: AppContext,
  problem: SignInProblem,
  returnTo: string,
  cookies: string[] = [],
): Response {
  const query = new URLSearchParams({ problem, ...(returnTo === "/" ? {} : { return: returnTo }) });
  return redirect(c, `/sign-in?${query.toString()}`, cookies);
}

function showProblem(c: AppContext, error: unknown, returnTo: string, cookies: string[] = []): Response {
  if (!(error instanceof IdentityProviderError)) {
    c.get("log").error({ error }, "A sign-in failed unexpectedly.");
    return toSignInPage(c, "failed", returnTo, cookies);
  }
  const { problem, reason } = error;
  if (problem === "denied" || problem === "expired")
    c.get("log").info({ problem, reason }, "A sign-in wasn't finished.");
  else c.get("log").warn({ problem, reason }, "A sign-in failed.");
  return toSignInPage(c, problem, returnTo, cookies);
}
