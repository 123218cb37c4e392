import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";

/**
 * What can be wrong with a service: nobody listens (`down`); it answers much too late or drips (`slow`); it has had
 * enough of us (`limited`); it answers something else than it should (`nonsense`).
 */
export const faults = ["down", "slow", "limited", "nonsense"] as const;
export type Fault = (typeof faults)[number];

export type FaultyServer = {
  origin: string;
  /** Null: it is well. */
  break: (fault: Fault | null) => Promise<void>;
  /** How many requests a fault has answered, or refused to. */
  faultyAnswers: () => number;
  stop: () => Promise<void>;
};

/** A limit's `Retry-After`, in seconds. */
const retryAfterSeconds = 30;

const nonsense: readonly { status: number; type: string; body: string }[] = [
  {
    status: 200,
    type: "text/html; charset=utf-8",
    body: "<!doctype html><title>Back soon</title><p>Maintenance.",
  },
  { status: 200, type: "application/json", body: '{"data":[{"id":1,"name":"cut o' },
  { status: 200, type: "application/json", body: '{"unexpected":[null,1,{"id":"x"}],"count":"many"}' },
  { status: 500, type: "text/plain", body: "Internal Server Error" },
  { status: 200, type: "application/json", body: "null" },
  { status: 502, type: "text/html", body: "<html><h1>Bad Gateway</h1></html>" },
];

/** A server on a loopback port of its own, that keeps it; `slowMs` is how long it takes where it is slow. */
export async function startFaultyServer(
  listener: RequestListener,
  { slowMs }: { slowMs: number },
): Promise<FaultyServer> {
  let fault: Fault | null = null;
  let count = 0;
  const server = createServer((request, response) => {
    if (fault === null) return listener(request, response);
    count += 1;
    request.resume();
    // A browser that asks from the site's page must see the fault itself, not its own refusal to show it.
    response.setHeader("access-control-allow-origin", "*");
    if (request.method === "OPTIONS")
      return void response
        .writeHead(204, { "access-control-allow-headers": "*, accept, x-github-api-version" })
        .end();
    if (fault === "slow") return answerSlowly(response, { slowMs, isDripping: count % 2 === 0 });
    if (fault === "limited") return answerLimited(response);
    return answerNonsense(response, count);
  });
  const port = await listen(server, 0);
  return {
    origin: `http://127.0.0.1:${port}`,
    async break(next) {
      fault = next;
      if (next === "down") await close(server);
      else if (!server.listening) await listen(server, port);
      else server.closeIdleConnections();
    },
    faultyAnswers: () => count,
    stop: () => close(server),
  };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a server listens on no port");
  return address.port;
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}

/** Says nothing for so long, or a byte at a time; then breaks off. */
function answerSlowly(
  response: ServerResponse,
  { slowMs, isDripping }: { slowMs: number; isDripping: boolean },
): void {
  const drip = isDripping ? setInterval(() => response.write(" "), slowMs / 25) : null;
  if (isDripping) response.writeHead(200, { "content-type": "application/json" }).write("[");
  const end = setTimeout(() => response.end("]"), slowMs);
  response.once("close", () => {
    clearTimeout(end);
    if (drip !== null) clearInterval(drip);
  });
}

function answerLimited(response: ServerResponse): void {
  response.writeHead(429, { "content-type": "application/json", "retry-after": String(retryAfterSeconds) });
  response.end('{"message":"Too many requests."}');
}

function answerNonsense(response: ServerResponse, count: number): void {
  const { status, type, body } = nonsense[count % nonsense.length] ?? {
    status: 500,
    type: "text/plain",
    body: "",
  };
  response.writeHead(status, { "content-type": type }).end(body);
}
