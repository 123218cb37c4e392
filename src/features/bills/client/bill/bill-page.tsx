import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useEffect, useEffectEvent } from "react";
import { redirect, useLoaderData, useParams, useRevalidator, type LoaderFunctionArgs } from "react-router";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { loadingOf } from "#client/data/loading-context.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { ordinal } from "#shared/text/ordinal.ts";
import { Link } from "#ui/link.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { paths } from "#client/routing/paths.ts";
import { StatusPage } from "#client/pages/status-page.tsx";
import { buttonClassName } from "#ui/button.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { LoadingRegion, Skeleton, SkeletonText } from "#ui/status/skeleton.tsx";
import {
  billCitation,
  canonicalBillPath,
  readBillAddress,
  type BillAddress,
  billTypeAndNumber,
} from "../../domain/bill-citation.ts";
import type { BillKey } from "../../domain/bill-types.ts";
import { congressAt } from "../../domain/congresses.ts";
import { billPageQuery } from "../bill-queries.ts";
import { BillViewProvider, type BillView, useBillView } from "./bill-view.tsx";
import {
  refusedLoad,
  failureOf,
  startLoad,
  type PageLoad,
  failureMessage,
  type LoadFailure,
} from "./page-load.ts";
import { useNow } from "../use-now.ts";
import type { BillPageView } from "../../domain/bill-page-view.ts";
import { billProgress } from "../../domain/progress/bill-progress.ts";
import { BillAmendments } from "./bill-amendments.tsx";
import { BillCosponsors } from "../people/bill-cosponsors.tsx";
import { BillHead } from "./bill-head.tsx";
import { BillCostEstimates, BillSponsors } from "../people/bill-people.tsx";
import { BillProgressSteps } from "./bill-progress-steps.tsx";
import { BillCommittees, BillReference, BillRelated, BillSubjects, BillTexts } from "./bill-side.tsx";
import { BillSummaries } from "./bill-summaries.tsx";
import { BillTimelineBlock } from "./bill-timeline-block.tsx";
import { BillBreadcrumb, BillTitle } from "./bill-title.tsx";
import styles from "./bill-page.module.css";

function addressOf(params: Readonly<Record<string, string | undefined>>): BillAddress {
  return readBillAddress({
    congress: params["congress"] ?? "",
    billType: params["billType"] ?? "",
    billNumber: params["billNumber"] ?? "",
  });
}

/** Explains what is wrong with an address and what is accepted. */
function refusal(address: BillAddress & { isValid: false }): string {
  return Object.values(address.errors).flat().join(" ");
}

/** Message for a well-formed address without a bill: the call itself only says "Not found" (docs/reference/http-api.md, "Error texts"). */
function unknownText(key: BillKey): string {
  return `Congress.gov has no ${billCitation(key)} in the ${ordinal(key.congress)} Congress.`;
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const address = addressOf(params);
  if (!address.isValid) return refusedLoad({ statusCode: 404, message: refusal(address), requestId: null });
  if (!address.isCanonical) throw redirect(canonicalBillPath(address.key));
  const { api, queryClient } = loadingOf(context);
  return startLoad(queryClient, billPageQuery(api, queryClient, address.key));
}

/** A bill and everything about it (docs/reference/product.md, "Bills"). */
export function Component() {
  const address = addressOf(useParams());
  if (!address.isValid) return <BillNotFound message={refusal(address)} />;
  return <BillScreen key={canonicalBillPath(address.key)} billKey={address.key} />;
}

function BillScreen({ billKey }: { billKey: BillKey }) {
  const loaded = useLoaderData<PageLoad>();
  const { revalidate, state } = useRevalidator();
  const api = useApi();
  const query = useQuery({
    ...billPageQuery(api, useQueryClient(), billKey),
    // If the server failed to load it, the visitor decides when to retry.
    enabled: loaded.failure === null,
  });
  const view = useView(billKey, loaded.renderedAt, query);
  if (query.data !== undefined) {
    return (
      <BillViewProvider view={view}>
        <BillContent blocks={query.data} />
      </BillViewProvider>
    );
  }
  const failure = loaded.failure ?? (query.error === null ? null : failureOf(query.error));
  if (failure === null) return <BillSkeleton billKey={billKey} />;
  if (failure.statusCode === 404) return <BillNotFound message={unknownText(billKey)} />;
  return (
    <BillFailure
      billKey={billKey}
      failure={failure}
      onRetry={() => void revalidate()}
      isRetrying={state === "loading" || query.isFetching}
    />
  );
}

type Refetchable = { refetch: () => Promise<unknown>; isFetching: boolean };

