import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useApi } from "#client/app-context.tsx";
import { paths } from "#client/routing/paths.ts";
import { PageHeader } from "#client/pages/page-header.tsx";
import { QueryError } from "#client/query-error.tsx";
import { buttonClassName } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { LoadingRegion, SkeletonText } from "#ui/status/skeleton.tsx";
import type { Deletion } from "../contract.ts";
import { DataTime } from "./data-time.tsx";
import { deletionQuery } from "./personal-data-queries.ts";
import styles from "./your-data-page.module.css";

/** Status of a deletion for anyone with its address, since the person is signed out by then. */
export function DeletionStatus({ reference }: { reference: string }) {
  const deletion = useQuery(deletionQuery(useApi(), reference));
  return (
    <>
      <PageHeader title={titleOf(deletion.data)} />
      {deletion.isPending ? (
        <LoadingRegion label="Checking the deletion" className={styles.notice}>
          <SkeletonText lines={4} />
        </LoadingRegion>
      ) : null}
      {deletion.data === undefined && deletion.error !== null ? (
        <QueryError title="Couldn’t check the deletion" query={deletion} />
      ) : null}
      {deletion.data === undefined ? null : <StatusNotice deletion={deletion.data} />}
    </>
  );
}

function titleOf(deletion: Deletion | undefined): string {
  if (deletion === undefined) return "Your data";
  return deletion.state === "done" ? "Your data is deleted" : "Your data is being deleted";
}

function StatusNotice({ deletion }: { deletion: Deletion }) {
  const isDone = deletion.state === "done";
  return (
    <div className={styles.notice}>
      <div aria-live="polite" className={styles.notice}>
        {isDone ? <DoneWords deletion={deletion} /> : <WaitingWords deletion={deletion} />}
        {deletion.linksNotEnded > 0 ? <NotEnded count={deletion.linksNotEnded} /> : null}
      </div>
      <p className={styles.muted}>
        You’re signed out everywhere. Anyone with this page’s address can see this status, but not who you
        are.
      </p>
      <p className={styles.actions}>
        <Link className={buttonClassName({ variant: "primary" })} to={paths.home()}>
          Home
        </Link>
      </p>
    </div>
  );
}

function DoneWords({ deletion: { finishedAt } }: { deletion: Deletion }) {
  return (
    <Callout tone="positive" title="Deletion complete">
      All your data was deleted
      {finishedAt === null ? "" : " on "}
      {finishedAt === null ? null : <DataTime at={finishedAt} />}. If you sign in again, you’ll start fresh.
    </Callout>
  );
}

function WaitingWords({ deletion: { requestedAt, banksLeft } }: { deletion: Deletion }) {
  return (
    <Callout tone="warning" title="Deletion in progress">
      Requested on <DataTime at={requestedAt} />. Your name is already removed.{" "}
      {banksLeft === 0 ? (
        "Deleting the remaining data."
      ) : (
        <>
          Waiting for {banksLeft === 1 ? "1 bank" : `${banksLeft} banks`} to confirm. We’ll retry
          automatically.
        </>
      )}
    </Callout>
  );
}

function NotEnded({ count }: { count: number }) {
  return (
    <Callout tone="warning" title="One step left for you">
      Couldn’t end {count === 1 ? "1 bank link" : `${count} bank links`} because the key is lost. Revoke this
      site’s access in your bank’s settings.
    </Callout>
  );
}
