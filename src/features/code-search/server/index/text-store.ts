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

const perQuery = 40;
/** Dead texts are kept until they are this many bytes, and as many as the living. */
const mostDeadBytes = 64 * 1024 * 1024;

export function createTextStore(store: Pick<CodeIndexStore, "texts" | "textsOf">): TextStore {
  const places = createTextPlaces();
  let isClosed = false;
  let warmBytes = 0;

  async function add(ids: readonly number[], untilMs: number): Promise<void> {
    for (let from = 0; from < ids.length && performance.now() < untilMs; from += perQuery) {
      if (isClosed) return;
      const texts = await store.texts(ids.slice(from, from + perQuery));
      // Two searches at once may have asked for the same ones.
      if (!isClosed) places.add(texts.filter(({ id }) => places.find(id) === null));
    }
  }

  return {
    descriptor: places.descriptor,
    async places(ids, untilMs) {
      const missing = Array.from(ids).filter((id) => places.find(id) === null);
      if (missing.length > 0) await add(missing, untilMs);
      return Array.from(ids, (id) => places.find(id));
    },
    async warm(commitIds) {
      const ids = await store.textsOf(commitIds);
      if (places.bytes() > warmBytes * 2 + mostDeadBytes) places.clear();
      await add(
        Array.from(ids).filter((id) => places.find(id) === null),
        Infinity,
      );
      warmBytes = Math.max(1, places.bytes());
    },
    close() {
      isClosed = true;
      places.close();
    },
  };
}
