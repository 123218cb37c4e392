import { z } from "zod";
import type { Kernel } from "#server/feature.ts";
import type { Copy } from "#server/upstreams/upstream-copies.ts";
import { GitHubError } from "#upstreams/github/index.ts";
import {
  commitSchema,
  gitHubUserSchema,
  languageBytesSchema,
  repositoryDetailsSchema,
  repositorySchema,
} from "../contract.ts";
import type { GitHubAccess } from "./github-access.ts";
import { commitOf, detailsOf, listedRepositoryOf, repositoryOf, userOf } from "./github-shapes.ts";
import { createKeptAnswers, type KeptReading } from "./kept-answers.ts";

/** With the branch that links need, where the list says it. */
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
type Details = z.infer<typeof repositoryDetailsSchema>;
/** Null where there is no such thing, or none that is public. */
type MaybeCopy<Value> = Promise<Copy<Value | null>>;

/**
 * What GitHub says of the owner, each part with its age, kept for all servers and served while GitHub is down. Only
 * public things are kept. Rejects with GitHubError where there is neither an answer nor a copy.
 */
export type OwnerData = {
  user: () => Promise<Copy<z.infer<typeof gitHubUserSchema>>>;
  /** The public ones, the one pushed last first. */
  repos: (reading?: KeptReading) => Promise<Copy<ListedRepository[]>>;
  /** The hundred starred last, and how many there are. */
  starred: () => Promise<Copy<z.infer<typeof starredSchema>>>;
  /** `known` is what a look-up has just found, so that it is not asked for again. */
  repo: (name: string, known?: Details) => MaybeCopy<Details>;
  languages: (name: string) => MaybeCopy<z.infer<typeof languageBytesSchema>>;
  /** The newest page. */
  commits: (name: string) => MaybeCopy<z.infer<typeof commitsSchema>>;
  /** HTML of GitHub's making, not yet clean. */
  readme: (name: string) => MaybeCopy<z.infer<typeof readmeSchema>>;
  /** All files; `branch` may be `HEAD`. */
  tree: (name: string, branch: string, reading?: KeptReading) => MaybeCopy<RepositoryTree>;
};

/** A handful for each repository. */
const maxCopies = 1_000;

export function createOwnerData(kernel: Kernel, access: GitHubAccess): OwnerData {
  const { owner, client } = access;
  const { keep, keepIfThere } = createKeptAnswers(kernel, access, { maxCopies });

  async function starredCount(): Promise<number> {
    const answer = await access.ask((read) => client.starredCount(owner, read));
    if (answer === "not-modified") throw new GitHubError("unavailable", "GitHub answered 304 without cause.");
    return answer.value;
  }

  async function readmePlace(name: string): Promise<{ path: string; htmlUrl: string | null }> {
    const answer = await access.ask((read) => client.readme(owner, name, read));
    if (answer === "not-modified" || answer.value.kind === "directory")
      return { path: "README", htmlUrl: null };
    return { path: answer.value.path, htmlUrl: answer.value.htmlUrl };
  }

  return {
    user: () =>
      keep({ key: "user", schema: gitHubUserSchema, ask: (read) => client.user(owner, read), shape: userOf }),

    repos: (reading = {}) =>
      keep({
        ...reading,
        key: "repos",
        schema: z.array(listedRepositorySchema),
        ask: (read) => client.repos(owner, read),
        shape: (repos) => repos.filter((repo) => isPublicOf(owner, repo)).map(listedRepositoryOf),
      }),

    starred: () =>
      keep({
        key: "starred",
        schema: starredSchema,
        ask: (read) => client.starred(owner, read),
        shape: async ({ items, nextUrl }) => {
          const shown = items.filter((repo) => !repo.private).map(repositoryOf);
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
        shape: ({ items, nextUrl }) => ({ items: items.map(commitOf), nextUrl }),
        ifEmpty: { items: [], nextUrl: null },
      }),

    readme: (name) =>
      keepIfThere({
        key: `readme ${name.toLowerCase()}`,
        schema: readmeSchema,
        ask: (read) => client.readmeHtml(owner, name, read),
        shape: async (html) => ({ html, ...(await readmePlace(name)) }),
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

type DetailsAnswer = Awaited<ReturnType<GitHubAccess["client"]["repo"]>>;

/** One that is not public, or not the owner's any more, counts as not there. */
function readDetails(answer: DetailsAnswer, owner: string) {
  if (answer === "not-modified") return answer;
  if (!isPublicOf(owner, answer.value)) throw new GitHubError("not-found", "The repository is not public.");
  return { ...answer, value: detailsOf(answer.value) };
}

/** A token may see more than the public: nothing of that is ever kept or shown. */
export function isPublicOf(owner: string, repo: { private: boolean; owner: { login: string } }): boolean {
  return !repo.private && repo.owner.login.toLowerCase() === owner.toLowerCase();
}
