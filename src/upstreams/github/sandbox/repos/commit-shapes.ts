import type { FileChange, GitCommit } from "./git-objects.ts";
import type { GitFile } from "./git-objects.ts";
import { encodePath } from "#shared/text/encode-path.ts";
import { nodeId, simpleUser } from "../users/user-shapes.ts";
import type { SandboxRepo, SandboxData } from "../sandbox-data.ts";

/** Returns a commit as in lists. An author whose email address belongs to no account is null. */
export function listedCommit(base: string, data: SandboxData, repo: SandboxRepo, commit: GitCommit) {
  const fullName = `${repo.owner.login}/${repo.name}`;
  const api = `${base}/repos/${fullName}`;
  const { name, email, login } = commit.author;
  const account = login === null ? undefined : data.findPerson(login);
  const user = account === undefined ? null : simpleUser(base, account);
  return {
    sha: commit.sha,
    node_id: nodeId("Commit", commit.sha),
    commit: {
      author: { name, email, date: commit.date },
      committer: { name, email, date: commit.date },
      message: commit.message,
      tree: { sha: commit.tree.sha, url: `${api}/git/trees/${commit.tree.sha}` },
      url: `${api}/git/commits/${commit.sha}`,
      comment_count: 0,
      verification: {
        verified: false,
        reason: "unsigned",
        signature: null,
        payload: null,
        verified_at: null,
      },
    },
    url: `${api}/commits/${commit.sha}`,
    html_url: `${base}/${fullName}/commit/${commit.sha}`,
    comments_url: `${api}/commits/${commit.sha}/comments`,
    author: user,
    committer: user,
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${api}/commits/${sha}`,
      html_url: `${base}/${fullName}/commit/${sha}`,
    })),
  };
}

/** Returns one commit with its changes. */
export function fullCommit(base: string, data: SandboxData, repo: SandboxRepo, commit: GitCommit) {
  const files = commit.changes.map((change) => changedFile(base, repo, commit, change));
  const additions = files.reduce((sum, file) => sum + file.additions, 0);
  return {
    ...listedCommit(base, data, repo, commit),
    stats: { total: additions, additions, deletions: 0 },
    files,
  };
}

function changedFile(base: string, repo: SandboxRepo, commit: GitCommit, { before, after }: FileChange) {
  const fullName = `${repo.owner.login}/${repo.name}`;
  const path = encodePath(after.path);
  const patch = patchOf(before, after);
  return {
    sha: after.sha,
    filename: after.path,
    status: before === null ? "added" : "modified",
    additions: patch?.additions ?? 0,
    deletions: 0,
    changes: patch?.additions ?? 0,
    blob_url: `${base}/${fullName}/blob/${commit.sha}/${path}`,
    raw_url: `${base}/${fullName}/raw/${commit.sha}/${path}`,
    contents_url: `${base}/repos/${fullName}/contents/${path}?ref=${commit.sha}`,
    ...(patch === null ? {} : { patch: patch.text }),
  };
}

/** Number of lines above which GitHub omits a file's patch. */
const maxPatchLines = 3_000;

/** Returns a patch. Files grow by whole lines (`buildHistory`), so it is the new lines with three old ones before them. */
function patchOf(before: GitFile | null, after: GitFile): { text: string; additions: number } | null {
  if (after.bytes.includes(0) || after.mode === "160000") return null;
  const lines = linesOf(after);
  const known = before === null ? 0 : linesOf(before).length;
  const added = lines.slice(known);
  const context = lines.slice(Math.max(0, known - 3), known);
  const start = known - context.length + 1;
  const oldRange = known === 0 ? "0,0" : `${start},${context.length}`;
  const head = `@@ -${oldRange} +${start},${context.length + added.length} @@`;
  if (added.length > maxPatchLines) return null;
  const body = [...context.map((line) => ` ${line}`), ...added.map((line) => `+${line}`)];
  return { text: [head, ...body].join("\n"), additions: added.length };
}

function linesOf(file: GitFile): string[] {
  const lines = file.bytes.toString("utf8").split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
