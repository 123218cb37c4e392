import { useEffect, useEffectEvent } from "react";
import { Link } from "react-router";
import { DocumentHead } from "#client/document-head.tsx";
import { paths } from "#client/routing/paths.ts";
import { StatusPage } from "#client/pages/status-page.tsx";
import { buttonClassName } from "#ui/button.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { LoadingRegion, Skeleton, SkeletonText } from "#ui/status/skeleton.tsx";
import { billTypeAndNumber } from "../../domain/bill-citation.ts";
import type { BillKey } from "../../domain/bill-types.ts";
import { BillBreadcrumb } from "./bill-title.tsx";
import type { LoadFailure } from "./page-load.ts";
import styles from "./bill-page.module.css";

/** No such bill, or no such type or number: says what is accepted, and where bills are found. */
export function BillNotFound({ message }: { message: string }) {
  return (
    <>
      <DocumentHead title="Bill not found" description="There is no bill at this address." isPrivate />
      <StatusPage code="404" title="There is no such bill">
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

/** The bill could not be loaded: logged and told, with a retry (docs/reference/product.md, "Failures"). */
export function BillFailure({ billKey, failure, onRetry, isRetrying }: BillFailureProps) {
  // Each failure has a request of its own; one that never reached the server has none.
  const report = useEffectEvent((_requestId: string | null) => {
    // oxlint-disable-next-line no-console -- docs/reference/product.md, "Fixed texts" wants exactly this line
    console.error("Failed to get bill.");
  });
  useEffect(() => {
    report(failure.requestId);
  }, [failure.requestId]);
  const label = billTypeAndNumber(billKey);
  return (
    <div className={styles.page}>
      <DocumentHead title={label} description="This bill could not be loaded." isPrivate />
      <BillBreadcrumb label={label} />
      <h1>{label}</h1>
      <ErrorPanel
        title="Failed to get bill."
        message={
          failure.message === ""
            ? "The bill could not be loaded. Try again in a moment; it may be that Congress.gov cannot be reached."
            : failure.message
        }
        onRetry={onRetry}
        isRetrying={isRetrying}
        {...(failure.requestId === null ? {} : { requestId: failure.requestId })}
      />
    </div>
  );
}

/** The page's own shape while the bill is on its way (docs/reference/product.md, "Bills"). */
export function BillSkeleton({ billKey }: { billKey: BillKey }) {
  const label = billTypeAndNumber(billKey);
  return (
    <div className={styles.page}>
      <DocumentHead title={label} description={`${label} in Congress.`} />
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
