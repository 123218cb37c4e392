import styles from "./reports-page.module.css";

/** The one number of a report, with what it is and of which days. */
export function Headline({ figure, words }: { figure: string; words: string }) {
  return (
    <p className={styles.headline}>
      <strong className={styles.figure}>{figure}</strong> <span className={styles.words}>{words}</span>
    </p>
  );
}
