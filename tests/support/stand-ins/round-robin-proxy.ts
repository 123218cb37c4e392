import { once } from "node:events";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { listen, stop } from "../ports.ts";

/** Response of a server behind the proxy; `status` is null if there was none. */
export type ProxiedAnswer = { method: string; path: string; port: number; status: number | null };

type Upstream = { status: number; headers: IncomingMessage["headers"]; body: Buffer };

/**
 * Starts a round-robin proxy as used in front of several servers. If a server doesn't respond, only reads are sent to another;
 * whether a write succeeded is unknown, so its sender gets a 502. A server that refuses connections is then removed.
 */
export async function startRoundRobinProxy() {
  const answers: ProxiedAnswer[] = [];
  let ports: number[] = [];
  let turn = 0;

  function nextPort(): number {
    turn += 1;
    return ports[turn % ports.length] ?? 0;
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = Buffer.concat(await incoming.toArray());
    const { method = "GET", url: path = "/" } = incoming;
    const isRead = method === "GET" || method === "HEAD";
    for (let left = isRead ? ports.length : 1; left > 0; left -= 1) {
      const port = nextPort();
      const answer = await ask(port, incoming, body).catch((error: unknown) => {
        if (isRefused(error)) ports = ports.filter((other) => other !== port);
        return null;
      });
      answers.push({ method, path, port, status: answer?.status ?? null });
      if (answer === null) continue;
      outgoing.writeHead(answer.status, answer.headers).end(answer.body);
      return;
    }
    outgoing.writeHead(502, { "content-type": "text/plain" }).end("The server did not answer.");
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  return {
    origin: `http://127.0.0.1:${await listen(server)}`,
    answers,
    /** Sets the servers by their ports on this machine. */
    serve: (servers: number[]) => void (ports = servers),
    stop: () => stop(server),
  };
}

/**
 * Sends a request to a server.
 * @throws Error if the connection is refused or breaks before the response is complete
 */
async function ask(port: number, incoming: IncomingMessage, body: Buffer): Promise<Upstream> {
  const { method, url: path, headers } = incoming;
  const sent = request({ host: "127.0.0.1", port, method, path, headers, agent: false });
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: Buffer.concat(await answer.toArray()),
  };
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
}
