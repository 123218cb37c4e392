import { Skeleton, SkeletonText } from "#ui/status/skeleton.tsx";
import { Spinner } from "#ui/status/spinner.tsx";
import styles from "./product-details.module.css";

/** Skeleton of the product during a search (docs/reference/product.md, "Product search": 'Searching, please wait'). */
export function LookupSkeleton() {
  return (
    <div aria-busy="true" className={styles.product}>
      <output className={styles.searching}>
        <Spinner /> Searching, please wait
      </output>
      <Skeleton width="var(--size-toast)" height="var(--text-2xl)" />
      <div className={styles.columns}>
        <SkeletonText lines={4} />
        <div className={styles.grid}>
          <Skeleton height="auto" className={styles.thumbnailSkeleton ?? ""} />
          <Skeleton height="auto" className={styles.thumbnailSkeleton ?? ""} />
        </div>
      </div>
    </div>
  );
}
