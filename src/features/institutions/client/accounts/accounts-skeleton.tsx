import { LoadingRegion, Skeleton } from "#ui/status/skeleton.tsx";
import styles from "./accounts-page.module.css";
import card from "./institution-card.module.css";
import skeleton from "./accounts-skeleton.module.css";

/** Placeholder for two bank cards of typical size. */
export function AccountsSkeleton() {
  return (
    <LoadingRegion label="Loading your banks" className={skeleton.region ?? ""}>
      <Skeleton width="12rem" height="3.5rem" />
      <div className={styles.cards}>
        {[0, 1].map((one) => (
          <div key={one} className={skeleton.card}>
            <div className={card.header}>
              <Skeleton width="var(--size-avatar)" height="var(--size-avatar)" isRound />
              <div className={card.names}>
                <Skeleton width="60%" height="1.5rem" />
                <Skeleton width="35%" height="1rem" />
              </div>
            </div>
            <Skeleton width="45%" height="var(--size-control-small)" />
            <Skeleton height="3.25rem" />
            <Skeleton height="3.25rem" />
          </div>
        ))}
      </div>
    </LoadingRegion>
  );
}
