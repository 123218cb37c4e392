import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { describedShape } from "../../../../../tests/support/conformance/github-openapi.ts";
import { gitHubSandboxClient } from "../../sandbox-client.ts";
import { createGitHubSandbox } from "../github-sandbox.ts";

const { path, clientId, clientSecret } = gitHubSandboxClient;
const site = "http://localhost:4321";
const callback = `${site}/oauth`;
const verifier = "a-verifier-that-is-long-enough-for-everybody-1234";
const challenge = createHash("sha256").update(verifier).digest("base64url");
const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;

let nowMs = 0;
let app: ReturnType<typeof createGitHubSandbox>;
beforeEach(() => {
  nowMs = Date.UTC(2026, 10, 20, 12);
  app = createGitHubSandbox({ origin: () => site, now: () => new Date(nowMs) });
});

const asked = {
  client_id: clientId,
  redirect_uri: callback,
  scope: "",
  state: "s+t/a&te=",
  code_challenge: challenge,
  code_challenge_method: "S256",
};

type Init = { method?: string; body?: string | URLSearchParams; headers?: Record<string, string> };

async function call(to: string, { headers, ...init }: Init = {}): Promise<Response> {
  return app.request(`${site}${path}${to}`, { ...init, headers: { "user-agent": "test", ...headers } });
}

async function decide(fields: Record<string, string>): Promise<URL> {
  const body = new URLSearchParams(fields);
  const answer = await call("/login/oauth/authorize", { method: "POST", body });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get("location") ?? "");
}

async function authorize(fields: Record<string, string> = {}): Promise<string> {
  const back = await decide({ ...asked, account: "wren-okonjo", decision: "authorize", ...fields });
  return back.searchParams.get("code") ?? "";
}

async function trade(fields: Record<string, string>): Promise<Record<string, unknown>> {
  const body = new URLSearchParams({
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: callback,
    code_verifier: verifier,
    ...fields,
  });
  const answer = await call("/login/oauth/access_token", {
    method: "POST",
    body,
    headers: { accept: "application/json" },
  });
  expect(answer.status).toBe(200);
  return z.record(z.string(), z.unknown()).parse(await answer.json());
}

async function manage(method: "POST" | "DELETE", token: unknown, authorization = basic): Promise<Response> {
  const body = JSON.stringify({ access_token: token });
  return call(`/applications/${clientId}/token`, {
    method,
    body,
    headers: { authorization, "content-type": "application/json" },
  });
}

describe("the authorize page", () => {
  it("lets a visitor choose an account, under a policy without scripts", async () => {
    const page = await call(`/login/oauth/authorize?${new URLSearchParams(asked)}`);
    const html = await page.text();
    expect(html.match(/type="radio"/g)).toHaveLength(2);
    expect(html).toContain('value="s+t/a&amp;te="');
    expect(page.headers.get("content-security-policy")).toMatch(
      /default-src 'none'.*form-action 'self' http:\/\/localhost:4321/,
    );
    expect(page.headers.get("cache-control")).toBe("no-store");
  });

  it("redirects back with a code and the same state", async () => {
    const back = await decide({ ...asked, account: "tamsin-birchall", decision: "authorize" });
    expect([back.origin + back.pathname, back.searchParams.get("state")]).toEqual([callback, asked.state]);
    expect(back.searchParams.get("code")).toMatch(/^[0-9a-f]{20}$/);
  });

  it("redirects back with access_denied after Cancel, and refuses unknown accounts", async () => {
    const canceled = await decide({ ...asked, account: "wren-okonjo", decision: "cancel" });
    expect(canceled.searchParams.get("error")).toBe("access_denied");
    const owner = await decide({ ...asked, account: "robin-ashgrove", decision: "authorize" });
    expect(owner.searchParams.has("code")).toBe(false);
  });

  it.each([
    "http://evil.example/oauth",
    "http://localhost:9999/oauth",
    `${site}/elsewhere`,
    `${site}@evil.example/oauth`,
    "no address",
  ])("sends nothing to %s and reports the mismatch to the site", async (redirect) => {
    const back = await decide({
      ...asked,
      redirect_uri: redirect,
      account: "wren-okonjo",
      decision: "authorize",
    });
    expect(back.origin + back.pathname).toBe(callback);
    expect(back.searchParams.get("error")).toBe("redirect_uri_mismatch");
  });

  it("rejects other applications and methods other than S256", async () => {
    expect((await call("/login/oauth/authorize?client_id=other")).status).toBe(404);
    const plain = await decide({
      ...asked,
      code_challenge_method: "plain",
      account: "wren-okonjo",
      decision: "authorize",
    });
    expect(plain.searchParams.get("error")).toBe("invalid_request");
  });
});

