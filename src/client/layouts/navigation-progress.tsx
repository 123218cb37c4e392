import { useNavigation } from "react-router";
import styles from "./navigation-progress.module.css";

/** A thin line for navigations that take longer than 150 ms; the delay is the style's. */
export function NavigationProgress() {
  const isBusy = useNavigation().state !== "idle";
  return (
    <output className={styles.region}>
      {isBusy ? (
        <>
          <span className={styles.line} />
          <span className="visually-hidden">Loading page</span>
        </>
      ) : null}
    </output>
  );
}
