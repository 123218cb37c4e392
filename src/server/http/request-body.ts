import { AppError, invalid } from "#shared/errors.ts";

/** Most bytes of a JSON body (docs/reference/http-api.md, "Envelope"). */
export const maxJsonBodyBytes = 1_000_000;

/** Most bytes of the files in a form together (docs/reference/http-api.md, "Envelope"). */
export const maxFormFileBytes = 10_000_000;
/** Of a whole form: the files, their names, and what stands between them. */
const maxFormBodyBytes = maxFormFileBytes + 50_000;

/** How fast a body has to arrive: so long after it is awaited it may be slower on average no more. */
export type BodyPace = { graceMs: number; bytesPerSecond: number };

/** A large picture over a slow phone takes four minutes; a trickle ends with the grace. */
const usualPace: BodyPace = { graceMs: 15_000, bytesPerSecond: 40_000 };

/**
 * Reads a body without ever holding more than `maxBytes` of it.
 * @throws AppError 413 as soon as it is known to be larger, 408 as soon as it falls behind the pace, 400 when the caller
 * went away before its end
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  pace: BodyPace = usualPace,
): Promise<Buffer<ArrayBuffer>> {
  const tooLarge = bodyTooLarge(maxBytes);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge;
  if (request.body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = request.body.getReader();
  const clock = paceClock(pace);
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), clock.fallenBehind]);
      if (done) return Buffer.concat(chunks);
      bytes += value.byteLength;
      if (bytes > maxBytes) throw tooLarge;
      chunks.push(value);
      clock.allow(bytes);
    }
  } catch (error) {
    // Not waited for: what the caller still owes may never come.
    reader.cancel().catch(() => {});
    if (error instanceof AppError) throw error;
    // A broken upload is the caller's failure; it must not look like one of ours in the log.
    throw invalid({ body: ["The body did not arrive whole."] });
  } finally {
    clock.stop();
  }
}

/** Rejects with a 408 once less has arrived than the pace asks for by then. */
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
 * The JSON body of a POST; an empty one counts as `{}` (docs/reference/http-api.md, "Envelope").
 * @throws AppError 415 for another content type, 413 for a large body, 400 for what is not JSON
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
    throw invalid({ body: ["The body is not valid JSON."] });
  }
}

/**
 * The fields of a form with files, each once; files arrive as `File`. An empty body counts as `{}`.
 * @throws AppError 415 for another content type, 413 for too many bytes, 400 for what is not a whole form
 */
export async function readFormBody(request: Request): Promise<unknown> {
  const contentType = request.headers.get("content-type") ?? "";
  // Before the body is read: what is no form is not worth ten megabytes.
  if (contentType !== "" && contentTypeOf(request) !== "multipart/form-data") throw notAForm();
  const body = await readBody(request, maxFormBodyBytes);
  if (body.byteLength === 0) return {};
  if (contentType === "") throw notAForm();
  const form = await parseForm(body, contentType);
  const fields = new Map<string, FormDataEntryValue>();
  const repeated = new Map<string, string[]>();
  for (const [name, value] of form) {
    if (fields.has(name)) repeated.set(name, ["Give this once."]);
    fields.set(name, value);
  }
  if (repeated.size > 0) throw invalid(Object.fromEntries(repeated));
  const fileBytes = [...fields.values()].map((value) => (typeof value === "string" ? 0 : value.size));
  if (fileBytes.reduce((sum, bytes) => sum + bytes, 0) > maxFormFileBytes)
    throw bodyTooLarge(maxFormFileBytes);
  return Object.fromEntries(fields);
}

async function parseForm(body: Buffer<ArrayBuffer>, contentType: string): Promise<FormData> {
  try {
    return await new Response(body, { headers: { "content-type": contentType } }).formData();
  } catch {
    throw invalid({ body: ["The body is not a valid form."] });
  }
}

function contentTypeOf(request: Request): string | undefined {
  return (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
}

function bodyTooLarge(maxBytes: number): AppError {
  return new AppError(413, { body: [`The body is larger than ${maxBytes.toLocaleString("en-US")} bytes.`] });
}

function notAForm(): AppError {
  return new AppError(415, {
    "content-type": ["Send a form with the content type multipart/form-data."],
  });
}
