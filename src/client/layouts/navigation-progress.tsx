import { useNavigation } from "react-router";
import styles from "./navigation-progress.module.css";

/** Progress line for navigations longer than 150 ms; the stylesheet sets the delay. */
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
