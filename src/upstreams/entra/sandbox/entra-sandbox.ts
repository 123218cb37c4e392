import { randomBytes } from "node:crypto";
import { type IncomingMessage, ServerResponse } from "node:http";
import { Hono, type Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type Provider from "oidc-provider";
import { sandboxPagePolicy } from "#shared/sandbox-page.ts";
import { sandboxClient } from "../entra-sandbox-client.ts";
import { demoAccount, findSandboxAccount, sandboxAccounts, type SandboxAccount } from "./sandbox-accounts.ts";
import { chooserPage, messagePage, stylesheet } from "./sandbox-pages.ts";
import { createSandboxProvider, isOwnAddress, sessionCookie } from "./sandbox-provider.ts";

type NodeEnv = { Bindings: { incoming: IncomingMessage; outgoing: ServerResponse } };
type NodeContext = Context<NodeEnv>;

const demoCookie = "folio-demo-person";
const daySeconds = 24 * 60 * 60;

export type EntraSandboxOptions = {
  /** The site's public origin; read at the first request, because the port may vary. */
  origin: () => string;
  /** Gives each browser one invented person instead of two to choose from. */
  isDemo: boolean;
};

/** Creates the sandbox of Microsoft's sign-in, under `/sandbox/entra`. It requires a real HTTP server. */
export function createEntraSandbox({ origin, isDemo }: EntraSandboxOptions): Hono<NodeEnv> {
  const mount = sandboxClient.path;
  const app = new Hono<NodeEnv>();
  let making: Promise<Provider> | null = null;
  const getProvider = () => (making ??= createSandboxProvider(origin()));

  app.use(async (c, next) => {
    await next();
    c.header("cache-control", "no-store");
  });

  app.get(`${mount}/sign-in.css`, (c) => c.body(...stylesheet));

  app.get(`${mount}/choose/:uid`, async (c) => {
    const redirectUri = await pendingRedirectUri(c, await getProvider());
    if (redirectUri === null) return expired(c, origin());
    const accounts = isDemo ? [demoPerson(c)] : sandboxAccounts;
    return c.html(chooserPage(accounts, `${mount}/choose/${c.req.param("uid")}`), 200, {
      "content-security-policy": sandboxPagePolicy([new URL(redirectUri).origin]),
    });
  });

  app.post(`${mount}/choose/:uid`, async (c) => {
    const provider = await getProvider();
    if ((await pendingRedirectUri(c, provider)) === null) return expired(c, origin());
    const form = await c.req.parseBody();
    const account = isDemo ? demoPerson(c) : chosenAccount(form["account"]);
    const result =
      form["cancel"] !== undefined || account === undefined
        ? { error: "access_denied", error_description: "The person chose Cancel." }
        : { login: { accountId: account.accountId }, select_account: {} };
    const { incoming, outgoing } = c.env;
    const onward = await provider.interactionResult(incoming, outgoing, result);
    if (account !== undefined) await forgetOtherPerson(c, provider, account.accountId);
    return c.redirect(onward, 303);
  });

  // The library would ask "Do you want to sign out?"; Entra doesn't, once the site has identified itself.
  app.get(`${mount}/oauth2/v2.0/logout`, async (c) => {
    const provider = await getProvider();
    const session = await provider.Session.get(provider.createContext(c.env.incoming, c.env.outgoing));
    await session.destroy();
    for (const name of [sessionCookie, `${sessionCookie}.sig`]) deleteCookie(c, name, { path: mount });
    const target = c.req.query("post_logout_redirect_uri") ?? "";
    if (c.req.query("client_id") === sandboxClient.clientId && isOwnAddress(target, origin())) {
      return c.redirect(target, 302);
    }
    return c.html(messagePage("Signed out", "You’re signed out of the sandbox."), 200, {
      "content-security-policy": sandboxPagePolicy([origin()]),
    });
  });

  app.all(`${mount}/*`, async (c) => {
    const provider = await getProvider();
    const { incoming } = c.env;
    const { protocol, host } = new URL(origin());
    incoming.headers["x-forwarded-proto"] = protocol.replace(":", "");
    incoming.headers["x-forwarded-host"] = host;
    delete incoming.headers["x-forwarded-for"];
    // As Express and Koa do for mounted apps: the provider derives its own path from the two.
    const mounted = Object.assign(incoming, { originalUrl: incoming.url });
    mounted.url = incoming.url?.slice(mount.length) || "/";
    return answerOf(provider.callback(), mounted);
  });
  return app;
}

/** Returns the redirect URI of the pending sign-in; null if this browser has none, or it has expired. */
async function pendingRedirectUri(c: NodeContext, provider: Provider): Promise<string | null> {
  try {
    const { uid, params } = await provider.interactionDetails(c.env.incoming, c.env.outgoing);
    return uid === c.req.param("uid") ? String(params["redirect_uri"]) : null;
  } catch (error) {
    if (error instanceof Error && error.name === "SessionNotFound") return null;
    throw error;
  }
}

/** Ends another person's session here, because the library would submit a sign-out form by script, which our pages forbid. */
async function forgetOtherPerson(c: NodeContext, provider: Provider, accountId: string): Promise<void> {
  const session = await provider.Session.get(provider.createContext(c.env.incoming, c.env.outgoing));
  if (session.accountId === undefined || session.accountId === accountId) return;
  // Both are optional in the library's session; without them nobody is signed in.
  Object.assign(session, { accountId: undefined, authorizations: undefined });
  await session.persist();
}

function expired(c: NodeContext, origin: string): Response {
  const text =
    "This sign-in timed out or was started in another browser. Go back to the site and sign in again.";
  return c.html(messagePage("This sign-in has expired", text), 400, {
    "content-security-policy": sandboxPagePolicy([origin]),
  });
}

/** Returns one of the page's two accounts, or one invented by a program, as tests do. */
function chosenAccount(value: unknown): SandboxAccount | undefined {
  return typeof value === "string" ? findSandboxAccount(value) : undefined;
}

/** Returns this browser's invented person, who exists as long as its data. */
function demoPerson(c: NodeContext): SandboxAccount {
  const known = getCookie(c, demoCookie);
  const account = known === undefined ? undefined : findSandboxAccount(known);
  if (account?.accountId.startsWith("demo-") === true) return account;
  const accountId = `demo-${randomBytes(16).toString("hex")}`;
  setCookie(c, demoCookie, accountId, {
    path: sandboxClient.path,
    httpOnly: true,
    sameSite: "Lax",
    secure: new URL(c.req.url).protocol === "https:",
    maxAge: daySeconds,
  });
  return demoAccount(accountId);
}

type NodeHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/**
 * Runs a Node request handler and returns its answer as a Response, so that middleware still applies: security headers, log
 * line, metrics.
 */
async function answerOf(handler: NodeHandler, incoming: IncomingMessage): Promise<Response> {
  const outgoing = new ServerResponse(incoming);
  const parts: Buffer[] = [];
  const finished = new Promise<void>((resolve) => {
    outgoing.write = (chunk: unknown) => {
      parts.push(toBuffer(chunk));
      return true;
    };
    outgoing.end = (chunk?: unknown) => {
      if (chunk !== undefined && typeof chunk !== "function") parts.push(toBuffer(chunk));
      resolve();
      return outgoing;
    };
  });
  await handler(incoming, outgoing);
  await finished;
  const hasBody = ![204, 304].includes(outgoing.statusCode) && incoming.method !== "HEAD";
  return new Response(hasBody ? Buffer.concat(parts) : null, {
    status: outgoing.statusCode,
    headers: headersOf(outgoing),
  });
}

function toBuffer(chunk: unknown): Buffer {
  return chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.from(String(chunk));
}

function headersOf(outgoing: ServerResponse): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(outgoing.getHeaders())) {
    for (const line of Array.isArray(value) ? value : [value])
      if (line !== undefined) headers.append(name, String(line));
  }
  // The collected body's length is recomputed; a wrong one would truncate the answer.
  headers.delete("content-length");
  headers.delete("transfer-encoding");
  return headers;
}
