import type { App, AppContext, HandlerContext, Kernel } from "#server/feature.ts";
import { expiredCookie } from "#server/http/cookies.ts";
import { browserOf } from "#server/http/request-context.ts";
import { tellChanges } from "#server/events/changes.ts";
import { notFound, upstreamFailed } from "#shared/errors.ts";
import { IdentityProviderError, type IdentityProvider } from "#upstreams/entra/index.ts";
import { landingPath, safeReturnPath } from "../domain/return-path.ts";
import type { SignInProblem } from "../domain/sign-in-problems.ts";
import type { AuthStores } from "./auth-stores.ts";
import type { SignedInPerson } from "./identity-store.ts";
import { hasAnyPasskey } from "./passkeys/passkey-store.ts";
import { newSession, sessionCookie, sessionTokenOf } from "./session-cookie.ts";
import { hashToken } from "./session-token.ts";
import type { SignInAttempt, SignInAttempts } from "./sign-in-attempt.ts";
import type { SignInWays } from "./sign-in-ways.ts";

const callbackPath = "/.auth/login/aad/callback";

type Dependencies = {
  kernel: Kernel;
  ways: SignInWays;
  stores: AuthStores;
  attempts: SignInAttempts;
};

/** Page with the person's passkeys, sessions, and accounts, where linking an account starts and ends. */
const devicesPath = "/your-devices";

/** Mounts `/.auth/login/aad`, its callback, and `/.auth/logout`: navigations that end in a redirect, never in JSON. */
export function mountAuthRoutes(app: App, dependencies: Dependencies): void {
  app.get("/.auth/login/aad", (c) => startSignIn(c, dependencies));
  app.get(callbackPath, (c) => finishSignIn(c, dependencies));
  app.get("/.auth/logout", (c) => signOut(c, dependencies));
}

async function startSignIn(c: AppContext, dependencies: Dependencies): Promise<Response> {
  const { ways, attempts } = dependencies;
  const returnTo = safeReturnPath(c.req.query("post_login_redirect_uri"), c.get("origin"));
  try {
    const provider = ways.provider();
    if (provider === null || (await needsChoice(c, dependencies)))
      return toSignInPage(c, c.get("session")?.isIdle === true ? "idle" : null, returnTo);
    const selectAccount = c.req.query("prompt") === "select_account";
    const started = await startAt(provider, { origin: c.get("origin"), selectAccount });
    const attempt = { ...started.attempt, returnTo, linksTo: null };
    return redirect(c, started.url, await attempts.remember(attempt, c.req.header("cookie"), isHttps(c)));
  } catch (error) {
    return showProblem(c, error, returnTo);
  }
}

/** True if the sign-in page must ask which way to take: people have passkeys, and the address doesn't choose the provider. */
async function needsChoice(c: AppContext, { kernel, ways: { site } }: Dependencies): Promise<boolean> {
  return (
    site !== null &&
    c.req.query("prompt") === undefined &&
    c.req.query("way") === undefined &&
    (await hasAnyPasskey(kernel.database))
  );
}

/** Starts a sign-in at the provider; returns the address for the browser, and what to remember. */
async function startAt(
  provider: IdentityProvider,
  { origin, selectAccount }: { origin: string; selectAccount: boolean },
): Promise<{ url: string; attempt: Omit<SignInAttempt, "returnTo" | "linksTo"> }> {
  const redirectUri = `${origin}${callbackPath}`;
  const { url, state, ...secrets } = await provider.authorizationUrl({ redirectUri, selectAccount });
  return { url, attempt: { id: state, ...secrets, redirectUri } };
}

/** Creates the call that starts linking an account at the provider to the signed-in person; it returns the address to open. */
export function startAccountLink({ ways, attempts }: Pick<Dependencies, "ways" | "attempts">) {
  return async (context: HandlerContext): Promise<string> => {
    const provider = ways.provider();
    const { session, origin } = context;
    if (provider === null || session === null || session.mode !== "live") throw notFound();
    const started = await startAt(provider, { origin, selectAccount: true }).catch((error: unknown) => {
      throw upstreamFailed("We couldn’t reach the sign-in service. Try again in a minute.", { cause: error });
    });
    await attempts.begin(context, {
      ...started.attempt,
      returnTo: devicesPath,
      linksTo: session.sessionId,
    });
    return started.url;
  };
}

