import type { z } from "zod";
import type { HttpHeaders } from "#shared/http/http-client.ts";
import type { GitHubRate } from "./github-errors.ts";
import type { contentSchema, treeSchema } from "./github-schemas.ts";

/** Content at a path of a repository. `sha` is git's; `size` is in bytes. */
export type GitHubContents =
  | {
      kind: "file";
      path: string;
      sha: string;
      size: number;
      htmlUrl: string | null;
      /** As committed, without decoding or changing line ends or byte order marks. */
      bytes: Uint8Array;
    }
  | { kind: "directory"; entries: GitHubDirectoryEntry[] }
  /** A link to a file in the repository is returned as that file; this one points elsewhere. */
  | { kind: "symlink"; path: string; target: string; htmlUrl: string | null }
  | { kind: "submodule"; path: string; gitUrl: string | null; htmlUrl: string | null }
  /** Over 1 MB; null if GitHub doesn't report the size. */
  | { kind: "too-large"; path: string; size: number | null; htmlUrl: string | null };

export type GitHubDirectoryEntry = {
  kind: GitHubEntryKind;
  name: string;
  path: string;
  sha: string;
  size: number;
  htmlUrl: string | null;
};

export type GitHubEntryKind = "file" | "directory" | "symlink" | "submodule";

/** Files of a commit; `isTruncated` if GitHub left some out (over 100,000 entries or 7 MB). */
export type GitHubTree = {
  sha: string;
  isTruncated: boolean;
  entries: { kind: GitHubEntryKind; path: string; sha: string; size: number | null }[];
};

/** Reads the remaining calls from a response's headers; null if absent (GitHub Enterprise can disable limits). */
export function rateOf(headers: HttpHeaders): GitHubRate | null {
  const limit = wholeNumber(headers.get("x-ratelimit-limit"));
  const remaining = wholeNumber(headers.get("x-ratelimit-remaining"));
  const reset = wholeNumber(headers.get("x-ratelimit-reset"));
  if (limit === null || remaining === null || reset === null) return null;
  return {
    limit,
    remaining,
    resetAt: new Date(reset * 1000),
    resource: headers.get("x-ratelimit-resource") ?? "core",
  };
}

function wholeNumber(value: string | null): number | null {
  return value !== null && /^\d{1,12}$/.test(value) ? Number(value) : null;
}

/** Returns a `Link` header's URL for `rel` (RFC 8288: several relations in one, commas inside URLs). */
export function linkOf(header: string | null, rel: string): string | null {
  for (const [, url = "", parameters = ""] of (header ?? "").matchAll(/<([^<>]*)>((?:[^",<]|"[^"]*")*)/g)) {
    for (const [, name = "", quoted, plain] of parameters.matchAll(
      /;\s*(\w+)\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/g,
    )) {
      const relations = (quoted ?? plain ?? "").toLowerCase().split(/\s+/);
      if (name.toLowerCase() === "rel" && relations.includes(rel)) return url;
    }
  }
  return null;
}

/** Decodes content; null if there is none: an unknown encoding, invalid base64, a directory without entries. */
export function contentsOf(raw: z.infer<typeof contentSchema>): GitHubContents | null {
  const { path, sha, size, html_url: htmlUrl } = raw;
  const kind = entryKindOf(raw);
  if (kind === "symlink") return { kind, path, target: raw.target ?? "", htmlUrl };
  if (kind === "submodule") return { kind, path, gitUrl: raw.submodule_git_url ?? null, htmlUrl };
  if (kind === "directory") return null;
  const bytes = bytesOf(raw);
  if (bytes === null) return null;
  // Over 1 MB GitHub omits the content and says so in the encoding.
  if (bytes.byteLength === 0 && size > 0) return { kind: "too-large", path, size, htmlUrl };
  return { kind, path, sha, size: bytes.byteLength, htmlUrl, bytes };
}

function bytesOf({ encoding, content }: z.infer<typeof contentSchema>): Uint8Array | null {
  if (encoding === "none") return new Uint8Array();
  if (encoding !== "base64" || content === undefined) return null;
  // GitHub breaks lines after 60 characters; its API description's examples write a break as `\\n`.
  const base64 = content.replace(/\s+|\\n/g, "");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return null;
  return new Uint8Array(Buffer.from(base64, "base64"));
}

/** Returns the entries of a directory. */
export function directoryOf(raw: readonly z.infer<typeof contentSchema>[]): GitHubContents {
  return {
    kind: "directory",
    entries: raw.map((entry) => {
      const { name, path, sha, size, html_url: htmlUrl } = entry;
      return { kind: entryKindOf(entry), name, path, sha, size, htmlUrl };
    }),
  };
}

function entryKindOf(raw: z.infer<typeof contentSchema>): GitHubEntryKind {
  if (raw.type === "dir") return "directory";
  if (raw.type !== "file") return raw.type;
  // In its directory's list a submodule is a "file"; its target, a tree, gives it away.
  const isSubmodule = typeof raw.submodule_git_url === "string" || /\/git\/trees\//.test(raw.git_url ?? "");
  return isSubmodule ? "submodule" : "file";
}

/** Drops entries of kinds that git may add one day. */
export function treeOf(raw: z.infer<typeof treeSchema>): GitHubTree {
  return {
    sha: raw.sha,
    isTruncated: raw.truncated,
    entries: raw.tree.flatMap(({ path, mode, type, sha, size }) => {
      const kind = treeKinds.get(type === "blob" && mode === "120000" ? "link" : type);
      return kind === undefined ? [] : [{ kind, path, sha, size }];
    }),
  };
}

const treeKinds = new Map<string, GitHubEntryKind>([
  ["blob", "file"],
  ["link", "symlink"],
  ["tree", "directory"],
  ["commit", "submodule"],
]);
