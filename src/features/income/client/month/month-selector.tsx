import { Link } from "react-router";
import { Skeleton } from "#ui/status/skeleton.tsx";
import type { IncomeMonthEntry } from "../../contract.ts";
import { monthOfEntry } from "../income-queries.ts";
import styles from "./month-selector.module.css";

type MonthSelectorProps = {
  /** Newest first; undefined while it loads. */
  timeline: readonly IncomeMonthEntry[] | undefined;
  /** `YYYY-MM`; null where none is chosen. */
  selected: string | null;
  /** The address of the same screen in another month. */
  hrefOf: (month: string) => string;
};

/**
 * The months of the timeline (docs/reference/product.md, "Income screens"). Links, so that each month has an address; in the rail, and
 * on phones in a sheet, where a list that opens over the page could not be seen.
 */
export function MonthSelector({ timeline, selected, hrefOf }: MonthSelectorProps) {
  if (timeline === undefined) return <Skeleton height="calc(4 * var(--size-control-small))" />;
  return (
    <nav aria-label="Months" className={styles.selector}>
      <p className={styles.head} aria-hidden="true">
        Month
      </p>
      <ol className={styles.months}>
        {timeline.map((entry) => {
          const month = monthOfEntry(entry);
          return (
            <li key={month}>
              <Link
                ref={month === selected ? bringIntoSight : null}
                to={hrefOf(month)}
                className={styles.month}
                aria-current={month === selected ? "true" : undefined}
                preventScrollReset
              >
                {entry.text}
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** Only the list itself moves: the page stays where somebody reads. */
function bringIntoSight(chosen: HTMLElement | null): void {
  const list = chosen?.closest("ol");
  if (!chosen || !list) return;
  const end = chosen.offsetTop + chosen.offsetHeight;
  const isInSight = chosen.offsetTop >= list.scrollTop && end <= list.scrollTop + list.clientHeight;
  if (!isInSight) list.scrollTop = chosen.offsetTop - list.clientHeight / 2;
}
