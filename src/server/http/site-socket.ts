import { createServer, type Server } from "node:http";
import { neighbourhood } from "../limits/rate-limit.ts";

/** How long a connection may take, and how many there may be. */
export type SocketLimits = {
  /** From the first byte of a request, or from the opening of the connection, to the end of its headers. */
  headersMs: number;
  /** To the end of its body, where nobody reads that: `readBody` is stricter. */
  requestMs: number;
  checkEveryMs: number;
  /** Open connections of everybody, and of one address that is no proxy of ours. */
  inAll: number;
  ofAddress: number;
};

const usualLimits: SocketLimits = {
  headersMs: 15_000,
  requestMs: 300_000,
  checkEveryMs: 5_000,
  inAll: 5_000,
  // An office of eighty people with six connections each.
  ofAddress: 500,
};

/** A server of HTTP that nobody can fill by being slow, or by opening connections and saying nothing. */
export function createLimitedServer(
  isProxy: (address: string) => boolean,
  limits: SocketLimits = usualLimits,
): Server {
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkEveryMs,
  });
  server.maxConnections = limits.inAll;
  const open = new Map<string, number>();
  server.on("connection", (socket) => {
    const address = socket.remoteAddress ?? "";
    if (isProxy(address)) return;
    const from = neighbourhood(address);
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
