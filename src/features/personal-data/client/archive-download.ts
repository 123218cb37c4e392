import { ApiError, networkFailure, readAnswer } from "#shared/envelope.ts";

/** Downloaded file with the name from the server. */
export type DownloadedFile = { blob: Blob; name: string };

/** Called with the number of bytes received so far. */
type OnProgress = (bytes: number) => void;

/**
 * Fetches the archive of the person's data. It becomes a file only once complete, so that an interrupted download fails
 * instead of leaving half an archive.
 * @throws ApiError with a sentence for the person
 */
export async function fetchArchive(signal: AbortSignal, onProgress: OnProgress): Promise<DownloadedFile> {
  const response = await toApiError(fetch("/api/ExportPersonalData", { signal }));
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => null);
    const result = readAnswer(response, body);
    throw result.success ? unreadable() : new ApiError(result);
  }
  if (response.body === null) throw unreadable();
  const blob = await toApiError(collect(response.body, onProgress));
  return { blob, name: nameIn(response.headers.get("content-disposition")) };
}

async function collect(body: ReadableStream<Uint8Array<ArrayBuffer>>, onProgress: OnProgress): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces, { type: "application/zip" });
    pieces.push(value);
    bytes += value.length;
    onProgress(bytes);
  }
}

/** Turns a browser's network error into an ApiError. */
async function toApiError<Value>(request: Promise<Value>): Promise<Value> {
  try {
    return await request;
  } catch (error) {
    throw errorOf(error);
  }
}

function errorOf(error: unknown): ApiError {
  const result = networkFailure(error);
  return result.success ? unreadable() : new ApiError(result);
}

function unreadable(): ApiError {
  return errorOf(new Error("Couldn’t read the download."));
}

/** Returns the ASCII file name from the header. */
function nameIn(disposition: string | null): string {
  return /filename="([^"]+)"/.exec(disposition ?? "")?.[1] ?? "personal data.zip";
}
