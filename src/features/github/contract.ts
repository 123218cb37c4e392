import { z } from "zod";
import { defineEndpoint } from "#shared/endpoint.ts";
import type {
  Commit,
  GitHubUser,
  LanguageBytes,
  Repository,
  RepositoryDetails,
} from "./domain/github-data.ts";

const count = z.int().nonnegative();
const instant = z.iso.datetime({ offset: true });
/** Null where nothing has been read yet, so that nothing has an age. */
const asOf = z.iso.datetime().nullable();

export const gitHubUserSchema = z.object({
  login: z.string(),
  name: z.string().nullable(),
  avatar_url: z.string(),
  html_url: z.string(),
  bio: z.string().nullable(),
  company: z.string().nullable(),
  location: z.string().nullable(),
  public_repos: count,
  followers: count,
  following: count,
}) satisfies z.ZodType<GitHubUser>;

export const repositorySchema = z.object({
  name: z.string(),
  full_name: z.string(),
  owner: z.object({ login: z.string() }),
  html_url: z.string(),
  description: z.string().nullable(),
  homepage: z.string().nullable(),
  language: z.string().nullable(),
  stargazers_count: count,
  forks_count: count,
  topics: z.array(z.string()),
  archived: z.boolean(),
  fork: z.boolean(),
  pushed_at: instant.nullable(),
}) satisfies z.ZodType<Repository>;

export const repositoryDetailsSchema = repositorySchema.extend({
  default_branch: z.string(),
  open_issues_count: count,
  size: count,
  license: z.object({ name: z.string(), spdx_id: z.string().nullable() }).nullable(),
  created_at: instant.nullable(),
  updated_at: instant.nullable(),
}) satisfies z.ZodType<RepositoryDetails>;

export const languageBytesSchema = z.record(z.string(), count) satisfies z.ZodType<LanguageBytes>;

const signature = z.object({ name: z.string(), date: instant.nullable() }).nullable();

export const commitSchema = z.object({
  sha: z.string(),
  html_url: z.string(),
  commit: z.object({ message: z.string(), author: signature, committer: signature }),
  author: z.object({ login: z.string(), avatar_url: z.string(), html_url: z.string() }).nullable(),
}) satisfies z.ZodType<Commit>;

const linkState = z.object({ HasGitHubOAuthToken: z.boolean() });

export const githubContract = {
  getGitHubProfile: defineEndpoint({
    method: "GET",
    path: "/api/GitHubProfile",
    summary:
      "The owner at GitHub, from the server's copy and for its rendering: the profile, the first repositories by push and the first starred ones. A part that could not be had is null.",
    auth: "public",
    input: z.object({}),
    output: z.object({
      user: gitHubUserSchema.nullable(),
      /** The six pushed last. */
      repos: z.array(repositorySchema).nullable(),
      repoCount: count.nullable(),
      /** The six starred last. */
      starred: z.array(repositorySchema).nullable(),
      starredCount: count.nullable(),
      /** Of the oldest part. */
      asOf,
    }),
  }),
  getGitHubRepo: defineEndpoint({
    method: "GET",
    path: "/api/GitHubRepo",
    summary:
      "A public repository of the owner, from the server's copy and for its rendering; languages (bytes) or commits that could not be had are null. 404 for every other repository.",
    auth: "public",
    input: z.object({
      name: z.string().min(1, "Name the repository.").max(200, "No repository is called so."),
    }),
    output: z.object({
      repo: repositoryDetailsSchema,
      languages: languageBytesSchema.nullable(),
      /** The newest page, and where GitHub says that the next one is. */
      commits: z.object({ items: z.array(commitSchema), nextUrl: z.string().nullable() }).nullable(),
      asOf,
    }),
  }),
  getGitHubReadme: defineEndpoint({
    method: "GET",
    path: "/api/GitHubReadme",
    summary:
      "The README of a public repository of the owner as clean HTML, its headings from h3 down; null where it has none. 404 for every other repository.",
    auth: "public",
    input: z.object({
      repo: z.string().min(1, "Name the repository.").max(200, "No repository is called so."),
    }),
    output: z.object({
      html: z.string().nullable(),
      name: z.string().nullable(),
      htmlUrl: z.string().nullable(),
      asOf,
    }),
  }),
  getGitHubAuthMe: defineEndpoint({
    method: "GET",
    path: "/api/GitHubAuthMe",
    summary: "Whether the person has linked a GitHub account, and which; false for an anonymous visitor",
    auth: "public",
    input: z.object({}),
    output: linkState.extend({ login: z.string().nullable() }),
    bare: true,
  }),
  getGitHubOAuthUrl: defineEndpoint({
    method: "GET",
    path: "/api/GitHubOAuthUrl",
    summary: "Where to send the browser so that the person can link a GitHub account; good for ten minutes",
    auth: "user",
    input: z.object({}),
    output: z.object({ oAuthUrl: z.url() }),
    limit: "write",
  }),
  completeGitHubOAuth: defineEndpoint({
    method: "POST",
    path: "/api/GitHubOAuthCallback",
    summary:
      "Ends the linking with what GitHub has sent back; the state works once, in the session that began",
    auth: "user",
    input: z.object({
      code: z.string().min(1, "GitHub's code is missing.").max(500, "This is not a code of GitHub."),
      state: z.string().min(1, "The state is missing.").max(500, "This is not a state of ours."),
    }),
    output: linkState,
    bare: true,
  }),
  unlinkGitHub: defineEndpoint({
    method: "POST",
    path: "/api/GitHubUnlink",
    summary: "Forgets the linked GitHub account and revokes its token at GitHub",
    auth: "user",
    input: z.object({}),
    output: z.object({}),
  }),
};
