/** A file of a repository, as its listing names it. */
export type TreeFile = { path: string; isShown: boolean };

/** A row of the tree: a folder (its path ends with a slash), a file, or the note that a folder has more entries. */
export type TreeRow = {
  kind: "folder" | "file" | "more";
  name: string;
  path: string;
  /** From 1. */
  level: number;
  isOpen: boolean;
  /** Number of entries in its folder, and its place among them from 1. */
  setSize: number;
  position: number;
  /** False for a file without text to show. */
  isShown: boolean;
};

type Folder = { folders: Map<string, Folder>; files: { name: string; isShown: boolean }[] };

type FileTree = { root: Folder };

/** Entries of a folder that are shown at first: a browser is slow with thousands of rows. */
const entriesAtFirst = 500;

/** Builds a tree from paths in any order. */
export function fileTree(files: readonly TreeFile[]): FileTree {
  const root = newFolder();
  for (const { path, isShown } of files) {
    const parts = path.split("/");
    const name = parts.pop() ?? "";
    let folder = root;
    for (const part of parts) {
      const next = folder.folders.get(part) ?? newFolder();
      folder.folders.set(part, next);
      folder = next;
    }
    folder.files.push({ name, isShown });
  }
  return { root };
}

/**
 * Returns the visible rows: folders before files, each by name; the entries of folders in `open` below them. A folder that
 * holds only one folder is one row with it, such as `src/main/`. Folders in `whole` show all of their entries.
 */
export function treeRows(
  { root }: FileTree,
  open: ReadonlySet<string>,
  whole: ReadonlySet<string>,
): TreeRow[] {
  const rows: TreeRow[] = [];

  function add(folder: Folder, prefix: string, level: number) {
    const folders = [...folder.folders].toSorted(([one], [other]) => compareNames(one, other));
    const files = folder.files.toSorted((one, other) => compareNames(one.name, other.name));
    const all = folders.length + files.length;
    const most = whole.has(prefix) ? all : entriesAtFirst;
    const setSize = Math.min(all, most) + (all > most ? 1 : 0);
    let position = 0;
    const base = () => ({ level, setSize, position: (position += 1), isOpen: false, isShown: true });
    for (const [name, inner] of folders.slice(0, most)) {
      const chain = chainOf(name, inner);
      const path = `${prefix}${chain.name}/`;
      const isOpen = open.has(path);
      rows.push({ ...base(), kind: "folder", name: chain.name, path, isOpen });
      if (isOpen) add(chain.folder, path, level + 1);
    }
    for (const { name, isShown } of files.slice(0, Math.max(0, most - folders.length)))
      rows.push({ ...base(), kind: "file", name, path: `${prefix}${name}`, isShown });
    if (all > most) rows.push({ ...base(), kind: "more", name: String(all - most), path: prefix });
  }

  add(root, "", 1);
  return rows;
}

/** Joins folders that hold nothing but one folder. */
function chainOf(name: string, folder: Folder): { name: string; folder: Folder } {
  const [only] = folder.folders;
  if (only === undefined || folder.folders.size > 1 || folder.files.length > 0) return { name, folder };
  return chainOf(`${name}/${only[0]}`, only[1]);
}

/** Returns the folders around a path, outermost first, as paths that end with a slash; a folder's own path is the last. */
export function foldersAround(path: string): string[] {
  const folders: string[] = [];
  for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1))
    folders.push(path.slice(0, slash + 1));
  return folders;
}

/** Most files that a filter lists. */
export const maxFound = 100;

/**
 * Returns the files whose path contains all words of the text, ignoring case: those with the first word in their name
 * come first, then shorter paths.
 */
export function findFiles(files: readonly TreeFile[], text: string): TreeFile[] {
  const words = text.toLowerCase().split(/\s+/u).filter(Boolean);
  const [first = ""] = words;
  const found = files.flatMap((file) => {
    const path = file.path.toLowerCase();
    if (!words.every((word) => path.includes(word))) return [];
    const isInName = path.slice(path.lastIndexOf("/") + 1).includes(first);
    return [{ file, rank: (isInName ? 0 : 1_000_000) + path.length }];
  });
  return found
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, maxFound)
    .map(({ file }) => file);
}

function newFolder(): Folder {
  return { folders: new Map(), files: [] };
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Orders as people do; names that differ only in case by their code. */
function compareNames(one: string, other: string): number {
  return collator.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
}
