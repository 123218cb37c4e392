import { createCallCounts, type CountsKernel } from "#server/limits/call-counts.ts";
import { askOnce, createShortMemory } from "#server/limits/short-memory.ts";
import { rateLimited } from "#shared/errors.ts";
import { GitHubError } from "#upstreams/github/index.ts";
import type { GitHubAccess } from "./github-access.ts";
import { detailsOf } from "./github-shapes.ts";
import { isPublicOf, type OwnerData } from "./owner-data.ts";

export type RepositoryFinder = {
  /**
   * The name of one of the owner's public repositories, written as GitHub writes it, from any spelling of it or from a
   * name that it had before; null for every other. @throws GitHubError where it cannot be found out
   */
  find: (name: string, visitorToken?: string | null) => Promise<string | null>;
};

/** GitHub's own rule for names; "." and ".." are none. */
const namePattern = /^(?!\.{1,2}$)[\w.-]{1,100}$/;
const rememberedForMs = 5 * 60_000;
const mostRemembered = 1_000;

/** Look-ups of names that are not on the list, for everybody and all servers together: a walk through names must not use up the calls. */
const allowance = {
  withToken: { most: 30, windowMs: 60_000 },
  anonymous: { most: 6, windowMs: 60 * 60_000 },
};

/** Knows which repositories there are from the list of them; asks GitHub only for new and renamed ones, and rarely. */
export function createRepositoryFinder(
  kernel: CountsKernel,
  access: GitHubAccess,
  data: OwnerData,
): RepositoryFinder {
  const remembered = createShortMemory<Promise<string | null>>({
    most: mostRemembered,
    forMs: rememberedForMs,
    nowMs: () => kernel.now().getTime(),
  });
  const lookups = createCallCounts(kernel, `look-ups at ${access.source}`);

  /** `isKnown` is false where there is no list to go by. */
  async function findListed(name: string, visitorToken: string | null) {
    try {
      const { value } = await data.repos({ visitorToken });
      const repository = value.find((listed) => listed.name.toLowerCase() === name);
      return { isKnown: true, name: repository?.name ?? null };
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      kernel.log.warn({ error }, "the list of repositories could not be had");
      return { isKnown: false, name: null };
    }
  }

  async function lookUp(name: string, visitorToken: string | null): Promise<string | null> {
    try {
      const answer = await access.ask((read) => access.client.repo(access.owner, name, read), {
        visitorToken,
      });
      if (answer === "not-modified" || !isPublicOf(access.owner, answer.value)) return null;
      await data.repo(answer.value.name, detailsOf(answer.value));
      return answer.value.name;
    } catch (error) {
      if (error instanceof GitHubError && error.kind === "not-found") return null;
      throw error;
    }
  }

  return {
    async find(given, visitorToken = null) {
      if (!namePattern.test(given)) return null;
      const name = given.toLowerCase();
      const listed = await findListed(name, visitorToken);
      if (listed.name !== null) return listed.name;
      const earlier = remembered.get(name);
      if (earlier !== undefined) return earlier;
      const waitMs = await lookups.take(
        "names",
        access.serverToken() === null ? allowance.anonymous : allowance.withToken,
      );
      if (waitMs > 0) {
        // With the list at hand the name is all but certainly nobody's.
        if (listed.isKnown) return null;
        throw rateLimited(waitMs / 1000);
      }
      // What fails says nothing about the name.
      return askOnce(remembered, name, () => lookUp(name, visitorToken));
    },
  };
}
