import { AppError, invalid } from "#shared/errors.ts";

/** Most bytes of a JSON body (API.md, "Envelope"). */
export const maxJsonBodyBytes = 1_000_000;

/**
 * Reads a body without ever holding more than `maxBytes` of it.
 * @throws AppError 413 as soon as it is known to be larger, 400 when the caller went away before its end
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer> {
  const tooLarge = new AppError(413, {
    body: [`The body is larger than ${maxBytes.toLocaleString("en-US")} bytes.`],
  });
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge;
  if (request.body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request.body) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw tooLarge;
      chunks.push(chunk);
    }
  } catch (error) {
    if (error === tooLarge) throw error;
    // A broken upload is the caller's failure; it must not look like one of ours in the log.
    throw invalid({ body: ["The body did not arrive whole."] });
  }
  return Buffer.concat(chunks);
}

/**
 * The JSON body of a POST; an empty one counts as `{}` (API.md).
 * @throws AppError 415 for another content type, 413 for a large body, 400 for what is not JSON
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  const contentType = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  const body = await readBody(request, maxJsonBodyBytes);
  if (body.byteLength === 0) return {};
  if (contentType !== "application/json") {
    throw new AppError(415, { "content-type": ["Send JSON with the content type application/json."] });
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw invalid({ body: ["The body is not valid JSON."] });
  }
}
