import { failureText } from "#client/data/api-failure.ts";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { sizeWords } from "../domain/data-words.ts";
import { DataTime } from "./data-time.tsx";
import { useArchiveDownload, type DownloadState } from "./use-archive-download.ts";
import styles from "./your-data-page.module.css";

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
