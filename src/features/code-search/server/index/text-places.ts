import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A place is `offset * lengthFactor + length`, in bytes: a text has fewer than 4 MB, the file at most 2 GB. */
export const lengthFactor = 2 ** 22;
const mostBytes = 2 ** 31;
const closeAfterMs = 10_000;

/**
 * Texts of the index beside the process, where its threads read them faster than from the database: a file without a name, which
 * the system's own cache holds and which ends with the process. Texts never change, so nothing in it is ever wrong.
 */
export type TextPlaces = {
  descriptor: () => number;
  /** Returns a text's place; null if it has to be added first. */
  find: (id: number) => number | null;
  /** Adds a text if there is room; searches call results without it partial. */
  add: (id: number, bytes: Buffer) => void;
  /** Returns how much the file holds. */
  bytes: () => number;
  /** Starts again with an empty file. */
  clear: () => void;
  close: () => void;
};

export function createTextPlaces(): TextPlaces {
  let places = new Map<number, number>();
  let descriptor: number | null = null;
  let size = 0;

  function open(): number {
    const folder = mkdtempSync(join(tmpdir(), "folio-code-"));
    const file = join(folder, "texts");
    const opened = openSync(file, "w+");
    // Without a name, nothing is left behind. Windows keeps it until it is closed.
    rmSync(folder, { recursive: true, force: true });
    return opened;
  }

  function clear(): void {
    const old = descriptor;
    // A thread may still be reading it.
    if (old !== null) setTimeout(() => closeSync(old), closeAfterMs).unref();
    descriptor = null;
    places = new Map();
    size = 0;
  }

  return {
    descriptor: () => (descriptor ??= open()),
    find: (id) => places.get(id) ?? null,
    add(id, bytes) {
      if (size + bytes.length > mostBytes) return;
      writeSync((descriptor ??= open()), bytes, 0, bytes.length, size);
      places.set(id, size * lengthFactor + bytes.length);
      size += bytes.length;
    },
    bytes: () => size,
    clear,
    close: clear,
  };
}
