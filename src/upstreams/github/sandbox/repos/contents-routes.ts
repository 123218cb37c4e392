import type { Hono } from "hono";
import { fileShape, folderEntry, linkShape, submoduleShape } from "./contents-shapes.ts";
import { apiError, notFound } from "../errors.ts";
import type { GitCommit } from "./git-objects.ts";
import { baseName, findEntry, isTree, type GitFile } from "./git-objects.ts";
import { renderFile } from "./markdown.ts";
import { decodePath } from "../paths.ts";
import { onRepo } from "./repo-lookup.ts";
import { findCommit } from "./repo-routes.ts";
import type { Sandbox, SandboxContext, SandboxEnv } from "../sandbox-context.ts";
import type { SandboxRepo } from "../sandbox-data.ts";

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
