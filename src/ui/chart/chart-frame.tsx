import { useState, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { indexByKey, nearest, type Scale } from "./chart-scale.ts";
import styles from "./chart-frame.module.css";

/** Size of the drawing in its own units; it's stretched to the room there is. */
export const chartWidth = 600;
export const chartHeight = 200;

type ChartFrameProps = {
  /** Name of the chart. */
  label: string;
  /** Places of the values, as shares of the width. */
  places: readonly number[];
  /** Share of the width up to which the pointer reads a value. */
  reach?: number;
  scale: Scale;
  /** Words at the gridlines. */
  tickWords: (amount: number) => string;
  /** Words of a value, for screen readers, and lines of its readout. */
  words: (index: number) => readonly string[];
  /** Words below the first and the last value. */
  ends?: readonly [first: string, last: string];
  /** Words below all values instead. */
  axis?: ReactNode;
  /** Returns the page that a click on a value opens, if any; the table below has links. */
  pathOf?: (index: number) => string | null;
  onOpen?: (path: string) => void;
  legend?: readonly LegendItem[];
  /** Labels over the drawing, placed by themselves. */
  labels?: ReactNode;
  /** The drawing, with the value under the pointer; null for none. */
  children: (index: number | null) => ReactNode;
};

/**
 * Frame of a chart with gridlines. The value under the pointer shows its figures; by keyboard, the chart is a slider over the
 * values. A table beside it has the same figures, with links.
 */
export function ChartFrame(props: ChartFrameProps) {
  const { label, places, reach, scale, tickWords, words, legend = [], children } = props;
  const [first, last] = props.ends ?? ["", ""];
  const [chosen, setChosen] = useState<number | null>(null);
  const index = chosen !== null && chosen < places.length ? chosen : null;
  const shown = index ?? places.length - 1;

  function step(event: KeyboardEvent<HTMLElement>) {
    // Alt and an arrow key go back in the history.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = indexByKey(places.length, index, event.key);
    if (next === null) return;
    event.preventDefault();
    setChosen(next);
  }

  function indexUnder(event: MouseEvent<HTMLElement>): number | null {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const found = nearest(places, (event.clientX - left) / width, reach);
    return found === -1 ? null : found;
  }

  const pathAt = (at: number | null) => (at === null ? null : (props.pathOf?.(at) ?? null));
  return (
    <div className={styles.chart}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the table has the same links for the keyboard */}
      <div
        className={styles.plot}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <input> can't contain the drawing
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, places.length)}
        aria-valuenow={Math.max(1, shown + 1)}
        aria-valuetext={places.length === 0 ? "No values" : words(shown).join(", ")}
        data-reading={index === null ? undefined : ""}
        data-opens={pathAt(index) === null ? undefined : ""}
        onKeyDown={step}
        onBlur={() => setChosen(null)}
        onMouseMove={(event) => setChosen(indexUnder(event))}
        onMouseLeave={() => setChosen(null)}
        onClick={(event) => {
          const path = pathAt(indexUnder(event));
          if (path !== null) props.onOpen?.(path);
        }}
      >
        <svg viewBox={`0 0 ${chartWidth} ${chartHeight}`} preserveAspectRatio="none" focusable="false">
          {scale.ticks.map(({ amount, y }) => (
            <path
              key={amount}
              className={classNames(styles.grid, amount === 0 && styles.ground)}
              d={`M0 ${y}H${chartWidth}`}
            />
          ))}
          {index === null ? null : (
            <path className={styles.cursor} d={`M${(places[index] ?? 0) * chartWidth} 0V${chartHeight}`} />
          )}
          {children(index)}
        </svg>
        {scale.ticks.map(({ amount, y }) => (
          <span
            key={amount}
            className={styles.tick}
            style={{ insetBlockStart: `${(y / chartHeight) * 100}%` }}
          >
            {tickWords(amount)}
          </span>
        ))}
        {props.labels}
        {index === null ? null : <Readout lines={words(index)} place={places[index] ?? 0} />}
      </div>
      <div className={styles.axis} aria-hidden="true">
        {props.axis ?? <span>{first}</span>}
        {first === last ? null : <span>{last}</span>}
      </div>
      {legend.length === 0 ? null : <Legend items={legend} />}
    </div>
  );
}

/** Figures of the value under the pointer, on the side with more room. */
function Readout({ lines: [title, ...lines], place }: { lines: readonly string[]; place: number }) {
  const share = `${(place > 0.5 ? 1 - place : place) * 100}%`;
  return (
    <span
      className={styles.readout}
      style={place > 0.5 ? { insetInlineEnd: share } : { insetInlineStart: share }}
      aria-hidden="true"
    >
      <strong>{title}</strong>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}

type Shape = "line" | "dashed" | "dotted" | "dot" | "area" | "bar";
type ChartPathProps = { shape: Shape; color: string; d: string | null; isFaded?: boolean };

/** A line, area, or bar of the drawing, if there is one, in a color of the charts. */
export function ChartPath({ shape, color, d, isFaded = false }: ChartPathProps) {
  if (d === null || d === "") return null;
  return <path className={styles[shape]} data-color={color} data-faded={isFaded ? "" : undefined} d={d} />;
}

/** Name of a color, or of a line if it has a shape. */
export type LegendItem = { name: string; color: string; shape?: Shape };

function Legend({ items }: { items: readonly LegendItem[] }) {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {items.map(({ name, color, shape }) => (
        <li key={name}>
          <span className={styles.swatch} data-color={color} data-shape={shape} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  );
}
