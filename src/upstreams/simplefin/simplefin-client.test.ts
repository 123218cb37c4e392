import { describe, expect, it } from "vitest";
import { failureOf } from "../../../tests/support/failure-of.ts";
import { createHttpClient } from "#server/upstreams/http-client.ts";
import { createLogger } from "#server/log.ts";
import { createPublicFetch } from "#server/upstreams/public-fetch.ts";
import { createSimpleFin } from "./index.ts";
import { SimpleFinError } from "./simplefin-errors.ts";

type Asked = { url: string; method: string; headers: Headers; body: unknown };
type Answer = (asked: Asked) => Response;

const host = "bridge.example";
const accessUrl = `https://user-7:p%40ss@${host}/simplefin`;
const tokenOf = (url: string) => Buffer.from(url).toString("base64");
const setupToken = tokenOf(`https://${host}/simplefin/claim/one`);

/** Creates a live client whose server answers as given, and records what it is asked. */
function serverThat(answer: Answer, mode: "live" | "sandbox" = "live") {
  const asked: Asked[] = [];
  const logged: string[] = [];
  const http = createHttpClient({
    fetch: async (input, init) => {
      const call = {
        url: String(input instanceof Request ? input.url : input),
        method: init?.method ?? "GET",
        headers: new Headers(init?.headers),
        body: init?.body,
      };
      asked.push(call);
      return answer(call);
    },
    log: createLogger({ level: "debug", destination: { write: (line) => void logged.push(line) } }),
    userAgent: "Folio (ledger.example)",
  });
  const server = createSimpleFin({ http, mode }, { selfOrigin: () => "http://localhost:3000" });
  return { server, asked, logged };
}

const errorOf = (work: Promise<unknown>) => failureOf(SimpleFinError, work);

const empty = { errlist: [], connections: [], accounts: [] };

describe("a claim", () => {
  it("is one POST without a body, and its answer is the access", async () => {
    const { server, asked } = serverThat(() => new Response(`${accessUrl}\n`));
    const access = await server.claim(setupToken);
    expect(access.accessUrl).toBe(accessUrl);
    expect(access.accessId).toMatch(/^[a-f\d]{40}$/);
    expect(asked.map(({ url, method, body }) => ({ url, method, body }))).toEqual([
      { url: `https://${host}/simplefin/claim/one`, method: "POST", body: "" },
    ]);
  });

  it("takes a token that was copied with line breaks, or written for addresses", async () => {
    const { server, asked } = serverThat(() => new Response(accessUrl));
    await server.claim(`\n ${setupToken.slice(0, 20)}\r\n${setupToken.slice(20)} `);
    await server.claim(Buffer.from(`https://${host}/simplefin/claim/ÿÿÿ`).toString("base64url"));
    expect(asked).toHaveLength(2);
  });

  it.each([
    ["", "SIMPLEFIN_NOT_A_TOKEN"],
    ["not a token!", "SIMPLEFIN_NOT_A_TOKEN"],
    ["aGVsbG8=", "SIMPLEFIN_NOT_A_TOKEN"],
    [tokenOf("file:///etc/passwd"), "SIMPLEFIN_NOT_A_TOKEN"],
    [tokenOf(`https://${host}/${"x".repeat(4_000)}`), "SIMPLEFIN_NOT_A_TOKEN"],
    [tokenOf(`http://${host}/claim/1`), "SIMPLEFIN_ADDRESS_REFUSED"],
    [tokenOf(`https://${host}:8443/claim/1`), "SIMPLEFIN_ADDRESS_REFUSED"],
    [tokenOf(`https://user:pass@${host}/claim/1`), "SIMPLEFIN_ADDRESS_REFUSED"],
  ])("of %j is refused without a call: %s", async (token, code) => {
    const { server, asked } = serverThat(() => new Response(accessUrl));
    const failure = await errorOf(server.claim(token));
    expect(failure).toMatchObject({ kind: "user-action", errorCode: code });
    expect(asked).toEqual([]);
  });

  it.each([
    [403, "user-action", "SIMPLEFIN_CLAIM_REFUSED"],
    [404, "user-action", "SIMPLEFIN_CLAIM_REFUSED"],
    [429, "retry-later", "RATE_LIMIT"],
    [503, "retry-later", null],
    [400, "our-fault", null],
  ])("that is answered %i is %s, once", async (status, kind, errorCode) => {
    const { server, asked } = serverThat(() => new Response("no", { status }));
    expect(await errorOf(server.claim(setupToken))).toMatchObject({ kind, errorCode });
    expect(asked).toHaveLength(1);
  });

  it.each([
    "",
    "<html></html>",
    "https://bridge.example/simplefin",
    "http://user:pass@bridge.example/simplefin",
    "https://user:pass@bridge.example:8443/simplefin",
    "https://user:pass@bridge.example/simplefin?x=1",
  ])("that is answered %j isn't believed", async (answer) => {
    const { server } = serverThat(() => new Response(answer));
    expect(await errorOf(server.claim(setupToken))).toMatchObject({ kind: "our-fault" });
  });

  it("of an address that resolves inside a network is refused in words of its own", async () => {
    const http = createHttpClient({
      fetch: createPublicFetch({ resolve: async () => [{ address: "10.0.0.7", family: 4 }] }),
      log: createLogger({ level: "silent" }),
      userAgent: "test",
    });
    const server = createSimpleFin({ http, mode: "live" }, { selfOrigin: () => "http://localhost:3000" });
    const failure = await errorOf(server.claim(setupToken));
    expect(failure).toMatchObject({ kind: "user-action", errorCode: "SIMPLEFIN_ADDRESS_REFUSED" });
  });

  it("in the sandbox is only for the site's own server", async () => {
    const { server, asked } = serverThat(
      () => new Response("http://a:b@localhost:3000/sandbox/simplefin"),
      "sandbox",
    );
    expect(await errorOf(server.claim(setupToken))).toMatchObject({
      errorCode: "SIMPLEFIN_ADDRESS_REFUSED",
    });
    for (const path of ["/api/PlaidWebhook", "/sandbox/plaid/link", "/sandbox/simplefin/../plaid/link"]) {
      const failure = await errorOf(server.claim(tokenOf(`http://localhost:3000${path}`)));
      expect(failure).toMatchObject({ errorCode: "SIMPLEFIN_ADDRESS_REFUSED" });
    }
    expect(asked).toEqual([]);
    await server.claim(tokenOf("http://localhost:3000/sandbox/simplefin/claim/1"));
    expect(asked).toHaveLength(1);
  });
});

