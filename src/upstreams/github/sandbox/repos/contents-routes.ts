import type { Hono } from "hono";
import { apiError, notFound } from "../errors.ts";
import type { GitCommit } from "./git-objects.ts";
import { baseName, findEntry, isTree, type GitFile, type GitTree } from "./git-objects.ts";
import { decodePath } from "../paths.ts";
import { onRepo } from "./repo-lookup.ts";
import { findCommit, base64Lines } from "./repo-routes.ts";
import type { Sandbox, SandboxContext, SandboxEnv } from "../sandbox-context.ts";
import type { SandboxRepo } from "../sandbox-data.ts";
import { escapeHtml } from "#shared/text/html.ts";
import MarkdownIt from "markdown-it";
import { encodePath } from "#shared/text/encode-path.ts";
import { defaultBranch } from "./repo-shapes.ts";

type MediaType = "json" | "raw" | "html" | "object";

/** Mounts files, folders and the README, in GitHub's media types. */
export function mountContentsRoutes(app: Hono<SandboxEnv>, sandbox: Sandbox): void {
  for (const path of ["/contents", "/contents/*"]) {
    onRepo(app, sandbox, { path, part: "contents" }, (c, repo, rest) => answerContents(c, repo, rest));
  }
  onRepo(app, sandbox, { path: "/readme", part: "readme" }, (c, repo) => {
    const commit = findCommit(repo, c.req.query("ref"));
    const readme = commit?.tree.entries.find(
      (entry) => !isTree(entry) && /^readme(?:\.|$)/i.test(baseName(entry.path)),
    );
    if (commit === undefined || readme === undefined || isTree(readme)) return notFound(c);
    return answerFile(c, repo, readme);
  });
}

function answerContents(c: SandboxContext, repo: SandboxRepo, rest: string): Response {
  const path = decodePath(rest);
  if (repo.commits.length === 0) return apiError(c, 404, "This repository is empty.");
  if (path === null) return apiError(c, 422, "path contains a malformed path component");
  const commit = findCommit(repo, c.req.query("ref"));
  if (commit === undefined)
    return apiError(c, 404, `No commit found for the ref ${c.req.query("ref") ?? ""}`);
  const entry = findEntry(commit.tree, path);
  if (entry === undefined) return notFound(c);
  if (isTree(entry)) {
    const entries = entry.entries.map((inside) => folderEntry(c, repo, inside));
    if (mediaTypeOf(c) !== "object") return c.json(entries);
    return c.json({ ...folderEntry(c, repo, entry), entries });
  }
  if (entry.mode === "160000") return c.json(submoduleShape(c, repo, entry));
  if (entry.mode === "120000") return answerLink(c, repo, commit, entry);
  return answerFile(c, repo, entry);
}

/** Returns the linked file for a link within the repository, else the link itself. */
function answerLink(c: SandboxContext, repo: SandboxRepo, commit: GitCommit, link: GitFile): Response {
  const target = findEntry(commit.tree, linkTarget(link));
  const isFile = target !== undefined && !isTree(target) && target.mode.startsWith("100");
  return isFile ? answerFile(c, repo, target) : c.json(linkShape(c, repo, link));
}

/** Returns the path within the repository that a relative link points to; one that leaves it matches nothing. */
function linkTarget(link: GitFile): string {
  const root = "http://repository";
  const folder = link.path.slice(0, link.path.lastIndexOf("/") + 1);
  return decodePath(new URL(link.bytes.toString(), `${root}/${folder}`).pathname.slice(1)) ?? "";
}

function answerFile(c: SandboxContext, repo: SandboxRepo, file: GitFile): Response {
  const media = mediaTypeOf(c);
  if (media === "json" || media === "object") return c.json(fileShape(c, repo, file));
  const headers = {
    "content-type": `application/vnd.github.${media}+json; charset=utf-8`,
    "x-github-media-type": `github.v3; param=${media}; format=json`,
  };
  if (media === "html") return c.body(renderFile(file), 200, headers);
  return c.body(new Uint8Array(file.bytes), 200, headers);
}

function mediaTypeOf(c: SandboxContext): MediaType {
  const accept = c.req.header("accept") ?? "";
  const asked = /application\/vnd\.github(?:\.v3)?\.(raw|html|object)/.exec(accept)?.[1];
  return asked === "raw" || asked === "html" || asked === "object" ? asked : "json";
}

/** Matches `- [x] done` and `- [ ] to do` as rendered by Markdown without GitHub's extension. */
const taskItem = /<li>(\n<p>|)\[([ xX])\] /g;

/** HTML in Markdown passes through. GitHub sanitizes it, but a client must not rely on that. */
const markdown = new MarkdownIt({ html: true, linkify: true });

/** Renders a file in GitHub's `html` media type: Markdown rendered, anything else as text. */
function renderFile(file: GitFile): string {
  const text = file.bytes.toString("utf8");
  const name = escapeHtml(baseName(file.path));
  if (!/\.(?:md|markdown)$/i.test(file.path)) {
    return `<div id="file" data-path="${escapeHtml(file.path)}"><div class="plain"><pre style="white-space: pre-wrap">${escapeHtml(text)}</pre></div></div>`;
  }
  const body = markdown.render(text).replaceAll(taskItem, (_whole, paragraph: string, mark: string) => {
    const checked = mark === " " ? "" : ' checked=""';
    return `<li class="task-list-item">${paragraph}<input type="checkbox" id="" disabled="" class="task-list-item-checkbox"${checked}> `;
  });
  return `<div id="file" class="md" data-path="${name}"><article class="markdown-body entry-content container-lg" itemprop="text">${body}</article></div>`;
}

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
function fileShape(c: SandboxContext, repo: SandboxRepo, file: GitFile) {
  const isLarge = file.bytes.length > maxInlineBytes;
  return {
    ...common(c, repo, file),
    type: "file",
    content: isLarge ? "" : base64Lines(file.bytes),
    encoding: isLarge ? "none" : "base64",
  };
}

/** Returns a link to something outside the repository. */
function linkShape(c: SandboxContext, repo: SandboxRepo, link: GitFile) {
  return { ...common(c, repo, link), type: "symlink", target: link.bytes.toString() };
}

/** Returns another repository at one of its commits. */
function submoduleShape(c: SandboxContext, repo: SandboxRepo, entry: GitFile) {
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
function folderEntry(c: SandboxContext, repo: SandboxRepo, entry: GitFile | GitTree) {
  if (isTree(entry)) return { ...common(c, repo, entry), type: "dir" };
  if (entry.mode === "160000") {
    const { submodule_git_url: _url, ...shape } = submoduleShape(c, repo, entry);
    return { ...shape, type: c.get("version") === "2022-11-28" ? "file" : "submodule" };
  }
  return { ...common(c, repo, entry), type: entry.mode === "120000" ? "symlink" : "file" };
}
