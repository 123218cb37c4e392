import type { RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { createLimitedServer, type SocketLimits } from "#server/http/site-socket.ts";
import { listen, stop } from "./ports.ts";

export type RawSite = {
  port: number;
  /** Sends exactly these bytes and returns everything received until the server closes the connection or goes silent. */
  send: (bytes: string) => Promise<string>;
  /** Sends these bytes, keeps the connection open, and returns what is received until the server closes it. */
  open: (bytes: string) => { socket: Socket; answer: Promise<string> };
  stop: () => Promise<void>;
};

const silenceMs = 5_000;

/** Serves the app on a real socket like src/server/server.ts, for requests that no client library would send. */
export async function serveRaw(listener: RequestListener, limits?: SocketLimits): Promise<RawSite> {
  const server = createLimitedServer(() => false, limits);
  server.on("request", listener);
  const port = await listen(server);
  return {
    port,
    send: (bytes) => talk(port, bytes),
    open: (bytes) => keepTalking(port, bytes),
    stop: () => stop(server),
  };
}

function talk(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    let silence: NodeJS.Timeout | undefined;
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes, "latin1"));
    const end = () => {
      clearTimeout(silence);
      socket.destroy();
      resolve(answer);
    };
    socket.on("data", (chunk: Buffer) => {
      answer += chunk.toString("latin1");
      clearTimeout(silence);
      silence = setTimeout(end, silenceMs);
    });
    // A refused connection is an answer, too.
    socket.on("error", end);
    socket.on("close", end);
  });
}

function keepTalking(port: number, bytes: string): { socket: Socket; answer: Promise<string> } {
  let said = "";
  const socket = connect(port, "127.0.0.1", () => socket.write(bytes, "latin1"));
  socket.on("data", (chunk: Buffer) => (said += chunk.toString("latin1")));
  // Writing after the server has closed the connection is fine; its response counts.
  socket.on("error", () => {});
  return { socket, answer: new Promise((resolve) => socket.once("close", () => resolve(said))) };
}

/** Returns the statuses of consecutive responses, such as ["200", "400"]. */
export function statusesOf(answer: string): string[] {
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = ""]) => status);
}
