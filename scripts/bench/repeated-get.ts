import { once } from "node:events";
import { Agent, get, type OutgoingHttpHeaders } from "node:http";
import { connect } from "node:net";

/** Times from a request to its answer's first and last byte. */
type GetTimes = { firstByteMs: number; lastByteMs: number };

/**
 * Sends one GET after the other on one connection; an answer other than 200 fails the run. Answers aren't read: a client that
 * decodes them takes as long as some of them.
 */
export async function getsInTurn(
  url: string,
  headersOf: (index: number) => OutgoingHttpHeaders,
  count: number,
): Promise<GetTimes[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: GetTimes[] = [];
  for (let index = 0; index < count; index += 1) times.push(await timedGet(url, agent, headersOf(index)));
  agent.destroy();
  return times;
}

/** Sends one GET like `getsInTurn`, with the connection of the agent. */
export function timedGet(url: string, agent: Agent, headers: OutgoingHttpHeaders): Promise<GetTimes> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const request = get(url, { agent, headers }, (response) => {
      const firstByteMs = performance.now() - startedAt;
      response.resume();
      response.once("error", reject);
      response.once("end", () => {
        if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
        else resolve({ firstByteMs, lastByteMs: performance.now() - startedAt });
      });
    });
    request.once("error", reject);
  });
}

/**
 * Sends one GET over and over on each of `connections` and counts the answers; one other than 200 fails the run.
 * Answers are only counted by their `content-length`: a client that also decodes them takes more of the machine than the server
 * that is measured, and more for compressed bytes than for text.
 */
export async function repeatedGets(
  url: string,
  encoding: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<{ count: number; seconds: number }> {
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  const counts = await Promise.all(
    Array.from({ length: connections }, () => getUntil(end, new URL(url), encoding)),
  );
  const count = counts.reduce((sum, answers) => sum + answers, 0);
  return { count, seconds: (performance.now() - startedAt) / 1000 };
}

async function getUntil(
  end: number,
  { hostname, port, host, pathname }: URL,
  encoding: string,
): Promise<number> {
  const request = Buffer.from(
    `GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: ${encoding}\r\n\r\n`,
  );
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, "connect");
  let answers = 0;
  /** Bytes of the answer still to come; null until its headers have arrived. */
  let missing: number | null = null;
  let head = "";
  socket.write(request);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    if (missing === null) {
      head += chunk.toString("latin1");
      missing = missingBytes(head);
    } else missing -= chunk.byteLength;
    if (missing !== 0) continue;
    answers += 1;
    missing = null;
    head = "";
    if (performance.now() >= end) return answers;
    socket.write(request);
  }
  throw new Error(`${host} closed a connection.`);
}

/** Returns how much of an answer's body `received` lacks, or null if its headers aren't complete. */
function missingBytes(received: string): number | null {
  const end = received.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const length = /^content-length: (\d+)/im.exec(received.slice(0, end))?.[1];
  if (!received.startsWith("HTTP/1.1 200 ") || length === undefined)
    throw new Error(`Not an answer to count: ${received.slice(0, end)}`);
  return end + 4 + Number(length) - received.length;
}
