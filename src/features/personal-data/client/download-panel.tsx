import { failureText, isAboutAccess } from "#client/data/api-failure.ts";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { sizeWords } from "../domain/data-words.ts";
import { DataTime } from "./data-time.tsx";
import styles from "./your-data-page.module.css";
import { useEffect, useRef, useState } from "react";
import { saveFile } from "#client/files/save-file.ts";
import { ApiError, networkFailure, readAnswer } from "#shared/envelope.ts";

type DownloadPanelProps = { lastDownloadAt: string | null; onDone: () => void };

/** Panel for downloading all data, with progress and result. */
export function DownloadPanel({ lastDownloadAt, onDone }: DownloadPanelProps) {
  const { state, start } = useArchiveDownload(onDone);
  return (
    <div className={styles.notice}>
      <p>
        A ZIP file with each table as JSON and as CSV, and a README.txt that explains them. Secrets such as
        bank tokens aren’t included.
      </p>
      <div className={styles.actions}>
        <Button icon="download" isPending={state.is === "running"} onClick={start}>
          Download everything
        </Button>
        <output className={styles.muted}>{progressWords(state)}</output>
      </div>
      {state.is === "failed" ? (
        <div role="alert">
          <Callout
            tone="negative"
            title="Download failed"
            action={
              <Button size="small" icon="refresh" onClick={start}>
                Try again
              </Button>
            }
          >
            {failureText(state.error)}
          </Callout>
        </div>
      ) : null}
      {lastDownloadAt === null ? null : (
        <p className={styles.muted}>
          Last downloaded on <DataTime at={lastDownloadAt} />.
        </p>
      )}
    </div>
  );
}

function progressWords(state: DownloadState): string {
  if (state.is === "running") {
    return state.bytes === 0 ? "Preparing your data…" : `${sizeWords(state.bytes)} so far`;
  }
  return state.is === "done" ? `Downloaded ${sizeWords(state.bytes)}` : "";
}

/** State of a download. */
type DownloadState =
  | { is: "idle" }
  | { is: "running"; bytes: number }
  | { is: "done"; bytes: number }
  | { is: "failed"; error: Error };

/** Downloads the person's data; calls `onDone` once the file is complete. Leaving the page cancels it. */
function useArchiveDownload(onDone: () => void): { state: DownloadState; start: () => void } {
  const [state, setState] = useState<DownloadState>({ is: "idle" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function download(signal: AbortSignal): Promise<void> {
    setState({ is: "running", bytes: 0 });
    try {
      const file = await fetchArchive(signal, (bytes) => setState({ is: "running", bytes }));
      saveFile(file);
      setState({ is: "done", bytes: file.blob.size });
      onDone();
    } catch (error) {
      if (signal.aborted) return;
      setState({ is: "failed", error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  // The route's error page handles an expired session.
  if (state.is === "failed" && isAboutAccess(state.error)) throw state.error;
  return {
    state,
    start: () => {
      running.current?.abort();
      running.current = new AbortController();
      void download(running.current.signal);
    },
  };
}

/** Downloaded file with the name from the server. */
type DownloadedFile = { blob: Blob; name: string };

/** Called with the number of bytes received so far. */
type OnProgress = (bytes: number) => void;

/**
 * Fetches the archive of the person's data. It becomes a file only once complete, so that an interrupted download fails
 * instead of leaving half an archive.
 * @throws ApiError with a sentence for the person
 */
async function fetchArchive(signal: AbortSignal, onProgress: OnProgress): Promise<DownloadedFile> {
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
