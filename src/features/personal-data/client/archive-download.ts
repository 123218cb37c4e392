import { ApiError, networkFailure, readAnswer } from "#shared/envelope.ts";

/** A file as it was sent, and the name that the server gave it. */
export type DownloadedFile = { blob: Blob; name: string };

/** Tells how many bytes have come so far. */
type OnProgress = (bytes: number) => void;

/**
 * Fetches the archive with everything of the person. It is taken whole before it becomes a file: one that broke off on the
 * way is a failure and not half an archive on somebody's disk.
 * @throws ApiError with a sentence for a person
 */
export async function fetchArchive(signal: AbortSignal, onProgress: OnProgress): Promise<DownloadedFile> {
  const response = await answered(fetch("/api/ExportPersonalData", { signal }));
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => null);
    const result = readAnswer(response, body);
    throw result.success ? unexpectedly() : new ApiError(result);
  }
  if (response.body === null) throw unexpectedly();
  const blob = await answered(collect(response.body, onProgress));
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

/** What a browser throws where the line breaks says nothing to a person. */
async function answered<Value>(asked: Promise<Value>): Promise<Value> {
  try {
    return await asked;
  } catch (error) {
    throw errorOf(error);
  }
}

function errorOf(error: unknown): ApiError {
  const result = networkFailure(error);
  return result.success ? unexpectedly() : new ApiError(result);
}

function unexpectedly(): ApiError {
  return errorOf(new Error("The download could not be read."));
}

/** The ASCII name of the header: it is ours, so it is there. */
function nameIn(disposition: string | null): string {
  return /filename="([^"]+)"/.exec(disposition ?? "")?.[1] ?? "personal data.zip";
}

/** Hands a file to the browser's own downloads. */
export function saveFile({ blob, name }: DownloadedFile): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the file by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
