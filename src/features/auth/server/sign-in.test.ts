import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createCookieBrowser,
  type CookieBrowser,
  type Visit,
} from "../../../../tests/support/cookie-browser.ts";
import { startSignInSite, type SignInSite } from "../../../../tests/support/sites/sign-in-site.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";

const database = useTestDatabase();
const callback = "/.auth/login/aad/callback";
let site: SignInSite;
let now: Date;
let browser: CookieBrowser;

beforeEach(async () => {
  now = new Date();
  site = await startSignInSite({ database: database(), now: () => now });
  browser = createCookieBrowser();
});

afterEach(async () => {
  await site.stop();
});

/** Headers of a navigation from a page of the site. */
const fromHere = { headers: { "sec-fetch-site": "same-origin" } };

function loginAddress(returnTo?: string): string {
  const query = returnTo === undefined ? "" : `?post_login_redirect_uri=${encodeURIComponent(returnTo)}`;
  return `${site.origin}/.auth/login/aad${query}`;
}

/** Opens the sandbox's page with the two people. */
async function openChooser(returnTo?: string, using = browser): Promise<Visit> {
  return using.follow(await using.visit(loginAddress(returnTo)));
}

/** Signs in and stops before the return page. */
async function signIn(account: string, returnTo?: string, using = browser): Promise<Visit> {
  const chosen = await using.press(await openChooser(returnTo, using), { account });
  return using.visit((await using.follow(chosen, callback)).url);
}

async function me(
  using = browser,
  origin = site.origin,
): Promise<{ userDetails: string; userId: string; userRoles: string[] } | null> {
  const answer = await using.visit(`${origin}/.auth/me`);
  expect(answer.status).toBe(200);
  return JSON.parse(answer.text).clientPrincipal;
}

function problemOf(visit: Visit): string | null {
  expect(visit.status).toBe(302);
  const location = new URL(visit.headers.get("location") ?? "", site.origin);
  expect(location.pathname).toBe("/sign-in");
  return location.searchParams.get("problem");
}

describe("signing in through the sandbox", () => {
  test.each([
    ["avery", "avery@lanternfish-works.example"],
    ["morgan", "morgan@lanternfish-works.example"],
  ])("as %s returns to the starting page with that person signed in", async (account, userDetails) => {
    expect(await me()).toBeNull();
    const back = await signIn(account, "/users?tab=1");
    expect(back.status).toBe(302);
    expect(back.headers.get("location")).toBe("/users?tab=1");
    expect(back.headers.get("cache-control")).toBe("no-store");
    expect(await me()).toEqual({
      identityProvider: "aad",
      userId: expect.stringMatching(/^[0-9a-f]{32}$/),
      userDetails,
      userRoles: ["anonymous", "authenticated", "member"],
    });
    expect(browser.cookies.filter(({ path }) => path === "/").map(({ name }) => name)).toEqual(["folio"]);
  });

  test("uses PKCE, state, and nonce", async () => {
    const start = await browser.visit(loginAddress());
    const url = new URL(start.headers.get("location") ?? "");
    expect(url.pathname).toBe("/sandbox/entra/oauth2/v2.0/authorize");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: "code",
      scope: "openid profile email",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: `${site.origin}${callback}`,
    });
    expect(start.headers.get("set-cookie")).toMatch(
      /^folio-signin-\w{12}=eyJ.*; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
  });

  test("works on 127.0.0.1 and localhost", async () => {
    site.origin = site.origin.replace("localhost", "127.0.0.1");
    await signIn("avery");
    expect(await me()).not.toBeNull();
  });

  test("keeps a person's id across sign-ins and distinguishes people", async () => {
    await signIn("avery");
    const first = await me();
    const other = createCookieBrowser();
    await signIn("avery", "/", other);
    expect(await me(other)).toEqual(first);
    const third = createCookieBrowser();
    await signIn("morgan", "/", third);
    expect((await me(third))?.userId).not.toBe(first?.userId);
  });

  test("works in two tabs at once", async () => {
    const [one, two] = [await browser.visit(loginAddress("/one")), await browser.visit(loginAddress("/two"))];
    const first = await browser.press(await browser.follow(one), { account: "avery" });
    const firstBack = await browser.visit((await browser.follow(first, callback)).url);
    // The provider knows the person by now and doesn't ask again.
    const secondBack = await browser.visit((await browser.follow(two, callback)).url);
    expect(firstBack.headers.get("location")).toBe("/one");
    expect(secondBack.headers.get("location")).toBe("/two");
    expect(await me()).not.toBeNull();
  });

  test("asks which account to use on request, even if one is known", async () => {
    await signIn("avery");
    const again = await browser.follow(await browser.visit(`${loginAddress()}?prompt=select_account`));
    expect(again.text).toContain("Choose an account");
    expect(again.headers.get("content-security-policy"), "the site's icon").toContain("img-src 'self'");
    const chosen = await browser.press(again, { account: "morgan" });
    await browser.visit((await browser.follow(chosen, callback)).url);
    expect((await me())?.userDetails).toBe("morgan@lanternfish-works.example");
  });

  test("keeps at most five unfinished attempts in the browser", async () => {
    for (let tab = 0; tab < 8; tab += 1) await browser.visit(loginAddress(`/tab-${tab}`));
    expect(browser.cookies.filter(({ name }) => name.startsWith("folio-signin-"))).toHaveLength(5);
  });

  test("opens a new session each time and ends the browser's previous one", async () => {
    await signIn("avery");
    const old = browser.cookies.find(({ name }) => name === "folio")?.value;
    await signIn2();
    const renewed = browser.cookies.find(({ name }) => name === "folio")?.value;
    expect(renewed).not.toBe(old);
    const thief = createCookieBrowser();
    const answer = await thief.visit(`${site.origin}/.auth/me`, { headers: { cookie: `folio=${old}` } });
    expect(JSON.parse(answer.text)).toEqual({ clientPrincipal: null });
  });

  /** Signs in again without a page in between, since the provider knows the person. */
  async function signIn2(): Promise<void> {
    const back = await browser.follow(await browser.visit(loginAddress()), callback);
    await browser.visit(back.url);
  }
});

