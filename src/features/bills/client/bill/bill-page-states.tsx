import { useEffect, useEffectEvent } from "react";
import { Link } from "react-router";
import { DocumentHead } from "#client/document-head.tsx";
import { paths } from "#client/routing/paths.ts";
import { StatusPage } from "#client/pages/status-page.tsx";
import { buttonClassName } from "#ui/button.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { LoadingRegion, Skeleton, SkeletonText } from "#ui/status/skeleton.tsx";
import { billTypeAndNumber, canonicalBillPath } from "../../domain/bill-citation.ts";
import type { BillKey } from "../../domain/bill-types.ts";
import { BillBreadcrumb } from "./bill-title.tsx";
import { failureMessage, type LoadFailure } from "./page-load.ts";
import styles from "./bill-page.module.css";

/** Page for a bill, type, or number that doesn't exist; says what is accepted and links to the lists. */
export function BillNotFound({ message }: { message: string }) {
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
export function BillFailure({ billKey, failure, onRetry, isRetrying }: BillFailureProps) {
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
export function BillSkeleton({ billKey }: { billKey: BillKey }) {
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
