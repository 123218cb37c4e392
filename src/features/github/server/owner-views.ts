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

/** Data for rendering pages; its parts fail independently. */
export type OwnerViews = {
  profile: () => Promise<Output<"getGitHubProfile">>;
  /** @throws AppError 404, 429, or 502 if there is no repository to show */
  repo: (name: string) => Promise<Output<"getGitHubRepo">>;
  /** @throws AppError 404, 429, or 502 */
  readme: (name: string) => Promise<Output<"getGitHubReadme">>;
};

/** Items of each list that the home page shows at first. */
const shownFirst = 6;
/** The home page hardly waits for GitHub: without a copy it renders without the panels, and the browser asks. */
const profileWaitMs = 1_200;
/** A repository's page waits for the repository, but not long for its parts. */
const partWaitMs = 3_000;

export function createOwnerViews(
  { log }: Pick<Kernel, "log">,
  options: { data: OwnerData; finder: RepositoryFinder; imageOrigins: () => string[] },
): OwnerViews {
  const { data, finder } = options;

  /** Returns null for a part that couldn't be loaded, and logs why. */
  async function part<Value>(what: string, reading: Promise<Copy<Value>>): Promise<Copy<Value> | null> {
    try {
      return await reading;
    } catch (error) {
      log.warn({ error, what }, "Can't load a part from GitHub.");
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
        part("the owner's stars", data.starred()),
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
        // The repository comes first: a rate limit met by the other two must not take the page down.
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

/** Returns the age of the oldest loaded part, in ISO 8601. */
function oldest(copies: readonly (Copy<unknown> | null)[]): string | null {
  const times = copies.flatMap((copy) => (copy === null ? [] : [copy.asOf.getTime()]));
  return times.length === 0 ? null : new Date(Math.min(...times)).toISOString();
}

/** Waits for several things with one shared timeout. Returns null for those that are late; they continue in the background. */
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
