import { useEffect, useState } from "react";
import type { AccessItemView } from "../../contract.ts";
import styles from "./import-progress.module.css";
import { countWords } from "#shared/text/counts.ts";

/** Interval between announcements to screen readers; announcing every poll would drown out everything else. */
const announceEveryMs = 10_000;

/** Progress of the first import. The total is unknown, so the bar is indeterminate and the count grows. */
export function ImportProgress({ item: { item } }: { item: AccessItemView }) {
  if (item.state !== "importing") return null;
  return <Progress count={item.transactionCount} />;
}

function Progress({ count }: { count: number }) {
  const text = count === 0 ? "Waiting for the bank…" : `${countWords(count, "transaction")} so far`;
  const announced = useThrottled(text, announceEveryMs);
  return (
    <div className={styles.progress}>
      <div className={styles.track} aria-hidden="true">
        <div className={styles.run} />
      </div>
      <p className={styles.count} aria-hidden="true">
        {text}
      </p>
      <output className="visually-hidden">{announced}</output>
    </div>
  );
}

/** Returns the latest text, changing at most once every `everyMs`. */
function useThrottled(text: string, everyMs: number): string {
  const [shown, setShown] = useState({ text, atMs: 0 });
  useEffect(() => {
    if (shown.text === text) return undefined;
    const waitMs = Math.max(0, shown.atMs + everyMs - Date.now());
    const timer = setTimeout(() => setShown({ text, atMs: Date.now() }), waitMs);
    return () => clearTimeout(timer);
  }, [text, shown, everyMs]);
  return shown.text;
}
