import { createCallCounts, type CountsKernel } from "#server/limits/call-counts.ts";
import { askOnce, createShortMemory } from "#server/limits/short-memory.ts";
import { rateLimited } from "#shared/errors.ts";
import { GitHubError } from "#upstreams/github/index.ts";
import type { GitHubAccess } from "./github-access.ts";
import { detailsOf, isPublicOf, type OwnerData } from "./owner-data.ts";

export type RepositoryFinder = {
  /**
   * Returns the exact name of one of the owner's public repositories, given any spelling or a former name; null for any
   * other. @throws GitHubError if GitHub can't be asked
   */
  find: (name: string, visitorToken?: string | null) => Promise<string | null>;
};

/** GitHub's rule for names; "." and ".." aren't names. */
const namePattern = /^(?!\.{1,2}$)[\w.-]{1,100}$/;
const rememberedForMs = 5 * 60_000;
const maxRemembered = 1_000;

/** Lookups of unlisted names, for all visitors and servers together: guessing names must not use up the rate limit. */
const allowance = {
  withToken: { most: 30, windowMs: 60_000 },
  anonymous: { most: 6, windowMs: 60 * 60_000 },
};

/** Finds repositories in the list of them; asks GitHub only about new and renamed ones, and rarely. */
export function createRepositoryFinder(
  kernel: CountsKernel,
  access: GitHubAccess,
  data: OwnerData,
): RepositoryFinder {
  const remembered = createShortMemory<Promise<string | null>>({
    most: maxRemembered,
    forMs: rememberedForMs,
    nowMs: () => kernel.now().getTime(),
  });
  const lookups = createCallCounts(kernel, `look-ups at ${access.source}`);

  /** Sets `isKnown` to false if the list isn't available. */
  async function findListed(name: string, visitorToken: string | null) {
    try {
      const { value } = await data.repos({ visitorToken });
      const repository = value.find((listed) => listed.name.toLowerCase() === name);
      return { isKnown: true, name: repository?.name ?? null };
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      kernel.log.warn({ error }, "Can't load the list of repositories.");
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
        // With the list available, the name almost certainly doesn't exist.
        if (listed.isKnown) return null;
        throw rateLimited(waitMs / 1000);
      }
      // A failure says nothing about the name.
      return askOnce(remembered, name, () => lookUp(name, visitorToken));
    },
  };
}
