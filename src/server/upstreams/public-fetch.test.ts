import { request as requestHttp, type IncomingMessage, type ServerResponse } from "node:http";
import type { LookupAddress } from "node:dns";
import { serve } from "../../../tests/support/stand-ins/http-stand-in.ts";
import { describe, expect, it } from "vitest";
import { createHttpClient } from "./http-client.ts";
import { createLogger } from "../log.ts";
import { AddressRefused, createPublicFetch, type ResolveHost, type SendHttps } from "./public-fetch.ts";

const publicHost: LookupAddress[] = [{ address: "93.184.215.14", family: 4 }];

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Creates the guarded fetch with names that resolve as given. What would connect to a public address connects to a server here
 * instead; `connected` has the addresses that it would have connected to.
 */
async function guarded(resolve: ResolveHost, answer: Answer = (_request, response) => response.end("hello")) {
  const { port } = new URL(await serve(answer));
  const connected: unknown[] = [];
  const send = ((url: URL, options: Parameters<SendHttps>[1], onAnswer: (answer: IncomingMessage) => void) =>
    requestHttp(
      new URL(`http://${url.hostname}:${port}${url.pathname}${url.search}`),
      {
        ...options,
        lookup: (hostname, lookupOptions, callback) =>
          options.lookup?.(hostname, lookupOptions, (error, address) => {
            if (error !== null) callback(error, "", 0);
            else {
              connected.push(address);
              callback(null, [{ address: "127.0.0.1", family: 4 }]);
            }
          }),
      },
      onAnswer,
    )) as SendHttps;
  return { fetch: createPublicFetch({ resolve, send }), connected };
}

const resolvesTo = (...found: string[]): ResolveHost => {
  return async () => found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
};

async function refusalOf(asked: Promise<unknown>): Promise<unknown> {
  return asked.then(
    () => "not refused",
    (error: unknown) => error,
  );
}

describe("a call to an address that a person typed", () => {
  it("reaches a public host, at the address that was checked", async () => {
    const seen: string[] = [];
    const { fetch, connected } = await guarded(
      async () => publicHost,
      (request, response) => {
        seen.push(`${request.method} ${request.url} ${String(request.headers["content-length"])}`);
        response.setHeader("x-answer", "yes").end("hello");
      },
    );
    const response = await fetch("https://bridge.example/claim/1", { method: "POST", body: "" });
    expect(await response.text()).toBe("hello");
    expect(response.headers.get("x-answer")).toBe("yes");
    expect(seen).toEqual(["POST /claim/1 0"]);
    expect(connected).toEqual([publicHost]);
  });

  it.each([
    "http://bridge.example/",
    "https://bridge.example:8443/",
    "https://bridge.example:22/",
    "https://user:secret@bridge.example/",
    "ftp://bridge.example/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://169.254.169.254/latest/meta-data/",
    "https://10.1.2.3/",
  ])("is refused before any lookup for %s", async (url) => {
    const lookups: string[] = [];
    const { fetch } = await guarded(async (hostname) => {
      lookups.push(hostname);
      return publicHost;
    });
    const refusal = await refusalOf(fetch(url));
    expect(refusal).toBeInstanceOf(AddressRefused);
    expect(String(refusal)).not.toContain("secret");
    expect(lookups).toEqual([]);
  });

  it.each([
    ["a loopback address", ["127.0.0.1"]],
    ["a private one", ["192.168.1.1"]],
    ["a mapped one", ["::ffff:169.254.169.254"]],
    ["a private one among public ones", ["93.184.215.14", "10.0.0.1"]],
    ["nothing", []],
  ])("is refused if the name resolves to %s", async (_what, addresses) => {
    const { fetch, connected } = await guarded(resolvesTo(...addresses));
    expect(await refusalOf(fetch("https://bridge.example/"))).toMatchObject({ code: "ADDRESS_REFUSED" });
    expect(connected).toEqual([]);
  });

  it("is checked again each time, so a name that moves inside is refused", async () => {
    const answers = ["93.184.215.14", "127.0.0.1"];
    let lookups = 0;
    const { fetch, connected } = await guarded(async () => {
      lookups += 1;
      return resolvesTo(answers.shift() ?? "127.0.0.1")("");
    });
    expect((await fetch("https://rebinding.example/")).status).toBe(200);
    // One lookup for one connection: there is no second one between the check and the connection.
    expect(lookups).toBe(1);
    expect(await refusalOf(fetch("https://rebinding.example/"))).toMatchObject({ code: "ADDRESS_REFUSED" });
    expect(connected).toHaveLength(1);
  });

  it("fails if the name doesn't exist, the server hangs up, or its status is none", async () => {
    const unknown = await guarded(async () => Promise.reject(new Error("getaddrinfo ENOTFOUND")));
    expect(String(await refusalOf(unknown.fetch("https://nowhere.example/")))).toContain("ENOTFOUND");
    const rude = await guarded(
      async () => publicHost,
      (request) => void request.socket.destroy(),
    );
    expect(await refusalOf(rude.fetch("https://bridge.example/"))).toMatchObject({ code: "ECONNRESET" });
    const odd = await guarded(
      async () => publicHost,
      (_request, response) => void response.writeHead(999).end(),
    );
    expect(await refusalOf(odd.fetch("https://bridge.example/"))).toBeInstanceOf(Error);
  });

  it("follows no redirect, and has the limits of the HTTP client", async () => {
    const { fetch } = await guarded(
      async () => publicHost,
      (request, response) => {
        if (request.url === "/moved") response.writeHead(302, { location: "https://127.0.0.1/" }).end();
        else if (request.url === "/none") response.writeHead(204).end();
        else if (request.url === "/large") response.end("x".repeat(10_000));
      },
    );
    expect((await fetch("https://bridge.example/moved")).status).toBe(302);
    expect(await (await fetch("https://bridge.example/none")).text()).toBe("");
    const http = createHttpClient({ fetch, log: createLogger({ level: "silent" }), userAgent: "test" });
    const call = { timeoutMs: 200, maxBytes: 1_000, retries: 0 };
    expect(await refusalOf(http.request({ ...call, url: "https://bridge.example/large" }))).toMatchObject({
      kind: "too-large",
    });
    expect(await refusalOf(http.request({ ...call, url: "https://bridge.example/silent" }))).toMatchObject({
      kind: "timeout",
    });
  });
});
