/** Lines of a file, from 1, both included. */
export type Lines = { first: number; last: number };

/** A place among a repository's files: a file, or a folder, whose path is empty or ends with a slash. */
export type FilePlace = { path: string; isFolder: boolean };

/**
 * Reads the place from a page's path, `/repo/{name}/files/{path}`. Every part is decoded by itself, so that a name with a
 * slash's code stays a name. Returns null if the encoding is invalid.
 */
export function filePlaceOf(pathname: string): FilePlace | null {
  const encoded = /^\/repo\/[^/]+\/files\/?(.*)$/su.exec(pathname)?.[1] ?? "";
  try {
    const path = encoded.split("/").map(decodeURIComponent).join("/");
    return { path, isFolder: path === "" || path.endsWith("/") };
  } catch {
    return null;
  }
}

/** Returns the place as a folder if there are files below it, though its address doesn't end with a slash. */
export function placeIn(place: FilePlace, files: readonly { path: string }[]): FilePlace {
  const folder = `${place.path}/`;
  const isFolder = !place.isFolder && files.some(({ path }) => path.startsWith(folder));
  return isFolder ? { path: folder, isFolder } : place;
}

/** Returns true for a folder without files in a listing that names every file. */
export function isMissingFolder(
  { path, isFolder }: FilePlace,
  tree: { files: readonly { path: string }[]; isTruncated: boolean } | undefined,
): boolean {
  if (!isFolder || path === "" || tree === undefined || tree.isTruncated) return false;
  return !tree.files.some((file) => file.path.startsWith(path));
}

/** Reads the lines of an address's hash: `#L3`, `#L3-L9`, or GitHub's `#L3C1-L9C4`; in either order. */
export function linesOfHash(hash: string): Lines | null {
  const [, from, to] = /^#L([1-9]\d{0,8})(?:C\d+)?(?:-L?([1-9]\d{0,8})(?:C\d+)?)?$/u.exec(hash) ?? [];
  if (from === undefined) return null;
  const ends = [Number(from), Number(to ?? from)];
  return { first: Math.min(...ends), last: Math.max(...ends) };
}

/** Returns the hash of an address for these lines; empty for none. */
export function hashOfLines(lines: Lines | null): string {
  if (lines === null) return "";
  return lines.first === lines.last ? `#L${lines.first}` : `#L${lines.first}-L${lines.last}`;
}

/** Returns the lines from the first selected one to `line`, for selecting with the Shift key. */
export function extendedTo(line: number, from: Lines | null): Lines {
  if (from === null) return { first: line, last: line };
  return line < from.first ? { first: line, last: from.last } : { first: from.first, last: line };
}
