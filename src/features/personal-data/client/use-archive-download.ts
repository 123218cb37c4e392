import { useEffect, useRef, useState } from "react";
import { isAboutAccess } from "#client/data/api-failure.ts";
import { fetchArchive, saveFile } from "./archive-download.ts";

/** How a download stands. */
export type DownloadState =
  | { is: "idle" }
  | { is: "running"; bytes: number }
  | { is: "done"; bytes: number }
  | { is: "failed"; error: Error };

/** Downloads everything of the person; `onDone` comes once the file is whole. Leaving the page breaks it off. */
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

  // The route's own page says what to do about a session that is over.
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