describe("a redirect", () => {
  const moved = (location: string, status = 307) => new Response(null, { status, headers: { location } });

  it("to the same host is followed twice, with the credentials", async () => {
    const { server, asked } = serverThat(({ url }) => {
      const hops = Number(new URL(url).searchParams.get("hop") ?? 0);
      return hops < 2 ? moved(`/simplefin/accounts?hop=${hops + 1}`, 302) : Response.json(empty);
    });
    await server.accounts(accessUrl, null);
    expect(asked.map(({ url }) => new URL(url).search)).toEqual([
      "?version=2&balances-only=1",
      "?hop=1",
      "?hop=2",
    ]);
    expect(new Set(asked.map(({ headers }) => headers.get("authorization"))).size).toBe(1);
  });

  it("is followed no third time", async () => {
    const { server, asked } = serverThat(() => moved("/simplefin/accounts"));
    expect(await errorOf(server.accounts(accessUrl, null))).toMatchObject({ kind: "our-fault" });
    expect(asked).toHaveLength(3);
  });

  it.each([
    "https://elsewhere.example/simplefin/accounts",
    "http://bridge.example/simplefin/accounts",
    "https://bridge.example:444/simplefin/accounts",
    "https://other:pass@bridge.example/simplefin/accounts",
    "//elsewhere.example/",
    "",
  ])("to %j isn't followed", async (location) => {
    const { server, asked } = serverThat(() => moved(location));
    expect(await errorOf(server.accounts(accessUrl, null))).toMatchObject({ kind: "our-fault" });
    expect(asked).toHaveLength(1);
  });

  it("of a claim is followed only if it stays a POST", async () => {
    const { server, asked } = serverThat(({ url }) =>
      url.endsWith("/there") ? new Response(accessUrl) : moved("/there", 308),
    );
    await server.claim(setupToken);
    expect(asked.map(({ method }) => method)).toEqual(["POST", "POST"]);
    const other = serverThat(() => moved("/there", 302));
    expect(await errorOf(other.server.claim(setupToken))).toMatchObject({ kind: "our-fault" });
  });
});

