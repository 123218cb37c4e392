import type { z } from "zod";
import type { Kernel } from "#server/feature.ts";
import { notFound } from "#shared/errors.ts";
import type { Copy } from "#server/upstreams/upstream-copies.ts";
import type { githubContract } from "../contract.ts";
import { answerToFailure } from "./github-failures.ts";
import type { OwnerData } from "./owner-data.ts";
import { readmeToHtml } from "./readme-html.ts";
import type { RepositoryFinder } from "./repository-finder.ts";

type Output<Name extends keyof typeof githubContract> = z.input<(typeof githubContract)[Name]["output"]>;

/** What pages are rendered from: parts that fail one by one. */
export type OwnerViews = {
  profile: () => Promise<Output<"getGitHubProfile">>;
  /** @throws AppError 404, 429 or 502 where there is no repository to show */
  repo: (name: string) => Promise<Output<"getGitHubRepo">>;
  /** @throws AppError 404, 429 or 502 */
  readme: (name: string) => Promise<Output<"getGitHubReadme">>;
};

/** What the home page shows of each list before somebody asks for more. */
const shownFirst = 6;
/** The home page does not wait for GitHub: without a copy it is rendered without, and the browser asks. */
const profileWaitMs = 1_200;
/** A repository's page is nothing without the repository, but does not wait long for the rest of it. */
const partWaitMs = 3_000;

export function createOwnerViews(
  { log }: Pick<Kernel, "log">,
  options: { data: OwnerData; finder: RepositoryFinder; imageOrigins: () => string[] },
): OwnerViews {
  const { data, finder } = options;

  /** Null for what could not be had, which the log explains. */
  async function part<Value>(what: string, reading: Promise<Copy<Value>>): Promise<Copy<Value> | null> {
    try {
      return await reading;
    } catch (error) {
      log.warn({ error, what }, "a part of GitHub could not be had");
      return null;
    }
  }

  async function nameOf(given: string): Promise<string> {
    const name = await finder.find(given);
    if (name === null) throw notFound();
    return name;
  }

  return {
    async profile() {
      const [user, repos, starred] = await within(profileWaitMs, [
        part("the owner's profile", data.user()),
        part("the owner's repositories", data.repos()),
        part("what the owner has starred", data.starred()),
      ]);
      return {
        user: user?.value ?? null,
        repos: repos?.value.slice(0, shownFirst) ?? null,
        repoCount: repos?.value.length ?? null,
        starred: starred?.value.items.slice(0, shownFirst) ?? null,
        starredCount: starred?.value.count ?? null,
        asOf: oldest([user, repos, starred]),
      };
    },

    repo: (given) =>
      answering(async () => {
        const name = await nameOf(given);
        // First the repository: a limit met by the other two must not take the page with it.
        const repo = await data.repo(name);
        if (repo.value === null) throw notFound();
        const [languages, commits] = await within(partWaitMs, [
          part("languages", data.languages(name)),
          part("commits", data.commits(name)),
        ]);
        return {
          repo: repo.value,
          languages: languages?.value ?? null,
          commits: commits?.value ?? null,
          asOf: oldest([repo, languages, commits]),
        };
      }),

    readme: (given) =>
      answering(async () => {
        const { value, asOf } = await data.readme(await nameOf(given));
        if (value === null) return { html: null, name: null, htmlUrl: null, asOf: asOf.toISOString() };
        const { html, path, htmlUrl } = value;
        return {
          html: readmeToHtml(html, { path, htmlUrl, imageOrigins: options.imageOrigins() }),
          name: path.slice(path.lastIndexOf("/") + 1),
          htmlUrl,
          asOf: asOf.toISOString(),
        };
      }),
  };
}

async function answering<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw answerToFailure(error);
  }
}

/** Of the parts that there are, ISO 8601. */
function oldest(copies: readonly (Copy<unknown> | null)[]): string | null {
  const times = copies.flatMap((copy) => (copy === null ? [] : [copy.asOf.getTime()]));
  return times.length === 0 ? null : new Date(Math.min(...times)).toISOString();
}

/** Waits for several things, so long for all of them together; null for what is not there by then, and goes on by itself. */
async function within<Values extends unknown[]>(
  waitMs: number,
  work: { [Index in keyof Values]: Promise<Values[Index]> },
): Promise<{ [Index in keyof Values]: Values[Index] | null }> {
  let timer: NodeJS.Timeout | undefined;
  const isOver = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), waitMs);
  });
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Promise.all keeps the tuple's order, which mapping it hides from the compiler
    return (await Promise.all(work.map((each) => Promise.race([each, isOver])))) as {
      [Index in keyof Values]: Values[Index] | null;
    };
  } finally {
    clearTimeout(timer);
  }
}
