import { LoadingRegion, Skeleton, SkeletonText } from "#ui/status/skeleton.tsx";
import styles from "./page-layouts.module.css";

/** What a signed-in page shows while its first data arrives: the frame, not a blank sheet. */
export function ShellFallback() {
  return (
    <div className={styles.frame}>
      <div className={styles.fallbackBar} />
      <main className={styles.main} id="main">
        <div className={styles.content}>
          <LoadingRegion label="Loading page">
            <Skeleton width="16rem" height="2rem" />
            <SkeletonText lines={6} />
          </LoadingRegion>
        </div>
      </main>
    </div>
  );
}
