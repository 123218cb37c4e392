import { Link } from "#ui/link.tsx";
import { Skeleton } from "#ui/status/skeleton.tsx";
import type { IncomeMonthEntry } from "../../contract.ts";
import { monthOfEntry } from "../income-queries.ts";
import styles from "./month-selector.module.css";

type MonthSelectorProps = {
  /** Newest first; undefined while loading, null if loading failed. */
  timeline: readonly IncomeMonthEntry[] | undefined | null;
  /** `YYYY-MM`; null if none is selected. */
  selected: string | null;
  /** Returns the URL of the same screen in another month. */
  hrefOf: (month: string) => string;
};

/**
 * List of the timeline's months (docs/reference/product.md, "Income screens"), as links, so that each month has a URL.
 * In the side navigation, and in a sheet on phones, where a dropdown over the page would be hidden.
 */
export function MonthSelector({ timeline, selected, hrefOf }: MonthSelectorProps) {
  if (timeline === undefined) return <Skeleton height="calc(4 * var(--size-control-small))" />;
  // The page beside it says why, and retries.
  if (timeline === null) return <p className={styles.head}>Couldn’t load the months.</p>;
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
                ref={month === selected ? scrollIntoList : null}
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

/** Scrolls the list to the selected month without scrolling the page. */
function scrollIntoList(chosen: HTMLElement | null): void {
  const list = chosen?.closest("ol");
  if (!chosen || !list) return;
  const end = chosen.offsetTop + chosen.offsetHeight;
  const isVisible = chosen.offsetTop >= list.scrollTop && end <= list.scrollTop + list.clientHeight;
  if (!isVisible) list.scrollTop = chosen.offsetTop - list.clientHeight / 2;
}
