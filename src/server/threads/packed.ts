import { constants, gunzipSync, gzipSync } from "node:zlib";

/**
 * A list in gzipped pieces, a tenth of its size or less: what passes between threads, or waits in the database, is small, and never
 * there as a whole.
 */
export type Packed = readonly Uint8Array[];

const pieceSize = 5000;

/** Packs a list as JSON, converting each element. */
export function pack<T>(list: readonly T[], convert: (element: T, index: number) => object): Packed {
  return packPieces(list.length, (from, to) =>
    JSON.stringify(list.slice(from, to).map((element, at) => convert(element, from + at))),
  );
}

/** Packs a list of that length; `write` writes out what is between two indexes. */
export function packPieces(length: number, write: (from: number, to: number) => string): Packed {
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < length; from += pieceSize)
    pieces.push(gzipSync(write(from, Math.min(from + pieceSize, length)), { level: constants.Z_BEST_SPEED }));
  return pieces;
}

/** Returns a piece as it was written out. */
export function unpacked(piece: Uint8Array): string {
  return gunzipSync(piece).toString();
}
