import { steadyClock } from "#shared/steady-clock.ts";

/** Counts calls that anybody can cause, for everybody together: what a stranger does must not use up the site's calls. */
export type CallWindow = {
  /** Seconds until the next call is possible; 0 when this one is counted. */
  take: (allowance: { most: number; windowMs: number }) => number;
};

export function createCallWindow(now: () => Date): CallWindow {
  const clock = steadyClock(() => now().getTime());
  let window = { endsAtMs: 0, used: 0 };
  return {
    take({ most, windowMs }) {
      const nowMs = clock();
      if (window.endsAtMs <= nowMs) window = { endsAtMs: nowMs + windowMs, used: 0 };
      if (window.used >= most) return (window.endsAtMs - nowMs) / 1000;
      window.used += 1;
      return 0;
    },
  };
}
