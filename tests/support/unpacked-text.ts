import { gunzipSync } from "node:zlib";

/** Returns a response's body as a browser reads it, because long ones are compressed. */
export async function unpackedText(response: Response): Promise<string> {
  const body = Buffer.from(await response.arrayBuffer());
  return (response.headers.get("content-encoding") === "gzip" ? gunzipSync(body) : body).toString();
}
