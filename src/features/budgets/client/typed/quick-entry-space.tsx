import { SkeletonText } from "#ui/status/skeleton.tsx";
import styles from "./typed.module.css";

/** Place of the quick entry while its code loads, as high as it is. */
export function QuickEntrySpace() {
  return (
    <div className={styles.entry}>
      <div className={styles.space}>
        <SkeletonText lines={3} />
      </div>
    </div>
  );
}
