import { countText } from "#shared/text/counts.ts";
import { streamOf } from "./stream-of.ts";
import { AppError, invalid } from "#shared/errors.ts";

/** Maximum size of a JSON body (docs/reference/http-api.md, "Envelope"). */
export const maxJsonBodyBytes = 1_000_000;

/** Maximum total size of the files in a form (docs/reference/http-api.md, "Envelope"). */
export const maxFormFileBytes = 10_000_000;
/** Maximum size of a whole form: the files, their names and the boundaries. */
const maxFormBodyBytes = maxFormFileBytes + 50_000;

/** Minimum pace of an upload: after the grace period, its average may not fall below this rate. */
export type BodyPace = { graceMs: number; bytesPerSecond: number };

/** A large picture over a slow phone connection takes four minutes; a trickle ends with the grace period. */
const usualPace: BodyPace = { graceMs: 15_000, bytesPerSecond: 40_000 };

/**
 * Reads a body without ever holding more than `maxBytes` of it.
 * @throws AppError 413 as soon as it proves to be larger, 408 as soon as it falls behind the pace, 400 if the caller
 * disconnected before its end
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  pace: BodyPace = usualPace,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bodyChunks(request, maxBytes, pace)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Yields a body as it arrives. Throws like `readBody`. */
async function* bodyChunks(
  request: Request,
  maxBytes: number,
  pace: BodyPace,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const tooLarge = bodyTooLarge(maxBytes);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge;
  if (request.body === null) return;
  let bytes = 0;
  const reader = request.body.getReader();
  const clock = paceClock(pace);
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), clock.fallenBehind]);
      if (done) return;
      bytes += value.byteLength;
      if (bytes > maxBytes) throw tooLarge;
      clock.allow(bytes);
      yield value;
    }
  } catch (error) {
    // Not awaited: the rest may never arrive.
    reader.cancel().catch(() => {});
    if (error instanceof AppError) throw error;
    // A broken upload is the caller's failure and must not be logged as ours.
    throw invalid({ body: ["The body is incomplete."] });
  } finally {
    clock.stop();
  }
}

/** Rejects with a 408 once less has arrived than the pace requires. */
function paceClock({ graceMs, bytesPerSecond }: BodyPace) {
  const startedAt = performance.now();
  const { promise, reject } = Promise.withResolvers<never>();
  const end = () =>
    reject(
      new AppError(408, { body: ["The body arrived too slowly."] }, { headers: { connection: "close" } }),
    );
  let timer = setTimeout(end, graceMs);
  return {
    fallenBehind: promise,
    allow(bytes: number) {
      clearTimeout(timer);
      const endsAt = startedAt + graceMs + (bytes / bytesPerSecond) * 1000;
      timer = setTimeout(end, Math.max(0, endsAt - performance.now()));
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Reads the JSON body of a POST; an empty one counts as `{}` (docs/reference/http-api.md, "Envelope").
 * @throws AppError 415 for another content type, 413 for a large body, 400 for invalid JSON
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  const contentType = contentTypeOf(request);
  const body = await readBody(request, maxJsonBodyBytes);
  if (body.byteLength === 0) return {};
  if (contentType !== "application/json") {
    throw new AppError(415, { "content-type": ["Send JSON with the content type application/json."] });
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw invalid({ body: ["The body isn’t valid JSON."] });
  }
}

/**
 * Reads the fields of a form with files, each allowed once; files are `File` objects. An empty body counts as `{}`.
 * @throws AppError 415 for another content type, 413 for too many bytes, 400 for an incomplete or invalid form
 */
export async function readFormBody(request: Request): Promise<unknown> {
  const contentType = request.headers.get("content-type") ?? "";
  // Checked before reading up to ten megabytes.
  if (contentType !== "" && contentTypeOf(request) !== "multipart/form-data") throw notAForm();
  if (contentType === "") {
    const { byteLength } = await readBody(request, maxFormBodyBytes);
    if (byteLength === 0) return {};
    throw notAForm();
  }
  const chunks = bodyChunks(request, maxFormBodyBytes, usualPace);
  const first = await chunks.next();
  if (first.done === true) return {};
  const form = await parseForm(startingWith(first.value, chunks), contentType);
  const fields = new Map<string, FormDataEntryValue>();
  const repeated = new Map<string, string[]>();
  for (const [name, value] of form) {
    if (fields.has(name)) repeated.set(name, ["Use this only once."]);
    fields.set(name, value);
  }
  if (repeated.size > 0) throw invalid(Object.fromEntries(repeated));
  const fileBytes = [...fields.values()].map((value) => (typeof value === "string" ? 0 : value.size));
  if (fileBytes.reduce((sum, bytes) => sum + bytes, 0) > maxFormFileBytes)
    throw bodyTooLarge(maxFormFileBytes);
  return Object.fromEntries(fields);
}

async function* startingWith<Chunk>(
  first: Chunk,
  others: AsyncGenerator<Chunk, void>,
): AsyncGenerator<Chunk, void> {
  yield first;
  yield* others;
}

/** Reads a form as it arrives: of a body that was there as a whole, the parser would make two more copies. */
async function parseForm(
  chunks: AsyncGenerator<Uint8Array<ArrayBuffer>, void>,
  contentType: string,
): Promise<FormData> {
  try {
    return await new Response(streamOf(chunks), { headers: { "content-type": contentType } }).formData();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw invalid({ body: ["The body isn’t a valid form."] });
  }
}

function contentTypeOf(request: Request): string | undefined {
  return (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
}

function bodyTooLarge(maxBytes: number): AppError {
  return new AppError(413, { body: [`The body is larger than ${countText(maxBytes)} bytes.`] });
}

function notAForm(): AppError {
  return new AppError(415, {
    "content-type": ["Send a form with the content type multipart/form-data."],
  });
}
