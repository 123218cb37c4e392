import { createHash } from "node:crypto";
import type { GitIdentity } from "../users/people.ts";
import type { FileMode } from "./seed-bundle.ts";

/** A file at one commit. */
export type GitFile = {
  path: string;
  mode: FileMode;
  /** Sha of the blob; for a submodule, of the commit. */
  sha: string;
  bytes: Buffer;
  submoduleUrl?: string;
};

export type GitTree = { path: string; sha: string; entries: (GitFile | GitTree)[] };

/** A file before and after a commit. */
export type FileChange = { before: GitFile | null; after: GitFile };

export type GitCommit = {
  sha: string;
  tree: GitTree;
  parents: string[];
  date: string;
  author: GitIdentity;
  message: string;
  changes: FileChange[];
};

/** Returns the sha that git computes for an object. */
export function hashObject(kind: "blob" | "tree" | "commit", body: Buffer): string {
  return createHash("sha1").update(`${kind} ${body.length}\0`).update(body).digest("hex");
}

export function isTree(entry: GitFile | GitTree): entry is GitTree {
  return "entries" in entry;
}

/** Returns the last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Builds the tree below `folder` ("" for the root) from a flat list of files. */
export function buildTree(files: readonly GitFile[], folder = ""): GitTree {
  const below = new Map<string, GitFile[]>();
  const entries: (GitFile | GitTree)[] = [];
  const start = folder === "" ? 0 : folder.length + 1;
  for (const file of files) {
    const slash = file.path.indexOf("/", start);
    if (slash < 0) entries.push(file);
    else {
      const name = file.path.slice(0, slash);
      below.set(name, [...(below.get(name) ?? []), file]);
    }
  }
  for (const [path, inside] of below) entries.push(buildTree(inside, path));
  entries.sort((a, b) => Buffer.compare(sortKey(a), sortKey(b)));
  const body = entries.map((entry) =>
    Buffer.concat([
      Buffer.from(`${isTree(entry) ? "40000" : entry.mode} ${baseName(entry.path)}\0`),
      Buffer.from(entry.sha, "hex"),
    ]),
  );
  return { path: folder, sha: hashObject("tree", Buffer.concat(body)), entries };
}

/** Returns git's sort key, in which a folder's name ends with a slash. */
function sortKey(entry: GitFile | GitTree): Buffer {
  return Buffer.from(isTree(entry) ? `${entry.path}/` : entry.path);
}

/** Returns the entry at a path relative to the root, or undefined. */
export function findEntry(root: GitTree, path: string): GitFile | GitTree | undefined {
  if (path === "") return root;
  let at: GitFile | GitTree = root;
  let reached = "";
  for (const part of path.split("/")) {
    if (!isTree(at)) return undefined;
    reached = reached === "" ? part : `${reached}/${part}`;
    const next: GitFile | GitTree | undefined = at.entries.find((entry) => entry.path === reached);
    if (next === undefined) return undefined;
    at = next;
  }
  return at;
}
