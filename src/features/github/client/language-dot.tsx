import { languageColor } from "../domain/language-color.ts";
import styles from "./language-dot.module.css";

/** A language's color and name. */
export function LanguageDot({ language }: { language: string }) {
  return (
    <span className={styles.language}>
      <span className={styles.dot} style={{ backgroundColor: languageColor(language) }} aria-hidden="true" />
      {language}
    </span>
  );
}
