import { once } from "node:events";
import { randomInt } from "node:crypto";
import { createServer, type Server } from "node:net";

/** Below the range the system uses for outgoing connections, so a free port stays free for a while. */
const [lowest, highest] = [10_000, 32_000];
const tries = 50;

/** Starts a server on this machine, on any port by default, and returns its port. */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a server listens on no port");
  return address.port;
}

/** Stops a server and ends its connections. */
export async function stop(server: Server & { closeAllConnections?: () => void }): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections?.();
  await closed;
}

/** Returns a port that was free a moment ago, for a server that must keep it over restarts. */
export async function freePort(): Promise<number> {
  for (let attempt = 1; attempt < tries; attempt += 1) {
    const port = randomInt(lowest, highest);
    if (await isFree(port)) return port;
  }
  throw new Error("no free port");
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await listen(probe, port);
    return true;
  } catch {
    return false;
  } finally {
    await stop(probe);
  }
}
