import { z } from "zod";
import { makeOwnerLink } from "#features/auth/server/index.ts";
import type { Database } from "#server/database/db.ts";
import {
  createAuthenticator,
  type Authenticator,
  type Lies,
  type Options,
} from "../stand-ins/authenticator.ts";
import { createTestApp, type TestApp } from "../test-app.ts";

export const passkeyOrigin = "http://localhost:3000";

/** Answer of a call: its status, and the body without its envelope; a list is in `list`. */
export type Answer = {
  status: number;
  body: Record<string, unknown>;
  errors: Record<string, string[]> | null;
  headers: Headers;
};

/** The whole site with passkeys on loopback, for tests over HTTP with software authenticators. */
export function createPasskeySite(
  database: Database,
  options: NonNullable<Parameters<typeof createTestApp>[1]> = {},
) {
  const app = createTestApp(database, {
    ...options,
    environment: { PUBLIC_URL: passkeyOrigin, ...options.environment },
  });

  /** Prints a link like `npm run invite -- --owner` and returns its token. */
  async function ownerToken(): Promise<string> {
    return tokenOf((await makeOwnerLink(app.kernel, { ifMissing: false })) ?? "");
  }

  /** Becomes the owner in a new browser. */
  async function owner(): Promise<{ browser: PasskeyBrowser; key: Authenticator }> {
    const browser = createPasskeyBrowser(app);
    const key = createAuthenticator({ origin: passkeyOrigin, rpId: "localhost" });
    const made = await browser.register(key, { invitation: await ownerToken(), name: "Robin" });
    if (made.status !== 200) throw new Error(`No owner: ${JSON.stringify(made)}`);
    return { browser, key };
  }

  return {
    app,
    ownerToken,
    owner,
    browser: () => createPasskeyBrowser(app),
    authenticator: (more?: { isSynced?: boolean }) =>
      createAuthenticator({ origin: passkeyOrigin, rpId: "localhost" }, more),
  };
}

export type PasskeySite = ReturnType<typeof createPasskeySite>;

const optionsSchema = z.looseObject({
  challenge: z.string(),
  user: z.object({ id: z.string() }).optional(),
  allowCredentials: z.array(z.object({ id: z.string() })).optional(),
});
const principalSchema = z
  .looseObject({ userDetails: z.string(), identityProvider: z.string(), userRoles: z.array(z.string()) })
  .nullable();
const bodySchema = z.record(z.string(), z.unknown());
const answerSchema = z.looseObject({
  errors: z.record(z.string(), z.array(z.string())).nullable().optional(),
  data: z.unknown().optional(),
});

/** Returns the token of an invitation's link. */
export function tokenOf(link: string): string {
  return new URL(link).hash.slice(1);
}

/** A browser with cookies and a clear name, which calls the site as our client does. */
export function createPasskeyBrowser({ request, post: postTo }: Pick<TestApp, "request" | "post">) {
  const cookies = new Map<string, string>();
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

  function cookieHeader(): string {
    return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async function keep(response: Response): Promise<Answer> {
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "" || /max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    const parsed = answerSchema.parse(text.startsWith("{") ? JSON.parse(text) : {});
    const body = "success" in parsed ? parsed.data : parsed;
    return {
      status: response.status,
      body: bodySchema.parse(Array.isArray(body) ? { list: body } : (body ?? {})),
      errors: parsed.errors ?? null,
      headers: response.headers,
    };
  }

  async function post(
    path: string,
    body: object = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return keep(
      await postTo(path, body, { headers: { cookie: cookieHeader(), "user-agent": userAgent, ...headers } }),
    );
  }

  async function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return keep(
      await request(path, { headers: { cookie: cookieHeader(), "user-agent": userAgent, ...headers } }),
    );
  }

  async function optionsOf(path: string, body: object): Promise<Options> {
    const answer = await post(path, body);
    if (answer.status !== 200) throw new Error(`No options: ${JSON.stringify(answer)}`);
    return optionsSchema.parse(answer.body);
  }

  return {
    cookies,
    post,
    get,
    optionsOf,
    /** Makes a passkey: with an invitation as a new person, otherwise as a further one. */
    async register(key: Authenticator, input: { invitation?: string; name?: string } = {}, lies: Lies = {}) {
      const options = await post("/.auth/passkey/register/options", input);
      if (options.status !== 200) return options;
      const made = key.create(optionsSchema.parse(options.body), lies);
      return post("/.auth/passkey/register/verify", made);
    },
    /** Signs in, or with `verify`, proves who is signed in. */
    async signIn(key: Authenticator, lies: Lies = {}, input: { verify?: boolean } = {}) {
      const options = await optionsOf("/.auth/passkey/sign-in/options", input);
      return post("/.auth/passkey/sign-in/verify", key.get(options, lies));
    },
    async me() {
      const { body } = await get("/.auth/me");
      return principalSchema.parse(body["clientPrincipal"]);
    },
  };
}

export type PasskeyBrowser = ReturnType<typeof createPasskeyBrowser>;
