import type { Hono } from "hono";
import { apiError, notFound } from "../errors.ts";
import { takePage } from "../paging.ts";
import { listedRepo } from "../repos/repo-shapes.ts";
import type { Sandbox, SandboxContext, SandboxEnv } from "../sandbox-context.ts";
import { publicUser } from "./user-shapes.ts";
import type { SandboxPerson } from "./people.ts";
import { allRepos, type SandboxRepo } from "../sandbox-data.ts";

/** Mounts accounts, their repositories and their stars. */
export function mountUserRoutes(app: Hono<SandboxEnv>, sandbox: Sandbox): void {
  function onUser(path: string, handle: (c: SandboxContext, person: SandboxPerson) => Response): void {
    app.get(`/users/:login${path}`, (c) => {
      const person = sandbox.data().findPerson(c.req.param("login") ?? "");
      return person === undefined ? notFound(c) : handle(c, person);
    });
    app.get(`/user/:id{[0-9]+}${path}`, (c) => {
      const person = sandbox.data().people.find(({ id }) => id === Number(c.req.param("id")));
      return person === undefined ? notFound(c) : handle(c, person);
    });
  }

  const reposOf = ({ id }: SandboxPerson) => allRepos(sandbox.data()).filter(({ owner }) => owner.id === id);

  app.get("/user", (c) => {
    const { login } = c.get("caller");
    const person = login === null ? undefined : sandbox.data().findPerson(login);
    if (person === undefined) return apiError(c, 401, "Requires authentication");
    return c.json(publicUser(c.get("base"), person, reposOf(person).length));
  });

  onUser("", (c, person) => c.json(publicUser(c.get("base"), person, reposOf(person).length)));

  onUser("/repos", (c, person) => {
    // No account here is a member of another's repository.
    const repos = c.req.query("type") === "member" ? [] : reposOf(person);
    const page = takePage(c, sortRepos(c, repos), `/user/${person.id}/repos`);
    return c.json(page.map((repo) => listedRepo(c.get("base"), repo, c.get("version"))));
  });

  onUser("/starred", (c, person) => {
    const { starred, repos } = sandbox.data();
    const theirs = person.id === repos[0]?.owner.id ? starred : [];
    const byUpdate = c.req.query("sort") === "updated";
    const sorted = theirs.toSorted((a, b) =>
      byUpdate ? pushedAt(b.repo).localeCompare(pushedAt(a.repo)) : b.starredAt.localeCompare(a.starredAt),
    );
    if (c.req.query("direction") === "asc") sorted.reverse();
    const page = takePage(c, sorted, `/user/${person.id}/starred`);
    const withDate = c.req.header("accept")?.includes("application/vnd.github.star+json") === true;
    return c.json(
      page.map(({ repo, starredAt }) => {
        const shown = listedRepo(c.get("base"), repo, c.get("version"));
        return withDate ? { starred_at: starredAt, repo: shown } : shown;
      }),
    );
  });
}

function pushedAt(repo: SandboxRepo): string {
  return repo.commits[0]?.date ?? repo.bundle.created;
}

/** Sorts by name, ascending by default, or by date, newest first by default. */
function sortRepos(c: SandboxContext, repos: SandboxRepo[]): SandboxRepo[] {
  const sort = c.req.query("sort") ?? "full_name";
  const keys: Record<string, (repo: SandboxRepo) => string> = {
    created: ({ bundle }) => bundle.created,
    updated: pushedAt,
    pushed: pushedAt,
  };
  const keyOf = keys[sort] ?? (({ name }: SandboxRepo) => name.toLowerCase());
  const isAscending = (c.req.query("direction") ?? (sort in keys ? "desc" : "asc")) === "asc";
  const sorted = repos.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)));
  return isAscending ? sorted : sorted.reverse();
}
