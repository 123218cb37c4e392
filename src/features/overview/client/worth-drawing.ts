import { daysBetween } from "#shared/time/plain-dates.ts";

export type WorthDay = { date: string; amount: number };

/** Computes the lines of a curve in a drawing of `width` by `height` units; null for a single day. */
export function worthDrawing(
  days: readonly WorthDay[],
  width: number,
  height: number,
): { line: string; area: string; from: string } | null {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || first.date === last.date) return null;
  const amounts = days.map(({ amount }) => amount);
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  const span = daysBetween(first.date, last.date);
  // A tenth of the height above and below keeps the line inside.
  const room = Math.max(most - least, 1) * 0.1;
  const xOf = (date: string) => round((daysBetween(first.date, date) / span) * width);
  const yOf = (amount: number) =>
    round(height - ((amount - least + room) / (most - least + 2 * room)) * height);
  // Worth keeps its level until the day of the next transactions.
  const steps = days.map(({ date, amount }, index) =>
    index === 0 ? `M0 ${yOf(amount)}` : `H${xOf(date)}V${yOf(amount)}`,
  );
  const line = steps.join("");
  return { line, area: `${line}V${height}H0Z`, from: first.date };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
