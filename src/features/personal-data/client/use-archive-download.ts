import { useEffect, useRef, useState } from "react";
import { isAboutAccess } from "#client/data/api-failure.ts";
import { saveFile } from "#client/files/save-file.ts";
import { fetchArchive } from "./archive-download.ts";

/** State of a download. */
export type DownloadState =
  | { is: "idle" }
  | { is: "running"; bytes: number }
  | { is: "done"; bytes: number }
  | { is: "failed"; error: Error };

/** Downloads the person's data; calls `onDone` once the file is complete. Leaving the page cancels it. */
export function useArchiveDownload(onDone: () => void): { state: DownloadState; start: () => void } {
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
