import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Fragment, lazy, Suspense, useState } from "react";
import { useSearchParams, type LoaderFunctionArgs } from "react-router";
import { failureWords, isAboutAccess, requestIdOf } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { LedgerSection } from "#client/ledger-section.tsx";
import { firstData, paintedWith } from "#client/data/first-data.ts";
import { loadingOf } from "#client/data/loading-context.ts";
import { paths } from "#client/routing/paths.ts";
import { requireSignIn } from "#client/routing/require-member.ts";
import { PageHeader } from "#client/pages/page-header.tsx";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { LoadingRegion, Skeleton } from "#ui/status/skeleton.tsx";
import type { Deletion, PersonalData } from "../contract.ts";
import { DataTime } from "./data-time.tsx";
import { DeletionStatus } from "./deletion-status.tsx";
import { DownloadPanel } from "./download-panel.tsx";
import { deletionQuery, personalDataQuery } from "./personal-data-queries.ts";
import styles from "./your-data-page.module.css";

const DeletionDialog = lazy(async () => ({
  default: (await import("./deletion-dialog.tsx")).DeletionDialog,
}));

/** With the reference of a deletion the page is everybody's: whoever asked for it is signed out by then. */
const deletedParameter = "deleted";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const loading = loadingOf(context);
  const { api, queryClient } = loading;
  const reference = new URL(request.url).searchParams.get(deletedParameter);
  if (reference !== null) {
    return paintedWith(firstData(queryClient, deletionQuery(api, reference)));
  }
  await requireSignIn(loading);
  return paintedWith(firstData(queryClient, personalDataQuery(api)));
}

/** What the site holds of a person: to be seen, downloaded and deleted. */
export function Component() {
  const [parameters] = useSearchParams();
  const reference = parameters.get(deletedParameter);
  return (
    <div className={styles.page}>
      <DocumentHead title="Your data" description="What this site holds of you." isPrivate />
      {reference === null ? <YourData /> : <DeletionStatus reference={reference} />}
    </div>
  );
}

function YourData() {
  const queryClient = useQueryClient();
  const query = personalDataQuery(useApi());
  const { data, error, isPending, isFetching, refetch } = useQuery({ ...query, throwOnError: isAboutAccess });
  return (
    <>
      <PageHeader
        title="Your data"
        intro="Everything that this site holds of you, and nothing of anybody else."
      />
      {data === undefined || data.deletion === null ? null : <UnderWay deletion={data.deletion} />}
      <LedgerSection id="held" title="What there is">
        {isPending ? <HeldSkeleton /> : null}
        {data === undefined && error !== null ? (
          <ErrorPanel
            title="What there is could not be looked up"
            headingLevel={3}
            message={failureWords(error)}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
            {...requestIdOf(error)}
          />
        ) : null}
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

function UnderWay({ deletion: { requestedAt, banksLeft } }: { deletion: Deletion }) {
  return (
    <Callout tone="warning" title="An earlier deletion is under way">
      On <DataTime at={requestedAt} /> you asked for everything of yours to be deleted.{" "}
      {banksLeft === 0
        ? "The last rows are being deleted."
        : `Still to be ended at the bank: ${banksLeft === 1 ? "one link" : `${banksLeft} links`}. It is tried again by itself.`}{" "}
      What you see below is what came after it.
    </Callout>
  );
}

function HeldList({ data: { held } }: { data: PersonalData }) {
  if (held.every(({ name }) => name === "sign-ins")) {
    return (
      <EmptyState title="Nothing but your sign-in" icon="user">
        Banks, budgets and income that you add are counted here.
      </EmptyState>
    );
  }
  return (
    <dl className={styles.held}>
      {held.map(({ name, words, count }) => (
        <div key={name} className={styles.heldRow}>
          <dt>{words}</dt>
          <dd>{count.toLocaleString("en-US")}</dd>
        </div>
      ))}
    </dl>
  );
}

const skeletonRows = 5;

function HeldSkeleton() {
  return (
    <LoadingRegion label="Looking what there is" className={styles.held}>
      {Array.from({ length: skeletonRows }, (_, row) => (
        <div key={row} className={styles.heldRow}>
          <Skeleton width="9em" />
          <Skeleton width="3em" />
        </div>
      ))}
    </LoadingRegion>
  );
}

function DeletePanel({ data }: { data: PersonalData | undefined }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={styles.notice}>
      <p>
        Links to your banks are ended at the banks first, then everything of yours is deleted and you are
        signed out. It cannot be undone.
      </p>
      <div className={styles.actions}>
        <Button variant="danger" icon="trash" disabled={data === undefined} onClick={() => setIsAsking(true)}>
          Delete everything
        </Button>
      </div>
      <Suspense fallback={null}>
        {isAsking && data !== undefined ? (
          <DeletionDialog data={data} onClose={() => setIsAsking(false)} onDeleted={leave} />
        ) : null}
      </Suspense>
    </div>
  );
}

/** A new page, not a navigation inside this one: nothing of the person stays in the browser's memory. */
function leave({ reference }: Deletion): void {
  globalThis.location.replace(paths.yourData(reference));
}
