import { sandboxPagePolicy } from "#shared/sandbox-page.ts";
import type { Hono } from "hono";
import { baseName, findEntry, isTree, type GitFile, type GitTree } from "../repos/git-objects.ts";
import { escapeHtml } from "#shared/text/html.ts";
import { layout, messagePage } from "./pages.ts";
import { encodePath } from "#shared/text/encode-path.ts";
import { decodePath } from "../paths.ts";
import { findCommit } from "../repos/repo-routes.ts";
import type { Sandbox, SandboxContext, SandboxEnv } from "../sandbox-context.ts";
import { allRepos, type SandboxRepo } from "../sandbox-data.ts";
import { gitHubSandboxClient } from "../../sandbox-client.ts";

/** Pictures a README may show; everything else is plain text, whatever its name. */
const pictureTypes: Record<string, string> = { svg: "image/svg+xml", png: "image/png", webp: "image/webp" };

/**
 * Mounts the web site of `html_url` and `download_url`, just enough that no link from the site is broken: an account, a
 * repository, a folder, a file with addressable lines, a commit.
 */
export function mountWebRoutes(app: Hono<SandboxEnv>, sandbox: Sandbox): void {
  app.get("/:owner/:rest{.*}?", async (c, next) => {
    const person = sandbox.data().findPerson(c.req.param("owner") ?? "");
    if (person === undefined) return next();
    const [name = "", kind = "", ref = "", ...rest] = pathBelowOwner(c);
    const repo = sandbox.data().findRepo(person.login, decodePath(name) ?? "");
    if (name === "") {
      const theirs = allRepos(sandbox.data()).filter(({ owner }) => owner.id === person.id);
      const links = theirs.map((own) => [own.name, `${c.get("base")}/${person.login}/${own.name}`] as const);
      return page(c, sandbox, person.name, `<p>${escapeHtml(person.bio ?? "")}</p>${linkList(links)}`);
    }
    if (repo === undefined) return missing(c, sandbox);
    const path = decodePath(rest.join("/"));
    const commit = findCommit(repo, kind === "" ? undefined : ref);
    if (path === null || commit === undefined) return missing(c, sandbox);
    if (kind === "commit") return page(c, sandbox, firstLine(commit.message), commitBody(commit));
    const entry = findEntry(commit.tree, path);
    if (entry === undefined || !["", "blob", "tree", "raw"].includes(kind)) return missing(c, sandbox);
    if (isTree(entry)) return page(c, sandbox, titleOf(repo, path), folderBody(c, repo, entry));
    return kind === "raw" ? rawFile(c, entry) : page(c, sandbox, titleOf(repo, path), fileBody(entry));
  });
}

function pathBelowOwner(c: SandboxContext): string[] {
  const depth = gitHubSandboxClient.path.split("/").length + 1;
  return c.req.path.split("/").slice(depth);
}

function page(c: SandboxContext, sandbox: Sandbox, title: string, body: string): Response {
  return c.html(layout(title, body, { isWide: true }), 200, policy(sandbox));
}

function missing(c: SandboxContext, sandbox: Sandbox): Response {
  const text = "The sandbox has nothing at this address.";
  return c.html(messagePage("Not found", text), 404, policy(sandbox));
}

function policy(sandbox: Sandbox): Record<string, string> {
  return { "content-security-policy": sandboxPagePolicy(sandbox.siteOrigins()) };
}

function titleOf(repo: SandboxRepo, path: string): string {
  return path === "" ? `${repo.owner.login}/${repo.name}` : `${repo.name}/${path}`;
}

function folderBody(c: SandboxContext, repo: SandboxRepo, folder: GitTree): string {
  const web = `${c.get("base")}/${repo.owner.login}/${repo.name}`;
  const links = folder.entries.map((entry) => {
    const kind = isTree(entry) ? "tree" : "blob";
    return [baseName(entry.path), `${web}/${kind}/main/${encodePath(entry.path)}`] as const;
  });
  const about = folder.path === "" ? `<p>${escapeHtml(repo.bundle.description ?? "")}</p>` : "";
  return `${about}${linkList(links)}`;
}

function linkList(links: (readonly [string, string])[]): string {
  const items = links.map(([text, href]) => `<li><a href="${escapeHtml(href)}">${escapeHtml(text)}</a></li>`);
  return `<ul>${items.join("")}</ul>`;
}

/** Renders a file with linkable lines: `#L12`. */
function fileBody(file: GitFile): string {
  if (file.bytes.includes(0)) return `<p>A binary file of ${file.bytes.length} bytes.</p>`;
  const lines = file.bytes.toString("utf8").replace(/\n$/, "").split("\n");
  return `<pre tabindex="0" role="region" aria-label="Source">${lines.map((line, index) => `<a id="L${index + 1}">${escapeHtml(line)}</a>`).join("")}</pre>`;
}

function commitBody(commit: {
  message: string;
  date: string;
  author: { name: string };
  changes: { after: GitFile }[];
}): string {
  const files = commit.changes.map(({ after }) => `<li>${escapeHtml(after.path)}</li>`);
  return (
    `<p>${escapeHtml(commit.author.name)}, ${escapeHtml(commit.date)}</p>` +
    `<p>${escapeHtml(commit.message)}</p><ul>${files.join("")}</ul>`
  );
}

function rawFile(c: SandboxContext, file: GitFile): Response {
  const extension = file.path.slice(file.path.lastIndexOf(".") + 1).toLowerCase();
  const type = pictureTypes[extension] ?? "text/plain; charset=utf-8";
  // An SVG opened directly is a document, so it may run and load nothing.
  const headers = {
    "content-type": type,
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  };
  return c.body(new Uint8Array(file.bytes), 200, headers);
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
