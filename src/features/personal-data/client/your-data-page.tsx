import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { useSearchParams, type LoaderFunctionArgs } from "react-router";
import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import { countText } from "#shared/text/counts.ts";
import { endsScreen } from "#client/data/ends-screen.ts";
import { useApi } from "#client/app-context.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { LedgerSection } from "#client/ledger-section.tsx";
import { firstData, paintedWith } from "#client/data/first-data.ts";
import { loadingOf } from "#client/data/loading-context.ts";
import { paths } from "#client/routing/paths.ts";
import { requireSignIn } from "#client/routing/require-member.ts";
import { PageHeader } from "#client/pages/page-header.tsx";
import { UntilLoaded } from "#client/until-loaded.tsx";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { Skeleton, LoadingRegion, SkeletonText } from "#ui/status/skeleton.tsx";
import { ButtonLink } from "#ui/link.tsx";
import { QueryError } from "#client/query-error.tsx";
import type { Deletion, PersonalData } from "../contract.ts";
import { DataTime } from "./data-time.tsx";
import { DownloadPanel } from "./download-panel.tsx";
import { deletionQuery, personalDataQuery } from "./personal-data-queries.ts";
import styles from "./your-data-page.module.css";

const DeletionDialog = lazyDialog(async () => (await import("./deletion-dialog.tsx")).DeletionDialog);

/** Parameter with a deletion's reference; the page is then public, since the person is signed out. */
const deletedParameter = "deleted";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { api, queryClient } = loadingOf(context);
  const reference = new URL(request.url).searchParams.get(deletedParameter);
  if (reference !== null) {
    return paintedWith(firstData(queryClient, deletionQuery(api, reference)));
  }
  await requireSignIn(context);
  return paintedWith(firstData(queryClient, personalDataQuery(api)));
}

/** Page to view, download, and delete a person's data. */
export function Component() {
  const [parameters] = useSearchParams();
  const reference = parameters.get(deletedParameter);
  return (
    <div className={styles.page}>
      <DocumentHead title="Your data" description="Everything this site stores about you." isPrivate />
      {reference === null ? <YourData /> : <DeletionStatus reference={reference} />}
    </div>
  );
}

function YourData() {
  const queryClient = useQueryClient();
  const query = personalDataQuery(useApi());
  const held = useQuery({ ...query, throwOnError: endsScreen });
  const { data, isPending } = held;
  return (
    <>
      <PageHeader
        title="Your data"
        intro="Everything this site stores about you."
        actions={
          <ButtonLink to={paths.yourDevices()} viewTransition>
            <Icon name="monitor" />
            Your devices
          </ButtonLink>
        }
      />
      {data === undefined || data.deletion === null ? null : <DeletionInProgress deletion={data.deletion} />}
      <LedgerSection id="held" title="Stored data">
        <UntilLoaded query={held} what="your data" headingLevel={3} className={styles.held}>
          {Array.from({ length: skeletonRows }, (_, row) => (
            <div key={row} className={styles.heldRow}>
              <Skeleton width="9em" />
              <Skeleton width="3em" />
            </div>
          ))}
        </UntilLoaded>
        {data === undefined ? null : <HeldList data={data} />}
      </LedgerSection>
      <Fragment key={isPending ? "loading" : "held"}>
        <LedgerSection id="download" title="Download">
          <DownloadPanel
            lastDownloadAt={data?.lastDownloadAt ?? null}
            onDone={() => void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })}
          />
        </LedgerSection>
        <LedgerSection id="delete" title="Delete">
          <DeletePanel data={data} />
        </LedgerSection>
      </Fragment>
    </>
  );
}

function DeletionInProgress({ deletion: { requestedAt, banksLeft } }: { deletion: Deletion }) {
  return (
    <Callout tone="warning" title="Earlier deletion in progress">
      You asked to delete all your data on <DataTime at={requestedAt} />.{" "}
      {banksLeft === 0
        ? "The remaining data is being deleted."
        : `Waiting for ${banksLeft === 1 ? "1 bank" : `${banksLeft} banks`} to confirm. We’ll retry automatically.`}{" "}
      Below is data added since then.
    </Callout>
  );
}

function HeldList({ data: { held } }: { data: PersonalData }) {
  if (held.every(({ name }) => name === "sign-ins" || name === "passkeys")) {
    return (
      <EmptyState title="Only your sign-in" icon="user">
        Banks, budgets, and income you add are counted here.
      </EmptyState>
    );
  }
  return (
    <dl className={styles.held}>
      {held.map(({ name, words, count }) => (
        <div key={name} className={styles.heldRow}>
          <dt>{words}</dt>
          <dd>{countText(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

const skeletonRows = 5;

function DeletePanel({ data }: { data: PersonalData | undefined }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={styles.notice}>
      <p>Unlinks your banks, deletes all your data, and signs you out. You can’t undo this.</p>
      <div className={styles.actions}>
        <Button variant="danger" icon="trash" disabled={data === undefined} onClick={() => setIsAsking(true)}>
          Delete everything
        </Button>
      </div>
      {isAsking && data !== undefined ? (
        <DeletionDialog data={data} onClose={() => setIsAsking(false)} onDeleted={leave} />
      ) : null}
    </div>
  );
}

/** Leaves with a full page load, so that no personal data stays in the browser's memory. */
function leave({ reference }: Deletion): void {
  globalThis.location.replace(paths.yourData(reference));
}

/** Status of a deletion for anyone with its address, since the person is signed out by then. */
function DeletionStatus({ reference }: { reference: string }) {
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
        <ButtonLink variant="primary" to={paths.home()}>
          Home
        </ButtonLink>
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
