import { LoadingRegion, Skeleton, SkeletonText } from "#ui/status/skeleton.tsx";
import styles from "./page-layouts.module.css";

/** Placeholder of a signed-in page while its first data loads. */
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
