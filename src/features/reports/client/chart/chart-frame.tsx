import { useState, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import { classNames } from "#ui/class-names.ts";
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
  scale: Scale;
  /** Words at the gridlines. */
  tickWords: (amount: number) => string;
  /** Words of a value, for screen readers, and lines of its readout. */
  words: (index: number) => readonly string[];
  /** Words below the first and the last value. */
  ends: readonly [first: string, last: string];
  /** Opens a value by click; the table below has links. */
  onOpen?: (index: number) => void;
  legend?: ReactNode;
  /** The drawing, with the value under the pointer; null for none. */
  children: (index: number | null) => ReactNode;
};

/**
 * Frame of a chart with gridlines. The value under the pointer shows its figures; by keyboard, the chart is a slider over the
 * values. A table beside it has the same figures, with links.
 */
export function ChartFrame(props: ChartFrameProps) {
  const { label, places, scale, tickWords, words, ends, onOpen, legend, children } = props;
  const [chosen, setChosen] = useState<number | null>(null);
  const index = chosen !== null && chosen < places.length ? chosen : null;
  const shown = index ?? places.length - 1;

  function step(event: KeyboardEvent<HTMLElement>) {
    const next = indexByKey(places.length, index, event.key);
    if (next === null) return;
    event.preventDefault();
    setChosen(next);
  }

  function indexUnder(event: MouseEvent<HTMLElement>): number | null {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const found = nearest(places, (event.clientX - left) / width);
    return found === -1 ? null : found;
  }

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
        data-opens={onOpen === undefined ? undefined : ""}
        onKeyDown={step}
        onBlur={() => setChosen(null)}
        onMouseMove={(event) => setChosen(indexUnder(event))}
        onMouseLeave={() => setChosen(null)}
        onClick={(event) => {
          const under = indexUnder(event);
          if (under !== null) onOpen?.(under);
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
          {children(index)}
          {index === null ? null : (
            <path className={styles.cursor} d={`M${(places[index] ?? 0) * chartWidth} 0V${chartHeight}`} />
          )}
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
        {index === null ? null : <Readout lines={words(index)} place={places[index] ?? 0} />}
      </div>
      <div className={styles.axis} aria-hidden="true">
        <span>{ends[0]}</span>
        {ends[0] === ends[1] ? null : <span>{ends[1]}</span>}
      </div>
      {legend}
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

/** Names of a chart's colors or lines. */
export function Legend({ items }: { items: readonly { name: string; color: string }[] }) {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {items.map(({ name, color }) => (
        <li key={name}>
          <span className={styles.swatch} data-color={color} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  );
}
