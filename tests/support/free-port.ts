import { once } from "node:events";
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the range the system uses for outgoing connections, so a free port stays free for a while. */
const [lowest, highest] = [10_000, 32_000];
const tries = 50;

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
    probe.listen(port, "127.0.0.1");
    await once(probe, "listening");
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}
