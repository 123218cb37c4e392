import { useNavigate } from "react-router";
import { moneyText, shortMoneyText } from "#client/words/money-text.ts";
import { monthWords } from "#shared/time/plain-dates.ts";
import { ChartFrame, chartHeight, ChartPath, chartWidth } from "#ui/chart/chart-frame.tsx";
import { rounded, scaleOf, type Scale } from "#ui/chart/chart-scale.ts";

/** Amounts of each month; those of a series that `isBelow` are drawn on the other side of 0. */
export type Series = { name: string; color: string; values: readonly number[]; isBelow?: boolean };

type MonthChartProps = {
  label: string;
  months: readonly string[];
  /** Drawn as stacked columns; amounts below 0, and of series that are below, hang from 0. */
  series: readonly Series[];
  /** Drawn as a line. */
  line?: Series;
  isoCurrencyCode: string;
  /** Returns the page with a month's transactions. */
  pathOf: (index: number) => string | null;
};

/** Amounts by month as stacked columns. */
export function MonthChart({ label, months, series, line, isoCurrencyCode, pathOf }: MonthChartProps) {
  const navigate = useNavigate();
  const all = line === undefined ? series : [...series, line];
  const columns = months.map((_, index) => columnOf(series, index));
  const scale = scaleOf([...columns.flatMap(({ ends }) => ends), ...(line?.values ?? [])], chartHeight, true);
  const places = months.map((_, index) => (index + 0.5) / months.length);
  const money = (units: number) => moneyText(units, isoCurrencyCode);
  return (
    <ChartFrame
      label={label}
      places={places}
      scale={scale}
      tickWords={(amount) => shortMoneyText(amount, isoCurrencyCode)}
      words={(index) => [
        monthWords(months[index] ?? ""),
        ...all
          .filter(({ values }) => values[index] !== 0)
          .map(({ name, values }) => `${name} ${money(values[index] ?? 0)}`),
      ]}
      ends={[monthWords(months[0] ?? ""), monthWords(months.at(-1) ?? "")]}
      pathOf={pathOf}
      onOpen={(path) => void navigate(path, { viewTransition: true })}
      legend={all}
    >
      {(chosen) => (
        <>
          {columns.map(({ parts }, index) =>
            parts.map(({ color, from, to }) => (
              <ChartPath
                key={`${months[index] ?? ""} ${color}`}
                shape="bar"
                color={color}
                isFaded={chosen !== null && chosen !== index}
                d={barPath({ place: places[index] ?? 0, count: months.length, from, to }, scale)}
              />
            )),
          )}
          {line === undefined ? null : (
            <ChartPath shape="line" color={line.color} d={linePath(line.values, places, scale)} />
          )}
        </>
      )}
    </ChartFrame>
  );
}

type Column = { parts: { color: string; from: number; to: number }[]; ends: [low: number, high: number] };

/** Stacks a month's amounts, those above 0 upward and those below it downward. */
function columnOf(series: readonly Series[], index: number): Column {
  let [low, high] = [0, 0];
  const parts = series.flatMap(({ color, values, isBelow = false }) => {
    const amount = (values[index] ?? 0) * (isBelow ? -1 : 1);
    if (amount === 0) return [];
    const from = amount > 0 ? high : low;
    const to = from + amount;
    if (amount > 0) high = to;
    else low = to;
    return [{ color, from, to }];
  });
  return { parts, ends: [low, high] };
}

type Bar = { place: number; count: number; from: number; to: number };

function barPath({ place, count, from, to }: Bar, { yOf }: Scale): string {
  const half = (chartWidth / count) * (count > 40 ? 0.45 : 0.32);
  const [left, right] = [rounded(place * chartWidth - half), rounded(place * chartWidth + half)];
  return `M${left} ${yOf(from)}H${right}V${yOf(to)}H${left}Z`;
}

function linePath(values: readonly number[], places: readonly number[], { yOf }: Scale): string {
  return values
    .map(
      (value, index) =>
        `${index === 0 ? "M" : "L"}${rounded((places[index] ?? 0) * chartWidth)} ${yOf(value)}`,
    )
    .join("");
}
