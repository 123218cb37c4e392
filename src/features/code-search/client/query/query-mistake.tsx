import type { QueryMistake } from "../../domain/query/code-query.ts";
import styles from "./query-mistake.module.css";

/** A mistake in a query, marked at its place. */
export function QueryMistakeNote({ query, mistake }: { query: string; mistake: QueryMistake }) {
  const { message, start, end } = mistake;
  return (
    <span className={styles.mistake}>
      <code className={styles.query}>
        {query.slice(0, start)}
        <mark className={styles.place}>{query.slice(start, end) || "\u00A0"}</mark>
        {query.slice(end)}
      </code>
      <span>{message}</span>
    </span>
  );
}
