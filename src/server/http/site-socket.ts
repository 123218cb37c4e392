import { createServer, type Server } from "node:http";
import { addressBlock } from "../limits/rate-limit.ts";

/** Limits for the duration and number of connections. */
export type SocketLimits = {
  /** Time from the first byte of a request, or the opening of the connection, to the end of the headers. */
  headersMs: number;
  /** Time to the end of a body that no route reads; `readBody` is stricter. */
  requestMs: number;
  /** Time until a connection without a request is closed. */
  idleMs: number;
  checkEveryMs: number;
  /** Maximum number of open connections in total, and per address unless it is a trusted proxy. */
  inAll: number;
  ofAddress: number;
};

const usualLimits: SocketLimits = {
  headersMs: 15_000,
  requestMs: 300_000,
  // Longer than proxies keep theirs: Caddy two minutes, nginx one. A proxy that sends a request while the server closes
  // the connection answers 502.
  idleMs: 125_000,
  checkEveryMs: 5_000,
  inAll: 5_000,
  // Enough for an office of eighty people with six connections each.
  ofAddress: 500,
};

/** Creates an HTTP server that can't be exhausted by slow or idle connections. */
export function createLimitedServer(
  isProxy: (address: string) => boolean,
  limits: SocketLimits = usualLimits,
): Server {
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: limits.checkEveryMs,
  });
  server.maxConnections = limits.inAll;
  const open = new Map<string, number>();
  server.on("connection", (socket) => {
    const address = socket.remoteAddress ?? "";
    if (isProxy(address)) return;
    const from = addressBlock(address);
    const count = (open.get(from) ?? 0) + 1;
    open.set(from, count);
    socket.once("close", () => {
      const rest = (open.get(from) ?? 1) - 1;
      if (rest === 0) open.delete(from);
      else open.set(from, rest);
    });
    if (count > limits.ofAddress) socket.destroy();
  });
  return server;
}
