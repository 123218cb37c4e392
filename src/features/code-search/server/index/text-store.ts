import type { CodeIndexStore } from "./code-index-store.ts";
import { createTextPlaces } from "./text-places.ts";

/** Texts beside the process, filled from the database: ahead of searches, and by them. */
export type TextStore = {
  descriptor: () => number;
  /** Returns the places of these texts, adding those that are missing until the time is over; null for one that is still missing. */
  places: (ids: ArrayLike<number>, untilMs: number) => Promise<(number | null)[]>;
  /** Adds the texts of these commits, slowly, and forgets the others once they are most of the file. */
  warm: (commitIds: readonly number[]) => Promise<void>;
  close: () => void;
};

/** Dead texts are kept until they are this many bytes, and as many as the living. */
const mostDeadBytes = 64 * 1024 * 1024;

export function createTextStore(store: Pick<CodeIndexStore, "copyTexts" | "textsOf">): TextStore {
  const places = createTextPlaces();
  let isClosed = false;
  let warmBytes = 0;

  async function add(ids: ArrayLike<number>, untilMs: number): Promise<void> {
    const missing = Array.from(ids).filter((id) => places.find(id) === null);
    if (missing.length === 0) return;
    await store.copyTexts(
      missing,
      (id, bytes) => {
        // Two searches at once may have asked for the same ones.
        if (places.find(id) === null) places.add(id, bytes);
      },
      () => !isClosed && performance.now() < untilMs,
    );
  }

  return {
    descriptor: places.descriptor,
    async places(ids, untilMs) {
      await add(ids, untilMs);
      return Array.from(ids, (id) => places.find(id));
    },
    async warm(commitIds) {
      const ids = await store.textsOf(commitIds);
      if (places.bytes() > warmBytes * 2 + mostDeadBytes) places.clear();
      await add(ids, Infinity);
      warmBytes = Math.max(1, places.bytes());
    },
    close() {
      isClosed = true;
      places.close();
    },
  };
}
