import { defineFeature, type Kernel, type ServerFeature, type SitemapEntry } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { githubImageOrigins } from "#server/http/security-headers.ts";
import { githubContract } from "../contract.ts";
import { createGitHubAccess, type GitHubAccess, type SelfAddress } from "./github-access.ts";
import { createGitHubLinks, type GitHubLinks } from "./link-service.ts";
import { createOwnerData, type ListedRepository, type OwnerData } from "./owner-data.ts";
import { createOwnerViews } from "./owner-views.ts";
import { createRepositoryFinder, type RepositoryFinder } from "./repository-finder.ts";

export type { GitHubAccess } from "./github-access.ts";
export { answerToFailure, isLimit } from "./github-failures.ts";
export { createKeptAnswers } from "./kept-answers.ts";
export { resealGitHubTokens } from "./link-rotation.ts";
export type { GitHubLinks } from "./link-service.ts";
export { isPublicOf, type ListedRepository, type OwnerData, type RepositoryTree } from "./owner-data.ts";
export type { RepositoryFinder } from "./repository-finder.ts";

const refreshEveryMs = 15 * 60_000;

/** GitHub services for the features built on them. */
export type GitHubService = {
  access: GitHubAccess;
  data: OwnerData;
  finder: RepositoryFinder;
  links: GitHubLinks;
};

/** Serves the owner's profile and repositories from cached copies, and links visitors' accounts. */
export function createGitHubFeature(
  kernel: Kernel,
  address: SelfAddress,
  { jobs }: { jobs: Jobs },
): { feature: ServerFeature; github: GitHubService } {
  const access = createGitHubAccess(kernel, address);
  const data = createOwnerData(kernel, access);
  const finder = createRepositoryFinder(kernel, access, data);
  const links = createGitHubLinks(kernel, access);
  const views = createOwnerViews(kernel, { data, finder, imageOrigins: () => imageOrigins(kernel, address) });
  let isKnown = false;
  // Refreshes what every visitor asks for first, so that nobody waits for it.
  jobs.repeat({
    kind: "github refresh",
    everyMs: refreshEveryMs,
    isDoneAtStart: true,
    run: async () => {
      await views.profile();
      // Pages rendered before GitHub's first answer lack its panels.
      if (!isKnown) kernel.publicPagesChanged();
      isKnown = true;
      return undefined;
    },
  });

  const feature = defineFeature({
    name: "github",
    contract: githubContract,
    handlers: {
      getGitHubProfile: () => views.profile(),
      getGitHubRepo: ({ name }) => views.repo(name),
      getGitHubReadme: ({ repo }) => views.readme(repo),
      getGitHubAuthMe: async (_, { session }) => {
        const account = await links.find(session);
        return { HasGitHubOAuthToken: account !== null, login: account?.login ?? null };
      },
      getGitHubOAuthUrl: async (_, context) => ({ oAuthUrl: await links.begin(context) }),
      completeGitHubOAuth: async (answer, context) => {
        await links.complete(context, answer);
        return { HasGitHubOAuthToken: true };
      },
      unlinkGitHub: (_, { session }) => links.unlink(session),
    },
    sitemap: async () => (await data.repos().catch(() => null))?.value.map(sitemapEntryOf) ?? [],
  });
  return { feature, github: { access, data, finder, links } };
}

function sitemapEntryOf({ name, pushed_at }: ListedRepository): SitemapEntry {
  return {
    path: `/repo/${encodeURIComponent(name)}`,
    ...(pushed_at === null ? {} : { modifiedAt: pushed_at }),
  };
}

/** Origins from which the content security policy allows images. */
function imageOrigins({ settings }: Kernel, address: SelfAddress): string[] {
  return settings.modes.github === "live" ? githubImageOrigins(settings) : [address.selfOrigin()];
}
