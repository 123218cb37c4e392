import { countText } from "#shared/text/counts.ts";
import { useId, type ReactNode } from "react";
import { relativeTime } from "#shared/time/relative-time.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import type { BillBlocks } from "../../domain/bill-shapes.ts";
import { useBillView } from "./bill-view.tsx";
import styles from "./bill-block.module.css";

type BlockAge = Pick<BillBlocks["billDetails"], "asOf" | "isStale" | "failed">;

type BillBlockProps = {
  title: string;
  /** Number of items, shown beside the title. */
  count?: number | undefined;
  age: BlockAge;
  /** Name of the data for the error message: "the amendments". */
  what: string;
  className?: string | undefined;
  children: ReactNode;
};

/** A part of a bill's page with its source and age. If it can't be loaded, it says so without affecting the others. */
export function BillBlock({ title, count, age, what, className, children }: BillBlockProps) {
  const titleId = useId();
  const hasNothing = age.failed && age.asOf === null;
  return (
    <section className={`${styles.block} ${className ?? ""}`} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 className={styles.title}>
          <span id={titleId}>{title}</span>
          {count === undefined || count === 0 ? null : (
            <span className={styles.count}>{countText(count)}</span>
          )}
        </h2>
        <SourceAge age={age} />
      </header>
      {hasNothing ? <MissingBlock what={what} /> : children}
    </section>
  );
}

function SourceAge({ age }: { age: BlockAge }) {
  const { now } = useBillView();
  if (age.asOf === null) return null;
  return (
    <p className={styles.age}>
      Congress.gov, <time dateTime={age.asOf}>{relativeTime(new Date(age.asOf), now)}</time>
      {age.failed ? <span className={styles.old}> · couldn’t refresh</span> : null}
    </p>
  );
}

function MissingBlock({ what }: { what: string }) {
  const { retry, isRetrying } = useBillView();
  return (
    <div className={styles.missing}>
      <p>
        <Icon name="warning" size="small" className={styles.warning} /> Couldn’t load {what}. The rest of this
        page isn’t affected.
      </p>
      <Button size="small" icon="refresh" onClick={retry} isPending={isRetrying}>
        Try again
      </Button>
    </div>
  );
}
