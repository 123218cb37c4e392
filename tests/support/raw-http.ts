import type { RequestListener } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { createLimitedServer, type SocketLimits } from "#server/http/site-socket.ts";

export type RawSite = {
  port: number;
  /** Sends exactly these bytes and answers everything that comes back until the server closes or falls silent. */
  send: (bytes: string) => Promise<string>;
  /** Sends these bytes, keeps the connection, and answers what comes back until the server closes it. */
  open: (bytes: string) => { socket: Socket; answer: Promise<string> };
  stop: () => Promise<void>;
};

const silenceMs = 5_000;

/** The app behind a real socket, as src/server/server.ts puts it there: for requests that no client library would send. */
export async function serveRaw(listener: RequestListener, limits?: SocketLimits): Promise<RawSite> {
  const server = createLimitedServer(() => false, limits);
  server.on("request", listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has an address
  const { port } = server.address() as AddressInfo;
  return {
    port,
    send: (bytes) => talk(port, bytes),
    open: (bytes) => keepTalking(port, bytes),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
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
    // Refusing a connection is an answer as well.
    socket.on("error", end);
    socket.on("close", end);
  });
}

function keepTalking(port: number, bytes: string): { socket: Socket; answer: Promise<string> } {
  let said = "";
  const socket = connect(port, "127.0.0.1", () => socket.write(bytes, "latin1"));
  socket.on("data", (chunk: Buffer) => (said += chunk.toString("latin1")));
  // A write after the server has closed: what it said counts.
  socket.on("error", () => {});
  return { socket, answer: new Promise((resolve) => socket.once("close", () => resolve(said))) };
}

/** The statuses of the answers in what came back, one right after the other, such as ["200", "400"]. */
export function statusesOf(answer: string): string[] {
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = ""]) => status);
}