function useView(billKey: BillKey, renderedAt: string, { refetch, isFetching }: Refetchable): BillView {
  const now = useNow(renderedAt);
  const { timeZone } = usePublicConfig();
  const { congress, billType, billNumber } = billKey;
  return useMemo(
    () => ({
      billKey: { congress, billType, billNumber },
      now,
      today: dateInZone(now, timeZone),
      retry: () => void refetch(),
      isRetrying: isFetching,
    }),
    [congress, billType, billNumber, now, timeZone, refetch, isFetching],
  );
}

/** The page of a bill that exists, whichever parts are missing. */
function BillContent({ blocks }: { blocks: BillPageView }) {
  const { billKey, today } = useBillView();
  const { bill } = blocks.billDetails;
  const progress = billProgress(
    { ...bill, billType: billKey.billType, actions: blocks.billActions.actions },
    congressAt(today),
  );
  return (
    <article className={styles.page}>
      <BillHead billKey={billKey} bill={bill} status={progress.status} />
      <BillBreadcrumb label={billTypeAndNumber(billKey)} />
      <BillTitle billKey={billKey} bill={bill} />
      <BillProgressSteps progress={progress} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <BillSponsors block={blocks.billDetails} />
          <BillSummaries block={blocks.billSummaries} />
          <BillCosponsors block={blocks.billCosponsors} />
          <BillCostEstimates block={blocks.billDetails} />
          <BillTimelineBlock block={blocks.billActions} />
          <BillAmendments block={blocks.billAmendments} />
        </div>
        <div className={styles.column}>
          <BillReference bill={bill} />
          <BillTexts block={blocks.billText} />
          <BillCommittees block={blocks.billCommittees} bill={bill} />
          <BillSubjects block={blocks.billSubjects} bill={bill} />
          <BillRelated block={blocks.billRelated} />
        </div>
      </div>
    </article>
  );
}

/** Page for a bill, type, or number that doesn't exist; says what is accepted and links to the lists. */
function BillNotFound({ message }: { message: string }) {
  return (
    <>
      <DocumentHead title="Bill not found" description="There is no bill at this address." isPrivate />
      <StatusPage code="404" title="Bill not found">
        <p>{message}</p>
        <p className={styles.ways}>
          <Link className={buttonClassName({ variant: "primary" })} to={paths.billLookUp()}>
            Look up a bill
          </Link>
          <Link className={buttonClassName()} to={paths.congress()}>
            Congress Feed
          </Link>
        </p>
      </StatusPage>
    </>
  );
}

type BillFailureProps = {
  billKey: BillKey;
  failure: LoadFailure;
  onRetry: () => void;
  isRetrying: boolean;
};

/** Page for a bill that failed to load; logs it and offers a retry (docs/reference/product.md, "Failures"). */
function BillFailure({ billKey, failure, onRetry, isRetrying }: BillFailureProps) {
  // Each failure has its own request id, or none if the request never reached the server.
  const report = useEffectEvent((_requestId: string | null) => {
    // oxlint-disable-next-line no-console -- docs/reference/product.md, "Fixed texts" requires this line
    console.error("Failed to get bill.");
  });
  useEffect(() => {
    report(failure.requestId);
  }, [failure.requestId]);
  const label = billTypeAndNumber(billKey);
  return (
    <div className={styles.page}>
      <DocumentHead title={label} description="This bill couldn’t be loaded." isPrivate />
      <BillBreadcrumb label={label} />
      <h1>{label}</h1>
      <ErrorPanel
        title="Failed to get bill."
        message={failureMessage(failure, "Congress.gov may not be responding. Try again in a moment.")}
        onRetry={onRetry}
        isRetrying={isRetrying}
        {...(failure.requestId === null ? {} : { requestId: failure.requestId })}
      />
    </div>
  );
}

/** Skeleton of the page while the bill loads (docs/reference/product.md, "Bills"). */
function BillSkeleton({ billKey }: { billKey: BillKey }) {
  const label = billTypeAndNumber(billKey);
  return (
    <div className={styles.page}>
      <DocumentHead
        title={label}
        description={`${label} in Congress.`}
        canonicalPath={canonicalBillPath(billKey)}
      />
      <BillBreadcrumb label={label} />
      <h1>{label}</h1>
      <LoadingRegion label={`Loading ${label}`} className={styles.page ?? ""}>
        <SkeletonText lines={2} />
        <SkeletonBlock height="var(--space-24)" />
        <div className={styles.columns}>
          <div className={styles.column}>
            {mainHeights.map((height) => (
              <SkeletonBlock key={height} height={height} />
            ))}
          </div>
          <div className={styles.column}>
            {sideHeights.map((height) => (
              <SkeletonBlock key={height} height={height} />
            ))}
          </div>
        </div>
      </LoadingRegion>
    </div>
  );
}

const mainHeights = ["20em", "6em", "32em", "48em"];
const sideHeights = ["8em", "14em", "16em", "18em"];

function SkeletonBlock({ height }: { height: string }) {
  return <Skeleton height={height} className={styles.skeleton ?? ""} />;
}
