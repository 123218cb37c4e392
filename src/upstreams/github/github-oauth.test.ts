import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { failureOf } from "../../../tests/support/failure-of.ts";
import {
  connectionTo,
  http,
  errorOf,
  json,
  primaryBody,
  secondaryBody,
  usedUp,
  type Listener,
} from "../../../tests/support/stand-ins/github-stand-in.ts";
import {
  createGitHubOAuth,
  GitHubOAuthError,
  problemOfGitHubOAuthError,
  type GitHubOAuth,
  type GitHubToken,
} from "./index.ts";

async function oauthOf(listener: Listener, timeoutMs = 2_000): Promise<GitHubOAuth> {
  const connection = await connectionTo(listener);
  return createGitHubOAuth({
    ...connection,
    webUrl: () => connection.apiUrl().replace("/api/v3", "/web"),
    clientId: "Iv1.folio",
    clientSecret: "client-secret",
    timeoutMs,
  });
}

const attempt = {
  code: "the-code",
  codeVerifier: "the-verifier",
  redirectUri: "https://folio.example/oauth",
};

const oauthErrorOf = (work: Promise<unknown>) => failureOf(GitHubOAuthError, work);

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request.setEncoding("utf8") as AsyncIterable<string>) text += part;
  return text;
}

describe("GitHub's authorization address", () => {
  it("contains the state and the challenge, but no scope", async () => {
    const oauth = createGitHubOAuth({
      http,
      apiUrl: () => "https://api.github.example",
      webUrl: () => "https://github.example",
      clientId: "Iv1.folio",
      clientSecret: "client-secret",
    });
    const url = new URL(
      oauth.authorizeUrl({
        state: "a+b/c=",
        codeChallenge: "challenge",
        redirectUri: "https://folio.example/oauth",
      }),
    );
    expect(url.origin + url.pathname).toBe("https://github.example/login/oauth/authorize");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "Iv1.folio",
      redirect_uri: "https://folio.example/oauth",
      state: "a+b/c=",
      code_challenge: "challenge",
      code_challenge_method: "S256",
    });
  });
});

describe("a code", () => {
  it("is exchanged for a token with the verifier; scopes are comma-separated", async () => {
    const asked: unknown[] = [];
    const oauth = await oauthOf((request, response) => {
      void bodyOf(request).then((body) => {
        asked.push([
          request.method,
          request.url,
          request.headers.accept,
          Object.fromEntries(new URLSearchParams(body)),
        ]);
        json({ access_token: "gho_token", scope: "repo,gist, user", token_type: "bearer" })(
          request,
          response,
        );
      });
    });
    const token: GitHubToken = await oauth.exchangeCode(attempt);
    expect(token).toEqual({ accessToken: "gho_token", scopes: ["repo", "gist", "user"] });
    expect(asked).toEqual([
      [
        "POST",
        "/web/login/oauth/access_token",
        "application/json",
        {
          client_id: "Iv1.folio",
          client_secret: "client-secret",
          code: "the-code",
          code_verifier: "the-verifier",
          redirect_uri: "https://folio.example/oauth",
        },
      ],
    ]);
  });

  it("without scopes gives a token without scopes", async () => {
    const oauth = await oauthOf(json({ access_token: "gho_token", scope: "", token_type: "bearer" }));
    expect((await oauth.exchangeCode(attempt)).scopes).toEqual([]);
  });

  it.each([
    ["bad_verification_code", "code-refused"],
    ["incorrect_client_credentials", "misconfigured"],
    ["redirect_uri_mismatch", "misconfigured"],
    ["unverified_user_email", "email-unverified"],
    ["something_new", "unavailable"],
    ["constructor", "unavailable"],
  ] as const)("refused as %s with HTTP 200 is %s", async (code, problem) => {
    const oauth = await oauthOf(
      json({ error: code, error_description: "In words.", error_uri: "https://x" }),
    );
    const error = await oauthErrorOf(oauth.exchangeCode(attempt));
    expect(error.problem).toBe(problem);
    expect(error.message).toContain(`${code} In words.`);
  });

  it.each([
    ["400 with an OAuth error", json({ error: "invalid_grant" }, 400), "code-refused"],
    ["401 with an OAuth error", json({ error: "invalid_client" }, 401), "misconfigured"],
    ["404 for an unknown client", json({ error: "Not Found" }, 404), "misconfigured"],
    ["401 without words", json({}, 401), "unavailable"],
    ["429", json(secondaryBody, 429), "unavailable"],
    ["500", json({ error: "oops" }, 500), "unavailable"],
    ["HTML", (_request, response) => response.end("<html>Unicorn!</html>"), "unavailable"],
    [
      "form-encoded text",
      (_request, response) => response.end("access_token=gho_token&scope="),
      "unavailable",
    ],
    ["nothing", (_request, response) => response.end(), "unavailable"],
    ["304", (_request, response) => response.writeHead(304).end(), "unavailable"],
    ["an empty token", json({ access_token: "", scope: "" }), "unavailable"],
    ["a cut connection", (request) => request.socket.destroy(), "unavailable"],
    ["another address", json({}, 302, { location: "https://github.example/" }), "unavailable"],
  ] satisfies [string, Listener, string][])("reports %s", async (_case, listener, problem) => {
    let knocks = 0;
    const oauth = await oauthOf((request, response) => {
      knocks += 1;
      listener(request, response);
    });
    const error = await oauthErrorOf(oauth.exchangeCode(attempt));
    expect(error.problem).toBe(problem);
    expect(knocks, "a code works only once").toBe(1);
    expect(`${error.message} ${String(error.cause)}`).not.toMatch(
      /gho_token|client-secret|the-code|the-verifier/,
    );
  });

  it("times out when GitHub hangs", async () => {
    const oauth = await oauthOf(() => undefined, 80);
    expect((await oauthErrorOf(oauth.exchangeCode(attempt))).problem).toBe("unavailable");
  });

  it("that never came because the person declined isn't an error", () => {
    expect(problemOfGitHubOAuthError("access_denied")).toBe("denied");
    expect(problemOfGitHubOAuthError("application_suspended")).toBe("misconfigured");
  });
});