describe("a read of accounts", () => {
  it("has the credentials in a header, decoded, and never in an address", async () => {
    const { server, asked, logged } = serverThat(() => new Response("no", { status: 500 }));
    const failure = await errorOf(server.accounts(accessUrl, null));
    expect(asked[0]?.url).toBe(`https://${host}/simplefin/accounts?version=2&balances-only=1`);
    expect(asked[0]?.headers.get("authorization")).toBe(`Basic ${btoa("user-7:p@ss")}`);
    for (const text of [String(failure), ...logged]) expect(text).not.toMatch(/p@ss|p%40ss|user-7/);
    await errorOf(server.accounts(`https://user-7:50%@${host}/simplefin`, null));
    expect(asked.at(-1)?.headers.get("authorization")).toBe(`Basic ${btoa("user-7:50%")}`);
  });

  it("is refused if two accounts have one ID, because their rows couldn't be told apart", async () => {
    const one = { id: "ACT-1", name: "Checking", currency: "USD", balance: "1", "balance-date": 1 };
    const twice = { ...empty, accounts: [one, { ...one, conn_id: "CON-2" }] };
    const { server } = serverThat(() => Response.json(twice));
    expect(await errorOf(server.accounts(accessUrl, null))).toMatchObject({
      message: "SimpleFIN's response has an unexpected format at accounts: expected each ID once.",
    });
  });

  it.each([
    [
      { fromDay: "2026-10-22", beforeDay: null },
      { "start-date": "1792627200", pending: "1" },
    ],
    [
      { fromDay: "2026-08-23", beforeDay: "2026-10-22" },
      { "start-date": "1787443200", "end-date": "1792627200" },
    ],
  ])("of %j asks for exactly that", async (window, query) => {
    const { server, asked } = serverThat(() => Response.json(empty));
    await server.accounts(accessUrl, window);
    expect(Object.fromEntries(new URL(asked[0]?.url ?? "").searchParams)).toEqual({ version: "2", ...query });
  });

  it.each([
    [401, "gone", "SIMPLEFIN_ACCESS_REVOKED", 1],
    [402, "user-action", "SIMPLEFIN_PAYMENT_REQUIRED", 1],
    [403, "gone", "SIMPLEFIN_ACCESS_REVOKED", 1],
    [429, "retry-later", "RATE_LIMIT", 1],
    [500, "retry-later", null, 1],
    [503, "retry-later", null, 2],
    [418, "our-fault", null, 1],
  ])("that is answered %i is %s (%s) after %i calls", async (status, kind, errorCode, calls) => {
    const { server, asked } = serverThat(() => new Response("no", { status }));
    expect(await errorOf(server.accounts(accessUrl, null))).toMatchObject({ kind, errorCode });
    expect(asked).toHaveLength(calls);
  });

  it("waits as long as the server asks", async () => {
    const headers = { "retry-after": "3600" };
    const { server } = serverThat(() => new Response("", { status: 429, headers }));
    expect((await errorOf(server.accounts(accessUrl, null))).retryAfterSeconds).toBe(3_600);
  });

  it.each([
    ["<html>maintenance</html>", "retry-later"],
    ["", "our-fault"],
    ["[]", "our-fault"],
    ['{"accounts":[{"id":"1"}]}', "our-fault"],
    [
      '{"errlist":[],"connections":[],"accounts":[{"id":"1","name":"A","currency":"USD","balance":12.5,"balance-date":1}]}',
      "our-fault",
    ],
    [
      '{"errlist":[],"connections":[],"accounts":[{"id":"1","name":"A","currency":"USD","balance":"1e5","balance-date":1}]}',
      "our-fault",
    ],
  ])("that is answered %j is %s", async (text, kind) => {
    const { server } = serverThat(() => new Response(text));
    expect(await errorOf(server.accounts(accessUrl, null))).toMatchObject({ kind });
  });

  it("stops at 20 MiB", async () => {
    const chunk = new Uint8Array(1_048_576);
    let sent = 0;
    const { server } = serverThat(
      () =>
        new Response(
          new ReadableStream({
            pull(controller) {
              sent += 1;
              controller.enqueue(chunk);
              if (sent === 100) controller.close();
            },
          }),
        ),
    );
    expect(await errorOf(server.accounts(accessUrl, null))).toMatchObject({ kind: "our-fault" });
    expect(sent).toBeLessThan(25);
  });
});