describe("a failed sign-in returns to the sign-in page", () => {
  test("when the person presses Cancel", async () => {
    const canceled = await browser.press(await openChooser("/users"), { cancel: "yes" });
    const back = await browser.visit((await browser.follow(canceled, callback)).url);
    expect(problemOf(back)).toBe("denied");
    expect(back.headers.get("location")).toContain("return=%2Fusers");
    expect(await me()).toBeNull();
    expect(browser.cookies.filter(({ name }) => name.startsWith("folio-signin-"))).toEqual([]);
  });

  test("when the callback is replayed, even with its cookie", async () => {
    const chosen = await browser.press(await openChooser(), { account: "avery" });
    const { url } = await browser.follow(chosen, callback);
    const cookie = browser.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    await browser.visit(url);
    expect(await me()).not.toBeNull();
    expect(problemOf(await browser.visit(url))).toBe("expired");
    expect(problemOf(await createCookieBrowser().visit(url, { headers: { cookie } }))).toBe("expired");
    expect(await me()).not.toBeNull();
  });

  test("when it took longer than ten minutes", async () => {
    const chosen = await browser.press(await openChooser(), { account: "avery" });
    const { url } = await browser.follow(chosen, callback);
    now = new Date(now.getTime() + 10 * 60_000 + 1000);
    expect(problemOf(await browser.visit(url))).toBe("expired");
  });

  test("when it returns in another browser, which would sign a victim in as someone else", async () => {
    const chosen = await browser.press(await openChooser(), { account: "avery" });
    const { url } = await browser.follow(chosen, callback);
    const victim = createCookieBrowser();
    expect(problemOf(await victim.visit(url))).toBe("expired");
    expect(await me(victim)).toBeNull();
  });

  test.each([
    ["state", "x".repeat(43), "expired"],
    ["state", "", "expired"],
    ["code", "forged", "expired"],
    ["iss", "https://evil.example", "bad-answer"],
  ])("when %s is changed to %j", async (name, value, problem) => {
    const chosen = await browser.press(await openChooser(), { account: "avery" });
    const { url } = await browser.follow(chosen, callback);
    url.searchParams.set(name, value);
    expect(problemOf(await browser.visit(url))).toBe(problem);
    expect(await me()).toBeNull();
  });

  test("when there is neither code nor state", async () => {
    expect(problemOf(await browser.visit(`${site.origin}${callback}`))).toBe("expired");
  });

  test("when the provider sends no code", async () => {
    const start = await browser.visit(loginAddress());
    const state = new URL(start.headers.get("location") ?? "").searchParams.get("state") ?? "";
    expect(problemOf(await browser.visit(`${site.origin}${callback}?state=${state}`))).toBe("bad-answer");
  });

  test("when the attempt's cookie was tampered with", async () => {
    const chosen = await browser.press(await openChooser(), { account: "avery" });
    const { url } = await browser.follow(chosen, callback);
    for (const cookie of browser.cookies) {
      if (cookie.name.startsWith("folio-signin-")) cookie.value = `${cookie.value.slice(0, -6)}AAAAAA`;
    }
    expect(problemOf(await browser.visit(url))).toBe("expired");
  });
});

describe("the return address", () => {
  test.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "https:evil.example",
    "/\t/evil.example",
    "/",
    "/sign-in?return=%2F",
  ])("is the overview, and the home page after signing out, instead of %j", async (target) => {
    const back = await signIn("avery", target);
    expect(back.headers.get("location")).toBe("/accounts");
    const out = await browser.visit(
      `${site.origin}/.auth/logout?post_logout_redirect_uri=${encodeURIComponent(target)}`,
      fromHere,
    );
    const end = await browser.follow(out, "/");
    expect(new URL(end.url).origin).toBe(site.origin);
    const anonymous = await browser.visit(
      `${site.origin}/.auth/logout?post_logout_redirect_uri=${encodeURIComponent(target)}`,
    );
    expect(anonymous.headers.get("location")).toBe("/");
  });

  test("may be an absolute address of the site", async () => {
    expect((await signIn("avery", `${site.origin}/users`)).headers.get("location")).toBe("/users");
  });
});