describe("a linked token", () => {
  it("is revoked with the app's own credentials", async () => {
    const asked: unknown[] = [];
    const oauth = await oauthOf((request, response) => {
      void bodyOf(request).then((body) => {
        asked.push([request.method, request.url, request.headers.authorization, body]);
        response.writeHead(204).end();
      });
    });
    expect(await oauth.revoke("gho_token")).toBe("revoked");
    const basic = `Basic ${Buffer.from("Iv1.folio:client-secret").toString("base64")}`;
    expect(asked).toEqual([
      ["DELETE", "/api/v3/applications/Iv1.folio/token", basic, '{"access_token":"gho_token"}'],
    ]);
  });

  it.each([404, 422])("unknown to GitHub (%i) is already gone", async (status) => {
    const oauth = await oauthOf(json({ message: "Not Found" }, status));
    expect(await oauth.revoke("gho_token")).toBe("already-gone");
    expect(await oauth.checkToken("gho_token")).toBeNull();
  });

  it("can be checked for its account and scopes", async () => {
    const oauth = await oauthOf(
      json({ id: 1, user: { login: "robin" }, scopes: ["gist"], token: "gho_token" }),
    );
    expect(await oauth.checkToken("gho_token")).toEqual({ login: "robin", scopes: ["gist"] });
    const silent = await oauthOf(json({ id: 1, user: null, scopes: null }));
    expect(await silent.checkToken("gho_token")).toEqual({ login: null, scopes: [] });
  });

  it.each([
    ["403 at the limit", json(primaryBody, 403, usedUp), "primary-limit"],
    ["429 for too much at once", json(secondaryBody, 429, { "retry-after": "5" }), "secondary-limit"],
    ["429 without Retry-After", json(secondaryBody, 429), "secondary-limit"],
    ["401 for the app", json({ message: "Bad credentials" }, 401), "bad-credentials"],
    ["500", json({ message: "Server Error" }, 500), "unavailable"],
    ["HTML and 404", (_request, response) => response.writeHead(404).end("<html>"), "unavailable"],
    ["a cut connection", (request) => request.socket.destroy(), "unavailable"],
    ["another address", json({}, 301, { location: "https://github.example/" }), "unavailable"],
  ] satisfies [string, Listener, string][])(
    "isn't considered gone after %s",
    async (_case, listener, kind) => {
      const oauth = await oauthOf(listener);
      expect((await errorOf(oauth.revoke("gho_token"))).kind).toBe(kind);
      expect((await errorOf(oauth.checkToken("gho_token"))).kind).toBe(kind);
    },
  );

  it("isn't considered gone while GitHub hangs", async () => {
    const oauth = await oauthOf(() => undefined, 80);
    expect((await errorOf(oauth.revoke("gho_token"))).kind).toBe("unavailable");
  });

  it("isn't considered valid after an HTML or empty response", async () => {
    for (const body of ["<html>Log in</html>", ""]) {
      const oauth = await oauthOf((_request, response) => response.end(body));
      expect((await errorOf(oauth.checkToken("gho_token"))).kind).toBe("unavailable");
    }
  });
});
