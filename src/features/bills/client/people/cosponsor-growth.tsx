import { dayNumber, dayText } from "../../domain/bill-dates.ts";
import { growthSentence, type GrowthStep } from "../../domain/cosponsor-figures.ts";
import styles from "./cosponsor-growth.module.css";

const width = 320;
const height = 72;

/** Number of cosponsors over time as a step line, with a sentence as its text alternative; hidden if it never changed. */
export function CosponsorGrowth({ steps }: { steps: GrowthStep[] }) {
  const sentence = growthSentence(steps, (day) => dayText(day, "short"));
  const [first, last] = [steps[0], steps.at(-1)];
  if (sentence === null || first === undefined || last === undefined) return null;
  const line = stepLine(steps);
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>Over time</figcaption>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        <path className={styles.area} d={`${line}V${height}H0Z`} />
        <path className={styles.line} d={line} />
      </svg>
      <div className={styles.axis} aria-hidden="true">
        <span>{dayText(first.day, "short")}</span>
        <span>{dayText(last.day, "short")}</span>
      </div>
      <p className={styles.words}>{sentence}</p>
    </figure>
  );
}

/** Returns the line: flat until someone joins or withdraws, then straight up or down. */
function stepLine(steps: readonly GrowthStep[]): string {
  const days = steps.map(({ day }) => dayNumber(day) ?? 0);
  const [from, to] = [Math.min(...days), Math.max(...days)];
  const most = Math.max(1, ...steps.map(({ count }) => count));
  const points = steps.map(({ count }, index) => ({
    x: round((((days[index] ?? from) - from) / Math.max(1, to - from)) * width),
    y: round(height - (count / most) * (height - 2)),
  }));
  return points.map(({ x, y }, index) => (index === 0 ? `M0 ${y}` : `H${x}V${y}`)).join("") + `H${width}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
