import type { Hono } from "hono";
import { fullCommit, listedCommit } from "./commit-shapes.ts";
import { apiError, emptyRepository, notFound } from "../errors.ts";
import type { GitCommit } from "./git-objects.ts";
import { isTree, type GitFile, type GitTree } from "./git-objects.ts";
import { listFiles } from "./languages.ts";
import { takePage } from "../paging.ts";
import { makeTarball } from "./tarball.ts";
import { onRepo } from "./repo-lookup.ts";
import { defaultBranch, fullRepo } from "./repo-shapes.ts";
import type { Sandbox, SandboxContext, SandboxEnv } from "../sandbox-context.ts";
import type { SandboxRepo } from "../sandbox-data.ts";

/** Resolves a ref: the branch, nothing, or a sha prefix of at least seven digits. */
export function findCommit(repo: SandboxRepo, ref: string | undefined): GitCommit | undefined {
  const names = [
    undefined,
    "",
    "HEAD",
    defaultBranch,
    `heads/${defaultBranch}`,
    `refs/heads/${defaultBranch}`,
  ];
  if (names.includes(ref)) return repo.commits[0];
  return /^[0-9a-f]{7,40}$/.test(ref ?? "")
    ? repo.commits.find(({ sha }) => sha.startsWith(ref ?? ""))
    : undefined;
}

/** Mounts one repository's calls: itself, its languages, commits, branches and git objects. */
export function mountRepoRoutes(app: Hono<SandboxEnv>, sandbox: Sandbox): void {
  onRepo(app, sandbox, { path: "", part: "repo" }, (c, repo) => {
    const [owner = "", name = ""] = repo.bundle.parent?.split("/") ?? [];
    return c.json(fullRepo(c.get("base"), repo, sandbox.data().findRepo(owner, name), c.get("version")));
  });

  onRepo(app, sandbox, { path: "/languages", part: "languages" }, (c, repo) => c.json(repo.languages));

  onRepo(app, sandbox, { path: "/commits", part: "commits" }, (c, repo) => {
    if (repo.commits.length === 0) return emptyRepository(c);
    const start = findCommit(repo, c.req.query("sha"));
    if (start === undefined) return notFound(c);
    const reachable = repo.commits.slice(repo.commits.indexOf(start));
    const page = takePage(c, reachable.filter(commitFilter(c)), `/repositories/${repo.id}/commits`);
    return c.json(page.map((commit) => listedCommit(c.get("base"), sandbox.data(), repo, commit)));
  });

  onRepo(app, sandbox, { path: "/commits/:ref", part: "commits" }, (c, repo) => {
    if (repo.commits.length === 0) return emptyRepository(c);
    const ref = c.req.param("ref") ?? "";
    const commit = findCommit(repo, ref);
    if (commit === undefined) return apiError(c, 422, `No commit found for SHA: ${ref}`);
    return c.json(fullCommit(c.get("base"), sandbox.data(), repo, commit));
  });

  onRepo(app, sandbox, { path: "/branches", part: "repo" }, (c, repo) => {
    const [head] = repo.commits;
    if (head === undefined) return c.json([]);
    const api = `${c.get("base")}/repos/${repo.owner.login}/${repo.name}`;
    const commit = { sha: head.sha, url: `${api}/commits/${head.sha}` };
    return c.json([{ name: defaultBranch, commit, protected: false }]);
  });

  onRepo(app, sandbox, { path: "/git/trees/:ref", part: "contents" }, (c, repo) => {
    const [head] = repo.commits;
    if (head === undefined) return emptyRepository(c);
    const ref = c.req.param("ref") ?? "";
    const tree =
      findCommit(repo, ref)?.tree ?? repo.commits.flatMap((commit) => findTree(commit.tree, ref) ?? [])[0];
    return tree === undefined ? notFound(c) : c.json(treeAnswer(c, repo, tree));
  });

  for (const path of ["/tarball", "/tarball/*"]) {
    onRepo(app, sandbox, { path, part: "contents" }, (c, repo, rest) => {
      const commit = findCommit(repo, decodeURIComponent(rest));
      if (commit === undefined) return notFound(c);
      // GitHub redirects to the host of its archives, which the sandbox doesn't have.
      return c.body(new Uint8Array(makeTarball(repo.owner.login, repo.name, commit)), 200, {
        "content-type": "application/x-gzip",
      });
    });
  }

  onRepo(app, sandbox, { path: "/git/blobs/:sha", part: "contents" }, (c, repo) => {
    const sha = c.req.param("sha") ?? "";
    const file = repo.commits
      .flatMap(({ tree }) => listFiles(tree))
      .find((known) => known.sha === sha && known.mode !== "160000");
    if (file === undefined) return notFound(c);
    const url = `${c.get("base")}/repos/${repo.owner.login}/${repo.name}/git/blobs/${sha}`;
    return c.json({
      sha,
      node_id: Buffer.from(`0:Blob:${sha}`).toString("base64"),
      size: file.bytes.length,
      url,
      content: base64Lines(file.bytes),
      encoding: "base64",
    });
  });
}

/** Encodes base64 like GitHub, with a line feed after every 60 characters and at the end. */
export function base64Lines(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll(/.{1,60}/g, "$&\n");
}

function commitFilter(c: SandboxContext): (commit: GitCommit) => boolean {
  const { path, author, since, until } = c.req.query();
  return (commit) =>
    (path === undefined ||
      commit.changes.some(({ after }) => after.path === path || after.path.startsWith(`${path}/`))) &&
    (author === undefined || [commit.author.login, commit.author.email].includes(author)) &&
    (since === undefined || Date.parse(commit.date) >= Date.parse(since)) &&
    (until === undefined || Date.parse(commit.date) <= Date.parse(until));
}

function findTree(tree: GitTree, sha: string): GitTree | undefined {
  if (tree.sha === sha) return tree;
  for (const entry of tree.entries) {
    const found = isTree(entry) ? findTree(entry, sha) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function treeAnswer(c: SandboxContext, repo: SandboxRepo, tree: GitTree) {
  const git = `${c.get("base")}/repos/${repo.owner.login}/${repo.name}/git`;
  const skip = tree.path === "" ? 0 : tree.path.length + 1;
  const isRecursive = c.req.query("recursive") !== undefined;
  function rows(entries: readonly (GitFile | GitTree)[]): object[] {
    return entries.flatMap((entry) => {
      const path = entry.path.slice(skip);
      if (isTree(entry)) {
        const row = { path, mode: "040000", type: "tree", sha: entry.sha, url: `${git}/trees/${entry.sha}` };
        return isRecursive ? [row, ...rows(entry.entries)] : [row];
      }
      if (entry.mode === "160000") return [{ path, mode: entry.mode, type: "commit", sha: entry.sha }];
      const url = `${git}/blobs/${entry.sha}`;
      return [{ path, mode: entry.mode, type: "blob", sha: entry.sha, size: entry.bytes.length, url }];
    });
  }
  return { sha: tree.sha, url: `${git}/trees/${tree.sha}`, tree: rows(tree.entries), truncated: false };
}
