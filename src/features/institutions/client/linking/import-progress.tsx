import { useEffect, useState } from "react";
import type { AccessItemView } from "../../contract.ts";
import styles from "./import-progress.module.css";
import { countWords } from "../accounts/item-state.ts";

/** How often a growing number is read out: each look would drown everything else. */
const readOutMs = 10_000;

/** How far the first import is. The bank does not say how much is to come, so the bar has no end: the count grows. */
export function ImportProgress({ item: { item } }: { item: AccessItemView }) {
  if (item.state !== "importing") return null;
  return <Progress count={item.transactionCount} />;
}

function Progress({ count }: { count: number }) {
  const text = count === 0 ? "Waiting for the bank…" : `${countWords(count, "transaction")} so far`;
  const readOut = useEvery(text, readOutMs);
  return (
    <div className={styles.progress}>
      <div className={styles.track} aria-hidden="true">
        <div className={styles.run} />
      </div>
      <p className={styles.count} aria-hidden="true">
        {text}
      </p>
      <output className="visually-hidden">{readOut}</output>
    </div>
  );
}

/** The newest text, but never sooner than `everyMs` after the change before. */
function useEvery(text: string, everyMs: number): string {
  const [shown, setShown] = useState({ text, atMs: 0 });
  useEffect(() => {
    if (shown.text === text) return undefined;
    const waitMs = Math.max(0, shown.atMs + everyMs - Date.now());
    const timer = setTimeout(() => setShown({ text, atMs: Date.now() }), waitMs);
    return () => clearTimeout(timer);
  }, [text, shown, everyMs]);
  return shown.text;
}
