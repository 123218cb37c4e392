import { usePublicConfig } from "#client/app-context.tsx";
import { Button } from "#ui/button.tsx";
import { LoadingRegion, SkeletonText } from "#ui/status/skeleton.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { failureText } from "../failure-text.ts";
import { commitQuery } from "./repo-queries.ts";
import type { ChangedFile } from "./repo-guards.ts";
import { usePanel } from "../home/use-panel.ts";
import styles from "./commit-changes.module.css";

/** Files that a commit changed, with line counts, loaded from GitHub on request. */
export function CommitChanges({ name, sha }: { name: string; sha: string }) {
  const { panel, failure, renew, isFetching } = usePanel(commitQuery(usePublicConfig(), name, sha));
  if (panel === null && failure !== null) {
    return (
      <p role="alert" className={styles.failure}>
        Couldn’t load the changes. {failureText(failure)}{" "}
        <Button size="small" icon="refresh" onClick={renew} isPending={isFetching}>
          Try again
        </Button>
      </p>
    );
  }
  if (panel === null) {
    return (
      <LoadingRegion label="Loading the changes">
        <SkeletonText lines={2} />
      </LoadingRegion>
    );
  }
  const { files } = panel.value;
  if (files.length === 0) return <p>No files changed.</p>;
  return (
    <ul className={styles.files} aria-label="Changed files">
      {files.map((file) => (
        <li key={file.filename} className={styles.file}>
          <code className={styles.name}>{file.filename}</code>
          <span className={styles.counts}>
            {file.status === "modified" ? null : <span>{file.status}</span>}
            <Lines file={file} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Lines({ file }: { file: ChangedFile }) {
  return (
    <>
      <span className={styles.added}>
        +{file.additions}
        <VisuallyHidden> lines added</VisuallyHidden>
      </span>
      <span className={styles.removed}>
        −{file.deletions}
        <VisuallyHidden> lines removed</VisuallyHidden>
      </span>
    </>
  );
}
