import { createServer, type RequestListener } from "node:http";
import { onTestFinished } from "vitest";
import { listen, stop } from "../ports.ts";

/** Starts a server on a real port that answers with `listener` until the test is over. Returns its origin. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => stop(server));
  return `http://127.0.0.1:${await listen(server)}`;
}
