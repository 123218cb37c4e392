import { afterEach, describe, expect, it } from "vitest";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { AppError } from "#shared/errors.ts";
import { serveRaw, statusesOf, type RawSite } from "../../../tests/support/raw-http.ts";
import { readBody, type BodyPace } from "./request-body.ts";
import { createLimitedServer, type SocketLimits } from "./site-socket.ts";

/** Tests with real connections: slow ones, many, and both. */

const limits: SocketLimits = {
  headersMs: 200,
  requestMs: 30_000,
  idleMs: 100,
  checkEveryMs: 50,
  inAll: 50,
  ofAddress: 20,
};
let raw: RawSite;

afterEach(() => raw.stop());

/** Serves one route that reads a body at this pace, and one that reads none. */
async function serve(pace: BodyPace, more: Partial<SocketLimits> = {}): Promise<void> {
  const app = new Hono();
  app.onError((error, c) => c.json({}, error instanceof AppError ? (error.statusCode as 408) : 500));
  app.post("/", async (c) => c.text(`${(await readBody(c.req.raw, 1_000_000, pace)).byteLength} bytes`));
  app.post("/unread", (c) => c.text("not asked for"));
  raw = await serveRaw(getRequestListener(app.fetch), { ...limits, ...more });
}

function head(path = "/", length = 1_000): string {
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`;
}

const quick = { graceMs: 200, bytesPerSecond: 1_000 };

describe("a body", () => {
  it("that never arrives is answered 408 and disconnected, even 15 at once", async () => {
    await serve(quick);
    const answers = await Promise.all(Array.from({ length: 15 }, () => raw.open(`${head()}a`).answer));
    for (const answer of answers) expect(statusesOf(answer)).toEqual(["408"]);
  });

  it("that trickles is answered 408, too", async () => {
    await serve(quick);
    const { socket, answer } = raw.open(head());
    const trickle = setInterval(() => socket.write("a"), 20);
    expect(statusesOf(await answer)).toEqual(["408"]);
    clearInterval(trickle);
  });

  it("that is slow but keeps the pace is read completely", async () => {
    await serve({ graceMs: 200, bytesPerSecond: 100 });
    const { socket } = raw.open(head());
    const whole = new Promise<string>((resolve) =>
      socket.on("data", (chunk: Buffer) => resolve(chunk.toString())),
    );
    let sent = 0;
    const drip = setInterval(() => {
      socket.write("a".repeat(100));
      sent += 100;
      if (sent === 1_000) clearInterval(drip);
    }, 40);
    expect(await whole).toContain("1000 bytes");
  });

  it("that no route reads doesn't keep the connection open", async () => {
    await serve(quick);
    expect(statusesOf(await raw.open(`${head("/unread")}a`).answer)).toEqual(["200"]);
  });
});

describe("a connection", () => {
  it.each([
    ["says nothing", ""],
    ["never ends its headers", "GET / HTTP/1.1\r\nHost: localhost\r\nX-A: "],
  ])("that %s is closed", async (_what, bytes) => {
    await serve(quick);
    expect(statusesOf(await raw.open(bytes).answer)).toEqual(["408"]);
  });

  it("is closed when it has been idle after an answer", async () => {
    await serve(quick);
    expect(statusesOf(await raw.open(head("/", 0)).answer)).toEqual(["200"]);
  });

  it("is kept while idle for longer than a proxy keeps it, which would send its next request into a closed one", async () => {
    const server = createLimitedServer(() => true);
    const minutesOfCaddy = 2;
    expect(server.keepAliveTimeout).toBeGreaterThan(minutesOfCaddy * 60_000);
    await serve({ ...quick, graceMs: 30_000 }, { idleMs: server.keepAliveTimeout });
    const { socket } = raw.open(head("/", 0));
    const first = await new Promise<string>((resolve) =>
      socket.once("data", (chunk: Buffer) => resolve(chunk.toString())),
    );
    expect(first).toContain("Keep-Alive: timeout=125");
  });

  it.each([
    ["one address has too many", { ofAddress: 3 }],
    ["the server has too many", { inAll: 3 }],
  ])("is refused when %s, and accepted again when one has closed", async (_what, more) => {
    await serve({ ...quick, graceMs: 30_000 }, more);
    const ask = () => raw.send(head("/", 0).replace("Host", "Connection: close\r\nHost"));
    const held = Array.from({ length: 3 }, () => raw.open(head()));
    for (const { socket } of held) await new Promise((resolve) => socket.once("connect", resolve));
    expect(statusesOf(await ask())).toEqual([]);
    held[0]?.socket.destroy();
    await held[0]?.answer;
    await expect.poll(async () => statusesOf(await ask())).toEqual(["200"]);
  });
});
