import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";

/** The smallest Hono server in the same setup as the site, as the baseline for the site's own work. */

const app = new Hono();
app.get("/", (c) => c.text("hello"));

const server = createServer(getRequestListener(app.fetch));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  process.stdout.write(`ready: http://127.0.0.1:${address.port}\n`);
});
process.once("SIGTERM", () => process.exit(0));
