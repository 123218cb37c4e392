import { z } from "zod";

/* The parts of GitHub's answers that the site shows, under GitHub's field names (docs/reference/upstreams.md, "GitHub calls"). */

const count = z.int().nonnegative();
const instant = z.iso.datetime({ offset: true });

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
});

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
  /** Null before the first push. */
  pushed_at: instant.nullable(),
});

/** A repository as its own page shows it. */
export const repositoryDetailsSchema = repositorySchema.extend({
  default_branch: z.string(),
  open_issues_count: count,
  /** In kilobytes. */
  size: count,
  license: z.object({ name: z.string(), spdx_id: z.string().nullable() }).nullable(),
  created_at: instant.nullable(),
  updated_at: instant.nullable(),
});

/** Bytes by language; GitHub doesn't count lines (docs/reference/product.md, "Repositories"). */
export const languageBytesSchema = z.record(z.string(), count);

const signature = z.object({ name: z.string(), date: instant.nullable() }).nullable();

export const commitSchema = z.object({
  sha: z.string(),
  html_url: z.string(),
  commit: z.object({ message: z.string(), author: signature, committer: signature }),
  /** GitHub account; null if the commit's email address belongs to none. */
  author: z.object({ login: z.string(), avatar_url: z.string(), html_url: z.string() }).nullable(),
});

export type GitHubUser = z.infer<typeof gitHubUserSchema>;
export type Repository = z.infer<typeof repositorySchema>;
export type RepositoryDetails = z.infer<typeof repositoryDetailsSchema>;
export type LanguageBytes = z.infer<typeof languageBytesSchema>;
export type Commit = z.infer<typeof commitSchema>;
