import type { Hono } from "hono";
import { notFound } from "../errors.ts";
import { respondWithFailure, readSentinel, type RepoPart } from "./sentinels.ts";
import type { Sandbox, SandboxContext, SandboxEnv } from "../sandbox-context.ts";
import { renamedRepositories, type SandboxRepo } from "../sandbox-data.ts";
import { gitHubSandboxClient } from "../../sandbox-client.ts";

type RepoHandler = (c: SandboxContext, repo: SandboxRepo, rest: string) => Response | Promise<Response>;

/**
 * Registers a call of one repository, by its name and by its id, which GitHub's own links use. `rest` is the URL's part after
 * `path`, still encoded. Renamed repositories are answered with 301, test names with their failure.
 */
export function onRepo(
  app: Hono<SandboxEnv>,
  sandbox: Sandbox,
  call: { path: string; part: RepoPart },
  handle: RepoHandler,
): void {
  const depth = call.path.split("/").length - 1;
  const tail = call.path.endsWith("/*") ? depth - 1 : depth;
  app.get(`/repositories/:id${call.path}`, (c) => {
    const repo = sandbox.data().findRepoById(Number(c.req.param("id")));
    return repo === undefined ? notFound(c) : handle(c, repo, restOf(c, 2 + tail));
  });
  app.get(`/repos/:owner/:repo${call.path}`, async (c) => {
    const { owner, repo: name } = { owner: c.req.param("owner") ?? "", repo: c.req.param("repo") ?? "" };
    const renamed = renamedRepositories[`${owner}/${name}`.toLowerCase()];
    if (renamed !== undefined) return movedAnswer(c, sandbox, owner, renamed);
    const known = sandbox.data().findRepo(owner, name);
    if (known !== undefined) return handle(c, known, restOf(c, 3 + tail));
    const typed = owner === gitHubSandboxClient.owner ? readSentinel(name) : null;
    if (typed === null) return notFound(c);
    const [first] = sandbox.data().repos;
    const model = sandbox.data().findRepo(owner, typed.stem) ?? first;
    if (model === undefined) return notFound(c);
    if (typed.part !== null && typed.part !== call.part)
      return handle(c, { ...model, name }, restOf(c, 3 + tail));
    const answer = await respondWithFailure(c, sandbox, typed.misbehavior);
    if (answer !== null) return answer;
    const shown = typed.misbehavior === "empty" ? emptied(model) : model;
    return handle(c, { ...shown, name }, restOf(c, 3 + tail));
  });
}

function emptied(model: SandboxRepo): SandboxRepo {
  const bundle = {
    ...model.bundle,
    description: null,
    homepage: null,
    topics: [],
    license: null,
    stars: 0,
    forks: 0,
    issues: 0,
  };
  return { ...model, bundle, commits: [], languages: {} };
}

/** Returns the path after a number of segments below the mount. */
function restOf(c: SandboxContext, parts: number): string {
  const mountParts = gitHubSandboxClient.path.split("/").length;
  return c.req.path
    .split("/")
    .slice(mountParts + parts)
    .join("/");
}

function movedAnswer(c: SandboxContext, sandbox: Sandbox, owner: string, name: string): Response {
  const repo = sandbox.data().findRepo(owner, name);
  if (repo === undefined) return notFound(c);
  const { search } = new URL(c.req.url);
  const rest = restOf(c, 3);
  const url = `${c.get("base")}/repositories/${repo.id}${rest === "" ? "" : `/${rest}`}${search}`;
  c.header("location", url);
  return c.json(
    {
      message: "Moved Permanently",
      url,
      documentation_url:
        "https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api#follow-redirects",
    },
    301,
  );
}