async function finishSignIn(c: AppContext, dependencies: Dependencies): Promise<Response> {
  const { attempts, stores, ways } = dependencies;
  const state = c.req.query("state") ?? "";
  const attempt = state === "" ? null : await attempts.recall(state, c.req.header("cookie"), isHttps(c));
  const provider = ways.provider();
  if (attempt === null || provider === null) return toSignInPage(c, "expired", "/");
  const forget = attempts.forget(state, isHttps(c));
  try {
    if (!(await attempts.markUsed(state))) return toSignInPage(c, "expired", attempt.returnTo, [forget]);
    const callbackUrl = new URL(attempt.redirectUri);
    callbackUrl.search = new URL(c.req.url).search;
    const { subject: _, ...identity } = await provider.exchange({ callbackUrl, ...attempt, state });
    const person = { mode: dependencies.kernel.settings.modes.entra, ...identity };
    if (attempt.linksTo !== null)
      return await link(c, { attempt, person, realm: provider.realm, forget }, stores);
    const { session, setCookie } = newSession(openerOf(c), provider.realm);
    const { userId } = await stores.identities.signIn(stores.sessions, { person, ...session });
    c.get("log").info({ userId }, "signed in");
    return redirect(c, landingPath(attempt.returnTo), [forget, setCookie]);
  } catch (error) {
    return showProblem(c, error, attempt.returnTo, [forget]);
  }
}

type Linking = { attempt: SignInAttempt; person: SignedInPerson; realm: string; forget: string };

/** Links the account to the person who asked for it, if the same session is still open. */
async function link(
  c: AppContext,
  { attempt, person, realm, forget }: Linking,
  { identities }: AuthStores,
): Promise<Response> {
  const session = c.get("session");
  if (session === null || session.sessionId !== attempt.linksTo)
    return toSignInPage(c, "expired", attempt.returnTo, [forget]);
  const { userId } = session;
  const outcome = await identities.link(userId, person, realm);
  c.get("log").info({ userId, outcome }, "A person asked to link an account at the provider.");
  return redirect(c, `${devicesPath}?account=${outcome}`, [forget]);
}

function openerOf(c: AppContext) {
  return { cookieHeader: c.req.header("cookie"), isHttps: isHttps(c), browser: browserOf(c) };
}

/**
 * Ends the session here first, so that this browser is signed out whatever the provider does. Asks for confirmation if
 * the request comes from another site, because any page can send a browser here.
 */
async function signOut(c: AppContext, { kernel, ways, stores }: Dependencies): Promise<Response> {
  const target = safeReturnPath(c.req.query("post_logout_redirect_uri"), c.get("origin"));
  const token = sessionTokenOf(c.req.header("cookie"), isHttps(c));
  if (token === null) return redirect(c, target);
  if (!comesFromHere(c)) return toSignInPage(c, "sign-out", target);
  try {
    await stores.sessions.endSession(hashToken(token));
    const userId = c.get("session")?.userId;
    if (userId !== undefined) tellChanges(kernel.bus, { userId, changes: ["sessions"] });
  } catch (error) {
    c.get("log").error({ error }, "Can't end a session in the database.");
  }
  const postLogoutRedirectUri = `${c.get("origin")}${target}`;
  const provider = c.get("session")?.identityProvider === "aad" ? ways.provider() : null;
  const url = (await provider?.logoutUrl({ postLogoutRedirectUri })) ?? null;
  return redirect(c, url ?? target, [expiredCookie(sessionCookie, isHttps(c))]);
}

/** True if the request comes from a page of this site, according to `Sec-Fetch-Site` or else the `Referer`. */
function comesFromHere(c: AppContext): boolean {
  const site = c.req.header("sec-fetch-site");
  if (site !== undefined) return site === "same-origin";
  return URL.parse(c.req.header("referer") ?? "")?.origin === c.get("origin");
}

function isHttps(c: AppContext): boolean {
  return c.get("origin").startsWith("https:");
}

function redirect(c: AppContext, location: string, cookies: string[] = []): Response {
  c.header("cache-control", "no-store");
  for (const cookie of cookies) c.header("set-cookie", cookie, { append: true });
  return c.redirect(location, 302);
}

/** Redirects to the sign-in page, which explains the problem, if there is one. */
function toSignInPage(
  c: AppContext,
  problem: SignInProblem | null,
  returnTo: string,
  cookies: string[] = [],
): Response {
  const query = new URLSearchParams({
    ...(problem === null ? {} : { problem }),
    ...(returnTo === "/" ? {} : { return: returnTo }),
  });
  return redirect(c, query.size === 0 ? "/sign-in" : `/sign-in?${query.toString()}`, cookies);
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
