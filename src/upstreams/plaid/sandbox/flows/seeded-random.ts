/** Pseudorandom numbers that are the same for the same seed on every machine. */
export type SeededRandom = {
  /** Returns a number from 0 up to, but not including, 1. */
  next: () => number;
  /** Returns an integer, with both ends included. */
  whole: (min: number, max: number) => number;
  /** Returns true with a probability from 0 to 1. */
  chance: (probability: number) => boolean;
  pick: <T>(list: readonly [T, ...T[]]) => T;
};

/** Creates mulberry32 over an FNV-1a hash of the seed, which is short, fast, and good enough for invented shopping. */
export function seededRandom(seed: string): SeededRandom {
  let state = hashOf(seed);
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick: (list) => list[whole(0, list.length - 1)] ?? list[0],
  };
}

/** Returns the 32-bit FNV-1a hash. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
