import { dateWords, weekdayNames } from "#shared/time/plain-dates.ts";
import { usePublicConfig } from "#client/app-context.tsx";
import { chartCaption, type DayCount } from "../../domain/commit-days.ts";
import styles from "./commit-chart.module.css";

/** Units of the drawing, which scales to its container. */
const height = 40;
const step = 5;
const barWidth = 4;
const idleHeight = 1;

/** Commits per day as bars; the caption is the text alternative. The timeline beside it may go back further. */
export function CommitChart({ counts, hasOlder }: { counts: DayCount[]; hasOlder: boolean }) {
  const { year } = usePublicConfig();
  const most = Math.max(...counts.map(({ count }) => count));
  const caption = chartCaption(counts, year);
  return (
    <figure className={styles.figure}>
      <svg
        viewBox={`0 0 ${counts.length * step} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className={styles.chart}
      >
        {counts.map(({ date, count }, index) => {
          const barHeight = count === 0 ? idleHeight : Math.max(3, (count / most) * height);
          return (
            <rect
              key={date}
              x={index * step}
              y={height - barHeight}
              width={barWidth}
              height={barHeight}
              className={count === 0 ? styles.idle : styles.busy}
            />
          );
        })}
      </svg>
      <figcaption className={styles.caption}>
        {caption?.total}
        <br />
        {caption?.most}
        {hasOlder ? ". Older commits are only in the list." : null}
      </figcaption>
    </figure>
  );
}

/** Returns "Friday, November 20, 2026" for `2026-11-20`. */
export function dayText(date: string): string {
  const weekday = weekdayNames[new Date(`${date}T00:00:00Z`).getUTCDay()];
  return `${weekday}, ${dateWords(date, "long")}`;
}