describe("the exchange of a code for a token", () => {
  it("works once and returns the person's token", async () => {
    const code = await authorize({ scope: "read:user gist" });
    const answer = await trade({ code });
    expect(answer).toEqual({
      access_token: expect.stringMatching(/^gho_[A-Za-z0-9]{36}$/),
      scope: "read:user,gist",
      token_type: "bearer",
    });
    const user = await call("/user", {
      headers: { authorization: `Bearer ${String(answer["access_token"])}` },
    });
    expect(await user.json()).toMatchObject({ login: "wren-okonjo" });
    expect(await trade({ code })).toMatchObject({ error: "bad_verification_code" });
  });

  it.each([
    ["another verifier", { code_verifier: "x".repeat(43) }, "bad_verification_code"],
    ["another callback", { redirect_uri: `${callback}/other` }, "redirect_uri_mismatch"],
    ["a wrong secret", { client_secret: "wrong" }, "incorrect_client_credentials"],
    ["an invented code", { code: "0".repeat(20) }, "bad_verification_code"],
  ])("fails with 200 for %s", async (_case, fields, error) => {
    expect(await trade({ code: await authorize(), ...fields })).toMatchObject({
      error,
      error_uri: expect.any(String),
    });
  });

  it("expires ten minutes after the code was issued", async () => {
    const code = await authorize();
    nowMs += 10 * 60_000;
    expect(await trade({ code })).toMatchObject({ error: "bad_verification_code" });
  });

  it("answers form-encoded unless asked for JSON", async () => {
    const answer = await call("/login/oauth/access_token", {
      method: "POST",
      body: new URLSearchParams({ code: "x" }),
    });
    expect(answer.headers.get("content-type")).toMatch(/^application\/x-www-form-urlencoded/);
    expect(new URLSearchParams(await answer.text()).get("error")).toBe("incorrect_client_credentials");
  });
});

describe("a token", () => {
  it("outlives a restart of the sandbox until it is revoked", async () => {
    const { access_token: token } = await trade({ code: await authorize() });
    app = createGitHubSandbox({ origin: () => site });
    const answer = await manage("POST", token);
    const known: unknown = await answer.json();
    expect(known).toMatchObject({ token, user: { login: "wren-okonjo" } });
    expect(
      describedShape("POST /applications/{client_id}/token", 200).safeParse(known).error,
    ).toBeUndefined();
    expect((await manage("DELETE", token)).status).toBe(204);
    expect((await manage("POST", token)).status).toBe(404);
    expect((await manage("DELETE", token)).status).toBe(422);
    const refused = await call("/user", { headers: { authorization: `Bearer ${String(token)}` } });
    expect(refused.status).toBe(401);
  });

  it("can be checked and revoked only by its app", async () => {
    const { access_token: token } = await trade({ code: await authorize() });
    expect((await manage("POST", token, "Basic b3RoZXI6YXBw")).status).toBe(401);
    expect((await manage("DELETE", token, `Bearer ${String(token)}`)).status).toBe(404);
  });

  it("that was altered is invalid", async () => {
    const { access_token: token } = await trade({ code: await authorize() });
    const altered = String(token).replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    expect((await call("/user", { headers: { authorization: `Bearer ${altered}` } })).status).toBe(401);
  });

  it("has its own ten searches a minute", async () => {
    const search = async (token: string) =>
      (await call("/search/code?q=money", { headers: { authorization: `Bearer ${token}` } })).status;
    for (let count = 0; count < 10; count += 1) await search(gitHubSandboxClient.serverToken);
    expect(await search(gitHubSandboxClient.serverToken)).toBe(403);
    const { access_token: token } = await trade({ code: await authorize() });
    expect(await search(String(token))).toBe(200);
  });
});
