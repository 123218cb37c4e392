import { baseName, isTree, type GitFile, type GitTree } from "./git-objects.ts";
import { encodePath } from "#shared/text/encode-path.ts";
import { base64Lines } from "./repo-routes.ts";
import { defaultBranch } from "./repo-shapes.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import type { SandboxRepo } from "../sandbox-data.ts";

/** Size above which the JSON response has no content (docs/reference/upstreams.md, "GitHub calls"). */
const maxInlineBytes = 1024 * 1024;

/** Returns the common fields of files, folders, links and submodules. */
function common(c: SandboxContext, repo: SandboxRepo, entry: GitFile | GitTree) {
  const fullName = `${repo.owner.login}/${repo.name}`;
  const ref = c.req.query("ref") ?? defaultBranch;
  const path = encodePath(entry.path);
  const kind = isTree(entry) ? "tree" : "blob";
  const url = `${c.get("base")}/repos/${fullName}/contents/${path}?ref=${encodeURIComponent(ref)}`;
  const gitUrl = `${c.get("base")}/repos/${fullName}/git/${kind}s/${entry.sha}`;
  const htmlUrl = `${c.get("base")}/${fullName}/${kind}/${ref}/${path}`;
  return {
    name: baseName(entry.path),
    path: entry.path,
    sha: entry.sha,
    size: isTree(entry) ? 0 : entry.bytes.length,
    url,
    html_url: htmlUrl,
    git_url: gitUrl,
    download_url: isTree(entry) ? null : `${c.get("base")}/${fullName}/raw/${ref}/${path}`,
    _links: { self: url, git: gitUrl, html: htmlUrl },
  };
}

/** Returns a file with its content. */
export function fileShape(c: SandboxContext, repo: SandboxRepo, file: GitFile) {
  const isLarge = file.bytes.length > maxInlineBytes;
  return {
    ...common(c, repo, file),
    type: "file",
    content: isLarge ? "" : base64Lines(file.bytes),
    encoding: isLarge ? "none" : "base64",
  };
}

/** Returns a link to something outside the repository. */
export function linkShape(c: SandboxContext, repo: SandboxRepo, link: GitFile) {
  return { ...common(c, repo, link), type: "symlink", target: link.bytes.toString() };
}

/** Returns another repository at one of its commits. */
export function submoduleShape(c: SandboxContext, repo: SandboxRepo, entry: GitFile) {
  const { url, _links: links, ...shared } = common(c, repo, entry);
  const elsewhere = { git_url: null, html_url: null, download_url: null };
  return {
    ...shared,
    ...elsewhere,
    url,
    _links: { ...links, git: null, html: null },
    type: "submodule",
    submodule_git_url: entry.submoduleUrl ?? "",
  };
}

/**
 * Returns an entry of a folder. In the older API version a submodule's type is file (docs/reference/upstreams.md, "GitHub
 * versions").
 */
export function folderEntry(c: SandboxContext, repo: SandboxRepo, entry: GitFile | GitTree) {
  if (isTree(entry)) return { ...common(c, repo, entry), type: "dir" };
  if (entry.mode === "160000") {
    const { submodule_git_url: _url, ...shape } = submoduleShape(c, repo, entry);
    return { ...shape, type: c.get("version") === "2022-11-28" ? "file" : "submodule" };
  }
  return { ...common(c, repo, entry), type: entry.mode === "120000" ? "symlink" : "file" };
}
