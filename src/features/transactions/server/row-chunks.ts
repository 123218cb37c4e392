/** Most rows in one statement: parameters stay small, and so does the time that one statement takes. */
const chunkSize = 1000;

/** Cuts a list into the pieces that one statement takes. */
export function* inChunks<T>(list: readonly T[]): Generator<T[]> {
  for (let from = 0; from < list.length; from += chunkSize) yield list.slice(from, from + chunkSize);
}
