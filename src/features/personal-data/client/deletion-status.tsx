import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { failureWords, requestIdOf } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { paths } from "#client/routing/paths.ts";
import { PageHeader } from "#client/pages/page-header.tsx";
import { buttonClassName } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { LoadingRegion, SkeletonText } from "#ui/status/skeleton.tsx";
import type { Deletion } from "../contract.ts";
import { DataTime } from "./data-time.tsx";
import { deletionQuery } from "./personal-data-queries.ts";
import styles from "./your-data-page.module.css";

/** What has become of a deletion, for whoever has its address: by now nobody is signed in. */
export function DeletionStatus({ reference }: { reference: string }) {
  const deletion = useQuery(deletionQuery(useApi(), reference));
  return (
    <>
      <PageHeader title={titleOf(deletion.data)} />
      {deletion.isPending ? (
        <LoadingRegion label="Looking where the deletion stands" className={styles.notice}>
          <SkeletonText lines={4} />
        </LoadingRegion>
      ) : null}
      {deletion.data === undefined && deletion.error !== null ? (
        <ErrorPanel
          title="Where the deletion stands could not be looked up"
          message={failureWords(deletion.error)}
          onRetry={() => void deletion.refetch()}
          isRetrying={deletion.isFetching}
          {...requestIdOf(deletion.error)}
        />
      ) : null}
      {deletion.data === undefined ? null : <Standing deletion={deletion.data} />}
    </>
  );
}

function titleOf(deletion: Deletion | undefined): string {
  if (deletion === undefined) return "Your data";
  return deletion.state === "done" ? "Your data is deleted" : "Your data is being deleted";
}

function Standing({ deletion }: { deletion: Deletion }) {
  const isDone = deletion.state === "done";
  return (
    <div className={styles.notice}>
      <div aria-live="polite" className={styles.notice}>
        {isDone ? <DoneWords deletion={deletion} /> : <WaitingWords deletion={deletion} />}
        {deletion.linksNotEnded > 0 ? <NotEnded count={deletion.linksNotEnded} /> : null}
      </div>
      <p className={styles.muted}>
        You are signed out everywhere. Whoever has the address of this page can see what it says; it does not
        say who you are.
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
    <Callout tone="positive" title="It is done">
      Everything that this site held of you was deleted
      {finishedAt === null ? "" : " on "}
      {finishedAt === null ? null : <DataTime at={finishedAt} />}. If you sign in again, you begin anew.
    </Callout>
  );
}

function WaitingWords({ deletion: { requestedAt, banksLeft } }: { deletion: Deletion }) {
  return (
    <Callout tone="warning" title="Not everything is deleted yet">
      You asked for it on <DataTime at={requestedAt} />. Your name is off everything already.{" "}
      {banksLeft === 0 ? (
        "The last rows are being deleted."
      ) : (
        <>
          {banksLeft === 1 ? "One link has" : `${banksLeft} links have`} still to be ended at the bank. It is
          tried again by itself until the bank confirms; you need not do anything.
        </>
      )}
    </Callout>
  );
}

function NotEnded({ count }: { count: number }) {
  return (
    <Callout tone="warning" title="Something is left for you to do">
      {count === 1 ? "One link to a bank" : `${count} links to banks`} could not be ended from here: this site
      can no longer read the key. Withdraw the permission in your bank’s own settings.
    </Callout>
  );
}
