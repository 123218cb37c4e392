import { useState } from "react";
import { Button } from "../button.tsx";
import { Callout } from "../status/callout.tsx";
import { Card, cardLinkClassName } from "../card.tsx";
import { ChartFrame, chartHeight, ChartPath, chartWidth } from "../chart/chart-frame.tsx";
import { scaleOf } from "../chart/chart-scale.ts";
import { StatusChip } from "../status/chip.tsx";
import { EmptyState } from "../status/empty-state.tsx";
import { ErrorPanel } from "../status/error-panel.tsx";
import { ProgressBar, Spinner } from "../status/progress.tsx";
import { progressPercent, progressTone } from "../status/progress-percent.ts";
import { LoadingRegion, Skeleton, SkeletonText } from "../status/skeleton.tsx";
import { ToastCard, toastQueue } from "../overlay/toast.tsx";
import { GalleryRow, GallerySection } from "./gallery-section.tsx";
import styles from "./gallery.module.css";

/** Cards, progress, and the states of a panel. */
export function PanelsGallery() {
  return (
    <>
      <Cards />
      <Progress />
      <Charts />
      <Faces />
      <Toasts />
    </>
  );
}

function Cards() {
  return (
    <GallerySection title="Cards">
      <div className={styles.grid}>
        <Card title="Plain card" headingLevel={3}>
          <p className={styles.muted}>A raised surface with a title and some text.</p>
        </Card>
        <Card
          as="section"
          title="With actions"
          headingLevel={3}
          actions={
            <Button size="small" icon="refresh">
              Refresh
            </Button>
          }
        >
          <p className={styles.muted}>Last update two hours ago.</p>
        </Card>
        <Card
          as="article"
          isInteractive
          headingLevel={3}
          title={
            <a href="#gallery-cards" className={cardLinkClassName}>
              ledger-tools
            </a>
          }
          actions={<StatusChip tone="positive">Active</StatusChip>}
        >
          <p className={styles.muted}>The whole card is its link’s target.</p>
        </Card>
      </div>
    </GallerySection>
  );
}

const budgets = [
  { label: "Groceries", value: 410, max: 500, text: "$410.00 of $500.00" },
  { label: "Rent", value: 1500, max: 1500, text: "$1,500.00 of $1,500.00" },
  { label: "Travel", value: 612.5, max: 400, text: "$612.50 of $400.00" },
  { label: "Nothing yet", value: 0, max: 120, text: "$0.00 of $120.00" },
];

function Progress() {
  return (
    <GallerySection
      title="Progress"
      note="Green up to 100 percent, red above. The text always says the same."
    >
      <div className={styles.grid}>
        {budgets.map(({ label, value, max, text }) => (
          <ProgressBar
            key={label}
            label={label}
            value={value}
            max={max}
            valueText={text}
            tone={progressTone(progressPercent(value, max))}
          />
        ))}
        <ProgressBar label="Upload" value={3} max={8} />
      </div>
      <GalleryRow label="Spinner: silent, announced">
        <Spinner />
        <Spinner size="large" label="Loading an example" />
      </GalleryRow>
    </GallerySection>
  );
}

const visits = [120, 340, 90, 410];

function Charts() {
  const scale = scaleOf(visits, chartHeight, true);
  const places = visits.map((_, index) => index / (visits.length - 1));
  const line = visits.map((count, index) => `${(places[index] ?? 0) * chartWidth} ${scale.yOf(count)}`);
  return (
    <GallerySection title="Charts" note="By keyboard, a slider over the values.">
      <ChartFrame
        label="Visits by day"
        places={places}
        scale={scale}
        tickWords={String}
        words={(index) => [`Day ${index + 1}`, `${visits[index] ?? 0} visits`]}
        ends={["Day 1", "Day 4"]}
        legend={[{ name: "Visits", color: "accent", shape: "line" }]}
      >
        {() => <ChartPath shape="line" color="accent" d={`M${line.join("L")}`} />}
      </ChartFrame>
    </GallerySection>
  );
}

function Faces() {
  const [isRetrying, setIsRetrying] = useState(false);
  return (
    <>
      <GallerySection title="Loading">
        <LoadingRegion label="Loading repositories (an example)" className={styles.grid}>
          {["first", "second", "third"].map((key) => (
            <Card key={key}>
              <Skeleton width="45%" height="var(--space-5)" />
              <SkeletonText lines={3} />
              <div className={styles.cells}>
                <Skeleton width="var(--size-avatar)" height="var(--size-avatar)" isRound />
                <Skeleton width="30%" />
              </div>
            </Card>
          ))}
        </LoadingRegion>
      </GallerySection>
      <GallerySection title="Empty">
        <EmptyState
          title="No budgets yet"
          headingLevel={3}
          icon="wallet"
          action={
            <Button variant="primary" icon="plus">
              New budget
            </Button>
          }
        >
          A budget plans your spending by category for a period and shows your progress.
        </EmptyState>
      </GallerySection>
      <GallerySection title="Error">
        <ErrorPanel
          title="Couldn’t load the bill"
          headingLevel={3}
          message="Congress.gov isn’t responding. Try again in a minute."
          onRetry={() => setIsRetrying(!isRetrying)}
          isRetrying={isRetrying}
          requestId="req_7f3a91c2"
        />
        <ErrorPanel headingLevel={3} message="This list isn’t available right now." />
      </GallerySection>
      <GallerySection title="Callouts">
        <div className={styles.stack}>
          <Callout title="You’re seeing an older copy">
            The content backend hasn’t responded since 9:12 AM.
          </Callout>
          <Callout tone="warning" action={<Button size="small">Sign in again</Button>}>
            Sign in to your bank again to resume updates.
          </Callout>
          <Callout tone="positive">All accounts are up to date.</Callout>
          <Callout tone="negative" title="Not saved">
            Two fields need your attention.
          </Callout>
        </div>
      </GallerySection>
    </>
  );
}

function Toasts() {
  return (
    <GallerySection title="Toasts" note="Polite, closable, and never the only place that shows an error.">
      <GalleryRow label="Show one">
        <Button onClick={() => toastQueue.add({ message: "Link copied" })}>Plain</Button>
        <Button
          onClick={() =>
            toastQueue.add({
              message: "Estimate deleted",
              tone: "positive",
              action: { label: "Undo", onAction: () => toastQueue.add({ message: "Estimate restored" }) },
            })
          }
        >
          With Undo
        </Button>
        <Button
          onClick={() =>
            toastQueue.add({ message: "No connection. Retrying…", tone: "warning", timeoutMs: 0 })
          }
        >
          Until closed
        </Button>
      </GalleryRow>
      <div className={styles.grid}>
        <ToastCard toast={{ key: 1, tone: "neutral", message: "Link copied" }} onClose={noop} />
        <ToastCard
          toast={{
            key: 2,
            tone: "positive",
            message: "Estimate deleted",
            action: { label: "Undo", onAction: noop },
          }}
          onClose={noop}
        />
        <ToastCard toast={{ key: 3, tone: "warning", message: "No connection. Retrying…" }} onClose={noop} />
        <ToastCard
          toast={{ key: 4, tone: "negative", message: "Couldn’t save the category. See the row." }}
          onClose={noop}
        />
      </div>
    </GallerySection>
  );
}

function noop() {
  // The toasts of the gallery stay.
}
