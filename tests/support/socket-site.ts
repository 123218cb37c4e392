import { createServer, request as ask, type RequestListener } from "node:http";
import { listen, stop } from "./ports.ts";

export type SocketSite = {
  /** Makes a request with any `host`, which `fetch` wouldn't send; bodies are returned as sent, still compressed. */
  request: (
    path: string,
    init: { method?: string; headers?: Record<string, string>; body?: string },
  ) => Promise<Response>;
  close: () => Promise<void>;
};

/** Starts an HTTP server on a free port in this process, for tests of what happens before the app sees a request. */
export async function listenTo(listener: RequestListener): Promise<SocketSite> {
  const server = createServer(listener);
  const port = await listen(server);
  return {
    request: (path, { method = "GET", headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const asked = ask({ host: "127.0.0.1", port, path, method, headers }, (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
          incoming.on("end", () => {
            const status = incoming.statusCode ?? 0;
            const given = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
              values.map((value): [string, string] => [name, value]),
            );
            const bytes = Buffer.concat(chunks);
            resolve(new Response(status === 304 ? null : bytes, { status, headers: given }));
          });
        });
        asked.on("error", reject);
        asked.end(body);
      }),
    close: () => stop(server),
  };
}
