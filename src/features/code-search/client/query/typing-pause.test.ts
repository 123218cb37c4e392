import { describe, expect, it } from "vitest";
import { countTypedSearch, typingPauseMs } from "./typing-pause.ts";

/** Types at an even speed and returns when searches ran. */
function typeFrom(startMs: number, keyEveryMs: number, forMs: number): number[] {
  const searches: number[] = [];
  for (let keyMs = startMs; keyMs < startMs + forMs; keyMs += keyEveryMs) {
    const pauseMs = typingPauseMs(keyMs);
    if (pauseMs >= keyEveryMs) continue;
    countTypedSearch(keyMs + pauseMs);
    searches.push(keyMs + pauseMs);
  }
  return searches;
}

describe("the pause of typing after which a search runs", () => {
  const speeds = [160, 210, 300, 500, 750, 900, 1000, 1200, 1400, 2000];

  it.each(speeds.map((keyEveryMs, index) => [keyEveryMs, index * 3_600_000] as const))(
    "leaves searches of the minute's 60 to someone who types a key every %i ms",
    (keyEveryMs, startMs) => {
      const searches = typeFrom(startMs, keyEveryMs, 180_000);
      const mostInAMinute = Math.max(
        ...searches.map(
          (fromMs) => searches.filter((atMs) => atMs >= fromMs && atMs < fromMs + 60_000).length,
        ),
      );
      expect(mostInAMinute).toBeGreaterThan(0);
      expect(mostInAMinute).toBeLessThan(50);
    },
  );

  it("is short at first, and again a minute later", () => {
    const startMs = 100 * 3_600_000;
    expect(typingPauseMs(startMs)).toBe(150);
    countTypedSearch(startMs);
    expect(typingPauseMs(startMs + 59_999)).toBe(175);
    expect(typingPauseMs(startMs + 60_000)).toBe(150);
  });
});
