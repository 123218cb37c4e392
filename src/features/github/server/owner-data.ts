import { z } from "zod";
import type { Kernel } from "#server/feature.ts";
import type { Copy } from "#server/upstreams/upstream-copies.ts";
import {
  expectAnswer,
  GitHubError,
  type GitHubRepository,
  type GitHubRepositoryDetails,
} from "#upstreams/github/index.ts";
import {
  commitSchema,
  gitHubUserSchema,
  languageBytesSchema,
  repositoryDetailsSchema,
  repositorySchema,
  type GitHubUser,
  type LanguageBytes,
  type Repository,
  type RepositoryDetails,
} from "../domain/github-shapes.ts";
import { homepageUrl } from "../domain/homepage.ts";
import type { GitHubAccess } from "./github-access.ts";
import { createKeptAnswers, type KeptReading } from "./kept-answers.ts";

/** A listed repository with the branch that links need, if the list has it. */
const listedRepositorySchema = repositorySchema.extend({ default_branch: z.string().nullable() });
const starredSchema = z.object({ items: z.array(repositorySchema), count: z.int().nonnegative() });
const commitsSchema = z.object({ items: z.array(commitSchema), nextUrl: z.string().nullable() });
const readmeSchema = z.object({ html: z.string(), path: z.string(), htmlUrl: z.string().nullable() });
const treeSchema = z.object({
  isTruncated: z.boolean(),
  entries: z.array(
    z.object({
      kind: z.enum(["file", "directory", "symlink", "submodule"]),
      path: z.string(),
      sha: z.string(),
      size: z.int().nonnegative().nullable(),
    }),
  ),
});

export type ListedRepository = z.infer<typeof listedRepositorySchema>;
export type RepositoryTree = z.infer<typeof treeSchema>;
/** Null if it doesn't exist or isn't public. */
type MaybeCopy<Value> = Promise<Copy<Value | null>>;

/**
 * The owner's public data from GitHub, each part with its age, cached for all servers and served while GitHub is down.
 * Rejects with GitHubError if there is neither an answer nor a copy. The schemas strip GitHub's answers to what the site
 * shows: they are stored and sent with pages.
 */
export type OwnerData = {
  user: () => Promise<Copy<GitHubUser>>;
  /** Public repositories, most recently pushed first. */
  repos: (reading?: KeptReading) => Promise<Copy<ListedRepository[]>>;
  /** The hundred newest stars, and the total. */
  starred: () => Promise<Copy<z.infer<typeof starredSchema>>>;
  /** `known` is the result of a lookup just made, so that GitHub isn't asked again. */
  repo: (name: string, known?: RepositoryDetails) => MaybeCopy<RepositoryDetails>;
  languages: (name: string) => MaybeCopy<LanguageBytes>;
  /** The newest page. */
  commits: (name: string) => MaybeCopy<z.infer<typeof commitsSchema>>;
  /** GitHub's HTML, not sanitized yet. */
  readme: (name: string) => MaybeCopy<z.infer<typeof readmeSchema>>;
  /** All files; `branch` may be `HEAD`. */
  tree: (name: string, branch: string, reading?: KeptReading) => MaybeCopy<RepositoryTree>;
};

/** Room for a handful per repository. */
const maxCopies = 1_000;

export function createOwnerData(kernel: Kernel, access: GitHubAccess): OwnerData {
  const { owner, client } = access;
  const { keep, keepIfThere } = createKeptAnswers(kernel, access, { maxCopies });

  async function starredCount(): Promise<number> {
    const answer = expectAnswer(await access.ask((read) => client.starredCount(owner, read)));
    return answer.value;
  }

  return {
    user: () =>
      keep({
        key: "user",
        schema: gitHubUserSchema,
        ask: (read) => client.user(owner, read),
        shape: (user) => gitHubUserSchema.parse(user),
      }),

    repos: (reading = {}) =>
      keep({
        ...reading,
        key: "repos",
        schema: z.array(listedRepositorySchema),
        ask: (read) => client.repos(owner, read),
        shape: (repos) =>
          repos
            .filter((repo) => isPublicOf(owner, repo))
            .map((repo) => shownOf(listedRepositorySchema, repo)),
      }),

    starred: () =>
      keep({
        key: "starred",
        schema: starredSchema,
        ask: (read) => client.starred(owner, read),
        shape: async ({ items, nextUrl }) => {
          const shown = items.filter((repo) => !repo.private).map((repo) => shownOf(repositorySchema, repo));
          return { items: shown, count: nextUrl === null ? shown.length : await starredCount() };
        },
      }),

    repo: (name, known) =>
      keepIfThere({
        key: `repo ${name.toLowerCase()}`,
        schema: repositoryDetailsSchema,
        ask: async (read) =>
          known === undefined
            ? readDetails(await client.repo(owner, name, read), owner)
            : { value: known, etag: null, rate: null },
        shape: (details) => details,
      }),

    languages: (name) =>
      keepIfThere({
        key: `languages ${name.toLowerCase()}`,
        schema: languageBytesSchema,
        ask: (read) => client.languages(owner, name, read),
        shape: (languages) => languages,
      }),

    commits: (name) =>
      keepIfThere({
        key: `commits ${name.toLowerCase()}`,
        schema: commitsSchema,
        ask: (read) => client.commits(owner, name, read),
        shape: (commits) => commitsSchema.parse(commits),
        ifEmpty: { items: [], nextUrl: null },
      }),

    readme: (name) =>
      keepIfThere({
        key: `readme ${name.toLowerCase()}`,
        schema: readmeSchema,
        ask: (read) => client.readmeHtml(owner, name, read),
        shape: async (html) => ({ html, ...(await readmePlace(access, name)) }),
      }),

    tree: (name, branch, reading = {}) =>
      keepIfThere({
        ...reading,
        key: `tree ${name.toLowerCase()} ${branch}`,
        schema: treeSchema,
        ask: (read) => client.tree(owner, name, branch, { ...read, isRecursive: true }),
        shape: ({ isTruncated, entries }) => ({ isTruncated, entries }),
        ifEmpty: { isTruncated: false, entries: [] },
      }),
  };
}

async function readmePlace(
  { ask, client, owner }: GitHubAccess,
  name: string,
): Promise<{ path: string; htmlUrl: string | null }> {
  const answer = await ask((read) => client.readme(owner, name, read));
  if (answer === "not-modified" || answer.value.kind === "directory")
    return { path: "README", htmlUrl: null };
  return { path: answer.value.path, htmlUrl: answer.value.htmlUrl };
}

function shownOf<Shown extends Repository>(schema: z.ZodType<Shown>, repository: GitHubRepository): Shown {
  const shown = schema.parse(repository);
  return { ...shown, homepage: homepageUrl(shown.homepage) };
}

export function detailsOf(repository: GitHubRepositoryDetails): RepositoryDetails {
  return shownOf(repositoryDetailsSchema, repository);
}

type DetailsAnswer = Awaited<ReturnType<GitHubAccess["client"]["repo"]>>;

/** Treats a repository that isn't public, or no longer the owner's, as missing. */
function readDetails(answer: DetailsAnswer, owner: string) {
  if (answer === "not-modified") return answer;
  if (!isPublicOf(owner, answer.value)) throw new GitHubError("not-found", "The repository is not public.");
  return { ...answer, value: detailsOf(answer.value) };
}

/** Returns true for the owner's public repositories. A token may see private ones; those are never stored or shown. */
export function isPublicOf(owner: string, repo: { private: boolean; owner: { login: string } }): boolean {
  return !repo.private && repo.owner.login.toLowerCase() === owner.toLowerCase();
}