describe("signing out", () => {
  test("ends the session here and at the provider, then returns", async () => {
    await signIn("avery");
    const token = browser.cookies.find(({ name }) => name === "folio")?.value;
    const out = await browser.visit(`${site.origin}/.auth/logout?post_logout_redirect_uri=/posts`, fromHere);
    expect(out.headers.get("location")).toContain("/sandbox/entra/oauth2/v2.0/logout");
    const back = await browser.visit(out.headers.get("location") ?? "");
    expect(back.headers.get("location")).toBe(`${site.origin}/posts`);
    expect(browser.cookies.some(({ name }) => name === "folio")).toBe(false);
    const replay = await createCookieBrowser().visit(`${site.origin}/.auth/me`, {
      headers: { cookie: `folio=${token}` },
    });
    expect(JSON.parse(replay.text)).toEqual({ clientPrincipal: null });
    // The provider no longer knows the person and asks again.
    expect((await openChooser()).text).toContain("Choose an account");
  });

  test.each<[string, Record<string, string>]>([
    ["another site", { "sec-fetch-site": "cross-site" }],
    [
      "another site whose page says it is this one",
      { "sec-fetch-site": "cross-site", referer: "HERE/about" },
    ],
    ["a neighboring subdomain", { "sec-fetch-site": "same-site" }],
    ["an e-mail or a bookmark", { "sec-fetch-site": "none" }],
    ["an unknown page, with an old browser", {}],
    ["another site, with an old browser", { referer: "https://evil.example/" }],
  ])("asks for confirmation after a link from %s, and then works", async (_from, given) => {
    await signIn("avery");
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value.replace("HERE", site.origin)]),
    );
    const address = `${site.origin}/.auth/logout?post_logout_redirect_uri=/posts`;
    const asked = await browser.visit(address, { headers });
    expect(asked.headers.get("location")).toBe("/sign-in?problem=sign-out&return=%2Fposts");
    expect(await me()).not.toBeNull();
    const onward = { headers: { referer: `${site.origin}/sign-in?problem=sign-out` } };
    expect((await browser.visit(address, onward)).headers.get("location")).toContain("/oauth2/v2.0/logout");
    expect(await me()).toBeNull();
  });

  test("without a session just returns to the requested path", async () => {
    const out = await browser.visit(`${site.origin}/.auth/logout?post_logout_redirect_uri=/posts`);
    expect(out.headers.get("location")).toBe("/posts");
  });
});

describe("two servers on one database", () => {
  test("share sessions and can finish each other's sign-ins", async () => {
    const secretKey = randomBytes(32);
    const [one, two] = await Promise.all([
      startSignInSite({ database: database(), secretKey }),
      startSignInSite({ database: database(), secretKey }),
    ]);
    try {
      site.origin = one.origin;
      await signIn("avery");
      // Cookies are shared across ports.
      const mine = await me(browser, one.origin);
      expect(mine).not.toBeNull();
      expect(await me(browser, two.origin)).toEqual(mine);
      await browser.visit(`${two.origin}/.auth/logout`, fromHere);
      const token = `folio=${randomBytes(32).toString("base64url")}`;
      expect(await me(browser, one.origin)).toBeNull();
      const stranger = await createCookieBrowser().visit(`${one.origin}/.auth/me`, {
        headers: { cookie: token },
      });
      expect(JSON.parse(stranger.text)).toEqual({ clientPrincipal: null });
    } finally {
      await one.stop();
      await two.stop();
    }
  });
});

describe("invalid cookies", () => {
  test.each([
    ["an empty token", "folio="],
    ["a token of the wrong length", "folio=abc"],
    ["a token that does not exist", `folio=${"a".repeat(43)}`],
    ["SQL", "folio='; drop table sessions; --"],
    ["quotes and percent signs", 'folio="%E0%A4%A"'],
    ["high bytes", "folio=\u00ff\u00fe\u00fd"],
    ["no name", "=;=;;;  ; ="],
    ["many", Array.from({ length: 900 }, (_, index) => `c${index}=${index}`).join("; ")],
    ["a long one", `folio=${"x".repeat(8000)}`],
    ["a long attempt", `folio-signin-abcdefabcdef=${"eyJ.".repeat(1500)}`],
  ])("leave the visitor anonymous: %s", async (_, cookie) => {
    for (const path of ["/.auth/me", "/.auth/logout", callback, "/.auth/login/aad", "/api/GetUsers"]) {
      const answer = await createCookieBrowser().visit(`${site.origin}${path}`, { headers: { cookie } });
      expect(answer.status, path).toBe({ "/.auth/me": 200, "/api/GetUsers": 401 }[path] ?? 302);
    }
    expect(site.logLines.filter(({ level }) => level === "error")).toEqual([]);
  });
});
