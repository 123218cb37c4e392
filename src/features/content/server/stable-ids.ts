import { createHash } from "node:crypto";

/**
 * Creates a function that assigns the integer ids the API needs: the given one, or one derived from the slug, so that
 * it is the same on every start and machine.
 */
export function createIdGiver(): (kind: string, slug: string, wanted?: number) => number {
  const taken = new Map<string, Set<number>>();
  return (kind, slug, wanted) => {
    const ids = taken.get(kind) ?? new Set<number>();
    taken.set(kind, ids);
    // Above what people write by hand, below 2^31.
    let id =
      wanted ?? 1_000_000 + (createHash("sha256").update(slug).digest().readUInt32BE() % 2_000_000_000);
    while (ids.has(id)) id += 1;
    ids.add(id);
    return id;
  };
}

/** Returns a name as part of an address: `C#` becomes `c-sharp`, `.NET` `dot-net`, `Vue JS` `vue-js`. */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replaceAll("#", "-sharp")
    .replaceAll("+", "-plus")
    .replaceAll("&", "-and-")
    .replace(/(^|\s)\./g, "$1dot-")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}
