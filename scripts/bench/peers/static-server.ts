import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { siteFilesSchema } from "./site-files.ts";

/**
 * The least a web server can do, and so the fastest: files that lie compressed in memory, by their address. Takes the path of
 * a list of files (`site-files.ts`) and a port, and prints its address once it listens.
 */

const [listPath, port] = process.argv.slice(2);
if (listPath === undefined || port === undefined) throw new Error("static-server.ts <list of files> <port>");
const list = siteFilesSchema.parse(JSON.parse(readFileSync(listPath, "utf8")));
const files = new Map(
  list.map(({ address, headers, body }) => [address, { headers, body: Buffer.from(body, "base64") }]),
);

const server = createServer((request, response) => {
  const file = files.get(request.url ?? "/");
  if (file === undefined) {
    response.writeHead(404, { "content-type": "text/plain" }).end("Not found");
    return;
  }
  response.writeHead(200, { ...file.headers, "content-length": file.body.byteLength }).end(file.body);
});
server.listen(Number(port), "127.0.0.1", () => {
  process.stdout.write(`ready: http://localhost:${port}\n`);
});
process.once("SIGTERM", () => process.exit(0));
