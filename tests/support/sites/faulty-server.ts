import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { listen, stop } from "../ports.ts";

/**
 * Possible faults of a service: not listening (`down`), far too slow or trickling (`slow`), over its limit (`limited`), or
 * returning invalid data (`nonsense`).
 */
export const faults = ["down", "slow", "limited", "nonsense"] as const;
export type Fault = (typeof faults)[number];

export type FaultyServer = {
  origin: string;
  /** Sets a fault; null for none. */
  break: (fault: Fault | null) => Promise<void>;
  /** Returns how many requests a fault has affected. */
  faultyAnswers: () => number;
  stop: () => Promise<void>;
};

/** `Retry-After` of the limit, in seconds. */
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

/** Starts a server on a loopback port that it keeps; `slowMs` is its delay while slow. */
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
    // A browser that asks from the site's page must see the fault itself, not a CORS error.
    response.setHeader("access-control-allow-origin", "*");
    if (request.method === "OPTIONS")
      return void response
        .writeHead(204, { "access-control-allow-headers": "*, accept, x-github-api-version" })
        .end();
    if (fault === "slow") return answerSlowly(response, { slowMs, isDripping: count % 2 === 0 });
    if (fault === "limited") return answerLimited(response);
    return answerNonsense(response, count);
  });
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    async break(next) {
      fault = next;
      if (next === "down") await stop(server);
      else if (!server.listening) await listen(server, port);
      else server.closeIdleConnections();
    },
    faultyAnswers: () => count,
    stop: () => stop(server),
  };
}

/** Sends nothing for a while, or a byte at a time, then disconnects. */
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
