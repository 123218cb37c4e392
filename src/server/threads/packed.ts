import { constants, gunzipSync, gzipSync } from "node:zlib";

/**
 * A list in pieces of gzipped JSON, a tenth of its size or less: what passes between threads, or waits in the database, is small,
 * and never there as a whole.
 */
export type Packed = readonly Uint8Array[];

const pieceSize = 5000;

/** Packs a list, converting each element. */
export function pack<T>(list: readonly T[], convert: (element: T, index: number) => object): Packed {
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < list.length; from += pieceSize) {
    const piece = list.slice(from, from + pieceSize).map((element, at) => convert(element, from + at));
    pieces.push(gzipSync(JSON.stringify(piece), { level: constants.Z_BEST_SPEED }));
  }
  return pieces;
}

/** Returns a piece as JSON. */
export function unpacked(piece: Uint8Array): string {
  return gunzipSync(piece).toString();
}
