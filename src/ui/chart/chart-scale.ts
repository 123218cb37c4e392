/** Vertical scale of a chart: where an amount is, and where its gridlines are. */
export type Scale = { yOf: (amount: number) => number; ticks: { amount: number; y: number }[] };

const mostTicks = 5;

/** Returns the scale of amounts in a drawing of `height` units, with round gridlines. Includes 0 if `fromZero`. */
export function scaleOf(amounts: readonly number[], height: number, fromZero: boolean): Scale {
  const own = fromZero ? [0, ...amounts] : amounts;
  const least = own.reduce((low, amount) => Math.min(low, amount), Infinity);
  const most = own.reduce((high, amount) => Math.max(high, amount), -Infinity);
  const [low, high] = Number.isFinite(least) ? [least, most] : [0, 0];
  const step = roundStep((high - low || Math.abs(high) || 1) / (mostTicks - 1));
  const bottom = Math.floor(low / step) * step;
  const top = Math.max(Math.ceil(high / step) * step, bottom + step);
  const yOf = (amount: number) => rounded(height - ((amount - bottom) / (top - bottom)) * height);
  const count = Math.round((top - bottom) / step);
  return {
    yOf,
    ticks: Array.from({ length: count + 1 }, (_, index) => {
      const amount = bottom + index * step;
      return { amount, y: yOf(amount) };
    }),
  };
}

/** Returns the next 1, 2, or 5 times a power of ten. */
export function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const part = step / power;
  return (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10) * power;
}

/** Rounds a coordinate of a drawing. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Returns the index of the place nearest to a share of the width; −1 without any, or past the share that they reach. */
export function nearest(places: readonly number[], share: number, reach = Infinity): number {
  if (share > reach) return -1;
  let best = -1;
  for (const [index, place] of places.entries())
    if (best === -1 || Math.abs(place - share) < Math.abs((places[best] ?? 0) - share)) best = index;
  return best;
}

/** Returns the index that a key moves to, from the last one at first; null for another key. */
export function indexByKey(count: number, index: number | null, key: string): number | null {
  const at = index ?? count - 1;
  const next = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - 12,
    PageUp: at + 12,
    Home: 0,
    End: count - 1,
  }[key];
  return next === undefined || count === 0 ? null : Math.min(count - 1, Math.max(0, next));
}
