import { once } from "node:events";
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below where the system takes ports for connections that go out: what is free there stays so for a while. */
const [lowest, highest] = [10_000, 32_000];
const tries = 50;

/** A port that was free a moment ago, for a server that has to keep it over several lives. */
export async function freePort(): Promise<number> {
  for (let attempt = 1; attempt < tries; attempt += 1) {
    const port = randomInt(lowest, highest);
    if (await isFree(port)) return port;
  }
  throw new Error("no free port was found");
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
