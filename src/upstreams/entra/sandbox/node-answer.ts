import { ServerResponse, type IncomingMessage } from "node:http";

type NodeHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/**
 * Runs a Node request handler and returns its answer as a Response, so that middleware still applies: security headers, log
 * line, metrics.
 */
export async function answerOf(handler: NodeHandler, incoming: IncomingMessage): Promise<Response> {
  const outgoing = new ServerResponse(incoming);
  const parts: Buffer[] = [];
  const finished = new Promise<void>((resolve) => {
    outgoing.write = (chunk: unknown) => {
      parts.push(toBuffer(chunk));
      return true;
    };
    outgoing.end = (chunk?: unknown) => {
      if (chunk !== undefined && typeof chunk !== "function") parts.push(toBuffer(chunk));
      resolve();
      return outgoing;
    };
  });
  await handler(incoming, outgoing);
  await finished;
  const hasBody = ![204, 304].includes(outgoing.statusCode) && incoming.method !== "HEAD";
  return new Response(hasBody ? Buffer.concat(parts) : null, {
    status: outgoing.statusCode,
    headers: headersOf(outgoing),
  });
}

function toBuffer(chunk: unknown): Buffer {
  return chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.from(String(chunk));
}

function headersOf(outgoing: ServerResponse): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(outgoing.getHeaders())) {
    for (const line of Array.isArray(value) ? value : [value])
      if (line !== undefined) headers.append(name, String(line));
  }
  // The collected body's length is recomputed; a wrong one would truncate the answer.
  headers.delete("content-length");
  headers.delete("transfer-encoding");
  return headers;
}
