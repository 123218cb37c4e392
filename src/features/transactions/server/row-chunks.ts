/** Most rows in one statement, to keep its parameters and its time small. */
const chunkSize = 1000;

/** Splits a list into chunks for one statement each. */
export function* inChunks<T>(list: readonly T[]): Generator<T[]> {
  for (let from = 0; from < list.length; from += chunkSize) yield list.slice(from, from + chunkSize);
}
